// The Race's view in a window, with a race on small sizes.
#pragma once

#include <chrono>
#include <cmath>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "app/helpers/driver.h"
#include "app/race/model/race_model.h"
#include "app/race/view/race_view.h"
#include "core/error.h"

namespace upsweep::app {

struct RaceViewTest : AppTest {
    void SetUp() override {
        AppTest::SetUp();
        if (IsSkipped()) return;
        app().open("race");
        drive().settle();
        // The lecture has begun; these tests start their own, small races.
        model().cancel();
        model().finish();
        drive().key("L");
        drive().frames(2);
        choose("race.from", "race.side.16");
    }
    const RaceCurve& curve(const std::string& key) {
        for (const RaceCurve& one : model().curves())
            if (one.key == key) return one;
        throw Error("There is no curve " + key);
    }
    /// Where the sides and values of the whole plot come to lie.
    PlotFrame axes() {
        const Rect field = drive().item("race.plot");
        const std::vector<PlotSeries> series = model().series();
        return {field.min.x, field.min.y, field.max.x, field.max.y, x_axis_of(series), y_axis_of(series)};
    }
    RaceModel& model() { return active_view<RaceView>(app()).model(); }
    /// The rail is longer than the window is high: with the wheel to its settings, or to its lines.
    void to_settings() { scroll_rail(-100); }
    void to_lines() { scroll_rail(100); }
    void scroll_rail(float by) {
        drive().move(140, 300);
        drive().wheel(by);
        drive().frames(2);
    }
    /// By the keyboard, wherever it is.
    void press(const std::string& id) {
        app().items().focus = id;
        drive().key("Enter");
        drive().frames(2);
    }
    /// In the settings.
    void choose(std::string_view chip, std::string_view row) {
        to_settings();
        drive().click_item(chip);
        drive().frames(2);
        drive().click_item(row);
        drive().frames(2);
    }
    /// Every line has its label; beside the field they are 2.9 E from one to the next.
    void expect_labels_apart() {
        std::vector<Rect> labels;
        for (size_t i = 0; i < model().series().size(); ++i)
            labels.push_back(drive().item("race.plot.label." + std::to_string(i)));
        expect_none_overlaps(labels);
        const float right = drive().item("race.plot").max.x;
        for (size_t i = 0; i < labels.size(); ++i)
            for (size_t j = 0; j < i; ++j)
                if (labels[i].min.x > right && labels[j].min.x > right) {
                    EXPECT_GE(std::abs(labels[i].min.y - labels[j].min.y), 2.9F * 16 - 0.1F);
                }
    }
    static void expect_none_overlaps(const std::vector<Rect>& labels) {
        for (size_t i = 0; i < labels.size(); ++i)
            for (size_t j = 0; j < i; ++j) {
                const bool apart = labels[i].max.x <= labels[j].min.x || labels[j].max.x <= labels[i].min.x ||
                                   labels[i].max.y <= labels[j].min.y + 0.1F ||
                                   labels[j].max.y <= labels[i].min.y + 0.1F;
                EXPECT_TRUE(apart) << i << " and " << j;
            }
    }
    /// Nothing of what is said in the plot lies on a line.
    void expect_no_line_under(const std::string& id) {
        const Rect box = drive().item(id);
        const PlotFrame frame = axes();
        for (const PlotSeries& series : model().series())
            for (size_t i = 1; i < series.points.size(); ++i)
                for (int step = 0; step <= 200; ++step) {
                    const float t = float(step) / 200;
                    const PlotPoint &a = series.points[i - 1], &b = series.points[i];
                    const ImVec2 at(std::lerp(frame.px_x(a.x), frame.px_x(b.x), t),
                                    std::lerp(frame.px_y(a.y), frame.px_y(b.y), t));
                    EXPECT_FALSE(box.contains(at)) << id << " covers " << series.name;
                }
    }
    template <typename F>
    bool wait_until(F&& reached) {
        const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(30);
        while (!reached() && std::chrono::steady_clock::now() < until) {
            drive().frames(1);
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        return reached();
    }
};

}  // namespace upsweep::app
