"""The Game of Life experiment, which is also the command ``cuprust life``: its code is in the package's folder `_life`."""

import sys

from cuprust._life.main import main

if __name__ == "__main__":
    sys.exit(main())
