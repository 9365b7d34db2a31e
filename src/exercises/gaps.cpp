// Fixed parts by tokens, the student's by lines.
#include "exercises/gaps.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "core/words.h"
#include "emulator/source/lexer.h"

namespace upsweep::exercises {
namespace {

using emulator::Token;
using emulator::TokenKind;

constexpr std::string_view opens = "// your part:", closes = "// end of your part";

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) lines.push_back(take_line(text));
    return lines;
}

bool begins_with(std::string_view line, std::string_view words) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    return line.substr(0, words.size()) == words;
}

/// Which gap a line lies in, or -1.
int gap_at(const std::vector<Gap>& gaps, int line) {
    for (size_t i = 0; i < gaps.size(); ++i)
        if (line >= gaps[i].first && line < gaps[i].end) return int(i);
    return -1;
}

/// The tokens of the fixed part, with a token of kind `end` in the place of each gap and at the end.
std::vector<Token> fixed_tokens(const std::vector<Token>& tokens, const std::vector<Gap>& gaps) {
    std::vector<Token> fixed;
    size_t passed = 0;
    for (const Token& token : tokens) {
        const int line = token.where.line - 1;
        while (passed < gaps.size() && line >= gaps[passed].end) {
            fixed.push_back({});
            fixed.back().where.line = gaps[passed++].end + 1;
        }
        if (gap_at(gaps, line) < 0) fixed.push_back(token);
    }
    return fixed;
}

bool alike(const Token& a, const Token& b) {
    if (a.kind == TokenKind::end || b.kind == TokenKind::end) return a.kind == b.kind;
    return a.kind == b.kind && a.text == b.text && a.first_on_line == b.first_on_line;
}

bool followed_by_pragma(const std::vector<Token>& tokens, const Token& hash) {
    const auto next = size_t(&hash - tokens.data()) + 1;
    return next < tokens.size() && tokens[next].is("pragma") && tokens[next].where.line == hash.where.line;
}

Misfit misfit_of_parts(const std::vector<Token>& tokens, const std::vector<Gap>& gaps) {
    std::vector<std::string> open;
    int inside = -1;
    for (const Token& token : tokens) {
        const int gap = gap_at(gaps, token.where.line - 1);
        if (gap != inside || token.kind == TokenKind::end) {
            if (!open.empty())
                return {fmt::format("Your part opens {} and does not close it.", in_ticks(open.back())),
                        gaps[inside].end};
            inside = gap;
        }
        if (gap < 0) continue;
        if (token.kind == TokenKind::unknown)
            return {fmt::format("Line {} has {}, which has no meaning there.", token.where.line,
                                in_ticks(token.text)),
                    token.where.line};
        // `#pragma unroll` is no more than a remark.
        if (token.is("#") && token.first_on_line && !followed_by_pragma(tokens, token))
            return {fmt::format("Line {} has a directive; your part is statements only.", token.where.line),
                    token.where.line};
        if (token.is("{") || token.is("(") || token.is("[")) open.emplace_back(token.text);
        if (token.is("}") || token.is(")") || token.is("]")) {
            const std::string partner = token.is("}") ? "{" : token.is(")") ? "(" : "[";
            if (open.empty() || open.back() != partner)
                return {fmt::format("Line {} closes a bracket that your part does not open: {}.",
                                    token.where.line, in_ticks(token.text)),
                        token.where.line};
            open.pop_back();
        }
    }
    return {};
}

}  // namespace

std::vector<Gap> gaps_of(std::string_view text) {
    std::vector<Gap> gaps;
    bool inside = false;
    const std::vector<std::string_view> lines = lines_of(text);
    for (int i = 0; i < std::ssize(lines); ++i) {
        const std::string_view line = lines[i];
        if (begins_with(line, opens)) {
            if (inside) throw Error(fmt::format("Line {} opens a part inside another.", i + 1));
            inside = true;
            gaps.push_back({i + 1, i + 1});
        } else if (begins_with(line, closes)) {
            if (!inside) throw Error(fmt::format("Line {} ends a part that has no beginning.", i + 1));
            inside = false;
            gaps.back().end = i;
        }
    }
    if (inside)
        throw Error(fmt::format("The part that begins in line {} has no end; write {} after it.",
                                gaps.back().first, in_ticks(closes)));
    return gaps;
}

Misfit misfit(std::string_view starter, std::string_view text) {
    std::vector<Gap> gaps;
    try {
        gaps = gaps_of(text);
    } catch (const Error& error) {
        return {error.what(), 1};
    }
    const std::vector<Gap> given = gaps_of(starter);
    if (gaps.size() != given.size())
        return {
            fmt::format(
                "Your text has {} parts, but the exercise has {}; keep the comments that begin and end them.",
                gaps.size(), given.size()),
            1};
    const emulator::LexedFile mine = emulator::lex(0, text), original = emulator::lex(0, starter);
    const std::vector<Token> fixed = fixed_tokens(mine.tokens, gaps);
    const std::vector<Token> wanted = fixed_tokens(original.tokens, given);
    const auto [at, from] = std::mismatch(fixed.begin(), fixed.end(), wanted.begin(), wanted.end(), alike);
    if (at != fixed.end() || from != wanted.end()) {
        const int line = at != fixed.end() ? at->where.line : fixed.back().where.line;
        if (at != fixed.end() && at->kind != TokenKind::end)
            return {
                fmt::format("Line {} has {} in the fixed part, unlike the exercise; restore the fixed part.",
                            line, in_ticks(at->text)),
                line};
        return {fmt::format("The fixed part lacks {} before line {}; restore it.",
                            from != wanted.end() ? in_ticks(from->text) : "something", line),
                line};
    }
    return misfit_of_parts(mine.tokens, gaps);
}

bool same_fixed_lines(std::string_view starter, std::string_view text) {
    const auto fixed_lines = [](std::string_view of) {
        const std::vector<Gap> gaps = gaps_of(of);
        std::vector<std::string_view> fixed;
        const std::vector<std::string_view> lines = lines_of(of);
        for (int i = 0; i < std::ssize(lines); ++i)
            if (gap_at(gaps, i) < 0) fixed.push_back(lines[i]);
        return fixed;
    };
    try {
        return fixed_lines(starter) == fixed_lines(text);
    } catch (const Error&) {
        return false;
    }
}

std::vector<std::string> words_of_gaps(std::string_view text) {
    std::vector<std::string> words;
    const std::vector<Gap> gaps = gaps_of(text);
    for (const Token& token : emulator::lex(0, text).tokens)
        if (token.kind != TokenKind::end && gap_at(gaps, token.where.line - 1) >= 0)
            words.emplace_back(token.text);
    return words;
}

}  // namespace upsweep::exercises
