// Every kind of finding has its names, and the document lists it.
#include <fstream>
#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulator/findings/finding_table.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

TEST(FindingKinds, HaveNamesOfTheirOwnAndStandInTheDocument) {
    std::ifstream file(UPSWEEP_DOCS "/kernel-language.md");
    ASSERT_TRUE(file);
    std::ostringstream document;
    document << file.rdbuf();
    std::set<std::string_view> names, titles;
    for (int i = 0; i <= int(last_finding_kind); ++i) {
        const auto kind = static_cast<FindingKind>(i);
        SCOPED_TRACE(name_of(kind));
        EXPECT_FALSE(name_of(kind).empty());
        EXPECT_FALSE(title_of(kind).empty());
        EXPECT_TRUE(names.insert(name_of(kind)).second);
        EXPECT_TRUE(titles.insert(title_of(kind)).second);
        EXPECT_THAT(document.str(), testing::HasSubstr("`" + std::string(name_of(kind)) + "`"));
    }
}

/// The kinds that a run gives rarely, and without a loop.
TEST(FindingKinds, TheLimitsSayWhatToDo) {
    Trace trace;
    trace.launches.resize(1);
    for (const FindingKind kind : {FindingKind::step_limit, FindingKind::memory_limit}) {
        Finding finding;
        finding.kind = kind;
        finding.facts = StoppedRun{1, 0, false, 1 << 20};
        const FindingWords words = words_of(trace, finding);
        EXPECT_THAT(words.sentence, testing::HasSubstr("after 1 step"));
        EXPECT_THAT(words.cure,
                    testing::HasSubstr(kind == FindingKind::step_limit ? "--max-steps" : "--max-memory"));
    }
}

/// A name occurs once: adding a kind in the middle must not shift the names of the others.
TEST(FindingKinds, HaveTheSeverityOfTheTable) {
    EXPECT_EQ(severity_of(FindingKind::bank_conflict), Severity::cost);
    EXPECT_EQ(severity_of(FindingKind::wrapped_sum), Severity::note);
    EXPECT_EQ(severity_of(FindingKind::wrong_format), Severity::fault);
    EXPECT_EQ(name_of(last_finding_kind), "host_code");
}

}  // namespace
}  // namespace upsweep::emulator
