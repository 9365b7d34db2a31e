"""The stage as SVG, drawn by librsvg, is the picture that the program itself draws.

usage: second_renderer_test.py UPSWEEP
"""
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

from browser_test import SKIPPED

SCENES = ["scan_blelloch", "scan_single_pass", "transpose_tiled", "integral_image_bugetti_loop", "scan_lookback"]
MOST = 0.02


def pixels_of(png):
    """Width, height, and rows of (r, g, b) bytes of an 8-bit PNG without interlace."""
    at, data, head = 8, b"", None
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        body = png[at + 8:at + 8 + length]
        if kind == b"IHDR":
            head = struct.unpack(">IIBBBBB", body)
        if kind == b"IDAT":
            data += body
        at += length + 12
    width, height, depth, colour = head[:4]
    channels = {2: 3, 6: 4}[colour]
    assert depth == 8 and head[6] == 0
    raw, stride, rows, before = zlib.decompress(data), width * channels, [], bytearray(width * channels)
    for y in range(height):
        kind, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        if kind == 1:
            for i in range(channels, stride):
                line[i] = line[i] + line[i - channels] & 255
        elif kind == 2:
            for i in range(stride):
                line[i] = line[i] + before[i] & 255
        elif kind == 3:
            for i in range(stride):
                line[i] = line[i] + ((line[i - channels] if i >= channels else 0) + before[i]) // 2 & 255
        elif kind == 4:
            for i in range(stride):
                a, b = line[i - channels] if i >= channels else 0, before[i]
                c = before[i - channels] if i >= channels else 0
                pa, pb, pc = abs(b - c), abs(a - c), abs(a + b - 2 * c)
                line[i] = line[i] + (a if pa <= pb and pa <= pc else b if pb <= pc else c) & 255
        rows.append(b"".join(line[i:i + 3] for i in range(0, stride, 4)) if channels == 4 else bytes(line))
        before = line
    return width, height, rows


def share_that_differs(one, other):
    """Of the pixels of two PNGs, those that differ by over 48 of 255 in a channel."""
    (width, height, a), (width_b, height_b, b) = pixels_of(one), pixels_of(other)
    if (width, height) != (width_b, height_b):
        return 1.0
    differ = 0
    for row_a, row_b in zip(a, b):
        if row_a == row_b:
            continue
        for x in range(0, 3 * width, 3):
            if any(abs(row_a[x + k] - row_b[x + k]) > 48 for k in range(3)):
                differ += 1
    return differ / (width * height)


def main():
    if not shutil.which("rsvg-convert"):
        print("skipped: there is no rsvg-convert here; install librsvg2-bin to draw SVG a second time.")
        return SKIPPED
    program, faults = os.path.abspath(sys.argv[1]), 0
    with tempfile.TemporaryDirectory() as folder:
        for slug in SCENES:
            for theme in ("dark", "light"):
                svg, own, second = (os.path.join(folder, name) for name in ("a.svg", "a.png", "b.png"))
                for file in (svg, own):
                    subprocess.run([program, "shot", "step", slug, "--step", "30", "--alone", "--theme", theme, "--size",
                                    "1000x640", "-o", file], check=True)
                subprocess.run(["rsvg-convert", svg, "-o", second], check=True)
                with open(own, "rb") as a, open(second, "rb") as b:
                    share = share_that_differs(a.read(), b.read())
                print(f"{slug}, {theme}: {100 * share:.2f} % of the pixels differ")
                faults += share >= MOST
    print(f"{faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
