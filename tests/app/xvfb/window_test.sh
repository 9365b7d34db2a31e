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

# Who has never been here begins with the course; what follows is about Step.
xdotool key ctrl+1

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
# A step is a barrier interval here: load, then the additions of stride 1.
grep -q '^step = 18$' "$settings" || fail "three barriers on and one back are not step 18: $(grep '^step' "$settings")"
[ -s "$work/last.png" ] || fail "no picture was kept"

# A signal closes it like Ctrl+Q; the page of a lesson is kept as soon as it is turned.
settled() { # settled: the window of the present process is there and has drawn
    id=$(timeout 30 xdotool search --sync --onlyvisible --name '^Upsweep$' | head -1)
    [ -n "$id" ] || fail "no window appeared"
    for _ in $(seq 100); do
        grep -q 'first frame' "$work/out" && break
        sleep 0.1
    done
    xdotool windowfocus --sync "$id" || fail "the window takes no focus"
}
gone() { # gone SIGNAL: the process ends with status 0
    for _ in $(seq 100); do
        kill -0 "$window_process" 2>/dev/null || break
        sleep 0.1
    done
    kill -0 "$window_process" 2>/dev/null && fail "$1 does not close the window"
    wait "$window_process"
    status=$?
    window_process=
    [ $status -eq 0 ] || fail "exit status $status after $1"
}
page_kept() { sed -n "s/^page = //p" "$settings"; }
for signal in TERM HUP INT KILL; do
    : >"$work/out"
    # A shell without job control lets its background processes ignore SIGINT.
    env --default-signal=INT "$program" --frame-times >"$work/out" 2>"$work/err" &
    window_process=$!
    settled
    xdotool key ctrl+4
    wait_for "tab = 'lessons'"
    # The first time the course is shown, whose first lesson opens.
    xdotool key Return
    wait_for "screen = 'lesson'"
    # Until the lesson has been prepared, the key does nothing.
    before=$(page_kept)
    for _ in $(seq 30); do
        xdotool key Next
        sleep 0.5
        [ "$(page_kept)" != "$before" ] && break
    done
    sleep 0.5
    page=$(page_kept)
    [ "$page" != "$before" ] || fail "a turned page is not kept"
    if [ $signal = KILL ]; then
        kill -KILL "$window_process"
        wait "$window_process" 2>/dev/null
        window_process=
        [ "$(page_kept)" = "$page" ] || fail "the page is lost when the program is killed"
        break
    fi
    grep -v '^height' "$settings" >"$work/short" && mv "$work/short" "$settings"
    kill -$signal "$window_process"
    gone SIG$signal
    # Written again at the end, with all that a window keeps when it closes.
    grep -q '^height = ' "$settings" || fail "SIG$signal: the settings were not written at the end"
    grep -q "^page = $page" "$settings" || fail "SIG$signal: the page is lost: $(grep '^page' "$settings")"
done
[ -n "${UPSWEEP_KEEP:-}" ] && cp "$work/last.png" "$UPSWEEP_KEEP"
tail -1 "$work/out"
echo passed
