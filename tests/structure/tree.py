"""What the structure tests share: the tree's files, its modules in order, and the arrows between them."""
import os
import re

OWN_HEADERS = re.compile(r'^#include "([^"]+)"', re.M)


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def files_under(root, folders, endings):
    """Paths relative to `root`, in order of their names."""
    for folder in folders:
        for where, inner, names in os.walk(os.path.join(root, folder)):
            inner.sort()
            for name in sorted(names):
                if name.endswith(endings):
                    yield os.path.relpath(os.path.join(where, name), root)


def modules_in_order(root):
    text = read(os.path.join(root, "cmake/Modules.cmake"))
    return re.search(r"set\(UPSWEEP_MODULES(.*?)\)", text, re.S).group(1).split()


def module_of(path, modules):
    return max((m for m in modules if path.startswith(m + "/")), key=len, default=None)


def includes(root, folder):
    """(file under `folder`, its module or None, header, the header's module) for every #include of a module's header."""
    modules = modules_in_order(root)
    for path in files_under(root, [folder], (".h", ".cpp", ".cu")):
        inside = os.path.relpath(path, folder)
        for header in OWN_HEADERS.findall(read(os.path.join(root, path))):
            other = module_of(header, modules)
            if other and os.path.isfile(os.path.join(root, "src", header)):
                yield inside, module_of(inside, modules), header, other


def arrows_between_modules(root):
    """{module: the modules that its files include}, without itself."""
    arrows = {}
    for _, own, _, other in includes(root, "src"):
        if own and own != other:
            arrows.setdefault(own, set()).add(other)
    return arrows
