"""What is raised where a kernel does not compile."""

from cuprust._core import cuda as _cuda

CompileException = _cuda.CompileException
