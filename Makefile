# What can be done from a clone with Rust, Python 3.10 or later, and make. `make help` lists it.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
MATURIN := $(BIN)/maturin
XTASK := $(or $(CARGO_TARGET_DIR),target)/debug/xtask

# PyO3's build script asks this interpreter, not whichever python3 comes first on the path.
export PYO3_PYTHON := $(abspath $(BIN)/python)
# maturin installs into the environment that is active in the shell; it must be ours, whatever the shell says.
export VIRTUAL_ENV := $(abspath $(VENV))
unexport CONDA_PREFIX
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_QUIET := 1
# What is imported is compiled then, and once, whatever the shell says of bytecode: the tests start many interpreters. Of an
# option that begins with `no`, pip reads 0 as set.
export PIP_NO_COMPILE := 0
export PYTHONDONTWRITEBYTECODE :=

# Whatever is below crates/ may end up in the extension: kernels and tables are compiled in as text.
RUST := $(shell find crates -type f) Cargo.toml Cargo.lock rust-toolchain.toml

.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help life build wheel dist dist-test docs test test-long check rust-test ndarray-test features-test python-test array-api fmt clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# Where `make build` has been, its build serves.
life: $(or $(wildcard $(VENV)/.release),$(VENV)/.life) ## the main job: the Game of Life experiment; writes life.html
	$(BIN)/cuprust life --out life.html

build: $(VENV)/.release ## the optimised extension, installed into .venv

# On Linux the wheel is linked against the symbols of glibc 2.28, whatever this machine's own is, by zig's linker; maturin refuses
# a wheel that asks for more.
wheel: $(VENV)/.tools ## a wheel in dist/, on Linux for glibc 2.28 and later
ifeq ($(shell uname),Linux)
	$(BIN)/pip install 'maturin[zig]>=1.9.4,<2'
	PATH="$(abspath $(BIN)):$$PATH" $(MATURIN) build --release --strip --out dist \
		--zig --compatibility manylinux_2_28 --auditwheel check
else
	$(MATURIN) build --release --strip --out dist
endif

# The other architecture's wheel is linked by zig too. It needs Rust's standard library for that target, which rustup brings; where it
# is not there, that wheel is left out, and the last line says so.
OTHER := $(if $(filter x86_64,$(shell uname -m)),aarch64,x86_64)-unknown-linux-gnu

dist: $(VENV)/.tools ## what a release uploads, in dist/: wheels for Linux on x86_64 and aarch64, and the sources
	rm -rf dist/cuprust-*
	$(MATURIN) sdist --out dist
	$(MAKE) wheel
	@if test -d "$$(rustc --print sysroot)/lib/rustlib/$(OTHER)"; \
	then PATH="$(abspath $(BIN)):$$PATH" $(MATURIN) build --release --strip --out dist --target $(OTHER) \
		--zig --compatibility manylinux_2_28 --auditwheel check; fi
	$(BIN)/pip install 'twine>=6'
	$(BIN)/twine check --strict dist/cuprust-*
	@ls -l dist/cuprust-*
	@test -d "$$(rustc --print sysroot)/lib/rustlib/$(OTHER)" || echo "make: no wheel for $(OTHER): rustup target add $(OTHER)"

dist-test: ## install what `make dist` has made into clean environments, and run commands and programs there
	for package in dist/cuprust-*_$(shell uname -m).whl dist/cuprust-*.tar.gz; do PYTHON="$(PYTHON)" bash tests/install/install.sh "$$package" || exit 1; done

docs: $(VENV)/.tools ## the guide and the reference as a site of static pages, in dist/docs
	$(BIN)/pip install 'sphinx>=8' 'myst-parser>=4' 'furo>=2024.8'
	$(BIN)/python -m sphinx -q -W --keep-going -b html docs dist/docs

test: check rust-test python-test ## every check and test

# What `make test` takes a sample of is run whole: CONTRIBUTING.md has both lists.
test-long: export CUPRUST_TEST_LONG := $(or $(CUPRUST_TEST_LONG),10)
test-long: export MATH_SAMPLES := 5000000
test-long: check ndarray-test features-test rust-test python-test dist dist-test ## what takes long too: all architectures, CUPRUST_TEST_LONG=10 times the random programs, 2^31 elements, packages installed

# Of crates that are shared, cargo turns on what the chosen packages want. Where every command chooses them all, as here, each
# crate is compiled once: for the chores, for the tests, and for the extension, which wants the most.
# A library without tests of its own would be linted a second time as a test by `--all-targets`.
check: $(VENV)/.tools ## format, tidiness, lints, and that generated files are fresh
	cargo fmt --all --check
	cargo build --workspace --bin xtask --quiet
	$(XTASK) tidy
	cargo clippy --workspace --lib --bins --tests --examples --all-features --quiet -- --deny warnings
	$(XTASK) gen --check

# The extension is tested from Python; its crate has no tests of its own. Kernels are compiled where there is no GPU too, so on
# Linux the compiler must be there. `--tests` is whatever has tests, examples among them; examples without tests are linted above,
# and would take 7 s of CPU time to compile.
rust-test: $(VENV)/.tools ## the tests of the Rust crates
	$(if $(filter Linux,$(shell uname)),export CUPRUST_REQUIRE_NVRTC=1;) \
	export CUPRUST_LIBRARY_PATH="$${CUPRUST_LIBRARY_PATH:-$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/nvidia/cu13/lib}"; \
	cargo test --workspace --tests --quiet && cargo test --workspace --doc --quiet

# With the feature the crate is compiled anew, so `make test` lints what is behind it and `make test-long` runs it.
ndarray-test: $(VENV)/.tools ## the conversions from and to the crate ndarray
	cargo test --workspace --features cuprust/ndarray --test ndarray --quiet

# As for `ndarray-test`: the crate is compiled anew.
features-test: $(VENV)/.tools ## the crate without its features, and what it says of them
	cargo test --package cuprust --no-default-features --test features --quiet

# Some tests wait for processes or for a time, so there is a process more than cores; some fill gigabytes, so there are not many.
python-test: $(VENV)/.dev ## the tests in Python, against the extension with its debug assertions
	$(BIN)/python -m pytest -n $$($(BIN)/python -c 'import os; print(min(4, os.cpu_count() + 1))') --dist worksteal

# The suite is no package: SUITE is a folder with a clone of data-apis/array-api-tests and its submodule. What fails by decision is
# expected to fail, and a test of these that passes is reported.
array-api: $(VENV)/.dev ## the public suite of the array API standard, from the folder SUITE
	test -d "$(SUITE)/array_api_tests" || { echo "make: SUITE=folder names a clone of data-apis/array-api-tests"; exit 1; }
	$(BIN)/pip install -r "$(SUITE)/requirements.txt"
	cd "$(SUITE)" && ARRAY_API_TESTS_MODULE=cuprust $(abspath $(BIN)/python) -m pytest -q -n auto --maxprocesses 4 --rootdir . -c pytest.ini \
		--xfails-file "$(abspath tests/clients/array-api-skips.txt)" array_api_tests

fmt: ## format the Rust code
	cargo fmt --all

clean: ## remove everything that make has made
	cargo clean
	rm -rf $(VENV) dist life.html

$(VENV)/.tools: Makefile
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 10) else "make: Python 3.10 or later is needed and $(PYTHON) is " + sys.version.split()[0] + "; try make PYTHON=python3.12")'
	test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install 'maturin>=1.9.4,<2' 'nvidia-cuda-nvrtc>=13,<14; sys_platform != "darwin"'
	@touch $@

# One environment holds one build of the extension: each of these stamps takes the others away. The tests share the
# dev profile with `cargo test`, so that a fresh `make test` compiles everything once. Where the stamp of the dev build stands, the
# package is installed already, and only the library is put in its place: building a wheel for pip takes 5 s more.
STAMPS := $(addprefix $(VENV)/,.release .life .dev)

$(VENV)/.release: $(VENV)/.tools $(RUST) pyproject.toml
	$(MATURIN) develop --release --quiet --extras life
	@rm -f $(STAMPS)
	@touch $@

$(VENV)/.life: $(VENV)/.tools $(RUST) pyproject.toml
	$(MATURIN) develop --profile life --quiet --extras life
	@rm -f $(STAMPS)
	@touch $@

$(VENV)/.dev: $(VENV)/.tools $(RUST) pyproject.toml
	if test $@ -nt pyproject.toml && test $@ -nt $(VENV)/.tools; \
	then $(MATURIN) develop --quiet --skip-install; \
	else $(MATURIN) develop --quiet --extras test,life; fi
	@rm -f $(STAMPS)
	@touch $@
