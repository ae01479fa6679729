"""The package of this name in child processes that `cuprust run` did not start itself: importing it installs the alias."""

from cuprust._alias import stand_in

stand_in(__name__)
