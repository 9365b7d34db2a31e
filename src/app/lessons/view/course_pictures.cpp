// One job for all of them, each shown as soon as it is made.
#include "app/lessons/view/course_pictures.h"

#include <utility>

#include "bench/recording.h"
#include "core/error.h"
#include "lessons/course.h"

namespace upsweep::app {
namespace {

int readable_recordings() {
    int count = 0;
    for (const bench::ShippedRecording& shipped : bench::shipped_recordings()) {
        (void)bench::parse_recording(shipped.text, std::string(shipped.name));
        ++count;
    }
    return count;
}

}  // namespace

const canvas::Picture* CoursePictures::of(size_t lesson) const {
    return lesson < pictures_.size() && pictures_[lesson] ? &*pictures_[lesson] : nullptr;
}

void CoursePictures::start(std::span<const lessons::Lesson> lessons) {
    if (begun_) return;
    begun_ = true;
    pictures_.resize(lessons.size());
    job_.start(
        "Drawing the lessons' pictures",
        [this, lessons](Job& job) {
            std::pair<std::string, int> told;
            for (size_t i = 0; i < lessons.size(); ++i) {
                try {
                    canvas::Picture picture = lessons::course_picture(lessons[i], job.cancel_flag());
                    job.post([this, i, picture = std::move(picture)]() mutable {
                        pictures_[i] = std::move(picture);
                    });
                } catch (const Cancelled&) {
                    throw;
                } catch (const Error& error) {
                    if (told.first.empty()) told.first = error.what();
                }
                job.set_progress(double(i + 1) / double(lessons.size()));
            }
            try {
                told.second = readable_recordings();
            } catch (const Error& error) {
                if (told.first.empty()) told.first = error.what();
            }
            return told;
        },
        [this](std::pair<std::string, int> told) {
            failure_ = std::move(told.first);
            recordings_ = told.second;
        });
}

}  // namespace upsweep::app
