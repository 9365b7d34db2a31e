// What two processes of this program tell each other about a run on the GPU: how far it is, how it ended, and
// plain bytes, checked when read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "device/isolated.h"

namespace upsweep::device {

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

std::string encode(const IsolatedRun& run);
/// Throws Error for bytes that do not hold it, and for a plan whose numbers lead nowhere.
IsolatedRun decode_run(std::string_view bytes);

std::string encode(const IsolatedResult& result);
/// Throws Error for bytes that do not hold it, and for buffers other than the plan's.
IsolatedResult decode_result(std::string_view bytes, const Plan& plan);

}  // namespace upsweep::device
