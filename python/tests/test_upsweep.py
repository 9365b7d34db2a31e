"""What the package promises. Run: python3 -m unittest discover python/tests (UPSWEEP_LIBRARY names the library)."""

import os
import signal
import threading
import time
import unittest

import numpy

import upsweep

ADD = """__global__ void add(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += 2 * x[i];
}"""
SCAN = """__global__ void shift(int* a) {
    __shared__ int s[8];
    s[threadIdx.x] = a[threadIdx.x];
    a[threadIdx.x] = s[(threadIdx.x + 1) % 8];
}"""


class Runs(unittest.TestCase):
    def refused(self, beginning, *arguments, **options):
        with self.assertRaises(upsweep.UpsweepError) as caught:
            upsweep.run(*arguments, **options)
        self.assertIn(beginning, str(caught.exception))
        self.assertNotIn("\n", str(caught.exception).strip())

    def test_results_are_written_back(self):
        x, y = numpy.arange(10, dtype="f4"), numpy.ones(10, "f4")
        result = upsweep.run(ADD, 3, 4, x, y, 10)
        numpy.testing.assert_array_equal(y, 1 + 2 * x)
        numpy.testing.assert_array_equal(x, numpy.arange(10))
        self.assertEqual(result.faults, [])
        self.assertTrue(result.complete)
        numpy.testing.assert_array_equal(result.buffer("y"), y)

    def test_every_shape_and_stride_is_written_back(self):
        whole = numpy.zeros((6, 8), "f4")
        part = whole[::2, ::2]
        upsweep.run(ADD, 3, 4, numpy.arange(12, dtype="f4").reshape(3, 4), part, 12)
        numpy.testing.assert_array_equal(part, 2 * numpy.arange(12).reshape(3, 4))
        self.assertEqual(whole[1::2].sum(), 0)

    def test_a_race_is_found_with_its_line(self):
        result = upsweep.run(SCAN, 1, 8, numpy.arange(8, dtype="i4"), lanes=4)
        self.assertIn("race", [finding.kind for finding in result.findings])
        self.assertTrue(all(1 <= finding.line <= 5 for finding in result.findings))
        self.assertIn("untitled.cu:", repr(result))

    def test_what_is_printed(self):
        text = '__global__ void k() { printf("%d\\n", threadIdx.x); }'
        self.assertEqual(upsweep.run(text, 1, 3).printed, "0\n1\n2\n")

    def test_templates_macros_and_variables(self):
        text = """__constant__ int weights[2];
        template <typename T> __global__ void k(T* a) { a[threadIdx.x] = weights[threadIdx.x] + N; }"""
        a = numpy.zeros(2, "i4")
        upsweep.run(text, 1, 2, a, template=["int"], define={"N": 5}, set={"weights": [3, 4]})
        self.assertEqual(a.tolist(), [8, 9])

    def test_mistakes_are_one_sentence(self):
        y = numpy.zeros(4, "f4")
        self.refused("f64", ADD, 1, 4, numpy.zeros(4), y, 4)
        self.refused("argument", ADD, 1, 4, y)
        self.refused("elements of complex64", ADD, 1, 4, y.astype("c8"), y, 4)
        self.refused("no elements", ADD, 1, 4, y[:0], y, 4)
        self.refused("read-only", ADD, 1, 4, numpy.ones(4, "f4"), numpy.broadcast_to(numpy.float32(1), (4,)), 4)
        self.refused("takes it once", ADD, 1, 4, y, y, 4)
        self.refused("list", ADD, 1, 4, y.tolist(), y, 4)
        self.refused("grid", ADD, "two", 4, y, y.copy(), 4)
        self.refused("grid", ADD, 1 << 40, 4, y, y.copy(), 4)
        self.refused("does not take", ADD, 1, 4, y, y.copy(), 4, lines=4)
        self.refused("Cannot read", "no-such-file.cu", 1, 1)
        self.refused("", "__global__ void k( {", 1, 1)

    def test_fields_of_one_type_are_a_vector(self):
        pairs = numpy.zeros(4, [("x", "f4"), ("y", "f4")])
        upsweep.run("__global__ void k(float2* p) { p[threadIdx.x].y = threadIdx.x; }", 1, 4, pairs)
        self.assertEqual(pairs["y"].tolist(), [0, 1, 2, 3])

    def test_many_calls_keep_nothing(self):
        def pages():
            with open("/proc/self/statm") as file:
                return int(file.read().split()[1])

        x, y = numpy.ones(8, "f4"), numpy.ones(8, "f4")
        for _ in range(200):
            upsweep.run(ADD, 2, 4, x, y, 8)
        before = pages()
        for _ in range(int(os.environ.get("UPSWEEP_CALLS", "400"))):
            upsweep.run(ADD, 2, 4, x, y, 8)
        self.assertLess(pages() - before, 2048)

    def test_ctrl_c_stops_a_run(self):
        endless = "__global__ void k(int* a) { for (int i = 0;; ++i) a[0] = i; }"
        ticks = []
        other = threading.Thread(target=lambda: [ticks.append(time.sleep(0.01)) for _ in range(20)])
        other.start()
        threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            upsweep.run(endless, 1, 1, numpy.zeros(1, "i4"), max_steps=1 << 39, max_memory=1 << 40)
        other.join()
        self.assertEqual(len(ticks), 20)


class Scenes(unittest.TestCase):
    def test_a_catalog_scene(self):
        result = upsweep.step("scan_blelloch", n=8, input=[3, 1, 7, 0, 4, 1, 6, 3], padding=1)
        self.assertEqual(result.buffer("result").tolist()[-1], 19)
        self.assertEqual(result.at(result.step_count)["step"], result.step_count)
        self.assertTrue(result.svg(5).startswith("<svg"))
        self.assertIn("</html>", result.page())
        self.assertIn("text/html", result._repr_mimebundle_())

    def test_the_catalog_is_listed(self):
        self.assertIn("scan_blelloch", [entry["slug"] for entry in upsweep.catalog()])

    def test_an_unknown_algorithm_is_one_sentence(self):
        with self.assertRaises(upsweep.UpsweepError):
            upsweep.step("scan_bleloch", n=8)

    def test_an_exercise_is_marked(self):
        marks = upsweep.mark("way-down", "int x;")
        self.assertFalse(marks)
        self.assertTrue(marks.rules)


class Pictures(unittest.TestCase):
    def test_integral(self):
        picture = numpy.random.default_rng(1).integers(0, 256, (20, 33), dtype=numpy.uint8)
        numpy.testing.assert_array_equal(upsweep.integral(picture), picture.cumsum(0, dtype="u4").cumsum(1, dtype="u4"))
        self.assertEqual(upsweep.integral(picture, "padded").shape, (21, 34))
        self.assertEqual(upsweep.integral(picture[:1]).shape, (1, 33))
        with self.assertRaises(upsweep.UpsweepError):
            upsweep.integral(picture[0])
        with self.assertRaises(upsweep.UpsweepError):
            upsweep.integral(picture, "inclusiv")

    def test_blur(self):
        picture = numpy.full((9, 9), 100, numpy.uint8)
        picture[4, 4] = 190
        self.assertEqual(upsweep.blur(picture, 1)[4, 4], 110)
        self.assertEqual(upsweep.blur(picture, 0).tolist(), picture.tolist())


if __name__ == "__main__":
    unittest.main()
