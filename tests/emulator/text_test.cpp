// Text in kernels: literals as values, arrays of characters, printf of both, and what is found.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "emulator/helpers/run_kernel.h"
#include "emulator/helpers/sentences.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Lines = std::vector<std::string>;

/// Two threads in one warp; `i` is the thread, `out` has eight ints.
Trace run_two(const std::string& before, const std::string& body, bool weak = false) {
    KernelRun run;
    run.text =
        before + "\n__global__ void k(const int* in, int* out) {\nint i = threadIdx.x;\n" + body + "\n}\n";
    run.sizes = {8, 8};
    run.cleared = {1};
    run.block = {2, 1, 1};
    run.options.gpu.lanes = 2;
    run.options.gpu.weak_memory = weak;
    return run.run();
}

Lines printed_by(const Trace& trace) {
    Lines lines;
    for (const Printed& printed : trace.printed) lines.push_back(printed.text);
    return lines;
}

struct PrintRow {
    const char* name;
    const char* before;
    const char* body;
    Lines printed;
};

const char* const names_of_colours =
    "enum Color { red, green, blue };\n__device__ const char* name_of(Color c) {\n  switch (c) { case red: "
    "return \"red\"; case green: return \"green\"; default: return \"blue\"; }\n}";

const PrintRow print_rows[] = {
    {"ChosenByACondition",
     "",
     "const char* word = i ? \"yes\" : \"no\"; printf(\"%s\\n\", word);",
     {"no\n", "yes\n"}},
    {"ChosenInTheCall", "", "printf(\"%s %d\\n\", i % 2 ? \"odd\" : \"even\", i);", {"even 0\n", "odd 1\n"}},
    {"ChosenByAnIndex",
     "",
     "const char* names[] = {\"red\", \"green\"}; printf(\"%s\", names[i]);",
     {"red", "green"}},
    {"ReturnedByAFunction", names_of_colours, "printf(\"%s\", name_of((Color)(i + 1)));", {"green", "blue"}},
    {"PassedToAFunction",
     "__device__ void show(const char* what, int n = 7) { printf(\"%s=%d\", what, n); }",
     "show(i ? \"a\" : \"b\", i);\nshow(\"c\");",
     {"b=0", "a=1", "c=7", "c=7"}},
    {"PassedToATemplate",
     "template <typename T> __device__ void show(T what) { printf(\"%s\", what); }\ntemplate <int N> "
     "__device__ int size_of(const char (&)[N]) { return N; }",
     "show(\"text\");\nprintf(\"%d\", size_of(\"four\"));",
     {"text", "text", "5", "5"}},
    {"ArraysInConstantMemory",
     "__constant__ char message[] = \"Hello\";\n__device__ const char other[] = \"Good \" \"day\";",
     "printf(\"%s, %s\", message, other);", Lines(2, "Hello, Good day")},
    {"ArraysInGlobalMemory",
     "__device__ char message[8] = \"Hi\";",
     "printf(\"%s\", message);\n__syncthreads();\nif (i == 0) message[0] = 'P';\n__syncthreads(); "
     "printf(\"%s\", &message[0]);",
     {"Hi", "Hi", "Pi", "Pi"}},
    {"PointersOutsideOfFunctions",
     "__constant__ const char* names[] = {\"zero\", \"one\"};\n__device__ const char* const more[2] = "
     "{\"left\", \"right\"};\nconstexpr const char* word = \"same\";\n__device__ char buffer[4] = \"ab\"; "
     "__device__ char* at = buffer;",
     "printf(\"%s %s %s %s\", names[i], more[i], word, at);",
     {"zero left same ab", "one right same ab"}},
    {"MembersOfStructs",
     "struct Item { char tag[4]; int value; const char* note; };\n__constant__ Item items[2] = {{\"ab\", 3, "
     "\"first\"}, {\"cd\", 4, \"second\"}};\nstruct Named { char name[8] = \"none\"; const char* unit = "
     "\"m\"; };",
     "Item own = {\"xyz\", 5, \"own\"};\nNamed named;\nprintf(\"%s %d %s|%s %s|%s %s\", items[i].tag, "
     "items[i].value, items[i].note, own.tag, own.note, named.name, named.unit);",
     {"ab 3 first|xyz own|none m", "cd 4 second|xyz own|none m"}},
    {"LocalArrays",
     "",
     "char text[] = \"Hello\"; char rest[8] = {\"Hi\"}; char rows[2][6] = {\"one\", \"two\"};\ntext[0] = 'J' "
     "+ i; printf(\"%s %s %s\", text, rest, rows[i]);",
     {"Jello Hi one", "Kello Hi two"}},
    {"SharedBuffers",
     "__device__ void copy(char* to, const char* from) { while ((*to++ = *from++) != 0) {} }",
     "__shared__ char buffer[16];\nif (i == 0) copy(buffer, \"shared\");\n__syncthreads(); printf(\"%s\", "
     "buffer);",
     Lines(2, "shared")},
    {"WidthAndPrecision", "",
     "const char* word = \"abcdef\"; printf(\"%8s|%-8s|%.2s|%5.1s|%*s|%-*s|%3s\", word, word, word, word, 7, "
     "word, -8, word, word);",
     Lines(2, "  abcdef|abcdef  |ab|    a| abcdef|abcdef  |abcdef")},
    {"PrecisionNeedsNoZero", "", "char raw[3] = {'a', 'b', 'c'}; printf(\"%.3s\", raw);", Lines(2, "abc")},
    {"WhatATextSaysIsNoConversion", "", "const char* word = \"100%d\"; printf(\"%s %s\", word, \"%s\");",
     Lines(2, "100%d %s")},
    {"CharactersOfEitherSign", "",
     "unsigned char u[] = \"ab\"; signed char s[] = \"cd\"; printf(\"%s %s\", u, s);", Lines(2, "ab cd")},
    {"FormatsInMemory",
     "__constant__ char format[] = \"%d and %s\\n\";",
     "printf(format, i, \"text\");\nconst char* other = i ? \"one %d\" : \"none %d%%\"; printf(other, "
     "1);\nprintf(i ? \"a\" : \"b\");",
     {"0 and text\n", "1 and text\n", "none 1%", "one 1", "b", "a"}},
    {"RawAndJoined", "", "printf(\"%s\", R\"(a\\n\"b)\" \"\\x41\" \"B\");", Lines(2, "a\\n\"bAB")},
    {"NamesOfFunctions", "", "const char* name = __func__; printf(\"%s\", name);", Lines(2, "k")},
    {"NullPointers", "", "const char* none = nullptr; printf(\"%s %p\", none, none);",
     Lines(2, "(null) (nil)")},
    {"EmptyTexts", "", "const char* none = \"\"; printf(\"<%s%s>\", none, \"\");", Lines(2, "<>")},
};

class PrintedText : public testing::TestWithParam<PrintRow> {};

TEST_P(PrintedText, IsWhatAGpuPrints) {
    const PrintRow& row = GetParam();
    try {
        for (bool weak : {false, true}) {
            const Trace trace = run_two(row.before, row.body, weak);
            EXPECT_EQ(printed_by(trace), row.printed);
            EXPECT_THAT(faults_of(trace), IsEmpty());
        }
    } catch (const CompileError& error) {
        for (const Diagnostic& diagnostic : error.diagnostics()) ADD_FAILURE() << to_string(diagnostic);
    }
}

INSTANTIATE_TEST_SUITE_P(Text, PrintedText, testing::ValuesIn(print_rows),
                         [](const auto& row) { return std::string(row.param.name); });

/// What two threads leave in `out[0]` and `out[1]`.
std::vector<double> numbers_by(const std::string& before, const std::string& body) {
    const Trace trace = run_two(before, body);
    EXPECT_THAT(faults_of(trace), IsEmpty());
    std::vector<double> numbers = numbers_of(trace, 1);
    numbers.resize(2);
    return numbers;
}

TEST(Text, IsReadCharacterByCharacter) {
    const std::string length =
        "__device__ int length_of(const char* s) { int n = 0; while (s[n] != '\\0') ++n; return n; "
        "}\n__device__ int length_by(const char* s) { const char* p = s; while (*p) ++p; return (int)(p - "
        "s); }\n__device__ bool same(const char* a, const char* b) { while (*a && *a == *b) { ++a; ++b; } "
        "return *a == *b; }\n";
    EXPECT_THAT(numbers_by(length, "out[i] = length_of(i ? \"four\" : \"\") * 10 + length_by(\"abc\");"),
                ElementsAre(3, 43));
    EXPECT_THAT(numbers_by(length, "out[i] = same(\"ab\", i ? \"ab\" : \"abc\") + 2 * same(\"\", \"\");"),
                ElementsAre(2, 3));
    EXPECT_THAT(numbers_by("", "const char* word = \"ab\"; out[i] = word[0] * 1000 + *(word + 1 + i);"),
                ElementsAre(97098, 97000));
    EXPECT_THAT(numbers_by("", "out[i] = \"xyz\"[i] + *\"a\" * 1000 + i[\"01\"] * 1000000;"),
                ElementsAre(48097120, 49097121));
    EXPECT_THAT(numbers_by("", "for (char c : \"ab\") out[i] += c;"), ElementsAre(195, 195));
    EXPECT_THAT(numbers_by("", "out[i] = \"\\xff\"[0] + (unsigned char)\"\\xff\"[0];"),
                ElementsAre(254, 254));
}

TEST(Text, HasTheSizeOfItsCharactersAndTheirZero) {
    EXPECT_THAT(
        numbers_by("__constant__ char message[] = \"Hello\";",
                   "char text[] = \"ab\"; char longer[8] = \"Hi\"; const char* p = text;\nout[i] = "
                   "sizeof(\"four\") + 10 * sizeof(text) + 100 * sizeof(longer) + 1000 * sizeof(message) + "
                   "10000 * sizeof(p) + 100000 * sizeof(\"a\" \"b\") + 1000000 * sizeof(\"\");"),
        ElementsAre(1386835, 1386835));
    // What a shorter text leaves of an array is zero.
    EXPECT_THAT(numbers_by("", "char text[8] = \"Hi\"; for (int j = 2; j < 8; ++j) out[i] += text[j] == 0;"),
                ElementsAre(6, 6));
}

TEST(Text, IsAPointerThatCanBeCompared) {
    EXPECT_THAT(numbers_by("",
                           "const char* word = i ? \"a\" : nullptr; out[i] = (word == nullptr) + 2 * (word "
                           "!= nullptr) + 4 * (\"x\" == nullptr) + 8 * !word + (word ? 16 : 32);"),
                ElementsAre(41, 18));
    EXPECT_THAT(
        numbers_by("__device__ int pick(int) { return 1; }\n__device__ int pick(const char*) { return 2; "
                   "}\nstruct Name { const char* text; __device__ Name(const char* t) : text(t) {} };",
                   "Name name(\"ab\"); auto other = \"cd\"; const char& first = \"ef\"[i]; out[i] = "
                   "pick(\"a\") * 1000 + name.text[i] + other[i] + first;"),
        ElementsAre(2297, 2300));
}

TEST(Text, TakesNoPartInCountsAndPictures) {
    const Trace trace = run_two("", "const char* word = i ? \"yes\" : \"no\";\nout[i] = word[1] + word[0];");
    EXPECT_THAT(numbers_of(trace, 1), testing::Contains('n' + 'o'));
    EXPECT_EQ(trace.counts.global_load_sectors, 0);
    EXPECT_EQ(trace.counts.additions, 0);
    EXPECT_EQ(trace.counts.moves, 0);
    EXPECT_THAT(trace.findings, IsEmpty());
    for (const Access& access : trace.accesses) EXPECT_NE(trace.arrays[access.array].space, Space::text);
    const auto is_text = [](const ArrayInfo& info) { return info.space == Space::text; };
    EXPECT_EQ(std::count_if(trace.arrays.begin(), trace.arrays.end(), is_text), 2);
}

TEST(Text, IsOneArrayForEqualTexts) {
    const Trace trace = run_two("__device__ const char* unused() { return \"unused\"; }",
                                "const char* a = \"ab\"; const char* b = \"a\" \"b\"; out[i] = a == b; if "
                                "(sizeof(\"xy\") == 3) out[i] += 2;");
    EXPECT_THAT(numbers_of(trace, 1), testing::Contains(3));
    const auto is_text = [](const ArrayInfo& info) { return info.space == Space::text; };
    EXPECT_EQ(std::count_if(trace.arrays.begin(), trace.arrays.end(), is_text), 1);
}

TEST(Text, ComesFromABuffer) {
    KernelRun run;
    run.text =
        "__global__ void k(const char* text, char* other) { other[0] = 'x'; printf(\"%s %.1s\", text, "
        "other); }";
    run.sizes = {4, 4};
    run.type = ScalarType::i8;
    run.block = {1, 1, 1};
    run.input = {'a', 'b', 0, 'c'};
    EXPECT_THAT(printed_by(run.run()), ElementsAre("ab x"));
    EXPECT_THAT(faults_of(run.run()), IsEmpty());
    // No zero ends it.
    run.input = {'a', 'b', 'c', 'd'};
    const Trace trace = run.run();
    EXPECT_THAT(printed_by(trace), ElementsAre("abcd x"));
    const Finding* finding = find(trace, FindingKind::out_of_bounds);
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(
        sentence_of(trace, *finding),
        "Lane 0 of warp 0 in block 0 (threadIdx.x = 0, blockIdx.x = 0) reads past the end of buffer0, which "
        "has elements 0 to 3: no zero ends the text, so printf prints it up to the end of the array.");
    EXPECT_EQ(finding->where.column, 86);
    EXPECT_EQ(slip_of_sentence(sentence_of(trace, *finding)), "");
    EXPECT_THAT(finding->elements, ElementsAre(4));
}

struct FindingRow {
    const char* body;
    FindingKind kind;
    const char* message;
    Lines printed;
};

TEST(Text, IsHeldToItsBounds) {
    const FindingRow rows[] = {
        {"char raw[2] = {'a', 'b'}; printf(\"%s\", raw);",
         FindingKind::out_of_bounds,
         "read past the end of raw, which has elements 0 to 1: no zero ends",
         {"ab", "ab"}},
        {"__shared__ char buffer[4]; if (i == 0) buffer[0] = 'x';\n__syncthreads(); printf(\"%s\", buffer);",
         FindingKind::read_before_write,
         "Lanes 0 and 1 of warp 0 in block 0 read element 1 of buffer",
         {"x", "x"}},
        {"const char* word = \"abc\"; printf(\"%.*s\", 2, word);",
         FindingKind::wrong_format,
         "In this printf %.*s takes its precision from a value: a GPU does not support that for text",
         {"%.*s", "%.*s"}},
        {"out[i] = \"abc\"[i + 3];",
         FindingKind::out_of_bounds,
         "reads element 4 of \"abc\", which has elements 0 to 3",
         {}},
        {"out[i] = (\"a long text that is \" \"cut somewhere\" + 90)[i];",
         FindingKind::out_of_bounds,
         "of \"a long text that is \"\"c…\", which has elements 0 to 33",
         {}},
        {"((char*)\"abc\")[i] = 'x';",
         FindingKind::out_of_bounds,
         "write to \"abc\", which is a string literal: a kernel can only read it;",
         {}},
        {"int* numbers = out; printf(\"%s\", numbers);",
         FindingKind::wrong_format,
         "In this printf %s takes text but gets a value of type int*",
         {"<?>", "<?>"}},
        {"const char* word = \"a\"; printf(\"%d\", word);",
         FindingKind::wrong_format,
         "In this printf %d takes a whole number but gets text",
         {"<?>", "<?>"}},
        {"const char* format = i ? \"%s\" : \"%d\"; printf(format, i);",
         FindingKind::wrong_format,
         "In this printf %s takes text but gets a value of type int",
         {"0", "<?>"}},
        {"const char* format = \"%d %d\"; printf(format, i);",
         FindingKind::wrong_format,
         "The format of this printf needs 2 values but 1 value is passed",
         {"0 <?>", "1 <?>"}},
    };
    for (const FindingRow& row : rows) {
        SCOPED_TRACE(row.body);
        const Trace trace = run_two("", row.body);
        const Finding* finding = find(trace, row.kind);
        ASSERT_NE(finding, nullptr);
        EXPECT_THAT(sentence_of(trace, *finding), HasSubstr(row.message));
        EXPECT_EQ(slip_of_sentence(sentence_of(trace, *finding)), "") << sentence_of(trace, *finding);
        EXPECT_EQ(printed_by(trace), row.printed);
        EXPECT_EQ(faults_of(trace).size(), 1u);
    }
}

TEST(Text, ThatIsPrintedTooEarlyIsARace) {
    const std::string late =
        "__shared__ char c[2]; if (i < 2) c[i] = 0;\n__syncthreads(); if (i == 5) c[0] = 'x';\n";
    const auto race_in = [&](const std::string& barrier) {
        return find(run_body("int i = t;\n" + late + barrier + "if (i == 0) printf(\"%s\", c);"),
                    FindingKind::race);
    };
    const Trace early = run_body("int i = t;\n" + late + "if (i == 0) printf(\"%s\", c);");
    const Finding* race = find(early, FindingKind::race);
    ASSERT_NE(race, nullptr);
    EXPECT_THAT(sentence_of(early, *race), HasSubstr("c[0]"));
    EXPECT_EQ(race_in("__syncthreads();"), nullptr);
}

TEST(Text, PrintsItsAddress) {
    const Trace trace = run_two("", "const char* a = \"a\"; printf(\"%p %p\", a, \"b\");");
    EXPECT_THAT(faults_of(trace), IsEmpty());
    EXPECT_THAT(printed_by(trace).at(0), testing::MatchesRegex("0x[0-9a-f]+ 0x[0-9a-f]+"));
}

TEST(Text, IsReadByNameAcrossKernelsOfAFile) {
    // What one kernel has stored leads to the same text in the next.
    Plan plan;
    for (const char* name : {"in", "out"}) plan.add_buffer({name, ScalarType::i32, {1, 1}, BufferRole::data});
    plan.input = {0};
    plan.output = {1};
    plan.operations.push_back({Upload{0, {0}}, 0});
    for (const char* function : {"first", "second"}) {
        Launch launch;
        launch.kernel = {"test.cu", function, {}};
        launch.arguments = {BufferArgument{{1}, 0}};
        launch.grid = launch.block = {1, 1, 1};
        plan.operations.push_back({launch, 0});
    }
    plan.operations.push_back({Download{{1}, 1}, 0});
    const std::string text =
        "__device__ const char* kept;\n__global__ void first(int* out) { kept = \"ab\"; out[0] = 1; "
        "}\n__global__ void second(int* out) { out[0] = kept[1] + 1000 * (kept == \"ab\"); }\n";
    const Trace trace =
        emulator::run(plan, Array(ScalarType::i32, {1, 1}), [&](const std::string&) { return text; }, {});
    EXPECT_EQ(trace.buffers[1].number(0), 1098);
    EXPECT_THAT(faults_of(trace), IsEmpty());
}

}  // namespace
}  // namespace upsweep::emulator
