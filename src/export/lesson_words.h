// A lesson's text as HTML.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "lessons/prepare.h"

namespace upsweep::exports {

/// What else a lesson's text needs to become HTML.
struct WordOptions {
    /// The pages of other lessons lie beside this one, SLUG.html, so that links can lead there.
    bool linked = false;
    /// The picture of a figure, without its caption; none: the caption is alone.
    std::function<std::string(const lessons::Figure&)> picture = {};
};

/// Links to the web lead there, those to a lesson if the pages are linked; else the words are alone.
std::string html_of(std::span<const lessons::Inline> words, const WordOptions& options = {});
/// Paragraphs, headings as h2, lists, code, figures.
std::string html_of(std::span<const lessons::Block> blocks, const WordOptions& options = {});
/// A sentence with `code` and **strong** in it.
std::string marked_html(std::string_view text);

}  // namespace upsweep::exports
