// How far the process that runs a kernel is, and how it ended, as it tells the one that waits for it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/byte_stream.h"

namespace upsweep::device {

/// Throws the Error where one process sent what the other cannot read.
[[noreturn]] void refuse_talk();
/// A reader that throws the same Error.
ByteReader reader_of(std::string_view text);

/// How far the serving process is: it says so before each part, and at last how it ended.
enum class Stage : uint8_t { preparing, running, timing, done, missing, failed };
inline constexpr Stage last_stage = Stage::failed;

/// A message: behind `done` a result, behind `missing` and `failed` a sentence, else nothing.
std::string message(Stage stage, std::string_view payload = {});

/// Puts messages together from pieces as they come.
class Messages {
  public:
    /// `most_bytes`: that one may have.
    explicit Messages(uint64_t most_bytes) : most_(most_bytes) {}

    /// Throws Error for bytes that are not a message.
    void add(std::string_view bytes);
    Stage stage() const { return stage_; }
    bool finished() const { return stage_ >= Stage::done; }
    const std::string& payload() const { return payload_; }

  private:
    uint64_t most_;
    Stage stage_ = Stage::preparing;
    std::string pending_, payload_;
};

}  // namespace upsweep::device
