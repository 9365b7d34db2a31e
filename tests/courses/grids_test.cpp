// One thread an element: vectors, matrices, pictures, small worlds.
#include <algorithm>
#include <array>
#include <cmath>

#include "courses/helpers/course.h"

namespace upsweep::courses {
namespace {

size_t at(int x, int y, int width) { return size_t(y * width + x); }

TEST(Vectors, AddAndSaxpy) {
    for (const CourseRun& run : run_everywhere({.file = "vector_add.cu",
                                .kernel = "addVectors",
                                .grid = "3",
                                .block = "32",
                                .arguments = {"iota:70", "random:70", "zeros:70", "70"}}))
        for (size_t i = 0; i < 70; ++i)
            EXPECT_EQ(run.after[2][i], run.before[0][i] + run.before[1][i]) << run.machine;
    for (const CourseRun& run : run_everywhere({.file = "saxpy.cu",
                                .kernel = "saxpy",
                                .grid = "2",
                                .block = "16",
                                .arguments = {"70", "2.5", "iota:70", "iota:70:3"}}))
        for (size_t i = 0; i < 70; ++i)
            EXPECT_EQ(run.after[3][i], 2.5 * run.before[2][i] + run.before[3][i]) << run.machine;
}

TEST(Matrices, Multiply) {
    constexpr int n = 10;
    for (const char* kernel : {"multiplyNaive", "multiplyTiled"})
        for (const CourseRun& run : run_everywhere({.file = "matrix_multiply.cu",
                                    .kernel = kernel,
                                    .grid = "3,3",
                                    .block = "4,4",
                                    .arguments = {"iota:100", "iota:100:-50", "zeros:100", "10"}}))
            for (int y = 0; y < n; ++y)
                for (int x = 0; x < n; ++x) {
                    double sum = 0;
                    for (int k = 0; k < n; ++k)
                        sum += run.before[0][at(k, y, n)] * run.before[1][at(x, k, n)];
                    ASSERT_EQ(run.after[2][at(x, y, n)], sum) << kernel << " " << run.machine;
                }
}

TEST(Matrices, Transpose) {
    constexpr int width = 19, height = 10;
    for (const char* kernel : {"transposeNaive", "transposePadded"})
        for (const CourseRun& run : run_everywhere({.file = "transpose.cu",
                                    .kernel = kernel,
                                    .grid = "3,2",
                                    .block = "8,2",
                                    .arguments = {"zeros:190", "iota:190", "19", "10"}}))
            for (int y = 0; y < height; ++y)
                for (int x = 0; x < width; ++x)
                    ASSERT_EQ(run.after[0][at(y, x, height)], run.before[1][at(x, y, width)])
                        << kernel << " " << run.machine;
    for (const CourseRun& run : run_everywhere({.file = "transpose.cu",
                                .kernel = "transposeInPlace",
                                .grid = "2,2",
                                .block = "8,8",
                                .arguments = {"iota:169", "13"}}))
        for (int y = 0; y < 13; ++y)
            for (int x = 0; x < 13; ++x)
                ASSERT_EQ(run.after[0][at(x, y, 13)], run.before[0][at(y, x, 13)]) << run.machine;
}

TEST(Stencils, LineAndPlate) {
    for (const CourseRun& run : run_everywhere({.file = "stencil.cu",
                                .kernel = "sumOfSeven",
                                .grid = "4",
                                .block = "16",
                                .arguments = {"random:70", "zeros:64"}}))
        for (size_t i = 0; i < 64; ++i) {
            double sum = 0;
            for (size_t k = 0; k < 7; ++k) sum += run.before[0][i + k];
            ASSERT_EQ(run.after[1][i], sum) << run.machine;
        }
    for (const CourseRun& run : run_everywhere({.file = "stencil.cu",
                                .kernel = "heat",
                                .grid = "3,2",
                                .block = "4,4",
                                .arguments = {"iota:88", "zeros:88", "11", "8", "0.25"}}))
        // Rows of equal steps are in balance.
        EXPECT_EQ(run.after[1], run.before[0]) << run.machine;
}

TEST(Pictures, Convolve) {
    constexpr std::array<double, 5> mask = {1, 4, 6, 4, 1};
    for (const char* kernel : {"convolveNaive", "convolveTiled"})
        for (const CourseRun& run : run_everywhere({.file = "convolution.cu",
                                    .kernel = kernel,
                                    .grid = "4",
                                    .block = "16",
                                    .arguments = {"iota:60:5", "zeros:60", "5", "60"}}))
            for (int i = 0; i < 60; ++i) {
                double sum = 0;
                for (int k = 0; k < 5; ++k)
                    if (i + k >= 2 && i + k < 62) sum += run.before[0][i + k - 2] * mask[k];
                ASSERT_EQ(run.after[1][i], sum) << kernel << " " << i << " " << run.machine;
            }
    constexpr int width = 13, height = 11;
    for (const CourseRun& run : run_everywhere({.file = "convolution.cu",
                                .kernel = "blur",
                                .grid = "2,2",
                                .block = "8,8",
                                .arguments = {"random:143", "zeros:143", "13", "11"}}))
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                int sum = 0;
                for (int dy = -2; dy <= 2; ++dy)
                    for (int dx = -2; dx <= 2; ++dx)
                        sum += int(run.before[0][at(std::clamp(x + dx, 0, width - 1),
                                                    std::clamp(y + dy, 0, height - 1), width)]);
                ASSERT_EQ(run.after[1][at(x, y, width)], sum / 25) << run.machine;
            }
}

TEST(Pictures, JuliaSet) {
    constexpr int size = 12;
    for (const CourseRun& run : run_everywhere({.file = "fractal.cu",
                                .kernel = "paint",
                                .grid = "12,12",
                                .block = "1",
                                .arguments = {"zeros:576", "12"}}))
        for (int y = 0; y < size; ++y)
            for (int x = 0; x < size; ++x) {
                float r = 1.5f * float(size / 2 - x) / (size / 2);
                float i = 1.5f * float(size / 2 - y) / (size / 2);
                int steps = 0;
                for (; steps < 50; ++steps) {
                    const float next = r * r - i * i + -0.8f;
                    i = i * r + r * i + 0.156f;
                    r = next;
                    if (r * r + i * i > 1000) break;
                }
                ASSERT_EQ(run.after[0][4 * at(x, y, size)], 5 * steps % 256) << run.machine;
                ASSERT_EQ(run.after[0][4 * at(x, y, size) + 3], 255) << run.machine;
            }
}

TEST(Worlds, LifeGoesOn) {
    // A glider on a torus.
    for (const CourseRun& run :
         run_everywhere({.file = "simulation.cu",
         .kernel = "gameOfLife",
         .grid = "2,2",
         .block = "4,4",
         .arguments = {"values:0,1,0,0,0,0,0,0,1,0,0,0,1,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0", "unset:30", "6",
                       "5"}}))
        EXPECT_EQ(run.after[1], (Numbers{0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 1,
                                         0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}))
            << run.machine;
}

TEST(Worlds, BodiesPull) {
    for (const CourseRun& run : run_everywhere({.file = "simulation.cu",
                                .kernel = "forces",
                                .grid = "2",
                                .block = "8",
                                .arguments = {"random:64", "zeros:64", "16"},
                                .shared = 128})) {
        const Numbers& x = run.before[0];
        for (size_t i = 0; i < 16; ++i) {
            float force = 0;
            for (size_t j = 0; j < 16; ++j) {
                float r[3], square = 0;
                for (size_t k = 0; k < 3; ++k) r[k] = float(x[4 * j + k]) - float(x[4 * i + k]);
                square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + 0.01f;
                force += r[0] * (float(x[4 * j + 3]) * (1.0f / std::sqrt(square * square * square)));
            }
            ASSERT_EQ(run.after[1][4 * i], force) << run.machine;
        }
    }
}

TEST(Worlds, RaysMeetTheNearestSphere) {
    for (const CourseRun& run : run_everywhere({.file = "simulation.cu",
                                .kernel = "raytrace",
                                .grid = "4,4",
                                .block = "4,4",
                                .arguments = {"zeros:256", "16"}})) {
        EXPECT_EQ(run.after[0][at(6, 8, 16)], 1) << run.machine;   // straight at the red one
        EXPECT_EQ(run.after[0][at(11, 9, 16)], 0) << run.machine;  // the green one
        EXPECT_EQ(run.after[0][at(8, 5, 16)], 0.25) << run.machine;
        EXPECT_EQ(run.after[0][at(15, 0, 16)], 0) << run.machine;  // nothing
    }
}

TEST(Worlds, RandomPointsGivePi) {
    uint32_t expected = 0;
    for (uint32_t thread = 0; thread < 64; ++thread) {
        uint32_t state = thread * 747796405u + 2891336453u;
        for (int i = 0; i < 20; ++i) {
            state = state * 1664525u + 1013904223u;
            const float x = float(state >> 8) * (1.0f / 16777216.0f);
            state = state * 1664525u + 1013904223u;
            const float y = float(state >> 8) * (1.0f / 16777216.0f);
            if (x * x + y * y < 1.0f) ++expected;
        }
    }
    for (const CourseRun& run : run_everywhere({.file = "simulation.cu",
                                .kernel = "estimatePi",
                                .grid = "2",
                                .block = "32",
                                .arguments = {"zeros:1", "20"}}))
        EXPECT_EQ(run.after[0][0], expected) << run.machine;
}

}  // namespace
}  // namespace upsweep::courses
