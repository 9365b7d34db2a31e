#include "device/messages.h"

#include "core/error.h"

namespace upsweep::device {
namespace {

constexpr const char* unreadable = "The two processes sent each other data that cannot be read.";
constexpr uint32_t message_mark = 0x314d5055;
constexpr uint64_t message_head = sizeof(uint32_t) + sizeof(uint8_t) + sizeof(uint64_t);

}  // namespace

void refuse_talk() { throw Error(unreadable); }

ByteReader reader_of(std::string_view text) {
    return {{reinterpret_cast<const std::byte*>(text.data()), text.size()}, {unreadable, unreadable}};
}

std::string message(Stage stage, std::string_view payload) {
    ByteWriter head;
    head(message_mark), head(stage), head(uint64_t(payload.size()));
    std::string bytes(reinterpret_cast<const char*>(head.bytes.data()), head.bytes.size());
    return bytes += payload;
}

void Messages::add(std::string_view bytes) {
    pending_ += bytes;
    while (!pending_.empty()) {
        if (finished()) refuse_talk();
        if (pending_.size() < message_head) return;
        ByteReader head = reader_of(pending_);
        uint32_t mark = 0;
        Stage stage{};
        uint64_t size = 0;
        head(mark), head(stage), head(size);
        if (mark != message_mark || stage > last_stage || size > most_) refuse_talk();
        if (pending_.size() - message_head < size) return;
        stage_ = stage;
        payload_ = pending_.substr(message_head, size_t(size));
        pending_.erase(0, message_head + size_t(size));
    }
}

}  // namespace upsweep::device
