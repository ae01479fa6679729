"""Stands for the package of this name in a process that `cuprust run` did not begin: it makes the name mean cuprust."""

from cuprust._alias import stand_in

stand_in(__name__)
