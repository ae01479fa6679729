//! A PTX machine on the CPU: it parses a module, launches its kernels, and checks what they do.
