#include "emulator/semantics/compile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "emulator/helpers/source.h"
#include "emulator/helpers/typed_text.h"

namespace upsweep::emulator {

namespace {

/// Statement `index` of the body of f.
std::string statement(const std::string& text, size_t index = 0, const Definitions& definitions = {}) {
    const auto program = compile_text(text, definitions);
    return text_of(*program->entry->body->children.at(index));
}

/// The text that a range covers, on one line.
std::string covered(const Program& program, const SourceRange& where) {
    const std::string& text = program.files.at(size_t(where.file)).text;
    size_t start = 0;
    for (int line = 1; line < where.line; ++line) start = text.find('\n', start) + 1;
    return text.substr(start + size_t(where.column) - 1, size_t(where.end_column - where.column));
}

const std::string up_sweep = R"(// Adds up.
#define PAD(index) ((index) + (index) / BANKS * padding)
extern "C" __global__ void f(Output* __restrict__ output, int segment, int padding)
{
    extern __shared__ Output sums[];
    // ---- Up-sweep: every pass halves the number of partial sums ------
    for (int stride = 1; stride < segment; stride *= 2) {
        __syncthreads();
        int right = (threadIdx.x + 1) * 2 * stride - 1;
        if (right < segment) sums[PAD(right)] += sums[right - stride];
    }
    // ---- Store -------------------------------------------------------
    output[threadIdx.x] = sums[threadIdx.x];
}
)";

}  // namespace

TEST(Compile, MakesEveryConversionExplicit) {
    EXPECT_EQ(statement("__global__ void f(unsigned char* p, float* q, int i) { q[i] = p[i] + 1; }"),
              "(= (load q)[(load i)] (float (+ (int (load (load p)[(load i)])) 1:i32)));");
    EXPECT_EQ(statement("__global__ void f(int* p) { p += threadIdx.x; }"), "(+= p (builtin0));");
    EXPECT_EQ(statement("__global__ void f(short* p) { *p += 1.5; }"), "(+=double (* (load p)) 1.5:f64);");
    EXPECT_EQ(statement("__global__ void f(long long* p, int n) { p[0] = n << 3u; }"),
              "(= (load p)[0:i32] (long long (<< (load n) 3:u32)));");
    EXPECT_EQ(statement("__global__ void f(float* p) { if (p && !p[0]) return; }"),
              "if (&& (bool (load p)) (! (bool (load (load p)[0:i32])))) return ;");
}

TEST(Compile, KnowsThePhasesOfAKernel) {
    const auto program = compile_text(up_sweep, {{"Output", "unsigned int"}, {"BANKS", "4"}});
    const Function& entry = *program->entry;
    ASSERT_EQ(entry.phases.size(), 2u);
    EXPECT_EQ(entry.phases[0].name, "Up-sweep");
    EXPECT_EQ(entry.phases[0].title, "Up-sweep: every pass halves the number of partial sums");
    EXPECT_EQ(entry.phases[0].line, 6);
    EXPECT_EQ(entry.phases[1].name, "Store");
    EXPECT_EQ(entry.body->children[0]->phase, -1);
    EXPECT_EQ(entry.body->children[1]->phase, 0);
    EXPECT_EQ(entry.body->children[2]->phase, 1);
    ASSERT_EQ(program->shared.size(), 1u);
    EXPECT_EQ(program->shared[0]->storage, Storage::dynamic_shared);
}

TEST(Compile, EveryOperandKnowsItsText) {
    const auto program = compile_text(up_sweep, {{"Output", "unsigned int"}, {"BANKS", "4"}});
    const TypedStatement& loop = *program->entry->body->children[1];
    const TypedStatement& branch = *loop.children[0]->children[2];
    const TypedStatement& addition = *branch.children[0];
    EXPECT_EQ(covered(*program, loop.condition->where), "stride < segment");
    EXPECT_EQ(covered(*program, loop.first->where), "int stride = 1;");
    EXPECT_EQ(covered(*program, branch.condition->where), "right < segment");
    EXPECT_EQ(covered(*program, addition.where), "sums[PAD(right)] += sums[right - stride];");
    EXPECT_EQ(covered(*program, addition.value->a->where), "sums[PAD(right)]");
    EXPECT_EQ(covered(*program, addition.value->b->where), "sums[right - stride]");
    EXPECT_EQ(covered(*program, addition.value->a->b->where), "PAD(right)");
    EXPECT_TRUE(addition.value->a->b->index);
    EXPECT_FALSE(addition.value->b->index);
}

}  // namespace upsweep::emulator
