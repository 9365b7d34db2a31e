// What people type becomes numbers, buffers and a plan, or a sentence that names the parameter.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "core/error.h"
#include "core/helpers/own_folder.h"
#include "media/npy.h"
#include "programs/arguments.h"
#include "programs/fill.h"
#include "programs/launch.h"
#include "programs/signature.h"

namespace upsweep::programs {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

template <typename F>
std::string complaint(F f) {
    try {
        f();
        return "";
    } catch (const UsageError& error) {
        return error.what();
    }
}

TEST(Number, ReadsEveryType) {
    EXPECT_EQ(parse_number("-1", ScalarType::i8, "x"), 0xffu);
    EXPECT_EQ(parse_number("-128", ScalarType::i8, "x"), 0x80u);
    EXPECT_EQ(parse_number("0xffffffff", ScalarType::i32, "x"), 0xffffffffu);
    EXPECT_EQ(parse_number("18446744073709551615", ScalarType::u64, "x"), ~0ull);
    EXPECT_EQ(parse_number("-9223372036854775808", ScalarType::i64, "x"), 1ull << 63);
    EXPECT_EQ(parse_number("true", ScalarType::boolean, "x"), 1u);
    EXPECT_EQ(parse_number("1.5", ScalarType::f32, "x"), 0x3fc00000u);
    EXPECT_EQ(bits_to_number(ScalarType::f64, parse_number("-1e300", ScalarType::f64, "x")), -1e300);
    EXPECT_TRUE(std::isnan(bits_to_number(ScalarType::f32, parse_number("nan", ScalarType::f32, "x"))));
    // Between two floats, a hair above the middle: through double it would be rounded down.
    EXPECT_EQ(parse_number("1.00000005960464477540", ScalarType::f32, "x"), 0x3f800001u);
}

TEST(Number, RefusesWhatDoesNotFit) {
    const auto why = [](const char* launch_text, ScalarType type) {
        return complaint([&] { parse_number(launch_text, type, "Parameter `n`"); });
    };
    EXPECT_EQ(why("3000000000", ScalarType::i32),
              "Parameter `n` is int, and \"3000000000\" does not fit in it.");
    EXPECT_THAT(why("-1", ScalarType::u32), HasSubstr("does not fit"));
    EXPECT_THAT(why("256", ScalarType::u8), HasSubstr("does not fit"));
    EXPECT_THAT(why("2.5", ScalarType::i32), HasSubstr("is not a whole number"));
    EXPECT_THAT(why("", ScalarType::i32), HasSubstr("is not a whole number"));
    EXPECT_THAT(why("99999999999999999999", ScalarType::u64), HasSubstr("is not a whole number"));
    EXPECT_THAT(why("1.5x", ScalarType::f32), HasSubstr("is not a number"));
    EXPECT_THAT(why("2", ScalarType::boolean), HasSubstr("neither true nor false"));
}

TEST(Lists, DimensionsAndDefinitions) {
    EXPECT_EQ(parse_dim3("4", "--grid"), (Dim3{4, 1, 1}));
    EXPECT_EQ(parse_dim3("4,2,3", "--grid"), (Dim3{4, 2, 3}));
    for (const char* bad : {"", "0", "-1", "4,", "4,2,3,1", "a", "4x2", "99999999999"})
        EXPECT_THAT(complaint([&] { parse_dim3(bad, "--grid"); }), HasSubstr("--grid is")) << bad;
    EXPECT_EQ(parse_definitions({"N=4", "FAST", "T=unsigned int"}),
              (Definitions{{"N", "4"}, {"FAST", "1"}, {"T", "unsigned int"}}));
    EXPECT_NE(complaint([] { parse_definitions({"4=N"}); }), "");
    EXPECT_EQ(with_template_arguments("k", {"float", "256"}), "k<float, 256>");
    EXPECT_EQ(with_template_arguments("k", {}), "k");
    EXPECT_EQ(with_template_arguments("k(int*)", {"4"}), "k<4>(int*)");
}

constexpr const char* launch_text = R"(
struct Pair { short left; float right; };
template <typename T, int N> __global__ void twice(T* a) { a[threadIdx.x] *= N; }
__global__ void one(const float4* v, Pair* pairs, int n, double x, bool b, unsigned char* bytes) {
    if (b) pairs[n].right = v[0].x + x + bytes[0];
}
__global__ void two(int** a) { a[0][0] = 1; }
)";

Signature signature_in(const std::string& file, const KernelName& kernel) {
    emulator::Compiler compiler([&](const std::string&) { return file; });
    return signature_of(kernel, compiler);
}

Signature signature(const std::string& function) { return signature_in(launch_text, {"t.cu", function, {}}); }

TEST(Signature, KnowsKernelsAndParameters) {
    emulator::Compiler compiler([](const std::string&) { return std::string(launch_text); });
    EXPECT_THAT(kernels_in("t.cu", {}, compiler), ElementsAre("twice", "one", "two"));
    const Signature one = signature("one");
    ASSERT_EQ(one.parameters.size(), 6u);
    EXPECT_EQ(one.parameters[0].type_name, "const float4*");
    EXPECT_EQ(one.parameters[0].scalars.size(), 4u);
    EXPECT_EQ(one.parameters[1].scalars.size(), 2u);
    EXPECT_EQ(one.parameters[1].bytes, 8);
    EXPECT_EQ(one.parameters[3].scalars[0].type, ScalarType::f64);
    EXPECT_FALSE(one.parameters[4].pointer);
    EXPECT_THAT(complaint([] { signature("two"); }), HasSubstr("points to more pointers"));
}

std::vector<std::string> texts(const Parameter& parameter, const Array& array) {
    std::vector<std::string> all;
    for (const Cell& cell : cells_of(parameter, array)) all.push_back(bits_to_text(cell.type, cell.bits));
    return all;
}

TEST(Fill, EveryForm) {
    const Signature one = signature("one");
    const Parameter& vectors = one.parameters[0];
    const Parameter& pairs = one.parameters[1];
    const Parameter& bytes = one.parameters[5];
    EXPECT_THAT(texts(vectors, fill(vectors, "iota:4:-1").contents), ElementsAre("-1", "0", "1", "2"));
    EXPECT_THAT(texts(pairs, fill(pairs, "values:1,2.5,-3,4").contents), ElementsAre("1", "2.5", "-3", "4"));
    EXPECT_EQ(fill(pairs, "zeros:4").contents.bytes().size(), 16u);
    EXPECT_THAT(texts(bytes, fill(bytes, "fill:3:200").contents), ElementsAre("200", "200", "200"));
    EXPECT_FALSE(fill(bytes, "unset:3").set);
    EXPECT_EQ(fill(bytes, "random:50:7").contents, fill(bytes, "random:50:7").contents);
    EXPECT_FALSE(fill(bytes, "random:50:7").contents == fill(bytes, "random:50:8").contents);
    EXPECT_TRUE(fill(bytes, "random:50").contents == fill(bytes, "random:50", 1).contents);
}

TEST(Fill, LaysNumbersInRows) {
    const Signature one = signature("one");
    const Parameter& pairs = one.parameters[1];
    const Parameter& bytes = one.parameters[5];
    const Filled rows = fill(bytes, "values:1,2,3;4,5,6");
    EXPECT_THAT(texts(bytes, rows.contents), ElementsAre("1", "2", "3", "4", "5", "6"));
    EXPECT_EQ(rows.contents.extent(), (Extent{3, 2}));
    for (const char* counted : {"zeros:3x2", "unset:3x2", "iota:3x2", "random:3x2", "fill:3x2:7"})
        EXPECT_EQ(fill(bytes, counted).contents.extent(), (Extent{3, 2})) << counted;
    EXPECT_EQ(fill(bytes, "iota:6").contents.extent(), (Extent{6, 1}));
    EXPECT_EQ(fill(pairs, "zeros:4x3").contents.bytes().size(), 48u) << "two pairs a row";
    const auto why = [&](const Parameter& parameter, const char* spec) {
        return complaint([&] { fill(parameter, spec); });
    };
    EXPECT_THAT(why(bytes, "values:1,2,3;4,5"),
                HasSubstr("Row 2 of parameter `bytes` has 2 values, but row 1 has 3"));
    EXPECT_THAT(why(bytes, "zeros:3x0"), HasSubstr("The height of parameter `bytes`"));
    EXPECT_THAT(why(bytes, "zeros:x2"), HasSubstr("The width of parameter `bytes`"));
    EXPECT_THAT(why(pairs, "zeros:3x2"), HasSubstr("3 numbers a row do not fill whole elements"));
}

TEST(Fill, ComplainsByName) {
    const Signature one = signature("one");
    const auto why = [&](size_t parameter, const char* spec) {
        return complaint([&] { fill(one.parameters[parameter], spec); });
    };
    for (const char* bad : {"", "8", "zeros", "zeros:", "zeros:0", "zeros:-3", "zeros:4:1", "ones:4",
                            "iota:x", "random:4:-1", "fill:4", "values:", "values:1,,2", "zeros:99999999999"})
        EXPECT_THAT(why(5, bad), HasSubstr("`bytes`")) << bad;
    EXPECT_THAT(why(0, "zeros:6"), HasSubstr("do not fill whole elements"));
    EXPECT_THAT(why(5, "values:1,300"), HasSubstr("Value 2 of parameter `bytes`"));
}

TEST(Fill, ReadsNpyOfTheRightType) {
    const auto path = std::filesystem::path(test::own_file("launch.npy"));
    Array array(ScalarType::u8, {3, 2});
    for (int64_t i = 0; i < 6; ++i) array.set_number(i, double(i * 3));
    media::save_npy(path, array);
    const Signature one = signature("one");
    EXPECT_EQ(fill(one.parameters[5], "@" + path.string()).contents, array);
    EXPECT_THAT(complaint([&] { fill(one.parameters[0], "@" + path.string()); }),
                HasSubstr("holds u8; save it as f32, with array.astype(\"float32\")"));
    std::filesystem::remove(path);
    EXPECT_THROW(fill(one.parameters[5], "@" + path.string()), Error);
}

TEST(Fill, NamesTheParameterOfABrokenFile) {
    const auto path = std::filesystem::path(test::own_file("broken.npy"));
    const Signature one = signature("one");
    const auto why = [&](const std::string& from) {
        try {
            fill(one.parameters[5], from);
            return std::string();
        } catch (const Error& error) {
            return std::string(error.what());
        }
    };
    const std::string begin =
        "Parameter `" + one.parameters[5].name + "` is " + one.parameters[5].type_name + ", but ";
    const std::string cannot = begin + "its file cannot be used. ";
    const std::string name = "\"" + path.string() + "\"";
    std::filesystem::remove(path);
    EXPECT_EQ(why("@" + path.string()),
              cannot + "Cannot open " + name + ": there is no such file; check the path.");
    std::ofstream(path) << "1, 2, 3";
    EXPECT_EQ(why("@" + path.string()),
              cannot + name + " is not an .npy file; save the array with numpy.save.");
    std::ofstream(path) << std::string("\x93NUMPY\x01\x00\x90\x00{", 11);
    EXPECT_EQ(why("@" + path.string()), cannot + name + " is cut short inside its header; save it again.");
    std::filesystem::remove(path);
    EXPECT_EQ(why("@"), begin + "got \"@\" without a file; write @FILE.npy.");
}

/// A functor has nothing to be given.
TEST(Prepare, StructsWithoutMembersTakeNoArgument) {
    const std::string functor =
        R"(struct Twice { __device__ float operator()(float x) const { return 2 * x; } };
__global__ void k(float* x, Twice f, int n) { if (n > 0) x[0] = f(x[1]); })";
    const Signature signature = signature_in(functor, {"f.cu", "k", {}});
    Request request;
    request.arguments = {"values:1,21", "1"};
    const Prepared prepared = prepare(signature, request);
    EXPECT_THAT(prepared.buffer_of, ElementsAre(0, -1));
    request.arguments = {"values:1,21"};
    EXPECT_THAT(complaint([&] { prepare(signature, request); }),
                HasSubstr("k takes 2 arguments, but got 1; the first without one is `n`"));
}

TEST(Prepare, StructsByValue) {
    const std::string matrix = R"(struct Matrix { int width; float* cells; };
__global__ void k(Matrix m, int2 add) { m.cells[0] = m.width + add.y; })";
    const Signature by_value = signature_in(matrix, {"m.cu", "k", {}});
    ASSERT_EQ(by_value.declared.size(), 2u);
    ASSERT_EQ(by_value.parameters.size(), 4u);
    EXPECT_EQ(by_value.parameters[1].name, "m.cells");
    Request request;
    request.arguments = {"7;zeros:3", "4,5"};
    const Prepared prepared = prepare(by_value, request);
    EXPECT_THAT(prepared.buffer_of, ElementsAre(-1, 0, -1, -1));
    request.arguments = {"7", "4,5"};
    EXPECT_THAT(complaint([&] { prepare(by_value, request); }), HasSubstr("`m` is Matrix with 2 members"));
}

TEST(Prepare, CountsAndKinds) {
    const Signature one = signature("one");
    Request request;
    request.block = {8, 1, 1};
    const auto why = [&] { return complaint([&] { prepare(one, request); }); };
    request.arguments = {"zeros:4", "zeros:4"};
    EXPECT_EQ(why(),
              "one takes 6 arguments, but got 2; the first without one is `n`, int: add --arg NUMBER.");
    request.arguments = {"zeros:4", "zeros:4", "0", "1", "1", "zeros:4", "7"};
    EXPECT_THAT(why(), HasSubstr("remove the last 1"));
    request.arguments = {"zeros:4", "3", "0", "1", "1", "zeros:4"};
    EXPECT_THAT(why(), HasSubstr("Parameter `pairs` is Pair*, a buffer"));
    request.arguments = {"zeros:4", "same:v", "zeros:4", "1", "1", "zeros:4"};
    EXPECT_THAT(why(), HasSubstr("Parameter `n` is int"));
    request.arguments = {"zeros:4", "same:x", "0", "1", "1", "zeros:4"};
    EXPECT_THAT(why(), HasSubstr("no buffer of that name"));
    request.arguments = {"zeros:4", "same:v", "0", "1", "1", "unset:4"};
    const Prepared prepared = prepare(one, request);
    EXPECT_THAT(prepared.buffer_of, ElementsAre(0, 0, -1, -1, -1, 1));
    EXPECT_EQ(prepared.hosts.size(), 1u);
}

/// Two inputs of a kernel are not to be the same numbers.
TEST(Prepare, RandomBuffersDiffer) {
    const Signature add =
        signature_in("__global__ void k(int* a, int* b, int* c, int* d) { a[0] = b[0] + c[0] + d[0]; }",
                     {"r.cu", "k", {}});
    Request request;
    request.arguments = {"random:64", "random:64", "random:64:7", "random:64:7"};
    const auto hosts = [&](uint64_t seed) {
        request.seed = seed;
        return prepare(add, request).hosts;
    };
    const std::vector<Array> first = hosts(1), again = hosts(1), other = hosts(2);
    EXPECT_FALSE(first[0] == first[1]);
    EXPECT_TRUE(first == again);
    EXPECT_FALSE(first[0] == other[0]);
    EXPECT_FALSE(first[1] == other[0]);
    EXPECT_TRUE(first[2] == first[3]);
    EXPECT_TRUE(first[2] == other[2]);
}

TEST(Prepare, NullAndPartsOfBuffers) {
    const Signature kernel = signature_in(
        "__global__ void k(int* a, float2* b, int* c, short* d, int* e) { a[0] = b[0].x + c[0] + d[0]; }",
        {"p.cu", "k", {}});
    Request request;
    const auto why = [&] { return complaint([&] { prepare(kernel, request); }); };
    request.arguments = {"iota:16", "a+3", "same:b+2", "null", "c+0"};
    const Prepared prepared = prepare(kernel, request);
    EXPECT_THAT(prepared.buffer_of, ElementsAre(0, 0, 0, -1, 0));
    // A float2 is two ints.
    EXPECT_THAT(texts(kernel.parameters[2], seen_by(prepared, 2, prepared.hosts[0])),
                ElementsAre("8", "9", "10", "11", "12", "13", "14", "15"));
    const auto& launch = std::get<Launch>(prepared.plan.operations.back().what);
    EXPECT_EQ(std::get<BufferArgument>(launch.arguments[1]).offset, 6);
    EXPECT_EQ(std::get<BufferArgument>(launch.arguments[4]).offset, 8);
    EXPECT_EQ(std::get<ScalarArgument>(launch.arguments[3]).bits, 0u);
    request.arguments[4] = "c+8";
    EXPECT_EQ(why(), "");
    request.arguments[4] = "c+9";
    EXPECT_EQ(why(), "The offset of parameter `e` in `c` is \"9\"; it must be a whole number from 0 to 8.");
    request.arguments[4] = "d+1";
    EXPECT_THAT(why(), HasSubstr("there is no buffer of that name before it"));
    request.arguments[3] = "a+1";
    EXPECT_THAT(why(), HasSubstr("`d` should begin 2 bytes into `a`, which is inside one of its"));
    // A plus sign within a number is not an operator.
    request.arguments[3] = "values:1e+0";
    EXPECT_THAT(why(), HasSubstr("Value 1 of parameter `d`"));
}

TEST(Prepare, DefaultsMayBeLeftOut) {
    const Signature kernel = signature_in(
        "constexpr int four = 4;\n"
        "__global__ void k(float* a, int n, float scale = -1.5f, int m = 2 * four, const int* b = nullptr) {"
        " a[0] = n * scale + m + (b != nullptr ? b[0] : 0); }",
        {"d.cu", "k", {}});
    Request request;
    const auto bits = [&](size_t k) {
        const Prepared prepared = prepare(kernel, request);
        const auto& launch = std::get<Launch>(prepared.plan.operations.back().what);
        EXPECT_EQ(launch.arguments.size(), 5u);
        const auto& scalar = std::get<ScalarArgument>(launch.arguments[k]);
        return bits_to_text(scalar.type, scalar.bits);
    };
    request.arguments = {"zeros:1", "3"};
    EXPECT_EQ(bits(2), "-1.5");
    EXPECT_EQ(bits(3), "8");
    EXPECT_EQ(bits(4), "0");
    request.arguments = {"zeros:1", "3", "0.5", "9"};
    EXPECT_EQ(bits(2), "0.5");
    EXPECT_EQ(bits(3), "9");
    request.arguments = {"zeros:1"};
    EXPECT_EQ(complaint([&] { prepare(kernel, request); }),
              "k takes 2 to 5 arguments, but got 1; the first without one is `n`, int: add --arg NUMBER.");
}

}  // namespace
}  // namespace upsweep::programs
