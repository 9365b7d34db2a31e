"""Holds what links without a driver, processes, NVRTC and a window: every module but those of OUTSIDE. Fails where a file of it
includes one of their headers, or where its library needs one of theirs, directly or through others. The window's views may
use app/platform, whose headers stay free of the driver.

usage: check_closure.py ROOT
"""
import os
import re
import sys

from tree import files_under, includes, read

OUTSIDE = {"device": "upsweep_device", "backends/gpu": "upsweep_backends_gpu", "app/platform": "upsweep_app_platform",
           "commands": "upsweep_commands"}
VIEW = re.compile(r'^app/(?!.*/model/)')
MODULE = re.compile(r'upsweep_module\((\w+)(.*?)\)', re.S)
# Libraries of the window: what app/CMakeLists.txt builds only with it.
WINDOW = re.compile(r'if\(UPSWEEP_GUI\)(.*)endif\(\)', re.S)


def wrong_includes(root):
    for path, own, header, other in includes(root, "src"):
        if own is None or other not in OUTSIDE or (own in OUTSIDE and not (own == "app/platform" and path.endswith(".h"))):
            continue
        if other == "app/platform" and VIEW.match(path):
            continue
        yield f"src/{path} includes {header}: {other} does not link everywhere, so nothing portable may include it."


def libraries(root):
    """{library: its NEEDS}, and the libraries of the window."""
    needs, window = {}, set()
    for path in files_under(root, ["src"], ("CMakeLists.txt",)):
        text = read(os.path.join(root, path))
        for name, rest in MODULE.findall(text):
            needs[f"upsweep_{name}"] = re.findall(r'upsweep_\w+', rest.split("NEEDS", 1)[-1])
        if path.startswith("src/app/"):
            for part in WINDOW.findall(text):
                window.update(f"upsweep_{name}" for name, _ in MODULE.findall(part))
    return needs, window


def reached(library, needs, seen):
    for other in needs.get(library, ()):
        if other not in seen:
            seen.add(other)
            reached(other, needs, seen)
    return seen


def main():
    root = sys.argv[1]
    faults = [*wrong_includes(root)]
    needs, window = libraries(root)
    outside = set(OUTSIDE.values())
    portable = set(needs) - outside - window
    for library in sorted(portable):
        for other in sorted(reached(library, needs, set()) & outside):
            faults.append(f"{library} links {other}, which does not link everywhere: pass it what it needs, as backends::use_gpu does.")
    for missing in sorted(outside - set(needs)):
        faults.append(f"{missing} is in no CMakeLists.txt: change OUTSIDE in {os.path.basename(__file__)}.")
    for fault in faults:
        print(fault)
    print(f"{len(portable)} portable libraries, {len(faults)} faults")
    return 1 if faults or not portable else 0


if __name__ == "__main__":
    sys.exit(main())
