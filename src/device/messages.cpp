#include "device/messages.h"

#include <utility>

#include "device/wire_stream.h"

namespace upsweep::device {
namespace {

constexpr std::uint32_t message_mark = 0x314d5055;
constexpr std::uint64_t message_head = sizeof(std::uint32_t) + sizeof(std::uint8_t) + sizeof(std::uint64_t);

}  // namespace

std::string message(Stage stage, std::string_view payload) {
    Writer stream;
    stream(message_mark);
    stream(stage);
    stream(static_cast<std::uint64_t>(payload.size()));
    stream.bytes += payload;
    return std::move(stream.bytes);
}

void Messages::add(std::string_view bytes) {
    pending_ += bytes;
    while (!pending_.empty()) {
        if (finished()) refuse_wire();
        if (pending_.size() < message_head) return;
        Reader head(std::string_view(pending_).substr(0, message_head));
        head.expect(message_mark);
        std::uint8_t stage = 0;
        std::uint64_t size = 0;
        head(stage);
        head(size);
        if (stage > static_cast<std::uint8_t>(last_stage) || size > most_) refuse_wire();
        if (pending_.size() - message_head < size) return;
        stage_ = static_cast<Stage>(stage);
        payload_ = pending_.substr(message_head, static_cast<std::size_t>(size));
        pending_.erase(0, message_head + static_cast<std::size_t>(size));
    }
}

}  // namespace upsweep::device
