"""What python -m upsweep.race does without a GPU: rows, recordings and refusals."""

import contextlib
import io
import unittest

from upsweep import race


class Race(unittest.TestCase):
    def refused(self, *arguments):
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            self.assertEqual(race.main(["bugetti", *arguments]), 1)
        self.assertEqual(said.getvalue().count("\n"), 1)
        return said.getvalue()

    def test_mistakes_are_one_sentence(self):
        self.assertIn("“cupy” is no package of --with", self.refused("--with", "cupy"))
        self.assertIn("--sizes 12,x has to be whole numbers", self.refused("--sizes", "12,x"))
        self.assertIn("has no kernel files", self.refused("--kernels", "/nowhere"))

    def test_rows_take_the_place_of_those_of_their_cell(self):
        slow = race.row_of("pycuda", 512, 256, 8, [2.0, 2.0, 3.0])
        fast = race.row_of("pycuda", 512, 256, 8, [1.0, 1.0, 2.0])
        other = race.row_of("pycuda", 512, 512, 8, [1.0, 1.0, 2.0])
        recording = race.added(race.added({}, "GPU", [slow, other], "it"), "GPU", [fast], "it")
        self.assertEqual([row["median_ms"] for row in recording["rows"]], [1.0, 1.0])
        self.assertEqual(recording["rows"][0]["options"], {"section": 512})
        self.assertNotIn("options", recording["rows"][1])
        with self.assertRaises(race.Failure):
            race.added(recording, "another GPU", [fast], "it")

    def test_a_row_says_how_far_its_times_spread(self):
        row = race.row_of("numba", 1024, 256, 16, [float(one) for one in range(1, 22)])
        self.assertEqual((row["low_ms"], row["median_ms"], row["high_ms"]), (2.0, 11.0, 20.0))
        self.assertEqual(row["on"], "gpu+numba")


if __name__ == "__main__":
    unittest.main()
