// Compiles each kernel of a text as a run would.
#include "editor/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "emulator/compiler.h"
#include "emulator/source/diagnostic.h"
#include "emulator/source/lexer.h"
#include "emulator/source/type_names.h"

namespace upsweep::editor {
namespace {

using emulator::Token;
using emulator::TokenKind;

bool is_written_out(const Token& token) {
    return token.kind == TokenKind::number || token.is_any({",", "-", "true", "false"}) ||
           emulator::is_type_word(token.text) || emulator::fixed_type_named(token.text).has_value() ||
           emulator::vector_named(token.text).has_value();
}

/// Of `name<…><<<`, whose first token is `at`: "name<…>" if all arguments are written out, else nothing.
std::string launched_template(const std::vector<Token>& tokens, size_t at) {
    std::string asked = std::string(tokens[at].text) + "<";
    for (size_t i = at + 2; i + 2 < tokens.size(); ++i) {
        if (tokens[i].is(">") && tokens[i + 1].is("<<") && tokens[i + 2].is("<")) return asked + ">";
        if (!is_written_out(tokens[i])) return {};
        asked.append(tokens[i].text).append(" ");
    }
    return {};
}

/// The kernels to ask the compiler for, templates with their arguments.
std::set<std::string> to_compile(const std::vector<emulator::KernelSummary>& kernels,
                                 const std::vector<Token>& tokens) {
    std::map<std::string, int> plain;
    std::set<std::string> templates, wanted;
    for (const emulator::KernelSummary& kernel : kernels) {
        const std::string name = kernel.space.empty() ? kernel.name : kernel.space + "::" + kernel.name;
        if (!kernel.template_parameters.empty()) templates.insert(kernel.name);
        if (kernel.is_specialised) continue;
        if (kernel.needed_arguments == 0) ++plain[name];
    }
    // Of overloaded kernels none can be asked for by its name.
    for (const auto& [name, times] : plain)
        if (times == 1) wanted.insert(name);
    for (size_t i = 0; i + 1 < tokens.size(); ++i)
        if (templates.contains(std::string(tokens[i].text)) && tokens[i + 1].is("<"))
            wanted.insert(launched_template(tokens, i));
    wanted.erase("");
    return wanted;
}

class Collector {
  public:
    Collector(const std::string& name, const std::string& text) : name_(name), buffer_(text) {}

    /// Takes in what `work` fails with.
    template <typename Work>
    void listen(Work&& work) {
        try {
            work();
        } catch (const emulator::CompileError& error) {
            for (const emulator::Diagnostic& diagnostic : error.diagnostics()) add(diagnostic);
        } catch (const Error& error) {
            add({range_at({}, {}), error.what()});
        }
    }

    std::vector<Complaint> in_order() {
        stable_sort(complaints_, [](const Complaint& one, const Complaint& other) {
            return one.range.begin < other.range.begin;
        });
        return std::move(complaints_);
    }

  private:
    void add(Complaint complaint) {
        if (!contains(complaints_, complaint)) complaints_.push_back(std::move(complaint));
    }

    void add(const emulator::Diagnostic& diagnostic) {
        const auto number = [](int from_1) { return size_t(std::max(1, from_1) - 1); };
        if (diagnostic.file != name_) {
            const Position line = include_of(diagnostic.file);
            add({range_at(line, {line.line, std::string::npos}),
                 fmt::format("{}, line {}: {}", one_line(diagnostic.file), diagnostic.line,
                             diagnostic.message)});
            return;
        }
        const size_t line = number(diagnostic.line);
        add({range_at({line, number(diagnostic.column)}, {line, number(diagnostic.end_column)}),
             diagnostic.message});
    }

    /// The line that includes the file; the first for one that another file includes.
    Position include_of(std::string_view file) const {
        for (size_t line = 0; line < buffer_.line_count(); ++line) {
            const std::string_view text = buffer_.line(line);
            if (text.find("include") != std::string_view::npos && text.find(file) != std::string_view::npos)
                return {line, 0};
        }
        return {};
    }

    /// In the text, whole characters, and at least one if the line has one there.
    Range range_at(Position begin, Position end) const {
        Range range{buffer_.clamped(begin), buffer_.clamped(end)};
        if (range.end <= range.begin) range.end = buffer_.next(range.begin);
        if (range.end.line > range.begin.line) {
            range.end = range.begin;
            if (range.begin.byte > 0) range.begin = buffer_.previous(range.begin);
        }
        return range;
    }

    const std::string& name_;
    TextBuffer buffer_;
    std::vector<Complaint> complaints_;
};

}  // namespace

std::vector<Complaint> check_text(const std::string& name, const std::string& text,
                                  const Definitions& definitions, const emulator::SourceProvider& sources) {
    Collector found(name, text);
    emulator::Compiler compiler([&](const std::string& file) { return file == name ? text : sources(file); });
    std::set<std::string> kernels;
    found.listen([&] { compiler.explain_no_kernels(name, definitions); });
    found.listen(
        [&] { kernels = to_compile(compiler.kernels(name, definitions), emulator::lex(0, text).tokens); });
    for (const std::string& kernel : kernels)
        found.listen([&] { compiler.program({name, kernel, definitions}); });
    return found.in_order();
}

std::optional<uint64_t> Checks::begin(const Editor& editor) {
    if (begun_ || current(editor)) return std::nullopt;
    begun_ = editor.buffer().revision();
    return begun_;
}

bool Checks::deliver(Editor& editor, uint64_t revision, std::vector<Complaint> complaints) {
    if (begun_ == revision) begun_.reset();
    if (revision != editor.buffer().revision()) return false;
    checked_ = revision;
    complaints_ = std::move(complaints);
    editor.complaint_marks().clear();
    for (size_t i = 0; i < complaints_.size(); ++i)
        editor.complaint_marks().add({int(i), complaints_[i].range});
    return true;
}

}  // namespace upsweep::editor
