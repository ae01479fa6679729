// One fault of each kind that the checker knows; the line of each ends with its name.
#define FAULT(name) /* the test finds this line by its name */

extern "C" __global__ void beyond(int* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) y[i] = i; FAULT(beyond)
}
extern "C" __global__ void before(int* y) {
    y[(int)threadIdx.x - 1] = 3; FAULT(before)
}
extern "C" __global__ void null(int* y) {
    y[threadIdx.x] = 3; FAULT(null)
}
extern "C" __global__ void freed(const int* x, int* y) {
    y[threadIdx.x] = x[threadIdx.x]; FAULT(freed)
}
extern "C" __global__ void misaligned(char* x, int* y) {
    y[threadIdx.x] = *(int*)(x + threadIdx.x * 4 + 2); FAULT(misaligned)
}
extern "C" __global__ void unwritten(const int* x, int* y) {
    y[threadIdx.x] = x[threadIdx.x + 1]; FAULT(unwritten)
}
extern "C" __global__ void unwritten_shared(int* y) {
    __shared__ int s[64];
    if (threadIdx.x < 63) s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    y[threadIdx.x] = s[threadIdx.x]; FAULT(unwritten_shared)
}
extern "C" __global__ void unwritten_local(int* y, int k) {
    int stack[8];
    for (int j = 0; j < k; ++j) stack[(j * 3) & 7] = j;
    y[threadIdx.x] = stack[threadIdx.x & 7]; FAULT(unwritten_local)
}
extern "C" __global__ void beyond_shared(int* y, int k) {
    __shared__ int s[32];
    s[threadIdx.x + k] = 1; FAULT(beyond_shared)
    __syncthreads();
    y[threadIdx.x] = s[threadIdx.x];
}
extern "C" __global__ void beyond_dynamic(int* y) {
    extern __shared__ int d[];
    d[threadIdx.x] = 1; FAULT(beyond_dynamic)
    __syncthreads();
    y[threadIdx.x] = d[0];
}
extern "C" __global__ void race_shared(int* y) {
    __shared__ volatile int s[64];
    s[threadIdx.x] = 0;
    __syncthreads();
    ((int*)s)[threadIdx.x] = threadIdx.x; FAULT(race_shared_other)
    y[threadIdx.x] = ((int*)s)[63 - threadIdx.x]; FAULT(race_shared)
}
extern "C" __global__ void race_write(int* y) {
    y[0] = threadIdx.x; FAULT(race_write)
}
extern "C" __global__ void race_blocks(int* y) {
    if (threadIdx.x == 0) y[blockIdx.x / 2] += 1; FAULT(race_blocks)
}
extern "C" __global__ void race_no_fence(int* data, int* flag, int* out) {
    if (blockIdx.x == 0) {
        data[threadIdx.x] = 7;
        __syncthreads();
        if (threadIdx.x == 0) atomicExch(flag, 1);
    } else {
        if (threadIdx.x == 0) while (atomicAdd(flag, 0) == 0) {}
        __syncthreads();
        out[threadIdx.x] = data[threadIdx.x]; FAULT(race_no_fence)
    }
}
extern "C" __global__ void race_narrow_fence(int* data, int* flag, int* out) {
    if (blockIdx.x == 0) {
        data[threadIdx.x] = 7;
        __threadfence_block();
        __syncthreads();
        if (threadIdx.x == 0) atomicExch(flag, 1);
    } else {
        if (threadIdx.x == 0) while (atomicAdd(flag, 0) == 0) {}
        __syncthreads();
        out[threadIdx.x] = data[threadIdx.x]; FAULT(race_narrow_fence)
    }
}
extern "C" __global__ void ordered(int* data, int* flag, int* out) {
    if (blockIdx.x == 0) {
        data[threadIdx.x] = 7;
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0) atomicExch(flag, 1);
    } else {
        if (threadIdx.x == 0) while (atomicAdd(flag, 0) == 0) {}
        __syncthreads();
        out[threadIdx.x] = data[threadIdx.x];
    }
}
extern "C" __global__ void race_atomic(int* y) {
    if (threadIdx.x == 40) y[0] = 5;
    else atomicAdd(y, 1); FAULT(race_atomic)
}
extern "C" __global__ void race_warp(int* y) {
    __shared__ int s[32];
    s[threadIdx.x] = threadIdx.x;
    y[threadIdx.x] = s[31 - threadIdx.x]; FAULT(race_warp)
}
extern "C" __global__ void divergent(int* y) {
    if (threadIdx.x % 2) {
        y[threadIdx.x] = 1;
        __syncthreads(); FAULT(divergent)
    } else {
        y[threadIdx.x] = 2;
        __syncthreads(); FAULT(divergent)
        y[threadIdx.x] = 3;
    }
}
extern "C" __global__ void deadlock(int* y) {
    if (threadIdx.x < 32) {
        asm volatile("barrier.sync 1, 128;"); FAULT(deadlock)
    }
    y[threadIdx.x] = 3;
}
extern "C" __global__ void lanes_deadlock(int* y) {
    if (threadIdx.x < 16) y[threadIdx.x] = __shfl_sync(~0u, (int)threadIdx.x, 3); FAULT(lanes_deadlock)
    else __syncwarp(0xffff0000u), y[threadIdx.x] = __shfl_sync(~0u, (int)threadIdx.x, 5);
}
extern "C" __global__ void mask(int* y) {
    y[threadIdx.x] = __shfl_sync(0xffffu, (int)threadIdx.x, 3); FAULT(mask)
}
extern "C" __global__ void endless(int* y) {
    while (true) atomicAdd(y, 1); FAULT(endless)
}
extern "C" __global__ void traps(int* y) {
    if (threadIdx.x == 9) __trap(); FAULT(traps)
}
extern "C" __global__ void asserts(int* y) {
    assert(y[threadIdx.x] < 5); FAULT(asserts)
}
__constant__ int table[4] = {1, 2, 3, 4};
extern "C" __global__ void read_only(int* p, int k) {
    *p = table[k] + 5; FAULT(read_only)
}
__device__ __noinline__ int deep(int n, volatile int* p) {
    volatile int big[256];
    big[n & 255] = n;
    return n == 0 ? p[0] : deep(n - 1, p) + big[n & 255];
}
extern "C" __global__ void overflow(int* y, int n) {
    y[threadIdx.x] = deep(n, y); FAULT(overflow)
}
extern "C" __global__ void missing_wait(const float4* x, float4* y) {
    __shared__ float4 s[32];
    unsigned a = (unsigned)__cvta_generic_to_shared(&s[threadIdx.x]);
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(a), "l"(x + threadIdx.x));
#endif
    y[threadIdx.x] = s[threadIdx.x]; FAULT(missing_wait)
}
