// A CUDA block on one processor core: every thread is a fiber, and barriers and shuffles switch between them.
#include <csetjmp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <ucontext.h>
#include <vector>

struct alignas(8) uint2 { unsigned x, y; };
struct alignas(16) uint4 { unsigned x, y, z, w; };
struct dim { unsigned x, y, z; };
static dim threadIdx, blockIdx, blockDim, gridDim;

namespace machine {
// A fiber serves one thread after another. The system's own switch of contexts asks the kernel for the signal mask each time, so
// it only starts a fiber; afterwards a jump leads from stack to stack.
struct Fiber {
    ucontext_t start;
    jmp_buf here;
    std::unique_ptr<char[]> stack;
    bool done;
    // What it waits for: the generation of its block's or its warp's barrier.
    const unsigned* barrier;
    unsigned generation;
};
static std::vector<Fiber> fibers;
static jmp_buf home;
static unsigned current, block_arrived, block_generation, warp_arrived[32], warp_generation[32], slots[1024];
static std::function<void()> body;

static void leave() {
    if (!_setjmp(fibers[current].here)) _longjmp(home, 1);
}
static void enter() {
    for (;;) {
        body();
        fibers[current].done = true;
        leave();
    }
}
static void resume(Fiber& fiber) {
    if (_setjmp(home)) return;
    if (fiber.stack) _longjmp(fiber.here, 1);
    const size_t bytes = 1 << 17;
    fiber.stack.reset(new char[bytes]);
    getcontext(&fiber.start);
    fiber.start.uc_stack.ss_sp = fiber.stack.get();
    fiber.start.uc_stack.ss_size = bytes;
    fiber.start.uc_link = nullptr;
    makecontext(&fiber.start, enter, 0);
    setcontext(&fiber.start);
}
static void wait(unsigned& arrived, unsigned& generation, unsigned all) {
    Fiber& self = fibers[current];
    self.barrier = &generation;
    self.generation = generation;
    if (++arrived == all) {
        arrived = 0;
        ++generation;
    }
    while (*self.barrier == self.generation) leave();
    self.barrier = nullptr;
}
static void warp_wait() {
    const unsigned warp = current / 32;
    wait(warp_arrived[warp], warp_generation[warp], 32);
}
static unsigned exchange(unsigned value, unsigned from) {
    slots[current] = value;
    warp_wait();
    const unsigned out = slots[from];
    warp_wait();
    return out;
}
static int launch(unsigned grid_x, unsigned grid_y, unsigned block, std::function<void()> kernel) {
    body = kernel;
    if (fibers.size() < block) fibers.resize(block);
    gridDim = {grid_x, grid_y, 1};
    blockDim = {block, 1, 1};
    for (unsigned y = 0; y < grid_y; ++y)
        for (unsigned x = 0; x < grid_x; ++x) {
            blockIdx = {x, y, 0};
            block_arrived = 0;
            memset(warp_arrived, 0, sizeof warp_arrived);
            for (unsigned i = 0; i < block; ++i) {
                Fiber& fiber = fibers[i];
                fiber.done = false;
                fiber.barrier = nullptr;
            }
            for (bool left = true, moved = true; left; moved = false) {
                left = false;
                for (unsigned i = 0; i < block; ++i) {
                    Fiber& fiber = fibers[i];
                    if (fiber.done) continue;
                    left = true;
                    if (fiber.barrier && *fiber.barrier == fiber.generation) continue;
                    moved = true;
                    current = i;
                    threadIdx = {i, 0, 0};
                    resume(fiber);
                }
                // Threads that wait for others which have left: the kernel would hang.
                if (left && !moved) return 1;
            }
        }
    return 0;
}
}  // namespace machine

#define __global__
#define __launch_bounds__(...)
#define __grid_constant__
#define __shared__ static
static inline void __syncthreads() {
    machine::wait(machine::block_arrived, machine::block_generation, blockDim.x);
    threadIdx = {machine::current, 0, 0};
}
static inline int __syncthreads_or(int own) {
    static int any = 0;
    any |= own;
    __syncthreads();
    const int result = any;
    __syncthreads();
    any = 0;
    __syncthreads();
    return result;
}
static inline void __syncwarp() {
    machine::warp_wait();
    threadIdx = {machine::current, 0, 0};
}
static inline void __threadfence() {}
template <class T> static inline T __ldcs(const T* at) { return *at; }
template <class T> static inline T atomicAdd(T* at, T by) {
    const T old = *at;
    *at += by;
    return old;
}
template <class T> static inline T atomicMin(T* at, T by) {
    const T old = *at;
    if (by < old) *at = by;
    return old;
}
template <class T> static inline T atomicMax(T* at, T by) {
    const T old = *at;
    if (by > old) *at = by;
    return old;
}
template <class T> static inline T atomicExch(T* at, T value) {
    T old = *at;
    *at = value;
    return old;
}
template <class T> static inline T atomicCAS(T* at, T compare, T value) {
    const T old = *at;
    if (old == compare) *at = value;
    return old;
}
static inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return (unsigned __int128)a * b >> 64;
}
static inline int __popc(unsigned x) { return __builtin_popcount(x); }
static inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
static inline unsigned __umulhi(unsigned a, unsigned b) { return (uint64_t)a * b >> 32; }
static inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz((unsigned)x); }
static inline int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll((unsigned long long)x); }
// Conversions towards zero, which saturate.
static inline int __double2int_rz(double x) {
    return x <= -2147483648.0 ? INT32_MIN : x >= 2147483647.0 ? INT32_MAX : (int)x;
}
static inline long long __double2ll_rz(double x) {
    return x <= -9223372036854775808.0 ? INT64_MIN : x >= 9223372036854775808.0 ? INT64_MAX : (long long)x;
}
static inline unsigned long long __double2ull_rz(double x) {
    return x <= 0 ? 0 : x >= 18446744073709551616.0 ? UINT64_MAX : (unsigned long long)x;
}
#define __builtin_assume(holds)
static inline float __fdividef(float a, float b) { return a / b; }
static inline unsigned __float_as_uint(float x) {
    unsigned bits;
    memcpy(&bits, &x, sizeof(bits));
    return bits;
}
static inline double __longlong_as_double(long long bits) {
    double out;
    memcpy(&out, &bits, 8);
    return out;
}
static inline unsigned __shfl_sync(unsigned, unsigned value, int lane, int width) {
    return machine::exchange(value, machine::current / width * width + lane % width);
}
static inline unsigned __shfl_up_sync(unsigned, unsigned value, int distance) {
    const unsigned lane = machine::current % 32;
    return machine::exchange(value, lane < (unsigned)distance ? machine::current : machine::current - distance);
}
static inline unsigned __shfl_down_sync(unsigned, unsigned value, int distance, int width) {
    const int lane = machine::current % width;
    return machine::exchange(value, lane + distance < width ? machine::current + distance : machine::current);
}
