"""The notebooks of examples/, each run from the first cell to the last. Needs nbclient, ipykernel and matplotlib."""

import os
import tempfile
import unittest
from pathlib import Path

try:
    import nbformat
    from nbclient import NotebookClient
except ImportError:
    nbformat = None

ROOT = Path(__file__).resolve().parents[2]


def run(name, change=lambda text: text):
    """The outputs of the cells, as text; `change` may edit the cells first."""
    notebook = nbformat.read(ROOT / "examples" / f"{name}.ipynb", as_version=4)
    for cell in notebook.cells:
        cell.source = change(cell.source)
    with tempfile.TemporaryDirectory() as folder:
        NotebookClient(notebook, timeout=300, resources={"metadata": {"path": folder}}).execute()
    kept = os.environ.get("UPSWEEP_NOTEBOOKS")
    if kept:
        nbformat.write(notebook, Path(kept) / f"{name}.ipynb")
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    text = "".join(output.get("text", "") + output.get("data", {}).get("text/plain", "") for output in outputs)
    return text, {kind for output in outputs for kind in output.get("data", {})}


@unittest.skipIf(nbformat is None, "nbclient is not installed")
class Notebooks(unittest.TestCase):
    def test_the_lesson(self):
        text, kinds = run("work-efficient-scan")
        self.assertIn("[ 0  3  4 11 11 15 16 22] 14 additions", text)
        self.assertIn("text/html", kinds)

    def test_the_homework_is_marked(self):
        text, _ = run("homework-way-down")
        self.assertIn("Not yet", text)
        solution = (ROOT / "lessons/exercises/way-down/solution.cu").read_text(encoding="utf-8")
        text, _ = run("homework-way-down",
                      lambda cell: "%%writefile way-down.cu\n" + solution if cell.startswith("%%writefile") else cell)
        self.assertIn("Passed.", text)
        self.assertIn("[ 0  3  4 11 11 15 16 22]", text)

    def test_the_picture(self):
        text, kinds = run("picture")
        self.assertIn("image/png", kinds)
        self.assertIn("1056000 by four entries, 1056000 pixel by pixel", text)

    def test_what_is_measured_is_saved_and_plotted(self):
        text, kinds = run("measure")
        self.assertIn("ms", text)
        self.assertIn("image/png", kinds)


if __name__ == "__main__":
    unittest.main()
