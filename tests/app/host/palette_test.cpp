// The command palette's list: what answers to what is typed, and in which order.
#include "app/host/palette.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace upsweep::app {
namespace {

std::vector<PaletteEntry> some_entries(std::string* ran = nullptr) {
    std::vector<PaletteEntry> entries{
        {"One step on", "Action", "→, PgDn", "", {}},
        {"Parallel scan, Kogge–Stone", "Algorithm", "", "scan_kogge_stone Prefix sums", {}},
        {"Scan of rows", "Algorithm", "", "scan_serial_rows Prefix sums", {}},
        {"Work-efficient scan", "Lesson", "", "", {}},
    };
    for (PaletteEntry& entry : entries)
        entry.run = [ran, title = entry.title] {
            if (ran != nullptr) *ran = title;
        };
    return entries;
}

std::vector<std::string> titles(std::string_view typed) {
    const std::vector<PaletteEntry> entries = some_entries();
    std::vector<std::string> titles;
    for (size_t hit : palette_hits(entries, typed)) titles.push_back(entries[hit].title);
    return titles;
}

TEST(Palette, ShowsEverythingInItsOrderBeforeAnythingIsTyped) {
    EXPECT_EQ(titles(" "), (std::vector<std::string>{"One step on", "Parallel scan, Kogge–Stone",
                                                     "Scan of rows", "Work-efficient scan"}));
}

TEST(Palette, PutsTitlesThatBeginSoFirst) {
    EXPECT_EQ(titles("scan"), (std::vector<std::string>{"Scan of rows", "Parallel scan, Kogge–Stone",
                                                        "Work-efficient scan"}));
}

TEST(Palette, EveryWordHasToOccurSomewhere) {
    EXPECT_EQ(titles("SCAN lesson"), (std::vector<std::string>{"Work-efficient scan"}));
    EXPECT_EQ(titles("rows scan"), (std::vector<std::string>{"Scan of rows"}));
    EXPECT_TRUE(titles("scan nowhere").empty());
}

/// The kind of an entry counts more than a word in the text of another one.
TEST(Palette, AKindIsFoundBeforeATextThatHasTheWord) {
    const std::vector<PaletteEntry> entries{{"Any operator", "Lesson", "", "with an exercise", {}},
                                            {"Write the way down", "Exercise", "", "way-down", {}}};
    EXPECT_EQ(palette_hits(entries, "exercise"), (std::vector<size_t>{1, 0}));
}

TEST(Palette, AHyphenFindsADash) {
    EXPECT_EQ(titles("kogge-st"), (std::vector<std::string>{"Parallel scan, Kogge–Stone"}));
    EXPECT_EQ(titles("kogge_stone"), (std::vector<std::string>{"Parallel scan, Kogge–Stone"}));
}

TEST(Palette, WalksRoundAndRunsWhatIsChosen) {
    std::string ran;
    PaletteList list;
    list.open(some_entries(&ran));
    list.type("scan");
    list.move(-1);
    EXPECT_EQ(list.entry(list.chosen()).title, "Work-efficient scan");
    list.move(1);
    EXPECT_EQ(list.entry(list.chosen()).title, "Scan of rows");
    list.move(1);
    list.run(list.chosen());
    EXPECT_EQ(ran, "Parallel scan, Kogge–Stone");
    EXPECT_FALSE(list.shown());
}

TEST(Palette, WithoutAnAnswerNothingRuns) {
    std::string ran;
    PaletteList list;
    list.open(some_entries(&ran));
    list.type("xyz");
    list.move(1);
    list.run(list.chosen());
    EXPECT_EQ(ran, "");
    EXPECT_TRUE(list.shown());
    list.type("one step");
    EXPECT_EQ(list.chosen(), 0U);
    EXPECT_EQ(list.size(), 1U);
}

}  // namespace
}  // namespace upsweep::app
