# What the scripts of packages share. Sourced after tools/prepare.sh.
packages=$root/build/packages

# arguments ...: --no-install, --try.
arguments() {
    may_install=yes may_try=no
    local word
    for word in "$@"; do
        case "$word" in
            --no-install) may_install=no ;;
            --try) may_try=yes ;;
            *) fail "\"$word\" is none of --no-install and --try." ;;
        esac
    done
    mkdir -p "$packages"
}

# sources NAME...: the sources of Debian packages, in build/sources/NAME.
sources() {
    local name
    for name in "$@"; do
        [ -d "$root/build/sources/$name" ] || debian_source "$name"
    done
}

# fetched NAME...: CMake's options that take these sources instead of fetching others.
fetched() {
    local name known
    for name in "$@"; do
        case "$name" in
            glfw3) known=GLFW ;;
            giflib) known=GIF ;;
            libjpeg-turbo) known=JPEG ;;
            *) known=${name^^} ;;
        esac
        echo "-DFETCHCONTENT_SOURCE_DIR_$known=$root/build/sources/$name"
    done
}

# headers NAME FOLDER: Debian's headers in /usr/include/FOLDER laid out as NAME's own sources have them, in build/sources/NAME.
headers() {
    local to=$root/build/sources/$1
    [ ! -d "$to" ] || return 0
    if [ "$1" = stb ]; then cp -r "/usr/include/$2" "$to"; return; fi
    mkdir -p "$to/include"
    cp -r "/usr/include/$2" "$to/include/"
}

# version BUILD FOLDER
version() { sed -n 's/^CMAKE_PROJECT_VERSION:.*=//p' "$1/CMakeCache.txt"; }

# configure_package PRESET OPTIONS...: quick where nothing changed.
configure_package() {
    local build=$root/build/$1
    say "configuring"
    mkdir -p "$build"
    (cd "$root" && logged "$build/configure.log" cmake --preset "$@" \
        "-DUPSWEEP_CUDA_ARCHITECTURES=$(package_architectures)")
    while read -r sentence; do say "$sentence"; done <"$build/left_out.txt"
}

# fatbins_here: the folder of the kernels' machine code where it is made already: what UPSWEEP_FATBINS_FROM names in the environment
# (another computer's, of the same tree), else what Linux's package has; else nothing.
fatbins_here() {
    local made=$root/build/package-linux/fatbins
    if [ -n "${UPSWEEP_FATBINS_FROM:-}" ]; then
        echo "$UPSWEEP_FATBINS_FROM"
    elif compgen -G "$made/*.fatbin" >/dev/null; then
        echo "$made"
    fi
}

# Every GPU generation from Turing on that nvcc here has machine code for; CMake adds PTX of the newest for those to come.
package_architectures() {
    local nvcc known one list=
    nvcc=${CUDACXX:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
    [ -x "$nvcc" ] || return 0
    known=$("$nvcc" --list-gpu-code)
    for one in 75 80 86 89 90; do
        if grep -qx "sm_$one" <<<"$known"; then list+="${list:+;}$one"; fi
    done
    echo "$list"
}

# write_licences FILE: of the libraries that are linked into what travels, as Debian's packages have them.
write_licences() {
    local name
    for name in libfmt-dev libcli11-dev nlohmann-json3-dev libtomlplusplus-dev libmd4c-dev libstb-dev libgif-dev \
        libjpeg62-turbo-dev libglfw3-dev libimgui-dev fonts-inter fonts-jetbrains-mono; do
        printf '==== %s\n\n' "$name"
        cat "/usr/share/doc/$name/copyright"
        echo
    done >"$1"
}

# check_symbols FILE: nothing of the system's libraries newer than what Debian 12 and Ubuntu 22.04 have.
check_symbols() {
    local newer
    newer=$(objdump -T "$1" | grep -o 'GLIBC_[0-9.]*\|GLIBCXX_[0-9.]*' | sort -uV | awk -F_ '
        { split($2, v, ".") }
        $1 == "GLIBC" && (v[1] > 2 || v[2] > 35) || $1 == "GLIBCXX" && v[3] > 30' | xargs)
    [ -z "$newer" ] || fail "the program needs newer libraries than Debian 12 and Ubuntu 22.04 have: $newer."
}

# take_packages FILES...: into build/packages, and says how large each is.
take_packages() {
    local file
    for file in "$@"; do
        cp "$file" "$packages/"
        say "build/packages/$(basename "$file"): $(du -h --apparent-size "$file" | cut -f1)"
    done
}
