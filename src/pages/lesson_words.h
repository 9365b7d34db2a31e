// A lesson's text as HTML.
#pragma once

#include <span>
#include <string>

#include "lessons/prepare.h"

namespace upsweep::pages {

std::string html_of(std::span<const lessons::Inline> words);
/// Paragraphs, headings as h2, lists, code.
std::string html_of(std::span<const lessons::Block> blocks);

}  // namespace upsweep::pages
