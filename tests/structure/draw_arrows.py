"""Draws which module includes which, as docs/arrows.svg: a row a module, a column a module, a dot where the row's files
include the column's. All dots lie below the diagonal, because no #include leads upwards.

usage: draw_arrows.py ROOT [--check]      --check draws nothing and fails if docs/arrows.svg shows something else
"""
import os
import sys

from tree import arrows_between_modules, modules_in_order, read

CELL, LEFT, TOP = 20, 168, 34
INK, FAINT, DOT = "#24292f", "#d0d7de", "#0969da"


def text(x, y, words, anchor="start", colour=INK):
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{colour}">{words}</text>'


def line(x1, y1, x2, y2):
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{FAINT}"/>'


def picture(modules, arrows):
    size = CELL * len(modules)
    width, height = LEFT + size + 12, TOP + size + 12
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
             f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
             f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
             text(LEFT, 14, "A dot: the row’s files include the column’s.")]
    for row, name in enumerate(modules):
        middle, bottom = TOP + CELL * row + CELL // 2, TOP + CELL * (row + 1)
        parts.append(line(8, bottom, LEFT + CELL * (row + 1), bottom))
        parts.append(line(LEFT + CELL * row, TOP + CELL * row, LEFT + CELL * row, TOP + size))
        parts.append(text(8, middle + 4, f"{row + 1} {name}"))
        parts.append(text(LEFT + CELL * row + CELL // 2, middle + 4, row + 1, "middle"))
        for other in sorted(arrows.get(name, ()), key=modules.index):
            x = LEFT + CELL * modules.index(other) + CELL // 2
            parts.append(f'<circle cx="{x}" cy="{middle}" r="5" fill="{DOT}"><title>{name} includes {other}</title></circle>')
    return "\n".join([*parts, "</svg>", ""])


def main():
    root = sys.argv[1]
    modules = [name for name in modules_in_order(root) if os.path.isdir(os.path.join(root, "src", name))]
    drawn, path = picture(modules, arrows_between_modules(root)), os.path.join(root, "docs/arrows.svg")
    if "--check" not in sys.argv:
        with open(path, "w", encoding="utf-8") as file:
            file.write(drawn)
    elif not os.path.isfile(path) or read(path) != drawn:
        print("docs/arrows.svg shows other arrows than the sources have: run python3 tests/structure/draw_arrows.py .")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
