// Every kind of finding has its names, and the document lists it.
#include <fstream>
#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulator/findings/finding_table.h"

namespace upsweep::emulator {
namespace {

TEST(FindingKinds, HaveNamesOfTheirOwnAndStandInTheDocument) {
    std::ifstream file(UPSWEEP_DOCS "/kernel-language.md");
    ASSERT_TRUE(file);
    std::ostringstream document;
    document << file.rdbuf();
    std::set<std::string_view> names, titles;
    for (int i = 0; i <= static_cast<int>(last_finding_kind); ++i) {
        const auto kind = static_cast<FindingKind>(i);
        SCOPED_TRACE(name_of(kind));
        EXPECT_FALSE(name_of(kind).empty());
        EXPECT_FALSE(title_of(kind).empty());
        EXPECT_TRUE(names.insert(name_of(kind)).second);
        EXPECT_TRUE(titles.insert(title_of(kind)).second);
        EXPECT_THAT(document.str(), testing::HasSubstr("`" + std::string(name_of(kind)) + "`"));
    }
}

}  // namespace
}  // namespace upsweep::emulator
