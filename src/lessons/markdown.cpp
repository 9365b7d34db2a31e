// Markdown by md4c, whose callbacks build the blocks.
#include "lessons/markdown.h"

#include <md4c.h>

#include <algorithm>
#include <exception>

#include "core/error.h"
#include "core/quotes.h"
#include "scenes/toml_reader.h"

namespace upsweep::lessons {
namespace {

struct Builder {
    std::string file;
    int line = 0;  // of what was read last
    std::string_view whole;
    int first_line = 0;
    std::vector<Block> blocks;
    int strong = 0, emphasis = 0, code = 0, list_depth = 0;
    std::string link;  // of the words that come
    bool everyday = false;
    bool numbered = false;
    int number = 0;
    bool item_open = false;  // the paragraph that comes belongs to the item
    std::exception_ptr failure;

    [[noreturn]] void cannot(const std::string& what) const {
        scenes::refuse(file, line, "lessons do not show " + what + "; write it another way.");
    }

    void open(Block::Kind kind) {
        Block block;
        block.kind = kind;
        block.line = line;
        if (kind == Block::Kind::numbered) block.number = number++;
        blocks.push_back(std::move(block));
    }

    void enter(MD_BLOCKTYPE type, void* detail) {
        switch (type) {
            case MD_BLOCK_DOC:
                return;
            case MD_BLOCK_UL:
            case MD_BLOCK_OL:
                if (++list_depth > 1) cannot("lists in lists");
                numbered = type == MD_BLOCK_OL;
                if (numbered) number = int(static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start);
                return;
            case MD_BLOCK_LI:
                open(numbered ? Block::Kind::numbered : Block::Kind::bullet);
                item_open = true;
                return;
            case MD_BLOCK_H:
                return open(Block::Kind::heading);
            case MD_BLOCK_P:
                if (list_depth > 0 && item_open)
                    item_open = false;
                else
                    open(Block::Kind::paragraph);
                return;
            case MD_BLOCK_CODE:
                return open(Block::Kind::code);
            case MD_BLOCK_QUOTE:
                cannot("quotations");
            case MD_BLOCK_HR:
                cannot("rules");
            case MD_BLOCK_HTML:
                cannot("HTML");
            default:
                cannot("tables");
        }
    }

    void leave(MD_BLOCKTYPE type) {
        if (type == MD_BLOCK_UL || type == MD_BLOCK_OL) --list_depth;
        if (type == MD_BLOCK_LI) item_open = false;
    }

    void span(MD_SPANTYPE type, void* detail, int by) {
        if (type == MD_SPAN_A)
            lead(by > 0 ? static_cast<MD_SPAN_A_DETAIL*>(detail) : nullptr);
        else if (type == MD_SPAN_STRONG)
            strong += by;
        else if (type == MD_SPAN_EM)
            emphasis += by;
        else if (type == MD_SPAN_CODE)
            code += by;
        else if (type == MD_SPAN_IMG)
            cannot("pictures");
    }

    /// The words that come lead where the link says, or are marked as everyday ones; null: no longer.
    void lead(const MD_SPAN_A_DETAIL* detail) {
        const std::string where = detail == nullptr ? "" : std::string(detail->href.text, detail->href.size);
        everyday = where == "plain:";
        link = detail == nullptr || everyday ? "" : target(where);
    }

    std::string target(const std::string& where) const {
        try {
            parse_link(where);
        } catch (const Error& error) {
            scenes::refuse(file, line, error.what());
        }
        return where;
    }

    // Pieces lie in the text itself, but for entities and line ends.
    void follow(std::string_view piece) {
        if (piece.data() < whole.data() || piece.data() >= whole.data() + whole.size()) return;
        line = first_line + int(std::count(whole.data(), piece.data(), '\n'));
        if (!blocks.empty() && blocks.back().inlines.empty()) blocks.back().line = line;
    }

    void text(MD_TEXTTYPE type, std::string_view piece) {
        follow(piece);
        if (type == MD_TEXT_HTML) cannot("HTML");
        if (type == MD_TEXT_NULLCHAR) scenes::refuse(file, line, "the text holds a zero byte.");
        if (type == MD_TEXT_BR || type == MD_TEXT_SOFTBR) piece = " ";
        if (blocks.empty()) open(Block::Kind::paragraph);
        const Style style = code > 0       ? Style::code
                            : strong > 0   ? Style::strong
                            : emphasis > 0 ? Style::emphasis
                            : everyday     ? Style::everyday
                                           : Style::plain;
        auto& inlines = blocks.back().inlines;
        if (!inlines.empty() && inlines.back().style == style && inlines.back().link == link)
            inlines.back().text += piece;
        else
            inlines.push_back({std::string(piece), style, link});
    }
};

// ---- Mathematics between dollars, which Markdown has none of

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Where what begins at `at` with `run` of one sign ends with as many, one past them; 0 if it does not within
/// the paragraph, or within some thousand letters.
size_t closed_at(std::string_view text, size_t at, size_t run) {
    constexpr size_t most = 4000;
    const char sign = text[at];
    text = text.substr(0, at + most);
    const size_t paragraph = std::min(text.find("\n\n", at), text.size());
    for (size_t i = at + run; i < paragraph;) {
        if (text[i] != sign) {
            i += sign == '$' && text[i] == '\\' ? 2 : 1;
            continue;
        }
        const size_t end = std::min(text.find_first_not_of(sign, i), text.size());
        // Of money, `$5 and $7`, the second sign begins a word, too.
        const bool closes =
            sign != '$' || run > 1 ||
            (!is_blank(text[i - 1]) &&
             (end == text.size() || (!is_word(text[end]) && text[end] != '(' && text[end] != '{')));
        if (end - i == run && closes) return end;
        i = end;
    }
    return 0;
}

/// Throws Error for $x^2$ and $$x^2$$ outside of code.
void refuse_mathematics(const std::string& file, int line, std::string_view text) {
    for (size_t i = 0; i < text.size();) {
        const char sign = text[i];
        if (sign == '\\') {
            i += 2;
            continue;
        }
        const size_t run = std::min(text.find_first_not_of(sign, i), text.size()) - i;
        const bool first = i == 0 || text[i - 1] == '\n';
        if (sign == '`' && run >= 3 && first) {
            const size_t fence = text.find("\n```", i);
            i = fence == std::string_view::npos ? text.size() : fence + 4;
        } else if (sign == '`') {
            i = std::max(i + run, closed_at(text, i, run));
        } else if (sign == '$' && run <= 2 && i + run < text.size() && (run == 2 || !is_blank(text[i + 1])) &&
                   (i == 0 || !is_word(text[i - 1])) && closed_at(text, i, run) > 0) {
            const std::string formula = one_line(text.substr(i, closed_at(text, i, run) - i), 40);
            scenes::refuse(file, line + int(std::count(text.begin(), text.begin() + ptrdiff_t(i), '\n')),
                           "lessons do not show mathematics between dollars: write " + formula +
                               " as text or code, such as `2 n log2(n)` or 2ⁿ; \\$ is a dollar itself.");
        } else {
            i += run;
        }
    }
}

// md4c is C: an exception must not pass through it.
template <typename F>
int guard(void* user, F&& action) {
    auto& builder = *static_cast<Builder*>(user);
    try {
        action(builder);
        return 0;
    } catch (...) {
        builder.failure = std::current_exception();
        return 1;
    }
}

}  // namespace

std::vector<Block> parse_markdown(const std::string& file, int line, std::string_view text) {
    refuse_mathematics(file, line, text);
    Builder builder;
    builder.file = file;
    builder.line = builder.first_line = line;
    builder.whole = text;
    MD_PARSER parser{};
    parser.flags = MD_FLAG_TABLES | MD_FLAG_NOINDENTEDCODEBLOCKS;
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* user) {
        return guard(user, [&](Builder& b) { b.enter(type, detail); });
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void*, void* user) {
        return guard(user, [&](Builder& b) { b.leave(type); });
    };
    parser.enter_span = [](MD_SPANTYPE type, void* detail, void* user) {
        return guard(user, [&](Builder& b) { b.span(type, detail, 1); });
    };
    parser.leave_span = [](MD_SPANTYPE type, void* detail, void* user) {
        return guard(user, [&](Builder& b) { b.span(type, detail, -1); });
    };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* piece, MD_SIZE size, void* user) {
        return guard(user, [&](Builder& b) { b.text(type, {piece, size}); });
    };
    const int failed = md_parse(text.data(), MD_SIZE(text.size()), &parser, &builder);
    if (builder.failure) std::rethrow_exception(builder.failure);
    if (failed != 0) scenes::refuse(file, line, "the text from here on cannot be read.");
    return std::move(builder.blocks);
}

std::vector<Inline> parse_inline(const std::string& file, int line, std::string_view text) {
    std::vector<Block> blocks = parse_markdown(file, line, text);
    if (blocks.size() != 1 || blocks[0].kind != Block::Kind::paragraph)
        scenes::refuse(file, line, in_quotes(text) + " must be one line of plain text.");
    return std::move(blocks[0].inlines);
}

}  // namespace upsweep::lessons
