// Sorts the lines of a text into rows and folds.
#include "replay/code/short_code.h"

#include <algorithm>
#include <array>

#include "core/error.h"
#include "core/quotes.h"
#include "core/words.h"
#include "emulator/trace/trace.h"
#include "replay/code/plain_macros.h"
#include "replay/trace.h"

namespace upsweep::replay {

using emulator::Token;
using emulator::TokenKind;

namespace {

constexpr std::array<std::string_view, 3> form_names = {"short", "full", "words"};

int spaces_before(std::string_view line) {
    int columns = 0;
    for (const char c : line) {
        if (c != ' ' && c != '\t') break;
        columns += c == '\t' ? 4 : 1;
    }
    return columns;
}

/// What a comment says first: up to the end of its first sentence.
std::string first_sentence(std::string text) {
    for (size_t i = 0; i < text.size(); ++i) {
        const bool ends = text[i] == '.' || text[i] == ';' || text[i] == ':';
        if (ends && (i + 1 == text.size() || text[i + 1] == ' ')) {
            text.resize(i);
            break;
        }
    }
    if (text.substr(0, 2) == "A ") text[0] = 'a';
    return short_phase_name(text);
}

/// The variable that a statement sets or declares; empty if it does neither.
std::string_view set_by(const CodeStructure& code, const CodeNode& node) {
    int depth = 0;
    std::string_view name, last;
    for (size_t i = node.first; i < node.end; ++i) {
        const Token& token = code.tokens[i];
        const bool sets = token.is("=") || (token.text.size() > 1 && token.text.back() == '=' &&
                                            token.kind == TokenKind::punctuator && !token.is("==") &&
                                            !token.is("!=") && !token.is("<=") && !token.is(">="));
        if (depth == 0 && (sets || token.is(";") || token.is("[")))
            return sets || i > node.first + 1 ? last : name;
        if (depth == 0 && token.is("(")) return name;
        depth += token.is("(") || token.is("[") || token.is("{") ? 1 : 0;
        depth -= token.is(")") || token.is("]") || token.is("}") ? 1 : 0;
        if (depth == 0 && token.kind == TokenKind::identifier) last = token.text;
    }
    return name;
}

}  // namespace

CodeForm parse_code_form(std::string_view name) {
    const auto at = std::find(form_names.begin(), form_names.end(), name);
    if (at == form_names.end())
        throw UsageError(in_quotes(name) + " is not a form of the code; write short, full or words.");
    return static_cast<CodeForm>(at - form_names.begin());
}

std::string_view name_of(CodeForm form) { return form_names[size_t(form)]; }

ShortCode::ShortCode(const Trace& trace, const StagedLaunch& staged) : kept_(trace, staged) {
    for (size_t i = 0; i < trace.sources.size(); ++i)
        files_.push_back(read(trace.sources[i].text, kept_.structure(int(i))));
    add_wishes(trace, staged);
    for (size_t i = 0; i < files_.size(); ++i) {
        keep(int(i), files_[i]);
        keep_ruled(files_[i]);
        make_rows(int(i), files_[i]);
    }
}

ShortCode::File ShortCode::read(std::string_view text, const CodeStructure& code) {
    File file;
    file.unit = 0;
    while (!text.empty()) {
        Line line;
        const size_t end = std::min(text.find('\n'), text.size());
        line.text = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::string_view said = trimmed(line.text);
        if (said.empty())
            line.kind = LineKind::blank;
        else if (said.find_first_not_of("{};") == std::string_view::npos)
            line.kind = LineKind::braces;
        else if (said.substr(0, 7) == "#pragma")
            line.kind = LineKind::pragma;
        else if (said.substr(0, 2) == "//")
            line.kind = emulator::phase_mark(said).title.empty() ? LineKind::comment : LineKind::ruled;
        else
            line.kind = LineKind::code;
        file.lines.push_back(line);
    }
    const auto count = int(file.lines.size());
    for (size_t i = 0; i < code.nodes.size(); ++i) {
        const CodeNode& node = code.nodes[i];
        for (int line = node.first_line; line <= std::min(node.last_line, count); ++line) {
            Line& at = file.lines[line - 1];
            if (at.node < 0 || code.nodes[at.node].kind == CodeNode::Kind::function) at.node = int(i);
        }
        const int in = spaces_before(file.lines[node.first_line - 1].text);
        if (in > 0 && (file.unit == 0 || in < file.unit)) file.unit = in;
        if (node.kind != CodeNode::Kind::function) continue;
        for (int line = node.first_line; line <= std::min(node.close_line, count); ++line)
            file.lines[line - 1].scope = int(i);
    }
    if (file.unit == 0) file.unit = 4;
    return file;
}

void ShortCode::keep(int number, File& file) const {
    const CodeStructure& code = kept_.structure(number);
    for (size_t i = 0; i < code.nodes.size(); ++i) {
        if (!kept_.keeps_node(number, int(i))) continue;
        const CodeNode& node = code.nodes[i];
        for (int line = node.first_line; line <= node.last_line; ++line)
            if (size_t(line) <= file.lines.size()) file.lines[line - 1].kept = true;
    }
    for (Line& line : file.lines) {
        line.kept = line.kept && line.kind == LineKind::code;
        if (line.scope >= 0 && !kept_.keeps_node(number, line.scope)) line.scope = -1;
    }
}

/// A ruled comment is shown over what is shown of its phase.
void ShortCode::keep_ruled(File& file) const {
    Line* ruled = nullptr;
    for (Line& line : file.lines) {
        if (ruled != nullptr && line.scope != ruled->scope) ruled = nullptr;
        if (line.kind == LineKind::ruled) ruled = line.scope >= 0 ? &line : nullptr;
        if (ruled != nullptr && line.kept) ruled->kept = true;
    }
}

void ShortCode::add_wishes(const Trace& trace, const StagedLaunch& staged) {
    const auto columns = [](const SourceRange& where) {
        return ColumnRange{static_cast<size_t>(std::max(1, where.column) - 1),
                           size_t(std::max(1, where.end_column) - 1)};
    };
    for (const SourceRange& where : kept_.touched())
        if (where.file >= 0 && where.line == where.end_line)
            files_[where.file].preferences[where.line].keep.push_back(columns(where));
    for (const PlainCall& call : plain_calls(trace, staged.launch(), kept_)) {
        std::vector<ColumnRange>& drop = files_[call.before.file].preferences[call.before.line].drop;
        drop.push_back(columns(call.before));
        drop.push_back(columns(call.behind));
    }
}

int ShortCode::depth_of(const File& file, const CodeStructure& code, int line) const {
    const Line& at = file.lines[line - 1];
    if (at.kind == LineKind::code && at.node >= 0) {
        const int first = code.nodes[at.node].first_line;
        if (first < line) return depth_of(file, code, first) + 2;  // it runs on
    }
    return (spaces_before(at.text) + file.unit / 2) / file.unit;
}

/// "__global__ void scan(input, output)": names are enough of parameters.
CodeRow ShortCode::heading(int number, const File& file, int node) const {
    const CodeStructure& code = kept_.structure(number);
    const CodeNode& function = code.nodes[node];
    CodeRow row{CodeRow::Kind::heading, 0, function.first_line, function.last_line};
    row.line = code.tokens[function.open].where.line;
    row.depth = depth_of(file, code, function.first_line);
    // In front of the name is what it gives; "extern", the template's and the launch's bounds are left
    // out.
    std::string gives, parameters;
    for (size_t i = function.first; i + 1 < function.open; ++i) {
        const Token& token = code.tokens[i];
        if (token.is("template") || token.is("extern") || token.is("inline") || token.is("static") ||
            token.is("__launch_bounds__") || token.kind == TokenKind::string) {
            const bool angle = token.is("template");
            int depth = 0;
            if (i + 1 < function.open && (code.tokens[i + 1].is("<") || code.tokens[i + 1].is("("))) {
                do {
                    const Token& next = code.tokens[++i];
                    depth += next.is(angle ? "<" : "(") ? 1 : next.is(angle ? ">" : ")") ? -1 : 0;
                } while (depth > 0 && i + 1 < function.open);
            }
            continue;
        }
        const bool words = !gives.empty() && is_of_name(gives.back());
        if (words && token.kind == TokenKind::identifier) gives += ' ';
        gives += token.text;
    }
    int depth = 0;
    std::string_view last;
    for (size_t i = function.open; i < function.parameters; ++i) {
        const Token& token = code.tokens[i];
        if (((token.is(",") && depth == 1) || i + 1 == function.parameters) && !last.empty()) {
            parameters += (parameters.empty() ? "" : ", ") + std::string(last);
            last = {};
        }
        depth += token.is("(") || token.is("[") ? 1 : token.is(")") || token.is("]") ? -1 : 0;
        if (depth == 1 && token.kind == TokenKind::identifier) last = token.text;
    }
    row.text = gives + (gives.empty() ? "" : " ") + std::string(function.name) + "(" + parameters + ") {";
    return row;
}

void ShortCode::make_rows(int number, File& file) const {
    const CodeStructure& code = kept_.structure(number);
    const auto count = int(file.lines.size());
    const auto at = [&](int line) -> const Line& { return file.lines[line - 1]; };
    std::vector<CodeRow>& rows = file.rows;
    for (int line = 1; line <= count;) {
        const int node = at(line).node;
        const bool heads = at(line).kept && node >= 0 && code.nodes[node].first_line == line &&
                           code.nodes[node].kind == CodeNode::Kind::function;
        if (heads) {
            rows.push_back(heading(number, file, node));
            line = std::max(rows.back().last, line) + 1;
        } else if (at(line).kept) {
            rows.push_back({CodeRow::Kind::line, line, line, line, depth_of(file, code, line)});
            ++line;
        } else {
            // A fold ends with the function; lone braces and blank lines belong to either side.
            int last = line, scope = -2;
            for (int next = line; next <= count && !at(next).kept; ++next) {
                if (!at(next).quiet()) {
                    if (scope != -2 && at(next).scope != scope) break;
                    scope = at(next).scope;
                }
                last = next;
            }
            add_fold(number, file, line, last, rows);
            line = last + 1;
        }
    }
}

/// Lines `first` … `last`, none of them kept: as words, or where one alone says anything, as it is. Lone
/// braces in front join the row before.
void ShortCode::add_fold(int number, const File& file, int first, int last,
                         std::vector<CodeRow>& rows) const {
    const auto at = [&](int line) -> const Line& { return file.lines[line - 1]; };
    const auto join = [&](int line) {
        rows.back().last = line;
        if (at(line).kind == LineKind::braces) rows.back().tail += trimmed(at(line).text);
    };
    if (!rows.empty())
        for (; first <= last && at(first).quiet(); ++first) join(first);
    int says = 0, begin = first, end = first;
    for (int line = first; line <= last; ++line) {
        if (at(line).quiet()) continue;
        if (says++ == 0) begin = line;
        end = line;
    }
    if (first > last) return;
    if (says > 1) {
        CodeRow fold{CodeRow::Kind::fold, begin, first, last, depth_of(file, kept_.structure(number), begin)};
        const std::string words = words_of(file, kept_.structure(number), begin, end);
        fold.text = std::to_string(end + 1 - begin) + " lines" + (words.empty() ? "" : ": " + words);
        rows.push_back(std::move(fold));
        return;
    }
    rows.push_back(
        {CodeRow::Kind::line, begin, first, begin, depth_of(file, kept_.structure(number), begin)});
    for (int line = begin + 1; line <= last; ++line) join(line);
}

/// The phases that are folded, else what the first comment says, else the variables that are set.
std::string ShortCode::words_of(const File& file, const CodeStructure& code, int first, int last) const {
    std::string phases, comment, names;
    const auto add = [](std::string& list, std::string_view one) {
        const bool known = (", " + list + ",").find(", " + std::string(one) + ",") != std::string::npos;
        if (!one.empty() && !known) list += (list.empty() ? "" : ", ") + std::string(one);
    };
    bool said = false;
    for (int number = first; number <= last; ++number) {
        const Line& line = file.lines[number - 1];
        const std::string_view text = trimmed(line.text);
        if (line.kind == LineKind::ruled && line.scope >= 0)
            add(phases, short_phase_name(emulator::phase_mark(text).name));
        if (line.kind == LineKind::comment && !said)
            comment += (comment.empty() ? "" : " ") + std::string(trimmed(text.substr(2)));
        else
            said = said || !comment.empty();
        if (line.kind == LineKind::code && line.node >= 0) {
            const CodeNode& node = code.nodes[line.node];
            if (node.kind == CodeNode::Kind::plain && node.first_line == number)
                add(names, set_by(code, node));
        }
    }
    if (!phases.empty()) return phases;
    if (!comment.empty()) return first_sentence(comment);
    return names;
}

const std::vector<CodeRow>& ShortCode::rows(int file) const { return files_[file].rows; }

std::vector<CodeRow> ShortCode::rows(int number, int line, const std::set<int>& opened) const {
    const File& file = files_[number];
    const auto at = [&](int one) -> const Line& { return file.lines[one - 1]; };
    const auto parts = [&](int one) {
        return at(one).kind == LineKind::blank || at(one).kind == LineKind::ruled;
    };
    std::vector<CodeRow> rows;
    for (const CodeRow& row : file.rows) {
        const bool whole = opened.count(row.first) != 0;
        const bool open = whole || (row.first <= line && line <= row.last && !at(line).quiet());
        if (row.kind != CodeRow::Kind::fold || !open) {
            rows.push_back(row);
            continue;
        }
        int first = whole ? row.first : line, last = whole ? row.last : line;
        while (first > row.first && !at(first).quiet() && at(first).kind != LineKind::ruled &&
               !parts(first - 1))
            --first;
        while (last < row.last && !parts(last + 1)) ++last;
        if (first > row.first) add_fold(number, file, row.first, first - 1, rows);
        for (int one = first; one <= last; ++one) add_fold(number, file, one, one, rows);
        if (last < row.last) add_fold(number, file, last + 1, row.last, rows);
    }
    return rows;
}

std::vector<CodePiece> ShortCode::text(int number, const CodeRow& row, size_t room) const {
    const File& file = files_[number];
    if (row.kind == CodeRow::Kind::fold) return cut_text(row.text, room);
    static const LinePreferences none;
    if (row.kind == CodeRow::Kind::heading) return short_line(row.text, none, room);
    const auto preferences = file.preferences.find(row.line);
    return short_line(file.lines[row.line - 1].text,
                      preferences == file.preferences.end() ? none : preferences->second, room);
}

}  // namespace upsweep::replay
