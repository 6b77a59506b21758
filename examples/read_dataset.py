"""Read a dataset of `jeton dataset`: what wins, by the first card that a seat buys.

jeton dataset mine greedy random --matches 200
python examples/read_dataset.py mine
"""

import sys
from pathlib import Path

import numpy as np
import pyarrow.dataset
import pyarrow.parquet

from jeton.envs.dataset import check, features


def main(folder):
    """Print what lies in a dataset."""
    said = check(Path(folder))  # every file is what was written
    print(f"{said.source.title}, {said.source.seats} seats, {', '.join(said.source.bots)}: {said.rows} decisions")

    table = pyarrow.dataset.dataset(folder, format="parquet", exclude_invalid_files=True).to_table(
        columns=["seat", "n", "move", "share"]
    )
    seats, shares = table["seat"].to_numpy(), table["share"].to_numpy()
    verbs = np.array([move.split()[0] for move in table["move"].to_pylist()])
    for verb in sorted(set(verbs)):
        chosen = verbs == verb
        print(f"{verb:8} {chosen.mean():6.1%} of all decisions, by seats that win {shares[chosen].mean():.0%}")
    print(f"seat 0 decides {np.mean(seats == 0):.0%} of the time")

    if said.source.features:
        first = pyarrow.parquet.read_table(Path(folder) / said.parts[0].file, columns=["features"])
        print(f"the first file as an array: {features(first['features']).shape}")


if __name__ == "__main__":
    main(sys.argv[1])
