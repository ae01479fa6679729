#!/usr/bin/env bash
# Installs a wheel, or the archive of the sources, into a new environment, and runs the commands and three programs there:
#
#     bash tests/install/install.sh dist/cuprust-*.whl
#
# For a wheel the path has no Rust. PYTHON names the interpreter.
set -euo pipefail
package=$(realpath "$1")
programs=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
python=$(realpath -s "$(command -v "${PYTHON:-python3}")")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
unset PYTHONPATH VIRTUAL_ENV CONDA_PREFIX
export PIP_DISABLE_PIP_VERSION_CHECK=1
"$python" -m venv clean
case $package in
*.whl) export PATH="$folder/clean/bin:/usr/bin:/bin" ;;
*) export PATH="$folder/clean/bin:$PATH" ;;
esac
pip install --quiet "$package[life]"
cuprust --version
cuprust info
cuprust life --sizes 10 50 --steps 20 --only-random --out life.html
test -s life.html
for program in "$programs"/*.py; do
	name=$(basename "$program" .py)
	cuprust run "$program"
	cuprust profile --quiet --no-ceilings --html "$name.html" "$program" 2> "$name.errors"
	test -s "$name.html" && test -s "$name.cuprof"
done
echo "installed and run: $(basename "$package")"
