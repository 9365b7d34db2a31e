// A file's time and size, again and again.
#include "app/lessons/model/file_watch.h"

#include <chrono>

namespace upsweep::app {

using Stamp = FileWatch::Stamp;

namespace {

std::optional<Stamp> stamp_of(const std::filesystem::path& file) {
    std::error_code failed;
    const auto time = std::filesystem::last_write_time(file, failed);
    if (failed) return std::nullopt;
    const auto size = std::filesystem::file_size(file, failed);
    if (failed) return std::nullopt;
    return Stamp(time, size);
}

}  // namespace

FileWatch::FileWatch(std::filesystem::path file, std::function<void()> changed)
    : file_(std::move(file)), changed_(std::move(changed)), worker_([this, known = stamp_of(file_)] {
          look(known);
          return false;
      }) {}

FileWatch::~FileWatch() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    stopping_.notify_all();
}

void FileWatch::look(std::optional<Stamp> known) {
    constexpr std::chrono::milliseconds pause(200);
    std::unique_lock lock(mutex_);
    while (!stopping_.wait_for(lock, pause, [this] { return stop_; })) {
        const std::optional<Stamp> now = stamp_of(file_);
        if (!now || now == known) continue;
        known = now;
        lock.unlock();
        changed_();
        lock.lock();
    }
}

}  // namespace upsweep::app
