"""Reads every #include under src/ and tests/ and fails on one that leads upwards: into a module that the list in
cmake/Modules.cmake puts behind the includer's own. A list without upward arrows has no circles either.

usage: check_includes.py ROOT [--arrows]      --arrows prints each module with those it includes
"""
import os
import re
import sys

from tree import arrows_between_modules, files_under, includes, module_of, modules_in_order, read

# Libraries that only some modules may include: everything else stays free of windows and of CUDA.
FOREIGN_HEADERS = re.compile(r'^#include <([^>]+)>', re.M)
RESERVED = [(re.compile(r'^(imgui|GLFW/|glad/|EGL/)'), ("app/",), "the window's libraries"),
            (re.compile(r'^(cuda|nvrtc|cub/|npp)'), ("bench/peers.cu",), "CUDA's headers"),
            (re.compile(r'^((unistd|fcntl|signal|csignal|poll|spawn|pwd|termios|dirent|windows|winsock2|io)\b|sys/)'),
             ("system/",), "the operating system's headers"),
            (re.compile(r'^\w*intrin\.h'), ("core/row_sums",), "a processor's vector instructions"),
            (re.compile(r'^CLI/'), ("commands/command_line.cpp",), "CLI11's headers"),
            (re.compile(r'^nlohmann/'), ("core/json.h", "core/json_fwd.h"), "nlohmann's headers")]
# Inside the window: models know no widgets (plotted data is not one), and the stage draws any position without a model.
CLOSED = [(re.compile(r'^app/[^/]+/model/'), re.compile(r'^app/(ui/(?!plot_)|platform/|shell/|.*/(view|stage)/)'),
           "a model knows no widget and no view"),
          (re.compile(r'^app/step/stage/'), re.compile(r'^app/.*/(model|view)/'), "the stage knows no model and no view")]


def upward(root, modules):
    position = {name: i for i, name in enumerate(modules)}
    for folder in ("src", "tests"):
        for path, own, header, other in includes(root, folder):
            if own and position[other] > position[own]:
                yield (f"{folder}/{path} includes {header}: {other} stands above {own}. Move down what {own} needs, "
                       f"or move the file up.")


def out_of_place(root, modules):
    for path in files_under(root, ["src"], (".h", ".cpp", ".cu")):
        inside = os.path.relpath(path, "src")
        if "/" in inside and module_of(inside, modules) is None:
            yield f"{path} stands in no module: name its folder in cmake/Modules.cmake."
        for header in FOREIGN_HEADERS.findall(read(os.path.join(root, path))):
            for pattern, allowed, what in RESERVED:
                if pattern.match(header) and not inside.startswith(allowed):
                    yield f"{path} includes <{header}>: {what} belong in {' and '.join('src/' + a for a in allowed)}."


def closed(root):
    for path, _, header, _ in includes(root, "src"):
        for place, forbidden, why in CLOSED:
            if place.match(path) and forbidden.match(header):
                yield f"src/{path} includes {header}: {why}."


def main():
    root = sys.argv[1]
    modules = modules_in_order(root)
    arrows = arrows_between_modules(root)
    faults = [*upward(root, modules), *out_of_place(root, modules), *closed(root)]
    if "--arrows" in sys.argv:
        for name in modules:
            print(f"{name}: {' '.join(sorted(arrows.get(name, ()), key=modules.index))}")
    for fault in faults:
        print(fault)
    print(f"{sum(map(len, arrows.values()))} arrows between {len(modules)} modules, {len(faults)} faults")
    return 1 if faults or not arrows else 0


if __name__ == "__main__":
    sys.exit(main())
