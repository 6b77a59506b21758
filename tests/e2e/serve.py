"""`jeton` with fixed chance: `python -m tests.e2e.serve FILE COMMAND …`; the file names the test that is served."""

import sys
from pathlib import Path

if __name__ == "__main__":  # a worker of the bots reads this file too, and needs none of it
    from jeton.cli.main import main
    from tests import chance

    served = Path(sys.argv.pop(1))
    chance.fix(served.read_text)
    main()
