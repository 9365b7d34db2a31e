// What the card of a block says it does, as long as its room allows, in whole words.
#pragma once

#include <string>

#include "canvas/canvas.h"
#include "replay/data/blocks.h"

namespace upsweep::stage {

/// As many whole words of `text` as `room` pixels take, at least the first; none is left hanging that only
/// leads to the next ("sums of").
std::string whole_words(const canvas::Canvas& canvas, canvas::TextStyle style, const std::string& text,
                        float room);
/// Whom a spinning block waits for, "waits for 2" or shorter; "waits" where the other block is not known.
std::string wait_words(const canvas::Canvas& canvas, canvas::TextStyle style, const replay::BlockCard& card,
                       float room);

}  // namespace upsweep::stage
