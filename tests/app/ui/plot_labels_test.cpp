// Labels at the ends of lines: 500 random plots without one that overlaps or a leader that crosses another.
#include "app/ui/plot_layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace upsweep::app {
namespace {

constexpr double em = 16, field_right = 800, field_bottom = 600;
constexpr LabelPitch pitch{2.9 * em, 1.45 * em, 0.9 * em, 0.72 * em};
constexpr double elbow = field_right + 0.5 * em, label_x = elbow + 1.6 * em;

double turn(LineEnd a, LineEnd b, LineEnd c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

/// They pass through each other; touching at an end is not a crossing.
bool cross(LineEnd a, LineEnd b, LineEnd c, LineEnd d) {
    return turn(a, b, c) * turn(a, b, d) < -1e-6 && turn(c, d, a) * turn(c, d, b) < -1e-6;
}

void expect_clean(const std::vector<LineEnd>& ends, const EndLabels& placed, double from, double to,
                  const std::string& what) {
    const double least = placed.detail == LabelDetail::whole ? pitch.whole : pitch.name;
    for (size_t i = 0; i < placed.labels.size(); ++i) {
        const EndLabel& label = placed.labels[i];
        EXPECT_GE(label.top, from - 1e-6) << what;
        EXPECT_LE(label.bottom, to + 1e-6) << what;
        EXPECT_NEAR(label.bottom - label.top, least, 1e-6) << what;
        const auto leader = leader_of(ends[label.line], label, elbow, label_x);
        EXPECT_EQ(leader[0].y, leader[1].y) << what;
        for (size_t j = 0; j < i; ++j) {
            const EndLabel& other = placed.labels[j];
            EXPECT_GE(label.top, other.bottom - 1e-6) << what;  // from one to the next 2.9 E, or 1.45
            const auto theirs = leader_of(ends[other.line], other, elbow, label_x);
            for (size_t s = 1; s < 3; ++s)
                for (size_t t = 1; t < 3; ++t)
                    EXPECT_FALSE(cross(leader[s - 1], leader[s], theirs[t - 1], theirs[t])) << what;
        }
    }
}

TEST(EndLabels, NeverOverlapAndLeadersNeverCrossOn500RandomSets) {
    std::mt19937 random(20261123);
    std::uniform_real_distribution<double> height(0, field_bottom), width(0.2 * field_right, field_right);
    std::uniform_int_distribution<int> count(1, 40), crowd(0, 3);
    int whole = 0, names = 0, left_out = 0;
    for (int trial = 0; trial < 500; ++trial) {
        std::vector<LineEnd> ends(size_t(count(random)));
        const int kind = crowd(random);
        for (LineEnd& end : ends) {
            end.x = kind == 0 ? width(random) : field_right - 20;  // some end early: they are being measured
            end.y = kind == 1 ? 300 + height(random) / 50 : height(random);
            if (kind == 2) end.y = std::floor(end.y / 100) * 100;  // the same heights again and again
        }
        const EndLabels placed = place_end_labels(ends, pitch, 0, field_bottom);
        EXPECT_EQ(placed.labels.size() + size_t(placed.left_out), ends.size());
        expect_clean(ends, placed, 0, field_bottom, "trial " + std::to_string(trial));
        whole += placed.detail == LabelDetail::whole;
        names += placed.detail == LabelDetail::name;
        left_out += placed.left_out > 0;
    }
    EXPECT_GT(whole, 100);
    EXPECT_GT(names, 100);
    EXPECT_GT(left_out, 50);
}

TEST(EndLabels, StandAtTheirLinesWhereThereIsRoom) {
    const std::vector<LineEnd> ends = {{780, 500}, {780, 100}, {780, 300}};
    const EndLabels placed = place_end_labels(ends, pitch, 0, field_bottom);
    ASSERT_EQ(placed.labels.size(), 3U);
    EXPECT_EQ(placed.detail, LabelDetail::whole);
    EXPECT_EQ(placed.labels[0].line, 1);
    for (const EndLabel& label : placed.labels) EXPECT_NEAR(label.leader_y, ends[label.line].y, 1e-6);
}

TEST(EndLabels, LoseTheirNotesAndThenTheLastOnesAreLeftOut) {
    const std::vector<LineEnd> twenty(20, LineEnd{780, 300}), fifty(50, LineEnd{780, 300});
    EXPECT_EQ(place_end_labels(twenty, pitch, 0, field_bottom).detail, LabelDetail::name);
    EXPECT_EQ(place_end_labels(twenty, pitch, 0, field_bottom).left_out, 0);
    const EndLabels most = place_end_labels(fifty, pitch, 0, field_bottom);
    EXPECT_EQ(most.labels.size(), 25U);
    EXPECT_EQ(most.left_out, 25);
    for (const EndLabel& label : most.labels) EXPECT_LT(label.line, 25);
}

TEST(VisibleEnd, IsWhereTheLineLeavesTheField) {
    const PlotFrame frame{0, 0, 100, 100, {1, 100}, {1, 100}};
    const auto at = [](double x, double y) { return PlotPoint{x, y, y, y}; };
    const std::vector<PlotPoint> inside = {at(1, 1), at(10, 10)};
    const auto end = visible_end(frame, inside);
    ASSERT_TRUE(end);
    EXPECT_NEAR(end->x, 50, 1e-3);
    EXPECT_NEAR(end->y, 50, 1e-3);
    const std::vector<PlotPoint> leaving = {at(1, 1), at(10000, 10000)};
    ASSERT_TRUE(visible_end(frame, leaving));
    EXPECT_NEAR(visible_end(frame, leaving)->x, 100, 1e-3);
    EXPECT_FALSE(visible_end(frame, std::vector<PlotPoint>{at(1, 1000), at(100, 1000)}));
    EXPECT_FALSE(visible_end(frame, {}));
    EXPECT_TRUE(visible_end(frame, std::vector<PlotPoint>{at(10, 10)}));
}

TEST(LineAt, FindsTheNearestLineBetweenItsPoints) {
    const PlotFrame frame{0, 0, 100, 100, {1, 100}, {1, 100}};
    std::vector<PlotSeries> series(2);
    series[0].points = {{1, 1, 1, 1}, {100, 1, 1, 1}};
    series[1].points = {{1, 10, 10, 10}, {100, 10, 10, 10}};
    EXPECT_EQ(line_at(frame, series, 33, 97, 8), 0);
    EXPECT_EQ(line_at(frame, series, 33, 52, 8), 1);
    EXPECT_EQ(line_at(frame, series, 33, 75, 8), -1);
}

// A stretch of one row: labels and leaders.
struct Stretch {
    int from = 0, to = 0;
};

// Line 1 finds no place, and its leader runs from 50 on: line 0, which was there, goes elsewhere.
TEST(PlotLabels, InsideLabelsKeepOffTheLeadersOfThoseOutside) {
    const auto place = [](int line, std::span<const Stretch> taken) -> std::optional<Stretch> {
        if (line == 1) return std::nullopt;
        for (const Stretch wanted : {Stretch{40, 80}, Stretch{0, 40}})
            if (std::none_of(taken.begin(), taken.end(),
                             [&](Stretch one) { return wanted.from < one.to && one.from < wanted.to; }))
                return wanted;
        return std::nullopt;
    };
    const auto leader = [](int) { return Stretch{50, 200}; };
    const auto alone = place_inside_labels<Stretch>(1, place, leader);
    ASSERT_TRUE(alone[0].has_value());
    EXPECT_EQ(alone[0]->from, 40);
    const auto both = place_inside_labels<Stretch>(2, place, leader);
    ASSERT_TRUE(both[0].has_value());
    EXPECT_EQ(both[0]->from, 0);
    EXPECT_FALSE(both[1].has_value());
    // A third in the way of the leader too, with no place left: it goes outside, and that ends.
    const auto three = place_inside_labels<Stretch>(3, place, leader);
    EXPECT_TRUE(three[0].has_value());
    EXPECT_FALSE(three[2].has_value());
}

}  // namespace
}  // namespace upsweep::app
