// One element a block.
#include "export/lesson_words.h"

#include <algorithm>

#include <fmt/format.h>

#include "canvas/svg.h"

namespace upsweep::exports {

using canvas::xml_text;
using lessons::Block;
using lessons::Style;

namespace {

std::string excerpt_of(const lessons::Excerpt& excerpt) {
    std::string html = fmt::format("<pre aria-label=\"{}\">", xml_text(excerpt.file));
    for (std::size_t i = 0; i < excerpt.lines.size(); ++i) {
        const int number = excerpt.first_line + static_cast<int>(i);
        const char* lit = number == excerpt.lit_line ? " lit" : "";
        html += fmt::format("<span class=\"row{}\"><span class=\"number\">{}</span>{}\n</span>", lit, number,
                            xml_text(excerpt.lines[i]));
    }
    html += "</pre>\n";
    for (std::size_t i = 0; i < excerpt.notes.size(); ++i)
        if (!excerpt.notes[i].empty())
            html += fmt::format("<p class=\"notes\">Line {}: {}</p>\n",
                                excerpt.first_line + static_cast<int>(i), xml_text(excerpt.notes[i]));
    return html;
}

std::string code_of(const Block& block) {
    std::string text;
    for (const lessons::Inline& piece : block.inlines) text += piece.text;
    std::string html = "<pre>";
    // Lines apart: a line end is nothing that XML's text may hold.
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        html += xml_text(std::string_view(text).substr(at, end - at)) + "\n";
        at = end + 1;
    }
    return html + "</pre>\n";
}

/// The list that a block is an item of; empty for other blocks.
const char* list_of(Block::Kind kind) {
    return kind == Block::Kind::bullet ? "ul" : kind == Block::Kind::numbered ? "ol" : "";
}

/// Around what leads somewhere.
std::string linked(std::string html, const std::string& target, const WordOptions& options) {
    if (target.empty()) return html;
    const lessons::Link link = lessons::parse_link(target);
    if (!link.to) return fmt::format("<a href=\"{}\">{}</a>", xml_text(link.web), html);
    const auto* page = std::get_if<scenes::LessonPage>(&*link.to);
    if (page == nullptr || !options.linked) return html;
    return fmt::format("<a href=\"{}.html{}\">{}</a>", xml_text(page->lesson),
                       page->page > 0 ? fmt::format("#page={}", page->page) : "", html);
}

}  // namespace

std::string html_of(std::span<const lessons::Inline> words, const WordOptions& options) {
    std::string html;
    for (const lessons::Inline& piece : words) {
        const char* tag = piece.style == Style::code       ? "code"
                          : piece.style == Style::strong   ? "strong"
                          : piece.style == Style::emphasis ? "em"
                                                           : nullptr;
        const std::string text = xml_text(piece.text);
        html += linked(tag == nullptr ? text : fmt::format("<{0}>{1}</{0}>", tag, text), piece.link, options);
    }
    return html;
}

std::string marked_html(std::string_view text) {
    std::string html;
    bool code = false, strong = false;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '`') {
            html += code ? "</code>" : "<code>";
            code = !code;
            ++at;
        } else if (!code && text.substr(at, 2) == "**") {
            html += strong ? "</strong>" : "<strong>";
            strong = !strong;
            at += 2;
        } else {
            const std::size_t end = std::min(text.find_first_of("`*", at + 1), text.size());
            html += xml_text(text.substr(at, end - at));
            at = end;
        }
    }
    return html + (code ? "</code>" : "") + (strong ? "</strong>" : "");
}

std::string html_of(std::span<const Block> blocks, const WordOptions& options) {
    std::string html, open;
    for (const Block& block : blocks) {
        const std::string list = list_of(block.kind);
        if (list != open) {
            if (!open.empty()) html += "</" + open + ">\n";
            if (!list.empty()) html += "<" + list + ">\n";
            open = list;
        }
        switch (block.kind) {
            case Block::Kind::heading:
                html += "<h2>" + html_of(block.inlines, options) + "</h2>\n";
                break;
            case Block::Kind::code:
                html += code_of(block);
                break;
            case Block::Kind::excerpt:
                html += excerpt_of(block.excerpt);
                break;
            case Block::Kind::figure:
                html += "<figure class=\"small\">\n" +
                        (options.picture ? options.picture(*block.figure) : "") + "<figcaption>" +
                        html_of(block.figure->words, options) + "</figcaption>\n</figure>\n";
                break;
            case Block::Kind::paragraph:
                html += "<p>" + html_of(block.inlines, options) + "</p>\n";
                break;
            default:
                html += "<li>" + html_of(block.inlines, options) + "</li>\n";
        }
    }
    return open.empty() ? html : html + "</" + open + ">\n";
}

}  // namespace upsweep::exports
