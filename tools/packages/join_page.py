"""Joins the page, its script, and the program (JavaScript and WebAssembly, compressed) to one HTML file.

usage: join_page.py FOLDER PROGRAM OUT     FOLDER has page.html, page.js and inflate.js; PROGRAM.js and PROGRAM.wasm are the program
"""
import base64
import pathlib
import struct
import sys
import zlib


def main():
    folder, program, out = map(pathlib.Path, sys.argv[1:])
    glue = program.with_suffix(".js").read_bytes()
    module = program.with_suffix(".wasm").read_bytes()
    packer = zlib.compressobj(9, wbits=31)
    packed = packer.compress(struct.pack("<I", len(glue)) + glue + module) + packer.flush()
    text = (folder / "page.html").read_text("utf-8")
    for name in ("page.js", "inflate.js"):
        text = text.replace(f"/*{name}*/", (folder / name).read_text("utf-8"))
    out.write_text(text.replace("/*packed*/", base64.b64encode(packed).decode()), "utf-8")


main()
