// Ordinary kernels: elementwise work, reductions, scans that look back, device functions, atomics.
extern "C" __global__ void saxpy(int n, float a, const float* x, float* y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

extern "C" __global__ void mathematics(int n, const float* x, double* y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = sin((double)x[i]) + expf(x[i]) * log1p((double)x[i] * x[i]) + sqrt((double)i) / (1 + i) + powf(fabsf(x[i]), 1.5f);
}

extern "C" __global__ void sum(int n, const float* x, float* total) {
    __shared__ float partial[32];
    float s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) s += x[i];
    for (int d = 16; d; d /= 2) s += __shfl_down_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x < 32) {
        s = threadIdx.x < blockDim.x / 32 ? partial[threadIdx.x] : 0;
        for (int d = 16; d; d /= 2) s += __shfl_xor_sync(~0u, s, d);
        if (threadIdx.x == 0) atomicAdd(total, s);
    }
}

extern "C" __global__ void tree(const int* x, int* y) {
    extern __shared__ int cells[];
    int t = threadIdx.x;
    cells[t] = x[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        if (t < d) cells[t] += cells[t + d];
        __syncthreads();
    }
    if (t == 0) y[blockIdx.x] = cells[0];
}

// An inclusive scan in one pass: each block waits for the block before it.
struct State { unsigned ticket; unsigned flags[1024]; int sums[1024]; };
extern "C" __global__ void scan(int n, const int* x, int* y, State* state) {
    __shared__ int block, before, lanes[32];
    if (threadIdx.x == 0) block = atomicAdd(&state->ticket, 1);
    __syncthreads();
    int i = block * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int v = i < n ? x[i] : 0;
    for (int d = 1; d < 32; d *= 2) {
        int o = __shfl_up_sync(~0u, v, d);
        if (lane >= d) v += o;
    }
    if (lane == 31) lanes[warp] = v;
    __syncthreads();
    if (warp == 0) {
        int w = lane < blockDim.x / 32 ? lanes[lane] : 0;
        for (int d = 1; d < 32; d *= 2) {
            int o = __shfl_up_sync(~0u, w, d);
            if (lane >= d) w += o;
        }
        lanes[lane] = w;
    }
    __syncthreads();
    if (warp) v += lanes[warp - 1];
    if (threadIdx.x == blockDim.x - 1) {
        int left = 0;
        if (block) {
            while (atomicAdd(&state->flags[block - 1], 0) == 0) {}
            __threadfence();
            left = state->sums[block - 1];
        }
        before = left;
        state->sums[block] = left + v;
        __threadfence();
        atomicExch(&state->flags[block], 1);
    }
    __syncthreads();
    if (i < n) y[i] = v + before;
}

__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__device__ __noinline__ float twice(float x) { return 2 * x; }
__device__ __noinline__ float half_of(float x) { return x / 2; }
__device__ float (*table[2])(float) = {twice, half_of};
__constant__ int weights[4] = {1, 10, 100, 1000};
__device__ int counter = 5;

extern "C" __global__ void functions(int* y, float* z, int which) {
    int t = threadIdx.x;
    y[t] = fibonacci(t % 12) + weights[t & 3];
    z[t] = table[(t + which) & 1]((float)t);
    atomicAdd(&counter, 1);
}

extern "C" __global__ void locals(int* y, int k) {
    int stack[16];
    for (int i = 0; i < 16; ++i) stack[(i * k) & 15] = i * threadIdx.x;
    y[threadIdx.x] = stack[threadIdx.x & 15];
}

extern "C" __global__ void lock(int* mutex, int* value) {
    bool done = false;
    while (!done) {
        if (atomicCAS(mutex, 0, 1) == 0) {
            __threadfence();
            *(volatile int*)value = *(volatile int*)value + 1;
            __threadfence();
            atomicExch(mutex, 0);
            done = true;
        }
    }
}

extern "C" __global__ void spin(int* mutex, int* value) {
    while (atomicCAS(mutex, 0, 1) != 0) {}
    __threadfence();
    *(volatile int*)value = *(volatile int*)value + 1;
    __threadfence();
    atomicExch(mutex, 0);
}

extern "C" __global__ void votes(unsigned* y) {
    unsigned t = threadIdx.x;
    y[t] = __ballot_sync(~0u, t % 3 == 0) + __popc(__match_any_sync(~0u, t / 4)) + __any_sync(~0u, t == 70) + __activemask();
    if (t & 1) y[t] += __shfl_sync(0xaaaaaaaau, t, 5);
    switch (t % 7) {
        case 0: y[t] ^= 1; break;
        case 1: y[t] *= 3; break;
        case 2: y[t] += t; break;
        case 3: y[t] = ~y[t]; break;
        case 4: y[t] -= 77; break;
        case 5: y[t] <<= 3; break;
        default: y[t] |= 0x100;
    }
}

extern "C" __global__ void print(int n) { printf("thread %d of %d: %f %s\n", (int)threadIdx.x, n, threadIdx.x * 0.5, "yes"); }
