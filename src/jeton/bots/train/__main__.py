"""The training command: see `python -m jeton.bots.train --help`."""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

from jeton.bots.train.expert import Expert
from jeton.bots.train.ppo import Plan, Trainer


def main() -> None:
    """Read the plan from the command line and run it."""
    parser = argparse.ArgumentParser(prog="python -m jeton.bots.train", description="Train a net by self-play.")
    for field in msgspec.structs.fields(Plan):
        kind = field.type if field.type in (int, float, str) else None
        if kind is None:
            parser.add_argument(f"--{field.name}", action=argparse.BooleanOptionalAction, default=field.default)
        else:
            parser.add_argument(f"--{field.name.replace('_', '-')}", type=kind, default=field.default)
    parser.add_argument("--out", type=Path, required=True, help="folder for net.npz, curve.jsonl and state.pt")
    parser.add_argument("--resume", type=Path, help="folder of a run to go on from, or a net.npz")
    arguments = vars(parser.parse_args())
    out, resume = arguments.pop("out"), arguments.pop("resume")
    plan = Plan(**arguments)
    trainer = Expert(plan, out) if plan.simulations else Trainer(plan, out)
    if resume:
        trainer.resume(resume)
    trainer.train()


if __name__ == "__main__":
    main()
