"""The net: a residual body over sparse features, and a head: 221 actions and the chances of every seat."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from jeton.bots.splendor import net_file
from jeton.games.splendor.features import WIDE, feature_count, feature_scale

__all__ = ["HEAD", "Net", "Prepared", "forward", "load_weights", "save_weights"]

HEAD = 228
"""221 actions, up to four seats, padding."""

Prepared = tuple[Any, ...]
"""The weights as `forward` takes them: cast once, used for a whole rollout."""


class Net(nn.Module):
    """Features -> width, `blocks` times h + W relu(norm(h)), then one head."""

    def __init__(self, seats: int, width: int, blocks: int) -> None:
        """Draw random weights."""
        super().__init__()
        self.seats, self.width, self.blocks = seats, width, blocks

        def random(rows: int, columns: int, spread: float) -> nn.Parameter:
            return nn.Parameter(torch.randn(rows, columns) * spread)

        self.w0, self.b0 = random(width, feature_count(seats), 0.06), nn.Parameter(torch.zeros(width))
        self.w = nn.ParameterList([random(width, width, math.sqrt(1 / width)) for _ in range(blocks)])
        self.b = nn.ParameterList([nn.Parameter(torch.zeros(width)) for _ in range(blocks)])
        self.g = nn.ParameterList([nn.Parameter(torch.ones(width)) for _ in range(blocks + 1)])
        self.o = nn.ParameterList([nn.Parameter(torch.zeros(width)) for _ in range(blocks + 1)])
        self.wh, self.bh = random(HEAD, width, 0.003), nn.Parameter(torch.zeros(HEAD))
        self.register_buffer("scale", torch.from_numpy(feature_scale(seats)), persistent=False)

    def prepared(self) -> Prepared:
        """Return the weights, cast for the body (bfloat16 on a GPU), the head in full."""
        kind = torch.bfloat16 if self.wh.is_cuda else torch.float32

        def cast(tensors: Any) -> Any:
            return [tensor.to(kind) for tensor in tensors]

        first = (self.w0 * self.scale).to(kind)
        return first, self.b0.to(kind), cast(self.w), cast(self.b), cast(self.g), cast(self.o), self.wh, self.bh


def forward(net: Prepared, features: torch.Tensor, seats: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the logits of the actions, and each relative seat's chance to win less a fair share."""
    first, bias, w, b, g, o, head, head_bias = net
    width = first.shape[0]
    h = functional.linear(features.to(first.dtype), first, bias)
    for i in range(len(w)):
        h = h + functional.linear(functional.relu(functional.layer_norm(h, (width,), g[i], o[i])), w[i], b[i])
    z = functional.relu(functional.layer_norm(h, (width,), g[-1], o[-1])).float()
    y = functional.linear(z, head, head_bias)
    return y[:, :WIDE], torch.softmax(y[:, WIDE : WIDE + seats], 1) - 1 / seats


def save_weights(net: Net, path: Path, about: dict[str, Any]) -> None:
    """Write half-precision arrays and a note of where they come from; never a pickle."""
    arrays = {name: value.detach().cpu().numpy().astype(np.float16) for name, value in net.named_parameters()}
    np.savez(path, about=np.frombuffer(json.dumps(about).encode(), np.uint8), **arrays)  # type: ignore[arg-type]


def load_weights(net: Net, path: Path) -> dict[str, Any]:
    """Fill a net from a file of `save_weights`, or from one that ships; return its note.

    The net may have more blocks than the file: those begin as nothing, and so the net says what the file's net says.
    """
    found = net_file.parameters(path)
    blocks = sum(name.startswith("w.") for name in found)
    norms = {f"{kind}.{net.blocks}": f"{kind}.{blocks}" for kind in "go"}
    with torch.no_grad():
        for name, value in net.named_parameters():
            kept = norms.get(name, name)
            if name not in norms and name[1:2] == "." and int(name[2:]) >= blocks:
                value.fill_(float(name[0] == "g"))
            else:
                value.copy_(torch.from_numpy(found[kept]))
    return net_file.note(path)
