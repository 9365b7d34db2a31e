#!/usr/bin/env bash
# Tries the packages of build/packages where nothing of ours is: in fresh roots of Debian 12 and 13, made by debootstrap in
# build/roots (kept there clean; each trial works on a copy). Needs root. The window's pictures are in build/packages/tried.
# usage: tools/packages/try-linux.sh [SUITE...]
source "$(dirname "$0")/../prepare.sh"
source "$(dirname "$0")/common.sh"
[ "$(id -u)" = 0 ] || fail "chroot needs root; run this as root."
command -v debootstrap >/dev/null || fail "debootstrap is missing; install the Debian package of that name."
tried=$packages/tried
mkdir -p "$tried" "$root/build/roots"
deb=$(ls -t "$packages"/upsweep_*.deb | head -1)
tarball=$(ls -t "$packages"/upsweep-*.tar.gz | head -1)

# within COMMAND...: in the root, with /proc and /dev.
within() { chroot "$trial" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 "$@"; }

# must WHAT COMMAND...: runs it in the root, and says in one line that it did.
must() {
    local what=$1 begin=$EPOCHREALTIME
    shift
    within "$@" >"$tried/$suite.log" 2>&1 || { tail -n 20 "$tried/$suite.log" >&2; fail "$suite: $what failed."; }
    say "$suite: $what ($(awk "BEGIN { printf \"%.2f\", $EPOCHREALTIME - $begin }") s)"
}

end_trial() {
    umount -R "$trial/proc" "$trial/dev" 2>/dev/null || true
    rm -rf --one-file-system "$trial"
}

# The commands that a package has to be able to run. $1: the program in the root.
try_commands() {
    must "$2 --version" "$1" --version
    must "$2 list" "$1" list
    must "$2 verify" "$1" verify --algorithms scan_blelloch,integral_image_fast_loop,box_filter --on emulator,cpu
    must "$2 step" "$1" step scan_blelloch
}

[ $# -gt 0 ] || set -- bookworm trixie
for suite in "$@"; do
    clean=$root/build/roots/$suite
    if [ ! -f "$clean/etc/debian_version" ]; then
        say "making a root of $suite"
        rm -rf "$clean.part"
        logged "$tried/$suite.log" debootstrap --variant=minbase "$suite" "$clean.part"
        mv "$clean.part" "$clean"
    fi
    trial=$clean.trial
    cp -a "$clean" "$trial"
    trap end_trial EXIT
    mount -t proc proc "$trial/proc"
    mount --rbind /dev "$trial/dev"
    mount --make-rslave "$trial/dev"
    cp /etc/resolv.conf "$trial/etc/resolv.conf"
    cp "$deb" "$tarball" "$trial/root/"

    within tar -C /root -xf "/root/$(basename "$tarball")"
    must "what the tarball needs" sh -c "apt-get update -q && apt-get install -q -y --no-install-recommends libx11-6"
    try_commands "/root/$(basename "$tarball" .tar.gz)/bin/upsweep" "tarball:"

    must "installing the .deb and Xvfb" sh -c "apt-get install -q -y /root/$(basename "$deb") xvfb xauth"
    try_commands upsweep ".deb:"
    # Ended as a session's end does, the window keeps its last picture.
    must "the window under Xvfb" xvfb-run -a sh -c 'upsweep --frame-times --keep-picture /root/window.png & sleep 8; kill $!; wait $!'
    grep -a "first frame" "$tried/$suite.log" >&2
    cp "$trial/root/window.png" "$tried/$suite-window.png"
    must "removing the .deb" apt-get remove -q -y upsweep
    end_trial
    trap - EXIT
done
say "the packages work in fresh roots; pictures of the window are in build/packages/tried."
