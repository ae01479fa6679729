# Made from the function table by `cargo run -p xtask -- gen`: change the declarations, not this file.
"""The modules of cuprust.scipy that are declared in the function table."""

from cuprust.scipy import fft as fft
from cuprust.scipy import fftpack as fftpack
from cuprust.scipy import linalg as linalg
from cuprust.scipy import ndimage as ndimage
from cuprust.scipy import sparse as sparse
from cuprust.scipy import special as special
from cuprust.scipy import stats as stats
