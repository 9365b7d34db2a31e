// Whole programs as courses hand them out: each is opened with nothing but its file and run once with the
// machine that `upsweep run` has by default.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "core/array.h"
#include "core/error.h"
#include "emulator/emulator.h"
#include "emulator/findings/finding_table.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "emulator/whole_program.h"
#include "programs/fill.h"
#include "programs/user_program.h"

namespace upsweep::programs {
namespace {

using Numbers = std::vector<double>;

/// What a parameter's buffer holds after the program's first launch, number by number.
struct Known {
    std::string parameter;
    size_t count;
    std::function<double(size_t)> number;
};

Known same(const std::string& parameter, size_t count, double number) {
    return {parameter, count, [number](size_t) { return number; }};
}

double blurred(size_t at) {
    const int w = 48, h = 32, col = int(at) % w, row = int(at) / w;
    int sum = 0, pixels = 0;
    for (int y = std::max(row - 1, 0); y <= std::min(row + 1, h - 1); ++y)
        for (int x = std::max(col - 1, 0); x <= std::min(col + 1, w - 1); ++x, ++pixels)
            sum += (x / 8 + y / 8) % 2 != 0 ? 255 : 0;
    return sum / pixels;
}

double tiled_product(size_t at) {
    const size_t row = at / 40, col = at % 40;
    double sum = 0;
    for (size_t k = 0; k < 30; ++k) sum += double((row * 30 + k) % 7) * (double((k * 40 + col) % 5) - 2);
    return sum;
}

double convolved(size_t i) {
    const double mask[] = {1, 2, 4, 2, 1};
    double sum = 0;
    for (int j = 0; j < 5; ++j) {
        const int from = int(i) - 2 + j;
        if (from >= 0 && from < 200) sum += from * mask[j];
    }
    return sum;
}

/// After the four steps that the program makes.
double heated(size_t at) {
    constexpr int nx = 16, ny = 12, nz = 10;
    static const std::vector<float> last = [] {
        std::vector<float> in(nx * ny * nz);
        in[(5 * ny + 6) * nx + 8] = 1000.0F;
        for (int step = 0; step < 4; ++step) {
            std::vector<float> out = in;
            for (int z = 1; z < nz - 1; ++z)
                for (int y = 1; y < ny - 1; ++y)
                    for (int x = 1; x < nx - 1; ++x) {
                        const int i = (z * ny + y) * nx + x;
                        const auto from = [&](int apart) { return in[i + apart]; };
                        out[i] = from(0) + 0.1F * (from(-1) + from(1) + from(-nx) + from(nx) +
                                                   from(-nx * ny) + from(nx * ny) - 6.0F * from(0));
                    }
            in = out;
        }
        return in;
    }();
    return last[at];
}

/// After ten passes.
double relaxed(size_t at) {
    constexpr size_t n = 32;
    static const std::vector<double> last = [] {
        std::vector<double> u(n * n);
        std::fill_n(u.begin(), n, 100.0);
        for (int pass = 0; pass < 10; ++pass) {
            std::vector<double> next = u;
            for (size_t y = 1; y + 1 < n; ++y)
                for (size_t x = 1; x + 1 < n; ++x) {
                    const size_t i = y * n + x;
                    next[i] = 0.25 * (u[i - 1] + u[i + 1] + u[i - n] + u[i + n]);
                }
            u = next;
        }
        return u;
    }();
    return last[at];
}

double as_double(size_t i) { return double(i); }

const std::map<std::string, Known>& known_results() {
    static const std::map<std::string, Known> all = {
        {"array_of_structs", {"d_particles", 500, [](size_t i) { return i % 5 == 2 ? 1.0 : NAN; }}},
        {"atomic_max_float", same("d_max", 1, 1008)},
        {"binary_search", {"where", 100, [](size_t i) { return i % 5 == 0 ? 7.0 * as_double(i) / 5 : -1; }}},
        {"color_to_grey",
         {"greyImage", 1500,
          [](size_t i) {
              const auto r = float(i % 256), g = float(i * 3 % 256);
              return std::floor(double(.299F * r + .587F * g + .114F * 128));
          }}},
        {"compact", {"dst", 99, [](size_t i) { return 3.0 * as_double(i + 1); }}},
        {"convolution_2d_tiled",
         {"output", 1200,
          [](size_t i) {
              const int x = int(i) % 40, y = int(i) / 40;
              const auto inside = [](int at, int size) {
                  return std::min(at + 2, size - 1) - std::max(at - 2, 0) + 1;
              };
              return 2.0 * inside(x, 40) * inside(y, 30);
          }}},
        {"convolution_constant", {"P", 200, convolved}},
        {"cooperative_groups_sum", same("sum", 1, 2048)},
        {"cooperative_groups_tiles", {"out", 5, [](size_t i) { return i == 0 ? 2016.0 : 120.0; }}},
        {"count_words", same("words", 1, 15)},
        {"device_variables", {"out", 32, [](size_t i) { return as_double(i % 8) * as_double(i % 8); }}},
        {"dynamic_shared", {"d", 64, [](size_t i) { return 63 - as_double(i); }}},
        {"functors", {"out", 100, [](size_t i) { return as_double(i) * as_double(i); }}},
        {"graph_bfs", {"d_level", 63, [](size_t i) { return std::floor(std::log2(as_double(i + 1))); }}},
        {"heat_3d", {"d_a", 16 * 12 * 10, heated}},
        {"helper_cuda_sample", same("g_data", 16 * 1024, 26)},
        {"histogram_shared", same("bins", 64, 100)},
        {"image_blur", {"out", 48 * 32, blurred}},
        {"kmeans",
         {"d_clust_assn", 256,
          [](size_t i) {
              const double x = as_double(i % 40);
              return x <= 5 ? 0 : x <= 15 ? 1 : x <= 25 ? 2 : 3.0;
          }}},
        {"matmul_struct",
         {"C.elements", 32 * 24,
          [](size_t i) { return 16.0 * as_double(i / 24 % 3) * as_double(i % 24 % 2); }}},
        {"matmul_tiled", {"C", 2000, tiled_product}},
        {"matrix_add", {"c", 48 * 72, [](size_t i) { return as_double(i % 72) + 100 * as_double(i / 72); }}},
        {"matvec", {"y", 20, [](size_t i) { return 100 * as_double(i); }}},
        {"memcpy_2d_pitch",
         {"devPtr", 20 * 128,
          [](size_t i) {
              const size_t x = i % 128, y = i / 128;
              return x < 50 ? 0.25 * as_double((y * 50 + x) % 8) + 1.5 : NAN;
          }}},
        {"odd_even_sort", {"data", 64, [](size_t i) { return as_double(i + 1); }}},
        {"prime_sieve",
         {"composite", 501,
          [](size_t i) {
              for (size_t p = 2; p * p <= i; ++p)
                  if (i % p == 0) return 1.0;
              return 0.0;
          }}},
        {"reduce_seven_steps",
         {"g_odata", 8,
          [](size_t i) {
              double sum = 0;
              for (size_t k = 0; k < 128; ++k) sum += as_double((i * 128 + k) & 255);
              return sum;
          }}},
        {"reduce_shuffle", same("out", 1, 2999.0 * 3000 / 2)},
        {"reduce_two_passes", same("d_sum", 1, 15000)},
        {"saxpy", same("y", 20 * 1024, 4)},
        {"scan_block_sums",
         {"d_out", 1000, [](size_t i) { return as_double(i / 4 * 6 + i % 4 * (i % 4 + 1) / 2); }}},
        {"scan_double_buffer", {"g_odata", 128, [](size_t i) { return as_double(i * (i + 1) / 2); }}},
        {"scan_naive", {"Y", 64, [](size_t i) { return as_double(i + 1); }}},
        {"scan_work_efficient", {"g_odata", 256, [](size_t i) { return 2 * as_double(i); }}},
        {"sobel", {"out", 64 * 48, [](size_t i) { return i % 64 == 31 || i % 64 == 32 ? 255.0 : 0.0; }}},
        {"spmv_csr", {"y", 100, [](size_t i) { return i == 0    ? -1.0
                                                      : i == 99 ? 100.0
                                                                : 0.0; }}},
        {"stencil_1d", same("out", 512, 7)},
        {"stencil_2d", {"d_u", 1024, relaxed}},
        {"templates", {"y", 777, [](size_t i) { return 2 * as_double(i) + 3; }}},
        {"transpose_naive", {"odata", 960, [](size_t i) { return as_double(i % 24 * 40 + i / 24); }}},
        {"transpose_padded", {"out", 1500, [](size_t i) { return as_double(i % 30 * 50 + i / 30); }}},
        {"transpose_shared", {"odata", 4096, [](size_t i) { return as_double(i % 64 * 64 + i / 64); }}},
        {"vector_add", {"C", 1000, [](size_t i) { return 3 * as_double(i); }}},
        {"vector_add_managed", same("y", 1 << 20, 3)},
        {"vector_add_streams", {"c", 512, [](size_t) { return 2048.0; }}},
    };
    return all;
}

emulator::RunOptions course_options() {
    emulator::RunOptions options;
    options.gpu.lanes = options.gpu.banks = 32;
    options.gpu.multiprocessors = options.gpu.resident_blocks = 2;
    options.record = false;
    return options;
}

/// What is wrong with the run; empty if nothing is.
std::string complaint_of(const std::string& name) {
    UserProgram program;
    program.file = std::string(UPSWEEP_COURSE_PROGRAMS) + "/" + name + ".cu";
    emulator::Compiler compiler(sources_of(program));
    const emulator::RunOptions options = course_options();
    const OpenedProgram opened = open_program(program, compiler, MissingArguments::refuse, options);
    if (opened.whole == nullptr) return "does not run whole";
    if (!opened.whole->host.ended.empty()) return opened.whole->host.ended;
    const emulator::Trace trace = run(opened, compiler, options);
    if (!trace.complete) return "does not run to its end";
    for (const emulator::Finding& finding : trace.findings)
        if (finding.severity == emulator::Severity::fault) return sentence_of(trace, finding);
    if (!opened.never_set.empty()) return opened.never_set[0] + " is never set";
    const auto known = known_results().find(name);
    if (known == known_results().end()) return {};
    const Known& result = known->second;
    for (size_t p = 0; p < opened.signature.parameters.size(); ++p) {
        const Parameter& parameter = opened.signature.parameters[p];
        if (parameter.name != result.parameter || opened.prepared.buffer_of[p] < 0) continue;
        const auto buffer = size_t(opened.prepared.buffer_of[p]);
        const std::vector<Cell> cells =
            cells_of(parameter, seen_by(opened.prepared, p, trace.buffers[buffer]));
        if (cells.size() < result.count)
            return result.parameter + " has " + std::to_string(cells.size()) + " numbers";
        for (size_t i = 0; i < result.count; ++i) {
            const double is = bits_to_number(cells[i].type, cells[i].bits), expected = result.number(i);
            if (!std::isnan(expected) && is != expected)
                return result.parameter + "[" + std::to_string(i) + "] is " + std::to_string(is) +
                       " and should be " + std::to_string(expected);
        }
        return {};
    }
    return "there is no parameter " + result.parameter;
}

TEST(Course, ProgramsRunWithNothingButTheirFile) {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(UPSWEEP_COURSE_PROGRAMS))
        if (entry.path().extension() == ".cu") names.insert(entry.path().stem().string());
    ASSERT_GE(names.size(), 60U);
    size_t good = 0;
    for (const std::string& name : names) {
        std::string complaint;
        try {
            complaint = complaint_of(name);
        } catch (const emulator::CompileError& error) {
            complaint = to_string(error.diagnostics().front());
        } catch (const Error& error) {
            complaint = error.what();
        }
        good += complaint.empty() ? 1 : 0;
        EXPECT_EQ(complaint, "") << name;
    }
    EXPECT_EQ(good, names.size());
    RecordProperty("programs", int(names.size()));
    RecordProperty("run", int(good));
    std::printf("%zu of %zu programs run with nothing but their file\n", good, names.size());
}

/// Texts with characters put in and taken out anywhere: they run, or a sentence says why not.
TEST(Course, DamagedProgramsRunOrAreRefused) {
    std::mt19937 random(11);
    const std::string marks = "(){}[]<>;,*&\"'=+-/%:?.#\\ a1";
    for (const auto& entry : std::filesystem::directory_iterator(UPSWEEP_COURSE_PROGRAMS)) {
        // A million elements would be set again and again.
        if (entry.path().extension() != ".cu" || entry.path().stem() == "vector_add_managed") continue;
        std::ifstream file(entry.path());
        const std::string whole{std::istreambuf_iterator<char>(file), {}};
        for (int trial = 0; trial < 4; ++trial) {
            std::string text = whole;
            for (unsigned damage = 0; damage <= random() % 5; ++damage) {
                const size_t at = random() % text.size();
                if (random() % 2 == 0)
                    text[at] = marks[random() % marks.size()];
                else
                    text.erase(at, random() % 12);
            }
            UserProgram program;
            program.file = untitled;
            emulator::Compiler compiler(sources_of(program, {{untitled, text}}));
            emulator::RunOptions options = course_options();
            options.limits.steps = 2000;
            try {
                open_program(program, compiler, MissingArguments::guess, options);
            } catch (const Error& error) {
                EXPECT_NE(std::string(error.what()), "") << entry.path();
            }
        }
    }
}

}  // namespace
}  // namespace upsweep::programs
