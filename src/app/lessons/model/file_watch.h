// Tells when a file was saved.
#pragma once

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <optional>
#include <utility>

#include "core/parallel.h"

namespace upsweep::app {

/// Looks at a file a few times a second, on a thread of its own, for as long as it lives.
class FileWatch {
  public:
    /// When a file was written last, and its bytes.
    using Stamp = std::pair<std::filesystem::file_time_type, uintmax_t>;
    /// `changed` is called from that thread whenever the file's time or size is another than before. A file
    /// that is away for a moment, while an editor replaces it, is looked for again.
    FileWatch(std::filesystem::path file, std::function<void()> changed);
    ~FileWatch();
    FileWatch(const FileWatch&) = delete;
    FileWatch& operator=(const FileWatch&) = delete;

  private:
    void look(std::optional<Stamp> known);
    std::filesystem::path file_;
    std::function<void()> changed_;
    std::mutex mutex_;
    std::condition_variable stopping_;
    bool stop_ = false;
    Worker worker_;  // last: it uses all of the above
};

}  // namespace upsweep::app
