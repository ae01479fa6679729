// Half precision, tensor cores, copies that run beside the kernel.
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <mma.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;
using namespace nvcuda;

extern "C" __global__ void halves(int n, const __half* x, const __nv_bfloat16* b, __half* y, float* z) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = __hfma(x[i], x[i], hsqrt(__habs(x[i]))) + hexp(x[i]);
        z[i] = __bfloat162float(__hmul(b[i], b[i])) + __half2float(hsin(x[i]));
    }
}

extern "C" __global__ void product(const __half* a, const __half* b, float* c, int k) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 0.0f);
    for (int i = 0; i < k; i += 16) {
        wmma::load_matrix_sync(fa, a + i, k);
        wmma::load_matrix_sync(fb, b + i, k);
        wmma::mma_sync(fc, fa, fb, fc);
    }
    wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
}

extern "C" __global__ void grid(int* x, int n) {
    cg::grid_group g = cg::this_grid();
    int i = g.thread_rank();
    x[i] = i;
    g.sync();
    int other = x[(i + blockDim.x) % n];
    g.sync();
    x[i] += other;
}

extern "C" __global__ void groups(const int* x, int* y) {
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int s = cg::reduce(tile, x[threadIdx.x], cg::plus<int>());
    y[threadIdx.x] = s;
}

extern "C" __global__ void pipeline(const float4* x, float4* y) {
    __shared__ float4 stage[128];
    __pipeline_memcpy_async(&stage[threadIdx.x], &x[threadIdx.x], 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    y[threadIdx.x] = stage[127 - threadIdx.x];
}

#if __CUDA_ARCH__ >= 800
#include <cuda/barrier>
// A producer and a consumer, each a half of the block, hand a buffer to and fro.
extern "C" __global__ void producer(const int* x, int* y, int rounds) {
    __shared__ int buffer[32];
    __shared__ cuda::barrier<cuda::thread_scope_block> full, empty;
    if (threadIdx.x == 0) {
        init(&full, 64);
        init(&empty, 64);
    }
    __syncthreads();
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        for (int r = 0; r < rounds; ++r) {
            buffer[lane] = x[r * 32 + lane];
            full.arrive_and_wait();
            empty.arrive_and_wait();
        }
    } else {
        int sum = 0;
        for (int r = 0; r < rounds; ++r) {
            full.arrive_and_wait();
            sum += buffer[31 - lane];
            empty.arrive_and_wait();
        }
        y[lane] = sum;
    }
}
#endif
