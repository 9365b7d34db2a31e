// Reads a trace's elements, origins, texts and values.
#include "replay/trace.h"

#include <algorithm>
#include <cctype>
#include <queue>
#include <set>
#include <utility>
#include <variant>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/words.h"
#include "emulator/trace/trace.h"

namespace upsweep::replay {

Source source_of(const Trace& trace, OriginId origin, size_t limit,
                 const std::function<bool(OriginId)>& stop) {
    Source source;
    std::vector<OriginId> open = {origin};
    std::set<std::pair<ArrayId, int64_t>> seen;
    for (int looked = 0; !open.empty() && looked < 64 && source.leaves.size() < limit; ++looked) {
        const OriginId id = open.back();
        open.pop_back();
        const Origin node = trace.origin(id);
        if (stop && id != origin && stop(id)) continue;
        if (node.kind == Origin::Kind::operation) {
            if (!source.operation) source.symbol = node.symbol;
            source.operation = true;
            open.push_back(node.left);
            open.push_back(node.right);
        } else if (node.kind == Origin::Kind::cell) {
            const Access& access = trace.access_at(node.access);
            const int64_t element = element_of(trace, access);
            if (is_local(trace, access.array) || !seen.emplace(access.array, element).second) continue;
            source.leaves.push_back({access.array, element, node.access});
        }
    }
    // From the right, so a long running sum names its newest elements.
    std::reverse(source.leaves.begin(), source.leaves.end());
    // Of an operator of several operations, the text says `+`.
    if (source.operation && !reference::commutes(operator_of(trace))) source.symbol = '+';
    return source;
}

char number_symbol(const Trace& trace, OriginId origin) {
    std::vector<OriginId> open = {origin};
    for (int looked = 0; !open.empty() && looked < 64; ++looked) {
        const Origin node = trace.origin(open.back());
        open.pop_back();
        if (node.kind != Origin::Kind::operation) continue;
        if (std::string_view("|&^f").find(node.symbol) == std::string_view::npos) return node.symbol;
        open.push_back(node.left);
        open.push_back(node.right);
    }
    return ' ';
}

int64_t element_of(const Trace& trace, const Access& access) {
    return access.offset / size_of(trace.arrays[access.array].type);
}

int64_t elements_of(const Trace& trace, const Access& access) {
    return std::max(1, access.size / size_of(trace.arrays[access.array].type));
}

std::string_view operation_sign(char symbol) {
    switch (symbol) {
        case '-':
            return "−";
        case '*':
            return "·";
        case '<':
            return "min";
        case '>':
            return "max";
        case '+':
            return "+";
        case '/':
            return "/";
        case '&':
            return "&";
        case '|':
            return "|";
        case '^':
            return "^";
        default:
            return "f";
    }
}

bool is_write(const Access& access) { return access.kind != AccessKind::read; }
bool is_read(const Access& access) { return access.kind != AccessKind::write; }
bool is_local(const Trace& trace, ArrayId array) { return trace.arrays[array].space == Space::local; }

const LaunchInfo* launch_of(const Trace& trace, const Step& step) {
    return trace.launches.empty() ? nullptr : &trace.launches[trace.launch_near(step.operation)];
}

const Phase* phase_of(const Trace& trace, const Step& step) {
    return step.phase < trace.phases.size() ? &trace.phases[step.phase] : nullptr;
}

SourceRange where(const Trace& trace, const Step& step) {
    if (step.statement >= trace.statements.size()) return {};
    return trace.statements[step.statement].where;
}

bool is_cpu_loop(const Trace& trace, uint32_t launch) {
    if (launch >= trace.launches.size()) return false;
    const uint32_t operation = trace.launches[launch].operation;
    if (operation >= trace.plan.operations.size()) return false;
    const auto* one = std::get_if<Launch>(&trace.plan.operations[operation].what);
    return one != nullptr && one->host_loop;
}

bool is_serial(const LaunchInfo& launch) { return launch.grid.count() * launch.block.count() == 1; }

namespace {

/// A file's text from a line on, or "" if it has no such line.
std::string_view text_from(const Trace& trace, int file, int line) {
    if (file < 0 || file >= std::ssize(trace.sources) || line < 1) return {};
    std::string_view text = trace.sources[file].text;
    for (int at = 1; at < line; ++at) {
        const size_t end = text.find('\n');
        if (end == std::string_view::npos) return {};
        text.remove_prefix(end + 1);
    }
    return text;
}

}  // namespace

std::string_view line_text(const Trace& trace, int file, int line) {
    const std::string_view text = text_from(trace, file, line);
    return text.substr(0, text.find('\n'));
}

std::string text_of(const Trace& trace, const SourceRange& range) {
    std::string out;
    std::string_view rest = text_from(trace, range.file, range.line);
    // Not every trace that is opened ends its ranges within the text.
    for (int line = range.line; line <= range.end_line && !rest.empty(); ++line) {
        std::string_view text = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(text.size() + 1, rest.size()));
        const size_t from = line == range.line ? size_t(range.column - 1) : 0;
        if (line == range.end_line) text = text.substr(0, size_t(range.end_column - 1));
        text = from < text.size() ? text.substr(from) : std::string_view{};
        for (const char c : std::string(text) + ' ') {
            const bool space = c == ' ' || c == '\t' || c == '\r';
            if (!space || (!out.empty() && out.back() != ' ')) out.push_back(space ? ' ' : c);
        }
    }
    while (!out.empty() && (out.back() == ' ' || out.back() == ';')) out.pop_back();
    return out;
}

std::string comment_above(const Trace& trace, int file, int line) {
    std::string comment;
    for (int at = line - 1; at > 0; --at) {
        std::string_view text = trimmed(line_text(trace, file, at));
        if (text.substr(0, 2) != "//") break;
        text = trimmed(text.substr(2));
        if (text.substr(0, 2) == "--") break;
        comment = comment.empty() ? std::string(text) : std::string(text) + ' ' + comment;
    }
    return comment;
}

std::string short_phase_name(std::string_view name) {
    std::string text(trimmed(name.substr(0, name.find(':'))));
    const bool word = text.size() > 1 && std::isupper(uint8_t(text[0])) && std::islower(uint8_t(text[1]));
    // Of names written with hyphens, Kogge-Stone, the capitals stay.
    const size_t hyphen = text.find('-');
    const bool names =
        hyphen != std::string::npos && hyphen + 1 < text.size() && std::isupper(uint8_t(text[hyphen + 1]));
    if (word && !names) text[0] = char(std::tolower(uint8_t(text[0])));
    return text;
}

bool same_warp(const Step& a, const Step& b) {
    return a.operation == b.operation && a.block == b.block && a.warp == b.warp;
}

int64_t thread_of(const Trace& trace, const Step& step, int lane) {
    return int64_t(step.warp) * trace.gpu.lanes + lane;
}

std::string number_word(int64_t number) {
    static constexpr std::array<const char*, 13> words = {"no",   "one",    "two",   "three", "four",
                                                          "five", "six",    "seven", "eight", "nine",
                                                          "ten",  "eleven", "twelve"};
    return number >= 0 && number <= 12 ? words[number] : std::to_string(number);
}

StepSize parse_grain(std::string_view name) {
    const int64_t at = position_of(grain_names, name);
    if (at < 0)
        throw UsageError(in_quotes(name) + " is not a step size; write statement, barrier, phase or launch.");
    return StepSize(at);
}

namespace {

/// The only member of the operators' types.
constexpr std::string_view member = ".word";

/// What lanes hold is a word only as the member of one; their other numbers are numbers.
bool holds_words(const ArrayInfo& array) {
    if (array.type != ScalarType::u32 || array.role != BufferRole::data) return false;
    return array.space != Space::local || std::string_view(array.name).ends_with(member);
}

}  // namespace

reference::Operator operator_of(const Trace& trace) {
    if (trace.launches.empty()) return reference::Operator::sum;
    for (const auto& [name, value] : trace.launches.front().kernel.definitions)
        if (name == "OPERATOR") return reference::operator_of_type(value);
    return reference::Operator::sum;
}

std::string plain_name(const Trace& trace, ArrayId array) {
    const ArrayInfo& info = trace.arrays[array];
    const bool word =
        operator_of(trace) != reference::Operator::sum && info.space == Space::local && holds_words(info);
    return word ? info.name.substr(0, info.name.size() - member.size()) : info.name;
}

std::string value_text(const Trace& trace, ArrayId array, uint64_t bits) {
    const ArrayInfo& info = trace.arrays[array];
    const reference::Operator operation = operator_of(trace);
    if (operation == reference::Operator::sum || !holds_words(info)) return bits_to_text(info.type, bits);
    return reference::word_text(operation, uint32_t(bits));
}

namespace {

constexpr int most_origins = 4096;
constexpr int64_t most_accesses = 200'000;
using DeepSourcesCell = std::pair<ArrayId, int64_t>;

class DeepSourcesWalk {
  public:
    explicit DeepSourcesWalk(const Trace& trace) : trace_(trace) {}

    void expand(OriginId origin) {
        std::vector<OriginId> open = {origin};
        while (!open.empty() && looked_ < most_origins) {
            const OriginId id = open.back();
            open.pop_back();
            if (id == 0 || !seen_.insert(id).second) continue;
            ++looked_;
            const Origin node = trace_.origin(id);
            if (node.kind == Origin::Kind::operation) {
                open.push_back(node.left);
                open.push_back(node.right);
            } else if (node.kind == Origin::Kind::cell) {
                take(node.access);
            }
        }
    }

    /// Back from an access, until all reads of shared memory have their writes.
    void go_back(int64_t from) {
        const int64_t lowest = std::max<int64_t>(0, from - most_accesses);
        for (int64_t i = from - 1; i >= lowest && (!pending_.empty() || !wanted_.empty()); --i) {
            while (!pending_.empty() && pending_.top() > i) {
                wanted_.insert(cell_of(pending_.top()));
                pending_.pop();
            }
            const Access& access = at(i);
            if (!is_write(access)) continue;
            const auto found = wanted_.find(cell_of(i));
            if (found == wanted_.end()) continue;
            wanted_.erase(found);
            expand(access.origin);
        }
    }

    DeepSources sources() && {
        return {std::move(leaves_), looked_ < most_origins && pending_.empty() && wanted_.empty()};
    }

  private:
    const Access& at(int64_t access) const { return trace_.access_at(access); }
    DeepSourcesCell cell_of(int64_t access) const {
        return {at(access).array, element_of(trace_, at(access))};
    }

    void take(int64_t read) {
        const Space space = trace_.arrays[at(read).array].space;
        if (space == Space::shared) return pending_.push(read);
        const DeepSourcesCell cell = cell_of(read);
        if (space == Space::global && global_.insert(cell).second)
            leaves_.push_back({cell.first, cell.second, read});
    }

    const Trace& trace_;
    int looked_ = 0;
    std::set<OriginId> seen_;
    std::priority_queue<int64_t> pending_;  // reads, the newest first
    std::set<DeepSourcesCell> wanted_, global_;
    std::vector<Leaf> leaves_;
};

}  // namespace

DeepSources deep_sources(const Trace& trace, int64_t write) {
    DeepSourcesWalk walk(trace);
    walk.expand(trace.access_at(write).origin);
    walk.go_back(write);
    return std::move(walk).sources();
}

}  // namespace upsweep::replay
