// Keeping and ending notices.
#include "app/host/notices.h"

#include <algorithm>

#include "core/quotes.h"

namespace upsweep::app {
namespace {

/// No sentence of this program comes near it; a text from outside can.
constexpr size_t most_characters = 500;

}  // namespace

void Notices::add(std::string sentence, std::string_view cause) {
    sentence = one_line(sentence, most_characters);
    clear(cause);
    std::erase_if(notices_, [&](const Notice& one) { return one.sentence == sentence; });
    notices_.push_back({std::move(sentence), std::string(cause)});
}

void Notices::add_done(std::string sentence, std::string_view cause) {
    add(std::move(sentence), cause);
    notices_.back().done = true;
}

void Notices::clear(std::string_view cause) {
    std::erase_if(notices_, [&](const Notice& one) { return one.cause == cause; });
}

void Notices::dismiss(size_t index) {
    if (index < notices_.size()) notices_.erase(notices_.begin() + ptrdiff_t(index));
}

void Notices::advance(double now) {
    now_ = now;
    for (Notice& one : notices_)
        if (one.until < 0) one.until = now + reading_seconds(one.sentence);
    std::erase_if(notices_, [now](const Notice& one) { return one.until <= now; });
}

double Notices::next_end() const {
    double left = 3600;
    for (const Notice& one : notices_) left = std::min(left, one.until < 0 ? 0 : one.until - now_);
    return left;
}

std::vector<std::string> Notices::all() const {
    std::vector<std::string> sentences;
    for (const Notice& one : notices_) sentences.push_back(one.sentence);
    return sentences;
}

double reading_seconds(std::string_view sentence) { return std::min(15.0, 4 + double(sentence.size()) / 15); }

}  // namespace upsweep::app
