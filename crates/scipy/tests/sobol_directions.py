"""Writes the table of src/stats/qmc/directions.bin: the direction numbers of S. Joe and F. Y. Kuo, "Constructing Sobol sequences with better
two-dimensional projections", SIAM Journal on Scientific Computing 30, 2008 (needs their list: `python3 tests/sobol_directions.py new-joe-kuo-6.21201`).

A line of the list is a dimension from the second one on: its number, the degree s of its primitive polynomial, the inner coefficients a of that as a
number, and the first s direction numbers, of which the i-th is odd and less than 2^i. Degrees follow from the dimension. The table is a
stream of bits, the highest first: of each dimension a in s - 1 bits, and each direction number without its last bit, the i-th in i - 1 bits.
"""

import sys
from pathlib import Path

TABLE = Path(__file__).parents[1] / "src/stats/qmc/directions.bin"


def packed(lines):
    """The stream of bits as bytes."""
    bits = []
    for line in lines:
        _, degree, inner, *numbers = map(int, line.split())
        assert len(numbers) == degree
        bits += format(inner, f"0{degree - 1}b") if degree > 1 else ""
        for i, number in enumerate(numbers):
            assert number % 2 == 1 and number < 2 ** (i + 1)
            bits += format(number // 2, f"0{i}b") if i else ""
    bits += "0" * (-len(bits) % 8)
    return bytes(int("".join(bits[at : at + 8]), 2) for at in range(0, len(bits), 8))


if __name__ == "__main__":
    TABLE.write_bytes(packed(Path(sys.argv[1]).read_text().splitlines()[1:]))
