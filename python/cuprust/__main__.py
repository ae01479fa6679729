"""``python -m cuprust`` is the command ``cuprust``."""

import sys

from cuprust._command import main

if __name__ == "__main__":
    sys.exit(main())
