#!/usr/bin/env bash
# upsweep.exe for Windows, cross-compiled by mingw-w64, in a portable zip in build/packages; kernels' machine code for all
# GPUs from sm_75 where a CUDA toolkit is. With --try, it is tried under Wine.
# usage: tools/packages/windows.sh [--no-install] [--try]
source "$(dirname "$0")/../prepare.sh"
source "$(dirname "$0")/common.bash"
package_lists+=("$root/tools/packages/windows.txt")
arguments "$@"
install_packages "$may_install"
libraries="glfw3 imgui md4c giflib libjpeg-turbo"
sources $libraries
headers fmt fmt
headers cli11 CLI
headers json nlohmann
headers toml toml++
headers stb stb
made=$root/build/windows
configure_package windows $(fetched $libraries fmt cli11 json toml stb) "-DUPSWEEP_FATBINS_FROM=$(fatbins_here)"
build windows upsweep

say "packing"
folder=upsweep-$(version "$made")-windows-x86_64
rm -rf "${made:?}/packed"
mkdir -p "$made/packed/$folder"
x86_64-w64-mingw32-strip -o "$made/packed/$folder/upsweep.exe" "$made/upsweep.exe"
write_licences "$made/packed/$folder/libraries.txt"
cp "$root/LICENSE" "$made/packed/$folder/licence.txt"
cp "$root/assets/packages/windows.txt" "$made/packed/$folder/read me.txt"
[ ! -f "$packages/upsweep.html" ] || cp "$packages/upsweep.html" "$made/packed/$folder/"
(cd "$made/packed" && rm -f "$folder.zip" && cmake -E tar cf "$folder.zip" --format=zip "$folder")
take_packages "$made/packed/$folder.zip"
[ "$may_try" = yes ] || exit 0
build windows portable
exec "$root/tools/packages/try-windows"
