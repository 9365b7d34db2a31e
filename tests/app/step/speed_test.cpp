// How fast the Step view is, in the time that the processor works for it, so that a busy machine counts less.
// On two cores that are free a frame takes about half of what all threads work, and no less than its own
// thread does.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <vector>

#include "app/helpers/step_view_fixture.h"
#include "app/step/view/step_view.h"
#include "core/helpers/sample.h"

namespace upsweep::app {

using namespace replay;

namespace {

// A shared machine doubles these times now and then: the bounds catch what has become slow, the printed
// figures say how fast it is.
constexpr double tolerance = 4;

/// Milliseconds that this process has worked, all threads together: drawing software's too.
double worked_ms() { return 1e3 * double(std::clock()) / CLOCKS_PER_SEC; }

/// The same of the thread alone that draws.
double speed_drew_ms() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * double(now.tv_sec) + 1e-6 * double(now.tv_nsec);
}

class SpeedTest : public StepViewFixture {
  protected:
    void SetUp() override {
        StepViewFixture::SetUp();
        if (IsSkipped()) return;
        drive().draws = true;
        app().open("step");
        drive().settle();
    }
    void open(const std::string& slug, Extent extent) {
        const scenes::Scene scene = scenes::initial_scene(slug);
        Parameters parameters = scene.catalog().parameters;
        parameters.extent = extent;
        model().open(scenes::with_parameters(scene, parameters), false);
        drive().settle();
        ASSERT_NE(model().position(), nullptr) << model().error();
    }
    /// To and fro over the whole trace, as when the timeline is dragged; milliseconds of work that nine
    /// frames of ten keep below: Mesa's software renderer spends seconds on one of them now and then, with
    /// the same triangles. `once` gets the milliseconds of what is found the first time that a part of the
    /// trace is seen, `own` those of the drawing thread, a frame.
    double scrub(int frames, double& once, double& own) {
        const int64_t steps = model().position()->step_count();
        double before = worked_ms();
        for (int i = 0; i <= 8; ++i) {
            model().seek(steps * i / 8);
            drive().frames();
        }
        once = worked_ms() - before;
        own = speed_drew_ms();
        std::vector<double> each;
        for (int i = 0; i < frames; ++i) {
            before = worked_ms();
            model().seek(1 + steps * ((i * 37) % frames) / frames);
            drive().frames();
            each.push_back(worked_ms() - before);
        }
        own = (speed_drew_ms() - own) / frames;
        const auto ninth = each.begin() + frames * 9 / 10;
        std::nth_element(each.begin(), ninth, each.end());
        return *ninth;
    }
    /// Opens the same scene beside itself with another order of blocks: both as long.
    void compare_orders() {
        drive().key("C");
        drive().settle();
        Comparison* both = active_view<StepView>(app()).comparison();
        ASSERT_NE(both, nullptr);
        for (const ComparePreset& pair : compare_presets(model().scene()))
            if (pair.title == "Blocks in order, adversarial") both->open(pair);
        drive().settle();
        ASSERT_TRUE(both->ready());
        EXPECT_GE(model().position()->step_count(), 100'000);
        EXPECT_GE(both->right().position()->step_count(), 100'000);
    }
    void scrub_at_every_zoom(const std::string& slug, Extent extent) {
        open(slug, extent);
        const int64_t steps = model().position()->step_count();
        EXPECT_GE(steps, 100'000);
        for (const stage::Zoom zoom :
             {stage::Zoom::plan, stage::Zoom::blocks, stage::Zoom::block, stage::Zoom::lanes})
            for (const bool symbols : {false, true}) {
                model().set_zoom(zoom);
                if (symbols) drive().key("S");
                double once = 0, own = 0;
                const double ms = scrub(24, once, own);
                if (symbols) drive().key("S");
                std::printf(
                    "%-24s %lld steps, %-6s %-8s %6.1f ms a frame (%.1f of them in one thread), %5.0f "
                    "frames/s; first look %5.0f ms\n",
                    slug.c_str(), static_cast<long long>(steps), std::string(name_of(zoom)).c_str(),
                    symbols ? "symbols" : "values", ms, own, 1000 / ms, std::max(0.0, once - 9 * ms));
                EXPECT_LT(std::max(own, ms / 2), tolerance * 1000 / 30)
                    << name_of(zoom) << (symbols ? ", symbols" : "");
            }
    }
};

/// 1280 x 800, software OpenGL: 30 frames a second at every zoom.
TEST_F(SpeedTest, ALongTraceIsScrubbed) { scrub_at_every_zoom("scan_segmented", {8192, 1}); }

TEST_F(SpeedTest, ALongTraceOfTilesIsScrubbed) { scrub_at_every_zoom("integral_image_one_pass", {56, 56}); }

/// Nothing is drawn without input: two of them side by side, once what the runs left behind is
/// cleared away.
TEST_F(SpeedTest, TwoLongTracesSideBySideIdle) {
    open("scan_segmented", {8192, 1});
    compare_orders();
    drive().settle();
    constexpr double seconds = 3, most = 0.02;
    double share = 1;
    for (int part = 0; part < 3 && share > most; ++part) {
        const double before = worked_ms();
        int frames = 0;
        for (double waited = 0; waited < seconds;) {
            const double next = std::max(1e-3, std::min(app().next_frame_in(), seconds - waited));
            const timespec pause{static_cast<time_t>(next),
                                 static_cast<long>(1e9 * (next - std::floor(next)))};
            nanosleep(&pause, nullptr);
            waited += next;
            if (waited >= seconds - 1e-6) break;
            drive().frames();
            ++frames;
        }
        share = (worked_ms() - before) / (1000 * seconds);
        std::printf("compared, idle: %d frames in %.0f s, %.2f %% of a core\n", frames, seconds, 100 * share);
    }
    EXPECT_LE(share, most);
}

/// Two of them side by side.
TEST_F(SpeedTest, TwoLongTracesAreScrubbedTogether) {
    open("scan_segmented", {8192, 1});
    compare_orders();
    double once = 0, own = 0;
    const double ms = scrub(48, once, own);
    std::printf(
        "compared: %6.1f ms a frame (%.1f of them in one thread), %5.0f frames/s; first look %5.0f ms\n", ms,
        own, 1000 / ms, std::max(0.0, once - 9 * ms));
    EXPECT_LT(std::max(own, ms / 2), tolerance * 1000 / 30);
}

/// From the choice to the first picture: 100 ms. The first round is for the faces: a size of text that is new
/// is baked between two frames.
TEST_F(SpeedTest, EveryEntryOpensAtOnce) {
    const std::vector<const Algorithm*> entries(catalog().begin(), catalog().end());
    const auto taken = test::sample("entries that open", entries, 24);
    for (const bool counts : {false, true})
        for (const Algorithm* algorithm : taken) {
            const scenes::Scene scene = scenes::initial_scene(std::string(algorithm->slug));
            const double before = worked_ms();
            model().open(scene, false);
            while (model().loading()) {
                drive().app().jobs().deliver();
                const timespec pause{0, 200'000};
                nanosleep(&pause, nullptr);
            }
            drive().frames();
            const double ms = worked_ms() - before;
            ASSERT_NE(model().position(), nullptr) << model().error();
            if (!counts) {
                drive().settle();
                continue;
            }
            std::printf("%-36s %7lld steps, %6.1f ms\n", std::string(algorithm->slug).c_str(),
                        static_cast<long long>(model().position()->step_count()), ms);
            EXPECT_LT(ms, tolerance * 100) << algorithm->slug;
        }
}

}  // namespace
}  // namespace upsweep::app
