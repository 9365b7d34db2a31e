#include "emulator/source/preprocessor.h"

#include <gtest/gtest.h>

#include <string>

#include "emulator/helpers/source.h"

namespace upsweep::emulator {

namespace {

struct Result {
    std::string text;
    std::vector<Token> tokens;
    std::vector<Diagnostic> found;
};

Result run(const Files& files, const Definitions& definitions = {}) {
    Diagnostics diagnostics;
    const auto sources = [&](const std::string& name) {
        const auto found = files.find(name);
        if (found == files.end()) throw Error("There is no file " + name + ".");
        return found->second;
    };
    Result result;
    TranslationUnit unit("kernel.cu", definitions, sources, diagnostics);
    result.tokens = unit.ask_for("").tokens;
    for (Token& token : result.tokens) {
        result.text += std::string(token.text) + " ";
        token.text = {};
    }
    result.found = diagnostics.found();
    return result;
}

std::string expand(const std::string& text, const Definitions& definitions = {}) {
    const Result result = run({{"kernel.cu", text}}, definitions);
    EXPECT_TRUE(result.found.empty()) << to_string(result.found.front());
    return result.text.substr(0, result.text.size() - 2);
}

std::string complaint(const Files& files) {
    const Result result = run(files);
    return result.found.empty() ? "" : result.found.front().message;
}

}  // namespace

TEST(Preprocessor, ExpandsMacros) {
    EXPECT_EQ(expand("#define N 4\nN+N"), "4 + 4");
    EXPECT_EQ(expand("#define F(x) ((x) + N)\n#define N 2\nF(F(1)) F"), "( ( ( ( 1 ) + 2 ) ) + 2 ) F");
    EXPECT_EQ(expand("#define F(a, b) b a\nF((1, 2), 3)"), "3 ( 1 , 2 )");
    EXPECT_EQ(expand("#define A B\n#define B A\nA B"), "A B");
    EXPECT_EQ(expand("#define f(x) x f\nf(1)(2)"), "1 f ( 2 )");
    EXPECT_EQ(expand("#define G() 7\nG() G"), "7 G");
    EXPECT_EQ(expand("#define P(...) p(0, __VA_ARGS__)\nP(1, 2)"), "p ( 0 , 1 , 2 )");
    EXPECT_EQ(expand("#define J(a, b) a##b\nJ(x, 1) J(+, =)"), "x1 +=");
    EXPECT_EQ(expand("#define S(a) #a\nS(x  + \"q\")"), R"("x + \"q\"")");
    EXPECT_EQ(expand("#define N 1\n#undef N\nN"), "N");
    EXPECT_EQ(expand("\n\n__LINE__"), "3");
    EXPECT_EQ(expand("#define LONG 1 + \\\n 2\nLONG"), "1 + 2");
}

TEST(Preprocessor, TakesDefinitions) {
    EXPECT_EQ(expand("Input x[N];", {{"Input", "unsigned char"}, {"N", "(4 * 2)"}}),
              "unsigned char x [ ( 4 * 2 ) ] ;");
    EXPECT_EQ(expand("#ifndef BANKS\n#define BANKS 32\n#endif\nBANKS", {{"BANKS", "4"}}), "4");
}

TEST(Preprocessor, ChoosesByConditions) {
    EXPECT_EQ(expand("#if 0\ndon't\n#elif 2 > 1 && defined(X)\na\n#else\nb\n#endif", {{"X", "1"}}), "a");
    EXPECT_EQ(expand("#if defined X || (1 << 3) == 8\na\n#endif"), "a");
    EXPECT_EQ(expand("#ifdef X\n#if 1\na\n#else\nb\n#endif\n#else\nc\n#endif"), "c");
    EXPECT_EQ(expand("#define F(x) (x) * 2\n#if F(3) == 6 ? 1 : 0\na\n#endif"), "a");
    EXPECT_EQ(expand("#if UNKNOWN\na\n#elif -1 < 0\nb\n#elif 1\nc\n#endif"), "b");
}

TEST(Preprocessor, OperatorsOfAConditionGroupFromTheLeft) {
    for (const char* holds : {"10 - 3 - 2 == 5", "64 / 4 / 2 == 8", "1 << 2 << 3 == 32", "7 - 2 * 3 == 1",
                              "(3 > 2 > 1) == 0", "100 % 7 * 3 == 6"})
        EXPECT_EQ(expand("#if " + std::string(holds) + "\na\n#endif"), "a") << holds;
}

TEST(Preprocessor, QuotedTextKeepsItsEscapes) {
    EXPECT_EQ(expand("#define S(a) #a\nS(\"x\\n\" '\\0')"), R"("\"x\\n\" '\\0'")");
}

TEST(Preprocessor, IncludesSiblingsOnce) {
    const Result result = run({{"kernel.cu",
                                "#include <cuda_runtime.h>\n#include \"device_launch_parameters.h\"\n"
                                "#include \"a.cuh\"\n#include \"a.cuh\"\nX"},
                               {"a.cuh", "#pragma once\n#define X 5\ny"}});
    EXPECT_EQ(result.text, "y 5  ");
    EXPECT_TRUE(result.found.empty());
    EXPECT_EQ(result.tokens[0].where.file, 1);
    EXPECT_EQ(result.tokens[0].where.line, 3);
    EXPECT_EQ(result.tokens[1].where.file, 0);
}

TEST(Preprocessor, BodiesStandWhereTheMacroIsInvoked) {
    const Result result = run({{"kernel.cu", "#define PAD(i) ((i) + (i) / 4)\nsums[PAD(right)]"}});
    // sums [ ( ( right ) …
    EXPECT_EQ(result.tokens[2].where, (SourceRange{0, 2, 6, 2, 16}));
    EXPECT_EQ(result.tokens[4].where, (SourceRange{0, 2, 10, 2, 15}));
}

TEST(Preprocessor, SaysWhatIsWrong) {
    // A header that is missing may be the host's: it counts only where something else is wrong.
    EXPECT_EQ(complaint({{"kernel.cu", "#include \"none.cuh\""}}), "");
    EXPECT_EQ(complaint({{"kernel.cu", "#include \"none.cuh\"\n#error none"}}), "#error: none");
    EXPECT_EQ(complaint({{"kernel.cu", "#if 1\n"}}), "This #if is never closed. End it with #endif.");
    EXPECT_EQ(complaint({{"kernel.cu", "#endif"}}), "#endif has no #if before it.");
    EXPECT_EQ(complaint({{"kernel.cu", "#define F(a) a\nF(1, 2)"}}),
              "Macro `F` takes 1 argument but gets 2.");
    EXPECT_EQ(complaint({{"kernel.cu", "#define F(a) a\nF(1"}}),
              "Macro `F` is never closed. Close its arguments with `)`.");
    EXPECT_EQ(complaint({{"kernel.cu", "#error too old"}}), "#error: too old");
    EXPECT_NE(complaint({{"kernel.cu", "#include \"kernel.cu\""}}), "");
}

TEST(Preprocessor, RefusesWhatGrowsWithoutEnd) {
    std::string text = "#define M0 x x x x x x x x\n";
    for (int i = 1; i < 12; ++i) {
        const std::string before = "M" + std::to_string(i - 1) + " ";
        text += "#define M" + std::to_string(i) + " ";
        for (int k = 0; k < 8; ++k) text += before;
        text += "\n";
    }
    EXPECT_NE(complaint({{"kernel.cu", text + "M11"}}), "");
    std::string deep = "#define F(x) x\n";
    for (int i = 0; i < 5000; ++i) deep += "F(";
    EXPECT_NE(complaint({{"kernel.cu", deep + std::string(5000, ')')}}), "");
}

}  // namespace upsweep::emulator
