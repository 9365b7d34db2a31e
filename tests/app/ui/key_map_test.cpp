// Key names and key maps.
#include "app/ui/key_map.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace upsweep::app {
namespace {

TEST(KeyMap, ReadsNamesAndWritesThemForPeople) {
    EXPECT_EQ(parse_chord("Right"), (Chord{Key::right}));
    EXPECT_EQ(parse_chord("Ctrl++"), (Chord{Key::plus, true}));
    EXPECT_EQ(parse_chord("Ctrl+Shift+K"), (Chord{Key::k, true, true}));
    EXPECT_EQ(to_string(parse_chord("Ctrl+K")), "Ctrl K");
    EXPECT_EQ(to_string(parse_chord("Left")), "←");
    EXPECT_EQ(to_string(parse_chord("F12")), "F12");
    EXPECT_EQ(to_string(parse_chord("9")), "9");
    EXPECT_THROW(parse_chord("Ctrl+Moon"), UsageError);
}

TEST(KeyMap, RunsWhatAKeyIsBoundTo) {
    KeyMap keys;
    int on = 0, back = 0;
    keys.bind("Right PgDn", "One step on", [&] { ++on; });
    keys.bind("Left", "One step back", [&] { ++back; });
    EXPECT_TRUE(keys.press(parse_chord("Right")));
    EXPECT_TRUE(keys.press(parse_chord("PgDn")));
    EXPECT_TRUE(keys.press(parse_chord("Left")));
    EXPECT_FALSE(keys.press(parse_chord("Ctrl+Right")));
    EXPECT_EQ(on, 2);
    EXPECT_EQ(back, 1);
}

}  // namespace
}  // namespace upsweep::app
