"""Functions of images beside SciPy's and OpenCV's on the CPU, or CuPy's on a GPU.

    python benches/ndimage.py            2048 x 2048 images; with `opencv-python-headless` its filters too
    python benches/ndimage.py 5120       another size
    python benches/ndimage.py 2048 zoom  the functions with this in their names

Each pair is timed in turns, in milliseconds, the least of seven; a call of less than 50 ms follows one that is not timed, so that
each finds its own image in the caches. Results are compared first, and the share of elements that differ is printed. OpenCV's
edges differ here and there: it is timed, not compared. What a peer has not is a dash.
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
ONLY = sys.argv[2] if len(sys.argv) > 2 else ""
ROUNDS = 7
SOBEL = np.array([-1.0, 0.0, 1.0]), np.array([1.0, 2.0, 1.0])
WEIGHTS = np.random.default_rng(1).random((7, 7))
WEIGHTS /= WEIGHTS.sum()
TURN = np.array([[0.9, 0.2], [-0.1, 1.1]])
TURN_CV = np.array([[1.1, -0.1, 3.5], [0.2, 0.9, 3.5]])
LABELS = np.random.default_rng(2).integers(0, 1000, (SIZE, SIZE))
CACHED = {}


def of(nd, array):
    """An array as one of a module's, made once."""
    if nd is not ours and not GPU:
        return array
    key = nd, id(array)
    if key not in CACHED:
        CACHED[key] = (cp if nd is ours else cupy).asarray(array)
    return CACHED[key]



# SciPy's call of each function, and OpenCV's if it has one.
FUNCTIONS = {
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
    "convolve 7": (lambda nd, x: nd.convolve(x, of(nd, WEIGHTS)), lambda x: cv2.filter2D(x, -1, WEIGHTS)),
    "grey_dilation 5": (lambda nd, x: nd.grey_dilation(x, 5), lambda x: cv2.dilate(x, np.ones((5, 5), "u1"))),
    "zoom 1.5, order 1": (lambda nd, x: nd.zoom(x, 1.5, order=1), lambda x: cv2.resize(x, None, fx=1.5, fy=1.5)),
    "zoom 2, order 3": (lambda nd, x: nd.zoom(x, 2, order=3), None),
    "affine, order 1": (lambda nd, x: nd.affine_transform(x, of(nd, TURN), 3.5, order=1), lambda x: cv2.warpAffine(x, TURN_CV, x.shape[::-1])),
    "affine, order 3": (lambda nd, x: nd.affine_transform(x, of(nd, TURN), 3.5), None),
    "rotate 30, order 1": (lambda nd, x: nd.rotate(x, 30, order=1, reshape=False), None),
    "shift, order 1": (lambda nd, x: nd.shift(x, 2.5, order=1), None),
    "label": (lambda nd, x: nd.label(x > 150)[0], lambda x: cv2.connectedComponents((x > 150).view("u1"), connectivity=4)),
    "binary_erosion x 3": (lambda nd, x: nd.binary_erosion(x > 10, iterations=3), None),
    "distance edt": (lambda nd, x: nd.distance_transform_edt(x > 10), lambda x: cv2.distanceTransform((x > 10).view("u1"), cv2.DIST_L2, 5)),
    "sum_labels of 1000": (lambda nd, x: nd.sum_labels(x, of(nd, LABELS), of(nd, np.arange(1000))), None),
}
# Calls that take SciPy or CuPy seconds: once, on bytes.
LARGE = {
    "median_filter 51": (lambda nd, x: nd.median_filter(x, 51), lambda x: cv2.medianBlur(x, 51)),
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


def after_itself(run):
    took = once(run)
    return once(run) if took < 50 else took


def compared(name, dtype, image, call, cvs, rounds):
    """One line: the least times of the modules, which take turns, and the ratios."""
    x, other = cp.asarray(image), cupy.asarray(image) if GPU else image
    got, wrong = cp.asnumpy(call(ours, x)), 0
    runs = {"own": lambda: call(ours, x), "theirs": lambda: call(theirs, other)}
    try:
        expected = call(theirs, other)
        expected = cupy.asnumpy(expected) if GPU else expected
        wrong = (np.abs(got.astype(float) - expected) > (1 if dtype == "uint8" else 1e-2)).mean()
    except NotImplementedError:
        del runs["theirs"]
    if cv2 is not None and not GPU and cvs is not None:
        runs["OpenCV"] = lambda: cvs(image)
    times = {key: [] for key in runs}
    for _ in range(rounds):
        for key, run in runs.items():
            times[key].append(after_itself(run))
    best = {key: min(own) for key, own in times.items()}
    peers = [f"{best[key]:9.2f} {best[key] / best['own']:7.2f}" if key in best else f"{'-':>9} {'-':>7}" for key in ("theirs", "OpenCV")]
    print(f"{name:20} {dtype:8} {best['own']:9.2f} {' '.join(peers)}", end="")
    print(f"   differs in {wrong:.1%}" if wrong else "", flush=True)


def main():
    print(f"{SIZE} x {SIZE} on {cp.cuda.Device()}, milliseconds, least of {ROUNDS}")
    print(f"{'function':20} {'dtype':8} {'cuprust':>9} {'CuPy' if GPU else 'SciPy':>9} {'ratio':>7} {'OpenCV':>9} {'ratio':>7}")
    for dtype in ("float32", "uint8"):
        image = (np.random.default_rng(0).random((SIZE, SIZE)) * 255).astype(dtype)
        for name, (call, cvs) in FUNCTIONS.items():
            if ONLY in name:
                compared(name, dtype, image, call, cvs, ROUNDS)
    for name, (call, cvs) in LARGE.items():
        if ONLY in name:
            compared(name, "uint8", image, call, cvs, 1)


main()
