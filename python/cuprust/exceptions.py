"""The exceptions and warnings that NumPy defines, which functions of cuprust raise too."""

from numpy.exceptions import AxisError, ComplexWarning, ModuleDeprecationWarning, RankWarning, TooHardError, VisibleDeprecationWarning

__all__ = ["AxisError", "ComplexWarning", "ModuleDeprecationWarning", "RankWarning", "TooHardError", "VisibleDeprecationWarning"]
