#!/usr/bin/env bash
# Builds build/packages/upsweep.html: one file, the whole program, for any browser with WebGL 2.
# usage: tools/package web [--no-install]
source "$(dirname "$0")/../prepare.sh"
package_lists=("$root/tools/packages/web.txt")
may_install=yes
if [ "${1:-}" = --no-install ]; then may_install=no; fi
install_packages $may_install
for name in imgui md4c; do debian_source $name; done
export EM_CONFIG=$root/build/web/emscripten/config NODE_PATH=/usr/share/nodejs
configure web
build web page
mkdir -p "$root/build/packages"
python3 "$root/tools/packages/join_page.py" "$root/src/app/platform" "$root/build/web/page" "$root/build/packages/upsweep.html"
say "build/packages/upsweep.html: $(stat -c %s "$root/build/packages/upsweep.html") bytes"
