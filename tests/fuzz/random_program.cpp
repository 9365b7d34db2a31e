// Random kernels from a grammar, run on the emulator: every byte chooses what comes next. Whatever comes out
// must end within its limits, the trace must play back to what the run left, and what is counted and said of
// costs must be what its accesses cost.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "core/error.h"
#include "emulator/emulator.h"
#include "emulator/helpers/costs.h"
#include "emulator/helpers/untraced.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "emulator/trace/trace_file.h"
#include "fuzz/fuzz.h"

namespace {

class Grammar {
  public:
    Grammar(const uint8_t* data, size_t size) : data_(data), size_(size) {}

    std::string kernel() {
        std::string text =
            "__device__ int helper(int a, int b) { if (a > b) return a - b; return b; }\n"
            "__constant__ const char* names[] = {\"none\", \"a\"};\n"
            "__global__ void k(int* in, int* out) {\n"
            "  const char* word = \"word\"; char text[6] = \"text\"; __shared__ char letters[8];\n"
            "  __shared__ int s[16]; int local[4] = {1, 2, 3, 4};\n"
            "  int t = threadIdx.x, a = t, b = 3, c = blockIdx.x; unsigned u = 7; float f = t * 0.5f;\n"
            "  s[t & 15] = in[t & 15];\n";
        for (int statements = 0; statements < 12 && position_ < size_; ++statements) text += statement(3);
        return text + "  out[t & 15] = a + b + c + u + (int)f + local[a & 3];\n}\n";
    }

  private:
    unsigned next(unsigned bound) { return position_ < size_ ? data_[position_++] % bound : 0; }

    std::string name() {
        static constexpr const char* names[] = {"a", "b", "c", "u"};
        return names[next(4)];
    }
    std::string place() {
        switch (next(7)) {
            case 5:
                return "text[(" + expression(1) + ") & 7]";
            case 6:
                return "letters[(" + expression(1) + ") & 7]";
            case 0:
                return "s[(" + expression(1) + ") & 15]";
            case 1:
                return "out[(" + expression(1) + ")]";
            case 2:
                return "local[(" + expression(1) + ") & 3]";
            case 3:
                return "f";
            default:
                return name();
        }
    }
    std::string expression(int depth) {
        if (depth == 0) return next(2) == 0 ? std::to_string(next(40)) : name();
        static constexpr const char* operators[] = {"+", "-", "*",  "/",  "%", "&",
                                                    "|", "^", "<<", ">>", "<", "=="};
        switch (next(14)) {
            case 12:
                return "word[" + expression(depth - 1) + " & 7]";
            case 13:
                return "\"yes\\0no\"[" + expression(depth - 1) + " & 7]";
            case 0:
                return "in[" + expression(depth - 1) + "]";
            case 1:
                return "(s[(" + expression(depth - 1) + ") & 15])";
            case 2:
                return "(" + expression(depth - 1) + " ? " + expression(depth - 1) + " : " + name() + ")";
            case 3:
                return "helper(" + expression(depth - 1) + ", " + name() + ")";
            case 4:
                return "(int)(f * " + std::to_string(next(9)) + ")";
            case 5:
                return "__shfl_xor_sync(0xffffffff, " + name() + ", " + std::to_string(next(8)) + ")";
            case 6:
                return "(-" + name() + ")";
            case 7:
                return "__nv_atomic_load_n(&out[" + expression(depth - 1) +
                       " & 15], __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE)";
            case 8:
                return "((const int2*)s)[(" + expression(depth - 1) + ") & 7].y";
            default:
                return "(" + expression(depth - 1) + " " + operators[next(12)] + " " + expression(depth - 1) +
                       ")";
        }
    }
    std::string block(int depth) { return "{ " + statement(depth) + statement(depth) + "}\n"; }
    std::string statement(int depth) {
        if (depth == 0) return name() + " += " + expression(1) + ";\n";
        switch (next(22)) {
            case 18:
                return "word = (" + expression(1) + ") ? names[" + name() + " & 1] : text;\n";
            case 19:
                return "word = (" + expression(1) + ") > 3 ? \"some\" : letters;\n";
            case 20:
                return "printf(\"%s %.3s %5d|%-6s\\n\", word, letters, " + expression(1) + ", " + name() +
                       " ? \"on\" : text);\n";
            case 21:
                return "printf(word, " + name() + ");\n";
            case 0:
                return "__syncthreads();\n";
            case 1:
                return "__syncwarp();\n";
            case 2:
                return "if (" + expression(2) + ") " + block(depth - 1);
            case 3:
                return "if (" + expression(1) + ") " + block(depth - 1) + " else " + block(depth - 1);
            case 4:
                return "for (int i = 0; i < (" + expression(1) + " & 7); ++i) " + block(depth - 1);
            case 5:
                return "while (" + name() + "-- > 0) { if (" + expression(1) + ") break; " +
                       statement(depth - 1) + "}\n";
            case 6:
                return "switch (" + expression(1) + " & 3) { case 0: " + statement(depth - 1) +
                       " case 1: " + statement(depth - 1) + " break; default: " + statement(depth - 1) +
                       "}\n";
            case 7:
                return "atomicAdd(&s[" + name() + " & 15], " + name() + ");\n";
            case 8:
                return "atomicCAS(&out[" + name() + " & 15], " + name() + ", 1);\n";
            case 9:
                return "if (" + expression(1) + ") return;\n";
            case 10:
                return "u = __ballot_sync(__activemask(), " + expression(1) + ");\n";
            case 12:
                return "__nv_atomic_store_n(&s[" + name() + " & 15], " + expression(1) +
                       ", __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_BLOCK);\n";
            case 13:
                return "((int2*)out)[" + name() + " & 7] = make_int2(" + expression(1) + ", " + name() +
                       ");\n";
            case 11:
                return "__threadfence(); f = sqrtf(f) / " + name() + ";\n";
            default:
                return place() + " " + (next(2) == 0 ? "=" : "+=") + " " + expression(2) + ";\n";
        }
    }

    const uint8_t* data_;
    size_t size_, position_ = 0;
};

upsweep::Plan plan_of(const uint8_t* data, size_t size) {
    using namespace upsweep;
    Plan plan;
    Launch launch;
    for (const char* name : {"in", "out"}) {
        const BufferId id = plan.add_buffer({name, ScalarType::i32, {16, 1}, BufferRole::data});
        launch.arguments.push_back(BufferArgument{id, 0});
    }
    launch.kernel = {"random.cu", "k", {}};
    launch.grid = {size > 0 ? 1 + data[0] % 3 : 1, 1, 1};
    launch.block = {size > 1 ? 1 + data[1] % 16 : 8, 1, 1};
    plan.input = {0};
    plan.output = {1};
    plan.operations = {{Upload{0, {0}}, 0}, {launch, 0}, {Download{{1}, 1}, 0}};
    return plan;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace upsweep;
    const std::string text = Grammar(data, std::min<size_t>(size, 400)).kernel();
    emulator::RunOptions options;
    const unsigned machine = size > 2 ? data[2] : 0;
    options.gpu.lanes = 2 << machine % 3;
    options.gpu.resident_blocks = 1 + int(machine / 3 % 2);
    options.gpu.weak_memory = (machine & 64) != 0;
    options.gpu.lanes_proceed = (machine & 128) == 0 ? emulator::LanesProceed::since_volta
                                : machine % 5 == 0   ? emulator::LanesProceed::before_volta
                                                     : emulator::LanesProceed::adversarial;
    options.gpu.schedule = emulator::parse_schedule("random", machine);
    options.limits = {1500, 64 << 20};
    Array input(ScalarType::i32, {16, 1});
    for (int64_t i = 0; i < 16; ++i) input.set_number(i, double(i * 3));
    const auto trace = std::make_shared<const emulator::Trace>(emulator::run(
        plan_of(data, size), input, [&](const std::string&) { return text; }, options));
    options.record = false;
    const emulator::Trace untraced = emulator::run(
        plan_of(data, size), input, [&](const std::string&) { return text; }, options);
    emulator::Player player(trace);
    player.seek(trace->step_count());
    const auto left = trace->buffers[1].bytes();
    const bool same = std::equal(left.begin(), left.end(), player.bytes(1).begin());
    // What was saved is sound, or it could not be opened again.
    const auto saved = emulator::encode_trace(*trace);
    std::vector<std::string> wrong;
    // Weak memory stores later, in steps of their own.
    if (!options.gpu.weak_memory) wrong = emulator::cost_differences(*trace);
    for (const std::string& one : emulator::differences_without_trace(*trace, untraced)) wrong.push_back(one);
    if (!same) wrong.push_back("played to its end, the trace is not what the run left");
    if (emulator::encode_trace(emulator::decode_trace(saved, "trace")) != saved)
        wrong.push_back("read and written again, the trace is another");
    if (wrong.empty()) return 0;
    std::fputs(text.c_str(), stderr);
    for (const std::string& one : wrong) std::fprintf(stderr, "%s\n", one.c_str());
    std::abort();
}

std::vector<std::string> fuzz_seeds() {
    std::vector<std::string> seeds;
    for (unsigned seed = 0; seed < 40; ++seed) {
        std::string bytes;
        uint32_t state = seed * 2654435761u + 1;
        for (int i = 0; i < 120; ++i) bytes += char((state = state * 1664525u + 1013904223u) >> 24);
        seeds.push_back(bytes);
    }
    seeds.emplace_back("\x09\x1d\x8c\x01");  // an `if` that parts lanes which run apart, after they met
    return seeds;
}
