// Finds what a line can omit, item by item of its brackets.
#include "replay/code/short_code.h"

#include <algorithm>
#include <optional>

#include "core/ranges.h"
#include "emulator/source/lexer.h"

namespace upsweep::replay {

using emulator::Token;
using emulator::TokenKind;

namespace {

constexpr std::string_view dots = "…";

size_t begin_of(const Token& token) { return size_t(token.where.column - 1); }
size_t end_of(const Token& token) {
    return token.where.end_line == token.where.line ? size_t(token.where.end_column - 1)
                                                    : begin_of(token) + token.text.size();
}

/// A line with stretches left out, in order and apart.
class Shortener {
  public:
    Shortener(std::string_view line, const LinePreferences& preferences) : line_(line), wishes_(preferences) {
        begin_ = std::min(line.find_first_not_of(" \t"), line.size());
        end_ = line.size();
        tokens_ = emulator::lex(0, line).tokens;
        tokens_.pop_back();
        if (!tokens_.empty()) {
            // Behind the last token there is only space, or a comment.
            size_t end = end_of(tokens_.back());
            const size_t more = line.find_first_not_of(" \t\r", end);
            if (more != std::string_view::npos && line.substr(more, 2) == "//") end_ = end;
        } else {
            const bool ruled = !emulator::phase_mark(line.substr(begin_)).title.empty();
            while (ruled && end_ > begin_ && (line[end_ - 1] == '-' || line[end_ - 1] == ' ')) --end_;
            const size_t dash = line.find('-', begin_);
            const size_t says = line.find_first_not_of("- ", dash);
            if (ruled && says < end_) leave_out({dash, says}, false);
        }
        while (end_ > begin_ && (line[end_ - 1] == ' ' || line[end_ - 1] == '\r')) --end_;
        for (const ColumnRange& drop : preferences.drop)
            if (drop.begin >= begin_ && drop.end <= end_ && drop.begin < drop.end) leave_out(drop, false);
    }

    std::vector<CodePiece> run(size_t room) {
        find_items();
        for (const bool sparing : {true, false})
            while (length() > room && (sparing || !end_may_go(room))) {
                const std::optional<ColumnRange> item = best_item(length() - room, sparing);
                if (!item) break;
                leave_out(*item, true);
                join_neighbours();
            }
        if (length() > room) cut(room);
        return pieces();
    }

  private:
    struct Gap {
        ColumnRange range;
        bool shown = false;  ///< "…" stands for it
    };

    struct Item {
        ColumnRange range;
        bool nests = false;  ///< it has brackets of its own: the names before them say most
    };

    void leave_out(ColumnRange range, bool shown) {
        const auto inside = [&](const Gap& gap) { return range.holds(gap.range); };
        std::erase_if(gaps_, inside);
        gaps_.push_back({range, shown});
        sort(gaps_, [](const Gap& a, const Gap& b) { return a.range.begin < b.range.begin; });
    }

    std::vector<CodePiece> pieces() const {
        std::vector<CodePiece> out;
        size_t at = begin_;
        const auto plain = [&](size_t end) {
            if (end > at) out.push_back({at, end, std::string(line_.substr(at, end - at)), false});
        };
        for (const Gap& gap : gaps_) {
            plain(std::min(gap.range.begin, end_));
            out.push_back({gap.range.begin, gap.range.end, gap.shown ? std::string(dots) : "", true});
            at = gap.range.end;
        }
        plain(end_);
        return out;
    }
    size_t length() const { return characters(pieces()); }

    /// What is between the commas, semicolons, && and || of brackets.
    void find_items() {
        std::vector<size_t> open;
        for (size_t i = 0; i < tokens_.size(); ++i) {
            if (tokens_[i].is("(") || tokens_[i].is("[") || tokens_[i].is("{")) open.push_back(i);
            if (!tokens_[i].is(")") && !tokens_[i].is("]") && !tokens_[i].is("}")) continue;
            if (open.empty()) continue;
            add_items(open.back(), i);
            open.pop_back();
        }
        for (const size_t left : open) add_items(left, tokens_.size());
    }

    bool is_cast(size_t open, size_t close) const {
        if (open > 0 && (tokens_[open - 1].kind == TokenKind::identifier || tokens_[open - 1].is(")")))
            return false;
        for (size_t i = open + 1; i < close; ++i)
            if (tokens_[i].kind != TokenKind::identifier && !tokens_[i].is("*")) return false;
        return close + 1 < tokens_.size();
    }

    void add_items(size_t open, size_t close) {
        if (is_cast(open, close)) return;
        int depth = 0;
        size_t first = open + 1;
        for (size_t i = open + 1; i <= close; ++i) {
            const bool parts = tokens_.size() > i && (tokens_[i].is(",") || tokens_[i].is(";") ||
                                                      tokens_[i].is("&&") || tokens_[i].is("||"));
            if (i == close || (depth == 0 && parts)) {
                if (i > first) add_item(first, i);
                first = i + 1;
            } else {
                depth += tokens_[i].is("(") || tokens_[i].is("[") || tokens_[i].is("{") ? 1 : 0;
                depth -= tokens_[i].is(")") || tokens_[i].is("]") || tokens_[i].is("}") ? 1 : 0;
            }
        }
    }

    void add_item(size_t first, size_t end) {
        const bool nests = std::any_of(tokens_.begin() + ptrdiff_t(first), tokens_.begin() + ptrdiff_t(end),
                                       [](const Token& token) { return token.is("(") || token.is("["); });
        items_.push_back({{begin_of(tokens_[first]), end_of(tokens_[end - 1])}, nests});
    }

    bool may_go(const ColumnRange& item, bool sparing) const {
        if (item.end > end_ || characters(line_.substr(item.begin, item.end - item.begin)) < 3) return false;
        for (const Gap& gap : gaps_) {
            const bool same = gap.range.begin == item.begin && gap.range.end == item.end;
            if (gap.range.meets(item) && (same || !item.holds(gap.range))) return false;
        }
        return none_of(wishes_.keep, [&](const ColumnRange& keep) {
            return sparing ? keep.meets(item) : item.holds(keep);
        });
    }

    /// Whether what is to be kept would stay if the end were cut.
    bool end_may_go(size_t room) const {
        size_t last = begin_;
        for (const ColumnRange& keep : wishes_.keep) last = std::max(last, std::min(keep.end, end_));
        return !wishes_.keep.empty() && shown_length({begin_, last}) < room;
    }

    std::optional<ColumnRange> best_item(size_t needed, bool sparing) const {
        const std::optional<ColumnRange> inner = best_item(needed, sparing, false);
        return inner ? inner : best_item(needed, sparing, true);
    }

    /// The shortest one that is enough, else the longest; of equal ones the last.
    std::optional<ColumnRange> best_item(size_t needed, bool sparing, bool nesting) const {
        std::optional<ColumnRange> best;
        size_t best_saves = 0;
        for (const auto& [item, nests] : items_) {
            if (nests != nesting || !may_go(item, sparing)) continue;
            const size_t saves = shown_length(item) - 1;
            const bool enough = saves >= needed, best_enough = best_saves >= needed;
            const bool better =
                !best || (enough ? !best_enough || saves <= best_saves : !best_enough && saves >= best_saves);
            if (saves > 0 && better) best = item, best_saves = saves;
        }
        return best;
    }

    size_t shown_length(const ColumnRange& range) const {
        size_t length = characters(line_.substr(range.begin, range.end - range.begin));
        for (const Gap& gap : gaps_)
            if (range.holds(gap.range))
                length -= characters(line_.substr(gap.range.begin, gap.range.end - gap.range.begin)) -
                          (gap.shown ? 1 : 0);
        return length;
    }

    /// "…, …" is "…", and so are "…; …" and "… && …".
    void join_neighbours() {
        for (size_t i = 1; i < gaps_.size();) {
            Gap &a = gaps_[i - 1], &b = gaps_[i];
            const std::string_view between = line_.substr(a.range.end, b.range.begin - a.range.end);
            const bool join =
                a.shown && b.shown && between.find_first_not_of(",;&| ") == std::string_view::npos;
            if (!join) {
                ++i;
                continue;
            }
            a.range.end = b.range.end;
            gaps_.erase(gaps_.begin() + ptrdiff_t(i));
        }
    }

    /// The end gives way.
    void cut(size_t room) {
        size_t used = 0;
        for (const CodePiece& piece : pieces()) {
            const size_t length = characters(piece.text);
            if (used + length < room) {
                used += length;
                continue;
            }
            size_t at = piece.begin;
            if (!piece.elided)
                for (; used + 1 < room && at < piece.end; ++used) {
                    ++at;
                    while (at < piece.end && (uint8_t(line_[at]) & 0xC0) == 0x80) ++at;
                }
            leave_out({at, end_}, true);
            return;
        }
    }

    std::string_view line_;
    const LinePreferences& wishes_;
    size_t begin_ = 0, end_ = 0;
    std::vector<Token> tokens_;
    std::vector<Item> items_;
    std::vector<Gap> gaps_;
};

}  // namespace

std::vector<CodePiece> short_line(std::string_view line, const LinePreferences& preferences, size_t room) {
    return Shortener(line, preferences).run(std::max<size_t>(1, room));
}

std::vector<CodePiece> cut_text(std::string_view text, size_t room) {
    if (characters(text) <= room) return {{0, text.size(), std::string(text), false}};
    size_t end = 0;
    for (size_t shown = 0; end < text.size(); ++end)
        if ((uint8_t(text[end]) & 0xC0) != 0x80 && ++shown >= std::max<size_t>(1, room)) break;
    while (end > 0 && text[end - 1] == ' ') --end;
    return {{0, end, std::string(text.substr(0, end)), false}, {end, text.size(), std::string(dots), true}};
}

size_t characters(std::string_view text) {
    return size_t(count_if(text, [](char c) { return (uint8_t(c) & 0xC0) != 0x80; }));
}

size_t characters(const std::vector<CodePiece>& pieces) {
    size_t sum = 0;
    for (const CodePiece& piece : pieces) sum += characters(piece.text);
    return sum;
}

}  // namespace upsweep::replay
