// A film in the Playground without a window: frames in any order, playing by the clock, what is dropped, and
// an end that is a sentence.
#include "app/playground/model/film_player.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <thread>

#include "app/playground/model/box_filter_task.h"
#include "core/clock.h"
#include "core/error.h"
#include "vision/box_filter.h"

namespace upsweep::app {
namespace {

constexpr int frames = 12;

/// Each frame is its number; decoding takes a while, and behind `broken` nothing can be decoded.
class Numbers : public media::FrameSource {
  public:
    int delay_ms = 0;
    int64_t broken = frames;
    std::string name() const override { return "numbers"; }
    Extent extent() const override { return {16, 8}; }
    double rate() const override { return 25; }
    std::optional<int64_t> count() const override { return frames; }
    std::shared_ptr<const media::Frame> frame(int64_t n, const std::atomic<bool>*) override {
        std::this_thread::sleep_for(std::chrono::milliseconds(delay_ms));
        if (n >= frames) return nullptr;
        if (n >= broken) throw Error("The film is torn.");
        media::Frame frame{.number = n, .seconds = double(n) / 25, .grey = Array(ScalarType::u8, extent())};
        for (uint8_t& value : frame.grey.view<uint8_t>()) value = uint8_t(10 * n);
        return std::make_shared<const media::Frame>(std::move(frame));
    }
};

class FilmPlayerTest : public testing::Test {
  protected:
    FilmPlayerTest()
        : jobs([] {}, [](const std::string& sentence) { ADD_FAILURE() << sentence; }),
          player(
              jobs, [] { return make; }, [this](FilmPlayer::Picture picture) { shown = std::move(picture); },
              [this](const std::string& sentence) { complaint = sentence; }) {}

    static FilmPlayer::Picture make(const std::shared_ptr<const media::Frame>& frame, Job&) {
        auto picture = std::make_shared<PlaygroundPicture>();
        picture->grey = {frame, &frame->grey};
        picture->frame = frame->number;
        return picture;
    }
    void open(int delay_ms = 0, int64_t broken = frames) {
        auto source = std::make_shared<Numbers>();
        source->delay_ms = delay_ms;
        source->broken = broken;
        player.open("no such film", source);
    }
    /// Turns of the window, as long as `goes` says so and at most ten seconds.
    void turn_while(const std::function<bool()>& goes) {
        const double begin = steady_seconds();
        for (double last = begin; goes() && last - begin < 10;) {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
            const double now = steady_seconds();
            jobs.deliver();
            player.advance(now - last, true);
            last = now;
        }
    }
    void settle() {
        turn_while([this] { return player.waits(); });
    }

    Jobs jobs;
    FilmPlayer player;
    FilmPlayer::Picture shown;
    std::string complaint;
};

TEST_F(FilmPlayerTest, StepsAndSeeksInAnyOrderAndStaysInTheFilm) {
    open();
    for (const int64_t n : {5, 4, 11, 0, 7}) {
        player.seek(n);
        settle();
        ASSERT_TRUE(shown);
        EXPECT_EQ(shown->frame, n);
        EXPECT_EQ(shown->grey->number(0), 10 * n);
        EXPECT_DOUBLE_EQ(player.seconds(), double(n) / 25);
    }
    player.step(1);
    player.step(1);
    settle();
    EXPECT_EQ(player.number(), 9);
    player.seek(500);
    settle();
    EXPECT_EQ(player.number(), frames - 1);
    player.seek(-3);
    settle();
    EXPECT_EQ(player.number(), 0);
    EXPECT_EQ(player.dropped(), 0);
}

TEST_F(FilmPlayerTest, PlaysToItsEndAndShowsOrCountsEveryFrame) {
    open(100);  // two and a half times what a frame may take
    player.again = false;
    player.play(true);
    turn_while([this] { return player.playing(); });
    settle();
    EXPECT_FALSE(player.playing());
    EXPECT_EQ(player.number(), frames - 1);
    EXPECT_GT(player.dropped(), 0);
    int64_t stubs = 0, bars = 0;
    for (const FrameTime& time : player.times()) ++(time.dropped ? stubs : bars);
    EXPECT_EQ(stubs, player.dropped());
    EXPECT_GE(bars + stubs, frames - 1);
}

TEST_F(FilmPlayerTest, BeginsAgain) {
    open();
    player.seek(frames - 2);
    settle();
    player.play(true);
    bool came_round = false;
    turn_while([&] {
        came_round = came_round || player.number() == 2;
        return !came_round;
    });
    EXPECT_TRUE(came_round);
    EXPECT_TRUE(player.playing());
}

TEST_F(FilmPlayerTest, AFilmThatBreaksIsASentenceAndTheLastFrameStays) {
    open(0, 3);
    player.play(true);
    turn_while([this] { return player.playing(); });
    EXPECT_EQ(complaint, "The film is torn.");
    ASSERT_TRUE(shown);
    EXPECT_EQ(shown->frame, player.number());
    EXPECT_LT(player.number(), 3);
    player.seek(1);
    settle();
    EXPECT_EQ(player.number(), 1);
}

TEST(FilmInThePlayground, TheTasksResultIsOfTheFrameThatIsShown) {
    std::string name = (std::filesystem::temp_directory_path() / "upsweep-frames-XXXXXX").string();
    const std::filesystem::path folder = mkdtemp(name.data());
    std::vector<Array> pictures;
    for (int n = 0; n < 4; ++n) {
        Array picture(ScalarType::u8, {40, 30});
        for (int64_t i = 0; i < picture.count(); ++i) picture.set_number(i, double((i * (n + 3)) % 251));
        media::save_image(folder / (std::to_string(n) + ".png"), picture);
        pictures.push_back(std::move(picture));
    }
    {
        Jobs jobs([] {}, [](const std::string& sentence) { ADD_FAILURE() << sentence; });
        Playground model(jobs, [] { return "There is no GPU."; });
        BoxFilterTask task(jobs);
        model.work_on(task);
        const auto settle = [&] {
            for (int i = 0; i < 5000 && (!jobs.idle() || model.film().waits() || !model.picture()); ++i) {
                jobs.deliver();
                model.film().advance(0.002, task.at_rest());
                std::this_thread::sleep_for(std::chrono::milliseconds(2));
            }
        };
        model.open_file(folder.string());
        settle();
        for (const int64_t n : {0, 2, 1, 3}) {
            model.film().seek(n);
            settle();
            EXPECT_EQ(*model.picture()->grey, pictures[size_t(n)]);
            ASSERT_TRUE(task.settled());
            EXPECT_EQ(task.made()->drawn->channels[0], vision::box_filter_direct(pictures[size_t(n)], 12));
        }
        // Saved whole, under a name that is free.
        const std::string film = (folder / "out.mp4").string();
        EXPECT_EQ(model.why_no_film(), "");
        for (const char* saved : {"out.mp4", "out-2.mp4"}) {
            model.save_film(film);
            settle();
            EXPECT_EQ(std::filesystem::path(model.saved()).filename(), saved);
            const auto written = media::open_frames(model.saved(), {});
            for (const int64_t n : {0, 1, 2, 3}) {
                const auto frame = written->frame(n);
                ASSERT_TRUE(frame) << n;
                double off = 0;
                const Array right = vision::box_filter_direct(pictures[size_t(n)], 12);
                for (int64_t i = 0; i < right.count(); ++i)
                    off += std::abs(frame->grey.number(i) - right.number(i)) / double(right.count());
                EXPECT_LT(off, 3) << n;
            }
            EXPECT_FALSE(written->frame(4));
        }
        EXPECT_TRUE(task.sweep().points().empty());
        model.open_file((folder / "0.png").string());
        settle();
        EXPECT_FALSE(model.film().is_open());
    }
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace upsweep::app
