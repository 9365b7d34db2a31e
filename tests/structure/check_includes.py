"""Reads every #include under src/ and tests/ and fails on one that leads upwards: into a module that the list in
cmake/Modules.cmake puts behind the includer's own. A list without upward arrows has no circles either.

usage: check_includes.py ROOT [--arrows]      --arrows prints each module with those it includes
"""
import os
import re
import sys

# Libraries that only some modules may include: everything else stays free of windows and of CUDA.
OWN_HEADERS = re.compile(r'^#include "([^"]+)"', re.M)
FOREIGN_HEADERS = re.compile(r'^#include <([^>]+)>', re.M)
RESERVED = [(re.compile(r'^(imgui|GLFW/|glad/|EGL/)'), ("app/",), "the window's libraries"),
            (re.compile(r'^(cuda|nvrtc|cub/|npp)'), ("device", "bench"), "CUDA's headers")]


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def modules_in_order(root):
    text = read(os.path.join(root, "cmake/Modules.cmake"))
    return re.search(r"set\(UPSWEEP_MODULES(.*?)\)", text, re.S).group(1).split()


def sources(root, folder):
    for where, _, names in os.walk(os.path.join(root, folder)):
        for name in sorted(names):
            if name.endswith((".h", ".cpp", ".cu")):
                path = os.path.join(where, name)
                yield os.path.relpath(path, os.path.join(root, folder)), read(path)


def module_of(path, modules):
    return max((m for m in modules if path.startswith(m + "/")), key=len, default=None)


def main():
    root = sys.argv[1]
    modules = modules_in_order(root)
    position = {name: i for i, name in enumerate(modules)}
    faults, arrows, files = [], {}, 0
    for folder in ("src", "tests"):
        for path, text in sources(root, folder):
            files += 1
            own = module_of(path, modules)
            if folder == "src" and own is None and "/" in path:
                faults.append(f"src/{path} stands in no module: name its folder in cmake/Modules.cmake.")
            for header in OWN_HEADERS.findall(text):
                other = module_of(header, modules)
                if not own or not other or own == other or not os.path.isfile(os.path.join(root, "src", header)):
                    continue
                if folder == "src":
                    arrows.setdefault(own, set()).add(other)
                if position[other] > position[own]:
                    faults.append(f"{folder}/{path} includes {header}: {other} stands above {own}. Move down what "
                                  f"{own} needs, or move the file up.")
            if folder != "src":
                continue
            for header in FOREIGN_HEADERS.findall(text):
                for pattern, allowed, what in RESERVED:
                    if pattern.match(header) and not path.startswith(allowed):
                        faults.append(f"src/{path} includes <{header}>: {what} belong in "
                                      f"{' and '.join('src/' + a for a in allowed)}.")
    if "--arrows" in sys.argv:
        for name in modules:
            print(f"{name}: {' '.join(sorted(arrows.get(name, ()), key=position.get))}")
    for fault in faults:
        print(fault)
    print(f"{files} files, {sum(map(len, arrows.values()))} arrows between {len(modules)} modules, {len(faults)} faults")
    return 1 if faults or files == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
