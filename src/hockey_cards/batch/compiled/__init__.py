"""Code that all kernels share: the compiler, arrays, dealing, and the bookkeeping of steps."""
