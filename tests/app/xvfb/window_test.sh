#!/usr/bin/env bash
# The real window under a virtual X server: opens, shows its first frame, takes keys, rests, closes and keeps
# what was chosen. usage: window_test.sh PATH_OF_UPSWEEP. Exit status 77: skipped.
set -u
program=$1
for tool in Xvfb xdotool; do
    command -v $tool >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
work=$(mktemp -d)
server=
window_process=
finish() {
    [ -n "$window_process" ] && kill "$window_process" 2>/dev/null
    [ -n "$server" ] && kill "$server" 2>/dev/null
    rm -rf "$work"
}
trap finish EXIT
fail() {
    echo "FAILED: $*"
    cat "$work/out" "$work/err" 2>/dev/null
    exit 1
}

Xvfb -displayfd 3 -screen 0 1280x800x24 3>"$work/display" 2>/dev/null &
server=$!
for _ in $(seq 100); do
    [ -s "$work/display" ] && break
    sleep 0.1
done
[ -s "$work/display" ] || { echo "skipped: Xvfb does not start"; exit 77; }
DISPLAY=:$(cat "$work/display")
export DISPLAY XDG_CONFIG_HOME=$work/config LIBGL_ALWAYS_SOFTWARE=1
unset WAYLAND_DISPLAY

"$program" --frame-times --keep-picture "$work/last.png" >"$work/out" 2>"$work/err" &
window_process=$!
id=$(timeout 30 xdotool search --sync --onlyvisible --name '^Upsweep$' | head -1)
[ -n "$id" ] || fail "no window named Upsweep appeared"
for _ in $(seq 100); do
    grep -q 'first frame' "$work/out" && break
    sleep 0.1
done
grep 'first frame' "$work/out" || fail "no first frame"
xdotool windowfocus --sync "$id" || fail "the window takes no focus"

# Once its background work is done the window rests: two seconds of sleep may cost a few hundredths of a second.
ticks() { awk '{print $14 + $15}' "/proc/$window_process/stat"; }
work_in_2_s=1000
for _ in $(seq 8); do
    before=$(ticks)
    sleep 2
    work_in_2_s=$(($(ticks) - before))
    [ $work_in_2_s -le 20 ] && break
done
echo "idle: $work_in_2_s hundredths of a second of work in 2 s"
[ $work_in_2_s -le 20 ] || fail "the idle window works"

settings=$work/config/upsweep/settings.toml
wait_for() { # wait_for PATTERN: until the settings hold it
    for _ in $(seq 100); do
        grep -q "$1" "$settings" 2>/dev/null && return 0
        sleep 0.1
    done
    fail "the settings never held: $1"
}
xdotool key t
wait_for "theme = 'light'"
xdotool key ctrl+plus
wait_for 'scale = 1.125'
xdotool key ctrl+4
wait_for "tab = 'lessons'"
xdotool key ctrl+1
wait_for "tab = 'step'"
xdotool key Right Right Right Left
xdotool key ctrl+q
for _ in $(seq 100); do
    kill -0 "$window_process" 2>/dev/null || break
    sleep 0.1
done
kill -0 "$window_process" 2>/dev/null && fail "the window does not close"
wait "$window_process"
status=$?
window_process=
[ $status -eq 0 ] || fail "exit status $status"
grep -q '^step = 2$' "$settings" || fail "three steps on and one back are not step 2: $(grep '^step' "$settings")"
[ -s "$work/last.png" ] || fail "no picture was kept"
[ -n "${UPSWEEP_KEEP:-}" ] && cp "$work/last.png" "$UPSWEEP_KEEP"
tail -1 "$work/out"
echo passed
