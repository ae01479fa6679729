"""Filters of images beside SciPy's and OpenCV's on the CPU, or CuPy's on a GPU.

    python benches/ndimage.py            2048 x 2048 images; with `opencv-python-headless` its filters too
    python benches/ndimage.py 5120       another size

Each pair is timed in turns, in milliseconds, the least of seven; results are compared first. What a peer has not is a dash.
"""

import sys
import time

import numpy as np

import cuprust as cp
import cuprust.scipy.ndimage as ours

GPU = str(cp.cuda.Device()) != "cpu"
if GPU:
    import cupy
    import cupyx.scipy.ndimage as theirs
else:
    import scipy.ndimage as theirs
try:
    import cv2
except ImportError:
    cv2 = None

SIZE = int(sys.argv[1]) if len(sys.argv) > 1 else 2048
ROUNDS = 7
SOBEL = np.array([-1.0, 0.0, 1.0]), np.array([1.0, 2.0, 1.0])

# Of each filter SciPy's call, and OpenCV's, whose edges differ here and there: it is timed, not compared.
FILTERS = {
    "gaussian_filter 1": (lambda nd, x: nd.gaussian_filter(x, 1), lambda x: cv2.GaussianBlur(x, (9, 9), 1)),
    "gaussian_filter 5": (lambda nd, x: nd.gaussian_filter(x, 5), lambda x: cv2.GaussianBlur(x, (41, 41), 5)),
    "uniform_filter 3": (lambda nd, x: nd.uniform_filter(x, 3), lambda x: cv2.blur(x, (3, 3))),
    "uniform_filter 31": (lambda nd, x: nd.uniform_filter(x, 31), lambda x: cv2.blur(x, (31, 31))),
    "maximum_filter 3": (lambda nd, x: nd.maximum_filter(x, 3), lambda x: cv2.dilate(x, np.ones((3, 3), "u1"))),
    "maximum_filter 31": (lambda nd, x: nd.maximum_filter(x, 31), lambda x: cv2.dilate(x, np.ones((31, 31), "u1"))),
    "median_filter 3": (lambda nd, x: nd.median_filter(x, 3), lambda x: cv2.medianBlur(x, 3)),
    "median_filter 5": (lambda nd, x: nd.median_filter(x, 5), lambda x: cv2.medianBlur(x, 5)),
    "sobel": (lambda nd, x: nd.sobel(x), lambda x: cv2.sepFilter2D(x, -1, SOBEL[0], SOBEL[1])),
    "laplace": (lambda nd, x: nd.laplace(x), lambda x: cv2.Laplacian(x, -1)),
}


def wait():
    cp.cuda.synchronize()
    if GPU:
        cupy.cuda.Device().synchronize()


def once(run):
    wait()
    start = time.perf_counter()
    kept = run()
    wait()
    took = (time.perf_counter() - start) * 1e3
    del kept
    return took


def main():
    print(f"{SIZE} x {SIZE} on {cp.cuda.Device()}, milliseconds, least of {ROUNDS}")
    print(f"{'filter':20} {'dtype':8} {'cuprust':>9} {'CuPy' if GPU else 'SciPy':>9} {'ratio':>7} {'OpenCV':>9} {'ratio':>7}")
    for dtype in ("float32", "uint8"):
        image = (np.random.default_rng(0).random((SIZE, SIZE)) * 255).astype(dtype)
        x, other = cp.asarray(image), cupy.asarray(image) if GPU else image
        for name, (call, cvs) in FILTERS.items():
            got, expected = cp.asnumpy(call(ours, x)), call(theirs, other)
            expected = cupy.asnumpy(expected) if GPU else expected
            assert np.allclose(got, expected, atol=1 if dtype == "uint8" else 1e-2), name
            runs = [lambda: call(ours, x), lambda: call(theirs, other)]  # noqa: B023
            if cv2 is not None and not GPU:
                runs.append(lambda: cvs(image))  # noqa: B023
            times = [[] for _ in runs]
            for _ in range(ROUNDS):
                for own, run in zip(times, runs):
                    own.append(once(run))
            best = [min(own) for own in times]
            more = f"{best[2]:9.2f} {best[2] / best[0]:7.2f}" if len(best) > 2 else f"{'-':>9} {'-':>7}"
            print(f"{name:20} {dtype:8} {best[0]:9.2f} {best[1]:9.2f} {best[1] / best[0]:7.2f} {more}", flush=True)


main()
