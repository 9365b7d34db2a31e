// Looks of lines: each its own, over every experiment of the catalog and 500 random choices.
#include "app/race/model/race_curves.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "app/race/model/race_model.h"
#include "bench/helpers/fake_backend.h"
#include "canvas/palette.h"

namespace upsweep::app {
namespace {

/// 0xRRGGBB of a look in a theme.
canvas::Rgb rgb_of(const Look& look, canvas::ThemeKind theme) {
    const canvas::Palette& palette = canvas::palette(theme);
    if (look.line == printed_line) return palette[canvas::Role::t2];
    if (look.line == ceiling_line) return palette[canvas::Role::t3];
    return palette.plot_lines[look.line];
}

struct RaceLooks : testing::Test {
    bench::FakeTime time;
    RaceModel model{catalog()};

    void SetUp() override {
        bench::BackendsHere here;
        here.backends = {std::make_shared<bench::FakeBackend>(time, "cpu"),
                         std::make_shared<bench::FakeBackend>(time, "gpu")};
        here.machine.gpu = "Pretended GPU";
        model.set_machine(here);
        model.show_recording(0);
    }
    /// Hides all and shows these.
    void show(const std::vector<std::string>& keys) {
        for (const RaceCurve& curve : std::vector<RaceCurve>(model.curves()))
            if (curve.shown) model.show_curve(curve.key, false);
        for (const std::string& key : keys) model.show_curve(key, true);
    }
    /// The shown curves, one for each that wears a look of its own.
    std::vector<RaceCurve> owners() const {
        std::vector<RaceCurve> found;
        std::set<std::string> seen;
        for (const RaceCurve& curve : model.curves())
            if (curve.shown && seen.insert(curve.owner).second) found.push_back(curve);
        return found;
    }
};

TEST_F(RaceLooks, OfAnySixThatAreShownTogetherDifferInColourAndMarker) {
    std::mt19937 random(7);
    int choices = 0, hundreds = 0;
    for (int trial = 0; trial < 700; ++trial) {
        model.choose_experiment(trial % int(model.experiments().size()));
        const auto& types = model.experiment().types;
        model.choose_types(types[random() % types.size()]);
        std::vector<std::string> keys;
        std::set<std::string> owners_taken;
        std::vector<RaceCurve> all = model.curves();
        std::shuffle(all.begin(), all.end(), random);
        for (const RaceCurve& curve : all)
            if (keys.size() < 6 && owners_taken.insert(curve.owner).second) keys.push_back(curve.key);
        // From whatever was shown before: sometimes from everything, whose looks repeat.
        if (trial % 3 == 0) model.show_all();
        show(keys);
        const std::vector<RaceCurve> shown = owners();
        choices += shown.size() == 6;
        for (size_t i = 0; i < shown.size(); ++i)
            for (size_t j = 0; j < i; ++j) {
                const std::string what = shown[i].key + " and " + shown[j].key;
                EXPECT_NE(shown[i].look.marker, shown[j].look.marker) << what;
                for (const auto theme :
                     {canvas::ThemeKind::dark, canvas::ThemeKind::light, canvas::ThemeKind::presenter})
                    EXPECT_NE(rgb_of(shown[i].look, theme), rgb_of(shown[j].look, theme)) << what;
                ++hundreds;
            }
    }
    EXPECT_GT(choices, 150);
    EXPECT_GT(hundreds, 3000);
}

TEST_F(RaceLooks, NoTwoOfAllLinesAreTheSame) {
    for (int i = 0; i < int(model.experiments().size()); ++i) {
        model.choose_experiment(i);
        model.show_all();
        std::set<std::pair<int, Marker>> looks;
        for (const RaceCurve& curve : owners())
            EXPECT_TRUE(looks.emplace(curve.look.line, curve.look.marker).second)
                << model.experiment().title << ": " << curve.key;
    }
}

TEST_F(RaceLooks, ARecordingHasTheLookOfItsAlgorithmAndIsDashed) {
    model.choose_experiment("Integral images");
    model.show_all();
    int pairs = 0;
    for (const RaceCurve& recorded : model.curves()) {
        if (recorded.source != CurveSource::recorded) continue;
        for (const RaceCurve& here : model.curves())
            if (here.source == CurveSource::here && here.owner == recorded.owner) {
                EXPECT_EQ(here.look, recorded.look) << here.owner;
                EXPECT_FALSE(series_of(here, RaceMode::time, nullptr).dashed);
                EXPECT_TRUE(series_of(recorded, RaceMode::time, nullptr).dashed);
                ++pairs;
            }
    }
    EXPECT_GE(pairs, 8);
}

TEST_F(RaceLooks, ALineKeepsItsLookWhileOthersComeAndGo) {
    model.choose_experiment("Integral images");
    const auto looks = [&] {
        std::map<std::string, Look> found;
        for (const RaceCurve& curve : model.curves())
            if (curve.shown) found[curve.key] = curve.look;
        return found;
    };
    const auto before = looks();
    ASSERT_EQ(before.size(),
              11U);  // the loop here and recorded, three live and three recorded, two copies, a paper
    for (const RaceCurve& curve : std::vector<RaceCurve>(model.curves()))
        if (!curve.shown && curve.fast) model.show_curve(curve.key, true);
    for (const auto& [key, look] : before) EXPECT_EQ(looks().at(key), look) << key;
    const std::string gone = before.begin()->first;
    model.show_curve(gone, false);
    model.show_curve(gone, true);
    EXPECT_EQ(looks().at(gone), before.at(gone));
}

TEST(CurveStyles, GivesTheSameLookToNobodyElse) {
    CurveStyles book;
    const std::vector<StyleOwner> shown = {{"a", LookKind::algorithm, numbered_look(0)},
                                           {"b", LookKind::algorithm, numbered_look(0)},
                                           {"c", LookKind::copy, {ceiling_line, Marker::cross}},
                                           {"d", LookKind::copy, {ceiling_line, Marker::cross}}};
    const auto looks = book.give(shown);
    EXPECT_EQ(looks[0], numbered_look(0));
    EXPECT_NE(looks[1].line, looks[0].line);
    EXPECT_NE(looks[1].marker, looks[0].marker);
    EXPECT_EQ(looks[2], (Look{ceiling_line, Marker::cross}));
    EXPECT_NE(looks[3].line, looks[2].line);
    EXPECT_NE(looks[3].marker, looks[2].marker);
}

}  // namespace
}  // namespace upsweep::app
