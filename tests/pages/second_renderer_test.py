"""The stage as SVG, drawn by librsvg, is the picture that the program itself draws.

usage: second_renderer_test.py UPSWEEP
"""
import os
import shutil
import subprocess
import sys
import tempfile

from browser_test import SKIPPED, share_that_differs

SCENES = ["scan_blelloch", "scan_single_pass", "transpose_tiled", "integral_image_bugetti_loop", "scan_lookback"]
MOST = 0.02


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
