# Two images of one package, built from this folder:
#
#     docker build --target cpu -t cuprust:cpu .
#     docker build --target cuda -t cuprust:cuda .
#     docker run --rm --gpus all cuprust:cuda info
#
# The driver is the host's, which the NVIDIA Container Toolkit brings into the container (`--gpus all`); the libraries of CUDA are
# NVIDIA's packages for Python, so that both images begin with the same one.

FROM rust:1.95-bookworm AS build
RUN apt-get update && apt-get install --yes --no-install-recommends python3 python3-venv && rm -rf /var/lib/apt/lists/*
RUN python3 -m venv /opt/tools && /opt/tools/bin/pip install --no-cache-dir 'maturin>=1.9.4,<2'
WORKDIR /src
COPY . .
RUN PYO3_PYTHON=/opt/tools/bin/python /opt/tools/bin/maturin build --release --strip --out /wheels

FROM python:3.13-slim-bookworm AS cpu
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir "$(ls /wheels/cuprust-*.whl)[life]" nvidia-cuda-nvrtc
# Kernels are kept in a folder that the user of the container owns.
RUN useradd --create-home cuprust
USER cuprust
WORKDIR /home/cuprust
ENTRYPOINT ["cuprust"]
CMD ["info"]

FROM cpu AS cuda
USER root
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir "$(ls /wheels/cuprust-*.whl)[cuda13]" nvidia-cuda-cupti
USER cuprust
ENV NVIDIA_VISIBLE_DEVICES=all NVIDIA_DRIVER_CAPABILITIES=compute,utility
