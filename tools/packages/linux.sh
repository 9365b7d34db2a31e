#!/usr/bin/env bash
# The .deb for Debian 12 and newer, and the tarball for others, in build/packages; kernels' machine code for all GPUs from
# sm_75 where a CUDA toolkit is. With --try, each is tried in fresh roots of Debian 12 and 13 (needs root and debootstrap).
# usage: tools/packages/linux.sh [--no-install] [--try]
source "$(dirname "$0")/../prepare.sh"
source "$(dirname "$0")/common.bash"
package_lists+=("$root/tools/packages/linux.txt")
arguments "$@"
install_packages "$may_install"
sources glfw3 md4c
made=$root/build/package-linux
configure_package package-linux $(fetched glfw3 md4c) "-DUPSWEEP_FATBINS_FROM=${UPSWEEP_FATBINS_FROM:-}"
build package-linux upsweep
write_licences "$made/libraries.txt"

check_symbols "$made/upsweep"
say "packing"
rm -rf "$made/packed"
(cd "$made" && logged "$made/pack.log" cpack)
take_packages "$made/packed/"*.deb "$made/packed/"*.tar.gz
[ "$may_try" = no ] || "$root/tools/packages/try-linux"
