"""What the Python tests share: the Life experiment's modules can be imported by their plain names."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIFE = ROOT / "examples" / "life"

sys.path.insert(0, str(LIFE))
