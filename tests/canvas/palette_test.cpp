// The floors that the palettes keep: contrast for reading, differences for telling states apart with any
// sight.
#include "canvas/palette.h"

#include <gtest/gtest.h>

#include <vector>

#include "canvas/helpers/colour_math.h"
#include "core/error.h"

namespace upsweep::canvas {

namespace {

using colour::Sight;

struct Floors {
    ThemeKind kind;
    double t1_bg0, t1_bg3, t2_bg3, t3_bg3, on_fill, lines_on_bg0;
    std::array<double, 4> lines, fills, plots;  // normal, deutan, protan, tritan
};

const Floors all_floors[] = {
    {ThemeKind::dark,
     17.3,
     11.3,
     7.0,
     4.6,
     7.1,
     5.3,
     {27.3, 15.4, 15.2, 11.6},
     {19.7, 13.2, 12.2, 10.6},
     {27.3, 13.5, 15.2, 11.6}},
    {ThemeKind::light,
     16.5,
     13.2,
     6.9,
     4.7,
     8.7,
     4.5,
     {24.9, 13.9, 16.0, 14.4},
     {15.2, 11.4, 10.6, 8.6},
     {28.2, 14.4, 18.0, 9.4}},
    {ThemeKind::presenter,
     21.0,
     14.7,
     9.7,
     5.6,
     8.7,
     5.1,
     {26.8, 13.7, 14.2, 13.2},
     {17.6, 11.5, 10.7, 8.6},
     {28.2, 14.4, 18.0, 9.4}},
};

constexpr double rounding = 0.051;  // the floors are written with one digit

constexpr Role line_roles[] = {Role::read, Role::written, Role::waiting, Role::trouble, Role::right};
constexpr Role fill_roles[] = {Role::read_fill,    Role::written_fill, Role::waiting_fill,
                               Role::trouble_fill, Role::right_fill,   Role::idle_fill};
constexpr Role text_roles[] = {Role::read_text,    Role::written_text, Role::waiting_text,
                               Role::trouble_text, Role::right_text,   Role::idle_text};

double closest(const std::vector<Rgb>& colours, Sight sight) {
    double least = 1000;
    for (size_t i = 0; i < colours.size(); ++i)
        for (size_t j = i + 1; j < colours.size(); ++j)
            least = std::min(least, colour::difference(colours[i], colours[j], sight));
    return least;
}

void expect_apart(const char* what, const Palette& p, const std::vector<Rgb>& colours,
                  const std::array<double, 4>& floors) {
    constexpr const char* names[] = {"normal", "deutan", "protan", "tritan"};
    for (int i = 0; i < 4; ++i)
        EXPECT_GE(closest(colours, static_cast<Sight>(i)), floors[i] - rounding)
            << what << " of " << p.name << " for " << names[i] << " sight";
}

// Sharma, Wu and Dalal 2005, table 1: pairs 1, 7 and 17.
TEST(Colour, Ciede2000AgreesWithItsPublishedTestData) {
    EXPECT_NEAR(colour::ciede2000({50, 2.6772, -79.7751}, {50, 0, -82.7485}), 2.0425, 1e-4);
    EXPECT_NEAR(colour::ciede2000({50, 0, 0}, {50, -1, 2}), 2.3669, 1e-4);
    EXPECT_NEAR(colour::ciede2000({50, 2.5, 0}, {73, 25, -18}), 27.1492, 1e-4);
    EXPECT_NEAR(colour::contrast(0x000000, 0xFFFFFF), 21, 1e-9);
}

TEST(Palette, TextCanBeReadOnEverySurface) {
    for (const Floors& f : all_floors) {
        const Palette& p = palette(f.kind);
        EXPECT_GE(colour::contrast(p[Role::t1], p[Role::bg0]), f.t1_bg0 - rounding) << p.name;
        EXPECT_GE(colour::contrast(p[Role::t1], p[Role::bg3]), f.t1_bg3 - rounding) << p.name;
        EXPECT_GE(colour::contrast(p[Role::t2], p[Role::bg3]), f.t2_bg3 - rounding) << p.name;
        EXPECT_GE(colour::contrast(p[Role::t3], p[Role::bg3]), f.t3_bg3 - rounding) << p.name;
        EXPECT_GE(colour::contrast(p[Role::on_ink], p[Role::ink]), 7) << p.name;
    }
}

TEST(Palette, StatesCanBeReadAndSeen) {
    for (const Floors& f : all_floors) {
        const Palette& p = palette(f.kind);
        for (int i = 0; i < 6; ++i)
            EXPECT_GE(colour::contrast(p[text_roles[i]], p[fill_roles[i]]), f.on_fill - rounding)
                << p.name << " " << i;
        for (Role role : line_roles)
            EXPECT_GE(colour::contrast(p[role], p[Role::bg0]), f.lines_on_bg0 - rounding) << p.name;
    }
}

TEST(Palette, StatesStayApartForEveryKindOfSight) {
    for (const Floors& f : all_floors) {
        const Palette& p = palette(f.kind);
        std::vector<Rgb> lines, fills;
        for (Role role : line_roles) lines.push_back(p[role]);
        for (Role role : fill_roles) fills.push_back(p[role]);
        expect_apart("lines", p, lines, f.lines);
        expect_apart("fills", p, fills, f.fills);
        expect_apart("plot lines", p, {p.plot_lines.begin(), p.plot_lines.end()}, f.plots);
    }
}

TEST(Palette, IsFoundByName) {
    EXPECT_EQ(parse_theme("light"), ThemeKind::light);
    EXPECT_THROW(parse_theme("pink"), UsageError);
}

}  // namespace
}  // namespace upsweep::canvas
