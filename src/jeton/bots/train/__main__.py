"""The training command: see `python -m jeton.bots.train --help`."""

from __future__ import annotations

import argparse
import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import msgspec

from jeton.bots.train.command import status_of
from jeton.bots.train.plan import BadPlan, Plan

EXAMPLES = """
Try it first, some seconds on any machine:
  python -m jeton.bots.train --device cpu --no-compile --matches 64 --check-matches 64 --width 32 --seconds 20 \\
    --out runs/trial
Then with a graphics card, and go on from what it has learnt:
  python -m jeton.bots.train --seats 3 --seconds 600 --out runs/splendor-3
  python -m jeton.bots.train --seats 3 --seconds 600 --rate 3e-4 --resume runs/splendor-3 --out runs/splendor-3-on
And see what it is worth against the net that ships:
  jeton arena net:path=runs/splendor-3/net.npz net net --games 300
"""
NO_TORCH = "training needs torch: pip install 'jeton[train]' brings it"
NO_DEVICE = "no CUDA device was found: training needs an NVIDIA GPU, or for a trial --device cpu --no-compile"


def parser() -> argparse.ArgumentParser:
    """Return the parser: the settings of a plan, each with its word and its default."""
    made = argparse.ArgumentParser(
        prog="python -m jeton.bots.train",
        description="Train a net by self-play, all on one device; progress is printed, and lies in curve.jsonl.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        argument_default=argparse.SUPPRESS,
    )
    made.add_argument("--out", type=Path, required=True, help="folder for net.npz, curve.jsonl and state.pt")
    made.add_argument("--resume", type=Path, default=None, help="folder of a run to go on from, or a net")
    for field in msgspec.structs.fields(Plan):
        kind, about = get_args(field.type)
        name, words = f"--{field.name.replace('_', '-')}", f"{about.description} ({field.default})"
        if kind is bool:
            made.add_argument(name, action=argparse.BooleanOptionalAction, help=words)
        else:
            made.add_argument(name, type=kind, metavar=kind.__name__.upper(), help=words)
    return made


def run(words: Sequence[str] | None = None) -> None:
    """Read the plan and run it; a `JetonError` says what is in the way."""
    arguments = vars(parser().parse_args(words))
    out, resume = arguments.pop("out"), arguments.pop("resume")
    plan = Plan(**arguments)
    plan.check()
    if resume is not None:
        plan.check_start(resume)
    if importlib.util.find_spec("torch") is None:
        raise BadPlan(NO_TORCH)
    import torch

    if plan.device.startswith("cuda") and not torch.cuda.is_available():
        raise BadPlan(NO_DEVICE)
    from jeton.bots.train.expert import Expert
    from jeton.bots.train.ppo import Trainer

    trainer = Expert(plan, out) if plan.simulations else Trainer(plan, out)
    if resume is not None:
        trainer.resume(resume)
    trainer.train()


if __name__ == "__main__":
    sys.exit(status_of(run))
