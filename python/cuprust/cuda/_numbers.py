"""CUDA's enumerations: device attributes, flags and error codes."""

cudaDevAttrMaxThreadsPerBlock = 1
cudaDevAttrMaxBlockDimX, cudaDevAttrMaxBlockDimY, cudaDevAttrMaxBlockDimZ = 2, 3, 4
cudaDevAttrMaxGridDimX, cudaDevAttrMaxGridDimY, cudaDevAttrMaxGridDimZ = 5, 6, 7
cudaDevAttrMaxSharedMemoryPerBlock, cudaDevAttrTotalConstantMemory, cudaDevAttrWarpSize = 8, 9, 10
cudaDevAttrMaxPitch, cudaDevAttrMaxRegistersPerBlock, cudaDevAttrClockRate = 11, 12, 13
cudaDevAttrTextureAlignment, cudaDevAttrGpuOverlap, cudaDevAttrMultiProcessorCount = 14, 15, 16
cudaDevAttrKernelExecTimeout, cudaDevAttrIntegrated, cudaDevAttrCanMapHostMemory, cudaDevAttrComputeMode = 17, 18, 19, 20
cudaDevAttrConcurrentKernels, cudaDevAttrEccEnabled, cudaDevAttrPciBusId, cudaDevAttrPciDeviceId = 31, 32, 33, 34
cudaDevAttrMemoryClockRate, cudaDevAttrGlobalMemoryBusWidth, cudaDevAttrL2CacheSize = 36, 37, 38
cudaDevAttrMaxThreadsPerMultiProcessor, cudaDevAttrAsyncEngineCount, cudaDevAttrUnifiedAddressing = 39, 40, 41
cudaDevAttrPciDomainId, cudaDevAttrComputeCapabilityMajor, cudaDevAttrComputeCapabilityMinor = 50, 75, 76
cudaDevAttrStreamPrioritiesSupported, cudaDevAttrMaxSharedMemoryPerMultiprocessor = 78, 81
cudaDevAttrMaxRegistersPerMultiprocessor, cudaDevAttrManagedMemory, cudaDevAttrCooperativeLaunch = 82, 83, 95
cudaDevAttrMaxSharedMemoryPerBlockOptin, cudaDevAttrMaxBlocksPerMultiprocessor = 97, 106
cudaDevAttrReservedSharedMemoryPerBlock, cudaDevAttrMemoryPoolsSupported = 111, 115

errorInvalidValue, errorMemoryAllocation, errorInvalidResourceHandle = 1, 2, 400
errorPeerAccessAlreadyEnabled, errorContextIsDestroyed = 704, 709
