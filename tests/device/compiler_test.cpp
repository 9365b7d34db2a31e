// Kernels compiled at run time: needs NVRTC but no GPU.
#include "device/compiler.h"

#include <gmock/gmock.h>

#include <map>

namespace upsweep::device {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

SourceProvider texts(std::map<std::string, std::string> files) {
    return [files = std::move(files)](const std::string& name) { return files.at(name); };
}

TEST(Sources, FollowIncludesOfHeadersOnce) {
    const SourceTree tree =
        collect_sources("a.cu", texts({{"a.cu", "#include \"b.cuh\"\n# include \"c.cuh\"\n"},
                                       {"b.cuh", "#include \"c.cuh\"\nint b;"},
                                       {"c.cuh", "#include \"b.cuh\"\nint c;"}}));
    EXPECT_THAT(tree.headers,
                testing::UnorderedElementsAre(Pair("b.cuh", testing::_), Pair("c.cuh", testing::_)));
}

const KernelName doubled{"doubled.cu", "doubled", {{"Value", "unsigned int"}}};

std::string compiled(const std::string& body, int major = 9) {
    return compile(doubled,
                   {"#include \"times.cuh\"\nextern \"C\" __global__ void doubled(Value* v) { " + body + " }",
                    {{"times.cuh", "#define TIMES 2\n"}}},
                   major, 0)
        .image;
}

TEST(Compiler, MakesMachineCodeWithDefinitionsAndHeaders) try {
    EXPECT_EQ(compiled("v[threadIdx.x] *= TIMES;").substr(1, 3), "ELF");
} catch (const BackendMissing& missing) {
    GTEST_SKIP() << missing.what();
}

/// The driver compiles PTX on.
TEST(Compiler, MakesPtxForAGpuNewerThanItself) try {
    const std::string ptx = compiled("v[threadIdx.x] *= TIMES;", 99);
    EXPECT_THAT(ptx, HasSubstr(".visible .entry doubled("));
} catch (const BackendMissing& missing) {
    GTEST_SKIP() << missing.what();
}

TEST(Compiler, SaysWhereTheTextIsWrong) try {
    compiled("v[threadIdx.x] *= TWICE;");
    FAIL() << "it compiled";
} catch (const BackendMissing& missing) {
    GTEST_SKIP() << missing.what();
} catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("doubled.cu(2): error: identifier \"TWICE\" is undefined"));
}

}  // namespace
}  // namespace upsweep::device
