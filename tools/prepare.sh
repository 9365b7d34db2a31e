# Packages, configuration and build, for tools/run, tools/test and tools/asan. Sourced, never run.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
package_lists=("$root/tools/packages.txt")
# Optional packages: installed along with the others, and never required.
extra_list=$root/tools/packages-extra.txt

# Progress goes to stderr, so that stdout has only the program's output.
say() { printf 'upsweep: %s\n' "$*" >&2; }
fail() {
    say "$*"
    exit 1
}

# missing_packages LISTS...: the names in the lists of packages that are not installed, on one line.
missing_packages() {
    local wanted installed
    wanted=$(grep -hv '^#' "$@" | sort)
    installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' $wanted 2>/dev/null |
        awk '$2 == "installed" {print $1}' | sort -u) || true  # dpkg-query fails on a package that it does not know
    comm -23 <(echo "$wanted") <(echo "$installed") | xargs
}

# install_packages ALLOWED: installs what is missing, or says in one sentence why it cannot. Sets `installed`.
install_packages() {
    installed=no
    if ! command -v dpkg-query >/dev/null; then
        say "this is not a Debian system, so tools/run assumes that the packages in tools/packages.txt are installed."
        return
    fi
    local missing as_root=
    missing=$(missing_packages "${package_lists[@]}")
    [ -n "$missing" ] || return 0
    [ "$1" = yes ] || fail "these packages are missing and --no-install forbids installing them: $missing."
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null ||
            fail "these packages are missing, and sudo is not available; install them as root: $missing."
        as_root=sudo
    fi
    missing=$(missing_packages "${package_lists[@]}" "$extra_list")
    say "installing with apt-get: $missing"
    mkdir -p "$root/build/release"
    logged "$root/build/release/packages.log" get_packages "$as_root" "$missing"
    installed=yes
}

# get_packages SUDO NAMES
get_packages() {
    $1 apt-get update -q && $1 env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $2
}

# debian_source NAME: the sources of a Debian source package, without Debian's own files, in build/sources/NAME. It needs neither
# root nor a change to the system's own lists.
debian_source() {
    local folder=$root/build/sources where
    [ ! -d "$folder/$1" ] || return 0
    mkdir -p "$folder/apt/partial"
    where=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME)' | awk '$2 == "bookworm" && !found++')
    [ -n "$where" ] || fail "apt knows no repository of Debian 12 to fetch the sources of $1 from; run apt-get update as root."
    echo "deb-src $where main" >"$folder/debian.list"
    say "fetching the sources of $1"
    logged "$folder/$1.log" get_source "$1" -o Dir::Etc::SourceList="$folder/debian.list" -o Dir::Etc::SourceParts=/dev/null \
        -o Dir::State::Lists="$folder/apt"
    mkdir "$folder/$1.part"
    tar -xf "$folder/$1"_*.orig.tar.* -C "$folder/$1.part" --strip-components=1
    mv "$folder/$1.part" "$folder/$1"
}

# get_source NAME OPTIONS OF APT
get_source() {
    local name=$1
    shift
    apt-get update -q "$@" && (cd "$root/build/sources" && apt-get source -q --tar-only "$@" "$name")
}

# logged LOG COMMAND...: runs the command quietly; if it fails, shows the end of its log and ends the script.
logged() {
    local log=$1
    shift
    "$@" >"$log" 2>&1 && return
    tail -n 40 "$log" >&2
    fail "that failed; the full log is $log"
}

# configure PRESET: once, and again when packages or a CUDA toolkit changed. Then it lists what the build leaves out.
# With UPSWEEP_WERROR=ON in the environment, as the checks set it, a warning fails the build. That is for the compiler
# here, not for a user's. UPSWEEP_CUDA_ARCHITECTURES there names the GPUs that kernels are compiled for.
configure() {
    local build=$root/build/$1 toolkit settings werror=${UPSWEEP_WERROR:-OFF} architectures=${UPSWEEP_CUDA_ARCHITECTURES:-}
    toolkit=${CUDACXX:-$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null || echo none)}
    settings="$toolkit $werror $architectures"
    mkdir -p "$build"
    if [ -f "$build/build.ninja" ] && [ "$installed" = no ] &&
        [ "$(cat "$build/settings.txt" 2>/dev/null)" = "$settings" ]; then
        return
    fi
    say "configuring"
    (cd "$root" && logged "$build/configure.log" cmake --preset "$1" -DUPSWEEP_WERROR="$werror" \
        ${architectures:+-DUPSWEEP_CUDA_ARCHITECTURES="$architectures"})
    echo "$settings" >"$build/settings.txt"
    if [ -s "$build/left_out.txt" ]; then
        while read -r sentence; do say "$sentence"; done <"$build/left_out.txt"
    fi
}

# build PRESET TARGET: shows the progress, and nothing if there is nothing to build. What ninja does to find that out
# (looking for new files, running cmake again) does not count.
build() {
    local build=$root/build/$1
    NINJA_STATUS='[%f %t] ' ninja -C "$build" -j "$(nproc)" "$2" 2>&1 | tee "$build/build.log" |
        show_progress "${build#"$root"/}/build.log" ||
        { grep -m 1 -A 40 '^FAILED' "$build/build.log" >&2 || tail -n 40 "$build/build.log" >&2
          fail "the build failed; the full log is $build/build.log"; }
}

# show_progress LOG: every quarter of the way a line; on a terminal one line that counts.
show_progress() {
    local terminal=0
    [ -t 2 ] && terminal=1
    awk -v terminal=$terminal -v log_file="$1" '
        /^\[[0-9]+ [0-9]+\] Re-(checking|running)/ { next }
        /^\[[0-9]+ [0-9]+\]/ {
            if (!begun++)
                printf "upsweep: building (the first time takes a few minutes; log: %s)\n", log_file > "/dev/stderr"
            done_ = substr($1, 2); all = $2 + 0
            if (terminal) printf "\r%d of %d ", done_, all > "/dev/stderr"
            else if (all >= 8 && int(4 * done_ / all) > quarter) {
                quarter = int(4 * done_ / all)
                printf "upsweep: built %d of %d\n", done_, all > "/dev/stderr"
            }
        }
        END { if (terminal && begun) printf "\r\033[K" > "/dev/stderr" }'
}

# prepare PRESET TARGET [--no-install] [ARGUMENTS]: all of the above; leaves the arguments in `rest`.
prepare() {
    local preset=$1 target=$2 may_install=yes
    shift 2
    if [ "${1:-}" = --no-install ]; then
        may_install=no
        shift
    fi
    rest=("$@")
    install_packages $may_install
    configure "$preset"
    build "$preset" "$target"
}
