"""Least squares by bidiagonalization: a step's two norms are read at once, and the rest of it are numbers of the host."""

from __future__ import annotations

import math
from typing import Any

import numpy

import cuprust
from cuprust.scipy.sparse.linalg._operator import LinearOperator, aslinearoperator


class _Bidiagonal:
    """A matrix that becomes bidiagonal step by step (Golub, Kahan 1965)."""

    def __init__(self, A: Any, b: Any, x0: Any) -> None:
        self.A: LinearOperator = aslinearoperator(A)
        b = cuprust.asarray(b)
        if b.ndim > 1:
            b = b.squeeze()
        m, n = self.A.shape
        if b.shape != (m,):
            raise ValueError(f"shapes of A {self.A.shape} and b {b.shape} are incompatible")
        dtype = numpy.result_type(b.dtype if self.A.dtype is None else self.A.dtype, b.dtype, float)
        self.b = b.astype(dtype)
        self.x = cuprust.zeros(n, dtype) if x0 is None else cuprust.array(x0, dtype).ravel()
        if self.x.shape != (n,):
            raise ValueError(f"shapes of A {self.A.shape} and x0 {self.x.shape} are incompatible")
        self.u = self.b if x0 is None else self.b - self.A.matvec(self.x)
        self.v = self.x
        self.beta = self.alpha = 0.0

    def begin(self) -> None:
        """Finds the first vectors and their norms."""
        self._advance(cuprust.linalg.norm(self.u), None)

    def step(self, *more: cuprust.ndarray) -> list[float]:
        """Finds the next vectors and their norms. Other numbers are read with these."""
        self.u = self.A.matvec(self.v) - self.alpha * self.u
        return self._advance(cuprust.linalg.norm(self.u), self.v, *more)

    def _advance(self, beta: cuprust.ndarray, before: cuprust.ndarray | None, *more: cuprust.ndarray) -> list[float]:
        self.u = self.u / cuprust.where(beta == 0, beta.dtype.type(1), beta)
        v = self.A.rmatvec(self.u)
        if before is not None:
            v = v - beta * before
        alpha = cuprust.linalg.norm(v)
        self.beta, self.alpha, *rest = (float(value) for value in cuprust.stack([beta, alpha, *more]).get())
        # Without a first vector there is no second one.
        if self.beta == 0:
            self.alpha = 0.0
        self.v = v / self.alpha if self.alpha else v
        return rest


def _rotated(a: float, b: float) -> tuple[float, float, float]:
    """A cosine and a sine that turn two numbers to one and zero, and that one."""
    size = math.hypot(a, b)
    return (a / size, b / size, size) if size else (1.0 if b == 0 else 0.0, 0.0, 0.0)


def lsqr(
    A: Any,
    b: Any,
    damp: float = 0.0,
    atol: float = 1e-6,
    btol: float = 1e-6,
    conlim: float = 1e8,
    iter_lim: int | None = None,
    show: bool = False,
    calc_var: bool = False,
    x0: Any = None,
) -> tuple[Any, ...]:
    """The solution of a system, or of least squares, that minimizes the norms of ``A x - b`` and of `damp` times ``x - x0`` (Paige, Saunders 1982).

    `A` is a matrix or an operator of any shape, `atol` and `btol` say how exact `A` and `b` are, `conlim` what condition number ends the steps,
    `iter_lim` how many there are, two for each unknown where it is None. The results are the solution, the reason of the end (0: it is zero, 1: a
    solution, 2: least squares, 3: the condition number, 4 to 6: these up to rounding, 7: `iter_lim`), the number of steps, the norms of the
    residual, without `damp` and with it, estimates of the norm and the condition number of `A`, the norm of the gradient, that of the solution,
    and where `calc_var` asks for it, estimates of the diagonal of the inverse of ``A.H A``, zeros otherwise. `show` makes no difference.

    Raises ValueError for shapes that do not go together.

    >>> from cuprust.scipy.sparse.linalg import lsqr
    >>> x, reason, *_ = lsqr(cp.array([[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]), cp.array([1.0, 3.0, 2.0]))
    >>> cp.allclose(x, cp.array([1.0, 2.0])), reason
    (array(True), 1)
    """
    of = _Bidiagonal(A, b, x0)
    m, n = of.A.shape
    iter_lim = 2 * n if iter_lim is None else iter_lim
    eps = float(numpy.finfo(of.x.dtype).eps)
    reachable = 1 / conlim if conlim > 0 else 0.0
    variance = cuprust.zeros(n, of.x.real.dtype)
    of.begin()
    reach = rest = residual = of.beta
    gradient = of.alpha * of.beta
    bnorm = float(cuprust.linalg.norm(of.b))
    if gradient == 0:
        return of.x, 0, 0, residual, residual, 0.0, 0.0, gradient, 0.0, variance
    w, slope = of.v, of.alpha
    square = inverse = damped = solutions = lengths = turned = 0.0
    cosine, sine = -1.0, 0.0
    norm = condition = length = 0.0
    alone, steps, reason = residual, 0, 0
    while steps < iter_lim:
        steps += 1
        before = of.alpha
        (direction,) = of.step(cuprust.vdot(w, w).real)
        if of.beta > 0:
            norm = math.sqrt(norm**2 + before**2 + of.beta**2 + damp**2)
        # The damping is rotated away, then the element below the diagonal.
        if damp > 0:
            first = math.hypot(slope, damp)
            c, s = slope / first, damp / first
            dropped, rest = s * rest, c * rest
        else:
            first, dropped = slope, 0.0
        c, s, diagonal = _rotated(first, of.beta)
        above, slope = s * of.alpha, -c * of.alpha
        along, rest = c * rest, s * rest
        tail = s * along
        inverse += direction / diagonal**2
        if calc_var:
            variance = variance + cuprust.square(abs(w) / diagonal)
        of.x = of.x + along / diagonal * w
        w = of.v - above / diagonal * w
        # The norm of the solution by rotations from the right.
        delta, bar = sine * diagonal, -cosine * diagonal
        side = along - delta * turned
        estimate = side / bar if bar else 0.0
        length = math.sqrt(solutions + estimate**2)
        gamma = math.hypot(bar, above)
        cosine, sine = bar / gamma, above / gamma
        turned = side / gamma
        solutions += turned**2
        condition = norm * math.sqrt(inverse)
        damped += dropped**2
        residual = math.sqrt(rest**2 + damped)
        gradient = of.alpha * abs(tail)
        # The residual of the system alone: that with the damping, less what the damping adds.
        squared = residual**2 - damp**2 * solutions
        alone = math.copysign(math.sqrt(abs(squared)), squared)
        first_test = residual / bnorm if bnorm else residual
        second_test = gradient / (norm * residual + eps)
        third_test = 1 / (condition + eps)
        enough = btol + atol * norm * length / bnorm if bnorm else btol
        relative = first_test / (1 + norm * length / bnorm) if bnorm else first_test
        reason = _reason(steps >= iter_lim, (third_test, second_test, relative), (reachable, atol), first_test <= enough)
        if reason:
            break
    return of.x, reason, steps, alone, residual, norm, condition, gradient, length, variance


def _reason(is_last: bool, tests: tuple[float, float, float], bounds: tuple[float, float], is_solved: bool) -> int:
    """Why steps end, or 0: of several reasons the strongest."""
    condition, gradient, residual = tests
    reasons = (
        (is_solved, 1),
        (gradient <= bounds[1], 2),
        (condition <= bounds[0], 3),
        (1 + residual <= 1, 4),
        (1 + gradient <= 1, 5),
        (1 + condition <= 1, 6),
        (is_last, 7),
    )
    return next((number for holds, number in reasons if holds), 0)


def lsmr(
    A: Any,
    b: Any,
    x0: Any = None,
    damp: float = 0.0,
    atol: float = 1e-6,
    btol: float = 1e-6,
    conlim: float = 1e8,
    maxiter: int | None = None,
    show: bool = False,
) -> tuple[Any, ...]:
    """As `lsqr`, by minimal residuals of the normal equations (Fong, Saunders 2011), with as many steps as the lesser extent of `A` or `maxiter`.

    The results are the solution, the reason of the end, the number of steps, the norm of the residual, that of the gradient, estimates of the
    norm and the condition number of `A`, and the norm of the solution. `show` makes no difference.

    Raises ValueError for shapes that do not go together.

    >>> from cuprust.scipy.sparse.linalg import lsmr
    >>> x, reason, *_ = lsmr(cp.array([[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]), cp.array([1.0, 3.0, 2.0]))
    >>> cp.allclose(x, cp.array([1.0, 2.0])), reason
    (array(True), 1)
    """
    of = _Bidiagonal(A, b, x0)
    m, n = of.A.shape
    maxiter = min(m, n) if maxiter is None else maxiter
    of.begin()
    bnorm = float(cuprust.linalg.norm(of.b))
    residual, gradient = of.beta, of.alpha * of.beta
    norm, condition, length = of.alpha, 1.0, 0.0
    if gradient == 0 or bnorm == 0:
        x = of.x if bnorm else cuprust.zeros_like(of.x)
        return x, 0, 0, residual, gradient, norm, condition, float(cuprust.linalg.norm(x))
    zeta_bar, alpha_bar = gradient, of.alpha
    rho, rho_bar, cosine, sine = 1.0, 1.0, 1.0, 0.0
    h, h_bar = of.v, cuprust.zeros_like(of.x)
    # The norm of the residual follows from rotations of their own.
    beta_dd, beta_d, rho_d, tau_tilde, theta_tilde, zeta, damped = of.beta, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0
    square, largest, smallest = of.alpha**2, 0.0, 1e100
    reachable = 1 / conlim if conlim > 0 else 0.0
    steps = reason = 0
    while steps < maxiter:
        steps += 1
        of.step()
        c_hat, s_hat, alpha_hat = _rotated(alpha_bar, damp)
        rho_before = rho
        c, s, rho = _rotated(alpha_hat, of.beta)
        theta, alpha_bar = s * of.alpha, c * of.alpha
        rho_bar_before, zeta_before = rho_bar, zeta
        theta_bar, inner = sine * rho, cosine * rho
        cosine, sine, rho_bar = _rotated(inner, theta)
        zeta, zeta_bar = cosine * zeta_bar, -sine * zeta_bar
        h_bar = h - theta_bar * rho / (rho_before * rho_bar_before) * h_bar
        of.x = of.x + zeta / (rho * rho_bar) * h_bar
        h = of.v - theta / rho * h
        beta_acute, beta_check = c_hat * beta_dd, -s_hat * beta_dd
        beta_hat, beta_dd = c * beta_acute, -s * beta_acute
        theta_before = theta_tilde
        c_tilde, s_tilde, rho_tilde = _rotated(rho_d, theta_bar)
        theta_tilde, rho_d = s_tilde * rho_bar, c_tilde * rho_bar
        beta_d = -s_tilde * beta_d + c_tilde * beta_hat
        tau_tilde = (zeta_before - theta_before * tau_tilde) / rho_tilde
        tau = (zeta - theta_tilde * tau_tilde) / rho_d
        damped += beta_check**2
        residual = math.sqrt(damped + (beta_d - tau) ** 2 + beta_dd**2)
        square += of.beta**2
        norm = math.sqrt(square)
        square += of.alpha**2
        largest = max(largest, rho_bar_before)
        if steps > 1:
            smallest = min(smallest, rho_bar_before)
        condition = max(largest, inner) / min(smallest, inner)
        gradient = abs(zeta_bar)
        length = float(cuprust.linalg.norm(of.x))
        first_test = residual / bnorm
        second_test = gradient / (norm * residual) if norm * residual else math.inf
        enough = btol + atol * norm * length / bnorm
        relative = first_test / (1 + norm * length / bnorm)
        reason = _reason(steps >= maxiter, (1 / condition, second_test, relative), (reachable, atol), first_test <= enough)
        if reason:
            break
    return of.x, reason, steps, residual, gradient, norm, condition, length
