"""What the package promises. Run: python3 -m unittest discover python/tests (UPSWEEP_LIBRARY names the library)."""

import json
import os
import signal
import subprocess
import tempfile
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
        time.sleep(0.1)
        used = time.process_time()
        time.sleep(0.3)
        self.assertLess(time.process_time() - used, 0.1)


class Scenes(unittest.TestCase):
    def test_a_catalog_scene(self):
        result = upsweep.step("scan_blelloch", n=8, input=[3, 1, 7, 0, 4, 1, 6, 3], padding=1)
        self.assertEqual(result.buffer("result").tolist()[-1], 22)
        self.assertEqual(result.at(result.step_count)["step"], result.step_count)
        self.assertTrue(result.svg(5).startswith("<svg"))
        self.assertIn("</html>", result.page())
        self.assertIn("text/html", result._repr_mimebundle_())

    def test_the_catalog_is_listed(self):
        self.assertIn("scan_blelloch", [entry["algorithm"] for entry in upsweep.catalog()])

    def test_an_unknown_algorithm_is_one_sentence(self):
        with self.assertRaises(upsweep.UpsweepError):
            upsweep.step("scan_bleloch", n=8)

    def test_an_exercise_is_marked(self):
        marks = upsweep.mark("way-down", "int x;")
        self.assertFalse(marks)
        self.assertTrue(marks.rules)


@unittest.skipUnless(os.environ.get("UPSWEEP_PROGRAM"), "UPSWEEP_PROGRAM does not name the program to compare with")
class CommandLine(unittest.TestCase):
    def test_every_scene_is_what_the_command_prints(self):
        program = os.environ["UPSWEEP_PROGRAM"]
        for slug in [entry["algorithm"] for entry in upsweep.catalog()]:
            with self.subTest(slug):
                told = subprocess.run([program, "step", slug, "--json"], capture_output=True, text=True, encoding="utf-8")
                self.assertEqual(told.returncode, 0, told.stderr)
                told, run = json.loads(told.stdout), upsweep.step(slug)
                self.assertEqual(run.counts, told["counts"])
                self.assertEqual([finding.details for finding in run.findings], told["findings"])


class Times(unittest.TestCase):
    def test_why(self):
        answer = upsweep.why("scan_blelloch", n=1 << 16)
        self.assertGreater(answer.predicted_s, 0)
        self.assertTrue(answer.causes)
        self.assertIn(answer.headline, repr(answer))
        program = ADD + """
        #include <vector>
        int main() {
            const int n = 4096;
            std::vector<float> x(n, 1), y(n, 2);
            float *dx, *dy;
            cudaMalloc(&dx, n * sizeof(float));
            cudaMalloc(&dy, n * sizeof(float));
            cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
            cudaMemcpy(dy, y.data(), n * sizeof(float), cudaMemcpyHostToDevice);
            add<<<(n + 255) / 256, 256>>>(dx, dy, n);
        }"""
        self.assertGreater(upsweep.why(program, n=1 << 16).predicted_s, 0)
        for wrong in ("no_such_scan", ADD):
            with self.assertRaises(upsweep.UpsweepError):
                upsweep.why(wrong)

    def test_bench(self):
        recording = upsweep.bench("scan_loop", [256, 1024], on="cpu", runs=3)
        self.assertEqual({row["width"] for row in recording.rows if row["algorithm"] == "scan_loop"}, {256, 1024})
        self.assertTrue(all(row["median_ms"] > 0 and row["checked"] for row in recording.rows))
        self.assertTrue(recording.svg().startswith("<svg"))
        with tempfile.TemporaryDirectory() as folder:
            recording.save(folder + "/here.json")
            self.assertEqual(upsweep.Recording.load(folder + "/here.json").rows, recording.rows)
        with self.assertRaises(upsweep.UpsweepError):
            upsweep.bench("scan_loop", "wide")
        with self.assertRaises(upsweep.UpsweepError):
            upsweep.Recording({"rows": 3}).svg()


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

    def test_histogram(self):
        picture = numpy.random.default_rng(2).integers(0, 256, (21, 34), dtype=numpy.uint8)
        tensor = upsweep.histogram(picture, 8)
        self.assertEqual(tensor.shape, (8, 21, 34))
        for bin in (0, 3, 7):
            counted = (picture // 32 == bin).cumsum(0).cumsum(1)
            numpy.testing.assert_array_equal(tensor[bin], counted)
        numpy.testing.assert_array_equal(upsweep.histogram(picture, 8, on="emulator"), tensor)
        for wrong in (picture.astype("f4"), picture[0]):
            with self.assertRaises(upsweep.UpsweepError):
                upsweep.histogram(wrong)
        with self.assertRaises(upsweep.UpsweepError):
            upsweep.histogram(picture, 257)

    def test_track(self):
        noise = numpy.random.default_rng(3).integers(0, 60, (80, 120), dtype=numpy.uint8)
        film = numpy.repeat(noise[None], 6, 0)
        for frame in range(6):
            film[frame, 30:50, 20 + 4 * frame:44 + 4 * frame] = 200 + numpy.arange(24) % 8
        followed = upsweep.track(film, (20, 30, 24, 20))
        self.assertEqual(len(followed), 5)
        for frame, each in enumerate(followed, 1):
            self.assertEqual(each.state, "found")
            self.assertLessEqual(abs(each.window[0] - 20 - 4 * frame), 2)
        with self.assertRaises(upsweep.UpsweepError):
            upsweep.track(film, (110, 30, 24, 20))
        with self.assertRaises(upsweep.UpsweepError):
            upsweep.track(film[0], (20, 30, 24, 20))

    def test_blur(self):
        picture = numpy.full((9, 9), 100, numpy.uint8)
        picture[4, 4] = 190
        self.assertEqual(upsweep.blur(picture, 1)[4, 4], 110)
        self.assertEqual(upsweep.blur(picture, 0).tolist(), picture.tolist())


if __name__ == "__main__":
    unittest.main()
