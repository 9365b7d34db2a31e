#include "system/dynamic_library.h"

#include <gtest/gtest.h>

#include <array>

namespace upsweep::system {
namespace {

using Names = std::array<std::filesystem::path, 2>;

TEST(DynamicLibrary, IsTheFirstThatIsThere) {
    const DynamicLibrary library(Names{"libupsweep-is-not-there.so.1", "libm.so.6"});
    ASSERT_TRUE(bool(library));
    double (*cosine)(double) = nullptr;
    ASSERT_TRUE(library.find("cos", cosine));
    EXPECT_EQ(cosine(0), 1);
    EXPECT_NE(library_of(reinterpret_cast<void*>(cosine)).filename().string().find("libm"),
              std::string::npos);
    EXPECT_FALSE(library.find("upsweep_has_no_such_function", cosine));
    EXPECT_EQ(cosine, nullptr);
}

TEST(DynamicLibrary, MayBeMissing) {
    for (const DynamicLibrary& none :
         {DynamicLibrary(), DynamicLibrary(Names{"libupsweep-is-not-there.so.1", ""})}) {
        EXPECT_FALSE(bool(none));
        EXPECT_EQ(none.find("cos"), nullptr);
    }
    EXPECT_TRUE(library_of(nullptr).empty());
}

}  // namespace
}  // namespace upsweep::system
