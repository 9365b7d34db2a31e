// The faces task with a pretended search, whose answers tell what was asked.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "app/playground/model/faces_task.h"
#include "core/error.h"
#include "media/samples.h"

namespace upsweep::app {

constexpr int pretended_stages = 3;

inline cascade::Cascade pretended_cascade(const std::string& name) {
    cascade::Cascade cascade;
    cascade.name = name;
    cascade.window = {6, 6};
    cascade.features.resize(5);
    cascade.stumps.resize(5);
    cascade.stages = {{0, 0, 1}, {0, 1, 2}, {0, 3, 2}};
    return cascade;
}

/// Every window fails at once but those with u + v = 5, which pass; and one raw rectangle a level.
inline vision::FaceRun pretended_run(const Array& grey, const cascade::Cascade& cascade,
                                     const vision::FaceRequest& request) {
    vision::FaceRun run;
    double scale = 1;
    for (; grey.extent().width / scale >= 12; scale *= request.factor) {
        vision::FaceLevel level;
        level.scale = scale;
        level.step = 1;
        level.window = {std::llround(6 * scale), std::llround(6 * scale)};
        level.extent = {static_cast<int64_t>(double(grey.extent().width) / scale),
                        int64_t(double(grey.extent().height) / scale)};
        level.places = {level.extent.width - cascade.window.width + 1,
                        level.extent.height - cascade.window.height + 1};
        if (request.maps) {
            Array survived(ScalarType::u8, level.places);
            for (int64_t y = 0; y < level.places.height; ++y)
                for (int64_t x = 0; x < level.places.width; ++x)
                    survived.set_number(y * level.places.width + x, x + y == 5 ? pretended_stages : 0);
            level.survived = std::make_shared<const Array>(std::move(survived));
            level.picture = level.extent == grey.extent()
                                ? std::make_shared<const Array>(grey)
                                : std::make_shared<const Array>(ScalarType::u8, level.extent);
        }
        level.passed = run.levels.size() == 2 ? 9 : 6;
        run.levels.push_back(std::move(level));
        run.found.push_back({4, 4, 24, 24, 1});
    }
    run.raw = run.found;
    run.left = {100, 50, 20, 6};
    run.faces = {{4, 4, 24, 24, request.neighbours + 1}};
    run.parts.cascade_ms = request.maps ? 100 : 1;
    return run;
}

inline std::shared_ptr<const PlaygroundPicture> picture_of(const Array& grey) {
    auto picture = std::make_shared<PlaygroundPicture>();
    picture->grey = std::make_shared<const Array>(grey);
    picture->drawn = drawn_picture({grey});
    return picture;
}

/// All of one grey; it remembers the faces that it was to frame.
class PretendedFrame : public vision::GpuFrame {
  public:
    PretendedFrame(const vision::FramedPicture& picture, std::vector<vision::FaceRectangle> around)
        : faces(std::move(around)), extent_(picture.extent), channels_(picture.channels) {}
    Extent extent() const override { return extent_; }
    int channels() const override { return channels_; }
    const backends::GpuPixels* pixels() const override { return nullptr; }
    std::vector<uint8_t> read() const override {
        return std::vector<uint8_t>(size_t(extent_.count() * channels_), grey);
    }

    static constexpr uint8_t grey = 131;
    const std::vector<vision::FaceRectangle> faces;

  private:
    Extent extent_;
    int channels_;
};

/// A painter whose kernels take half a millisecond.
inline std::shared_ptr<const vision::GpuFrame> pretended_paint(
    const vision::FramedPicture& picture, const std::vector<vision::FaceRectangle>& faces,
    const backends::Backend&, vision::FaceParts& parts) {
    parts.draw_ms += 0.5;
    return std::make_shared<const PretendedFrame>(picture, faces);
}

/// `task()` with the pretended search, of a picture of 48 x 36.
class FacesTaskTest : public testing::Test {
  protected:
    FacesTaskTest() : jobs([] {}, [this](const std::string& sentence) { complaints.push_back(sentence); }) {
        functions.usual_file = [this] { return usual; };
        functions.load = [](const std::filesystem::path& file) {
            if (file.stem() == "words") throw Error("words.xml is no cascade.");
            return pretended_cascade(file.stem().string());
        };
        functions.detect = [this](const Array& grey, const cascade::Cascade& cascade,
                                  const vision::FaceRequest& request, const backends::Backend&,
                                  const std::atomic<bool>* cancel) {
            ++searches;
            while (held && !*cancel) std::this_thread::sleep_for(std::chrono::milliseconds(1));
            if (*cancel) throw Cancelled();
            return pretended_run(grey, cascade, request);
        };
        functions.group = [](const std::vector<vision::FaceRectangle>& found, int neighbours, Extent) {
            return std::vector<vision::FaceRectangle>{{1, 1, 8, 8, neighbours + int(found.size())}};
        };
        functions.look = [](const vision::FaceLevel&, const cascade::Cascade&, vision::FaceRule, int64_t x,
                            int64_t y) {
            vision::LookedWindow looked;
            looked.survived = x + y == 5 ? pretended_stages : 0;
            const int stumps = looked.survived == pretended_stages ? 5 : 1;
            constexpr std::array<int, 5> stage_of = {0, 1, 1, 2, 2};
            for (int i = 0; i < stumps; ++i) {
                vision::LookedStump stump;
                stump.stage = stage_of[i];
                stump.number = i;
                looked.stumps.push_back(stump);
            }
            return looked;
        };
    }
    void settle() {
        for (int i = 0; i < 20'000 && !jobs.idle(); ++i) {
            jobs.deliver();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        ASSERT_TRUE(jobs.idle());
    }
    FacesTask& task() {
        if (!task_) task_ = std::make_unique<FacesTask>(jobs, functions);
        return *task_;
    }
    /// With the usual cascade and a picture of 48 x 36.
    void open() {
        task().take(picture);
        settle();
        ASSERT_TRUE(task().found());
    }

    std::vector<std::string> complaints;
    std::filesystem::path usual = "/somewhere/haarcascade_frontalface_default.xml";
    std::shared_ptr<const PlaygroundPicture> picture = picture_of(media::find_sample("noise").draw({48, 36}));
    std::atomic<bool> held = false;
    std::atomic<int> searches = 0;
    Jobs jobs;
    FaceFunctions functions;
    std::unique_ptr<FacesTask> task_;
};

}  // namespace upsweep::app
