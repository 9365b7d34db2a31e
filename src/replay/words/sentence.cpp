// Chooses a step's sentence; what it puts into locals, and conditions.
#include "replay/words/sentence.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>

#include "core/ranges.h"
#include "core/whole_number.h"
#include "core/words.h"
#include "emulator/findings/finding_words.h"
#include "emulator/trace/trace.h"
#include "replay/data/symbols.h"
#include "replay/words/sentence_parts.h"

namespace upsweep::replay {

namespace {

/// What main does by itself, in the words of its line's call.
std::string work_sentence(const Trace& trace, const HostWork& work, uint32_t operation) {
    const std::string name = work.buffer.index < 0 ? "" : in_backticks(trace.plan[work.buffer].name);
    const std::string bytes = counted(work.bytes, "byte");
    if (work.name == "malloc") return "allocates " + bytes + " of the device's memory for " + name + ".";
    if (work.name == "malloc managed")
        return "allocates " + bytes + " of managed memory, which host and device share, for " + name + ".";
    if (work.name == "malloc pinned")
        return "allocates " + bytes + " of pinned memory, which stays on the host, for " + name + ".";
    if (work.name == "free") return "frees " + name + ".";
    if (work.name == "print") return "prints.";
    if (work.name == "wait") return "waits until the device has done all that it was asked.";
    if (work.name == "return") return "returns.";
    if (work.name == "exit") return "ends the program.";
    if (work.name == "stop") return "is stopped here.";
    if (work.name == "copy") return "copies " + bytes + ".";
    if (work.name.starts_with("copy"))
        return "asks for a copy of " + bytes + " that fails: nothing is copied.";
    if (work.name != "launch") return "computes on the host.";
    const auto& all = trace.plan.operations;
    const auto* launch = operation + 1 < all.size() ? std::get_if<Launch>(&all[operation + 1].what) : nullptr;
    if (launch == nullptr) return "asks for a launch that fails: no kernel runs.";
    return "launches " + in_backticks(launch->name) + " with " + counted(launch->grid.count(), "block") +
           " of " + counted(launch->block.count(), "thread") + ".";
}

bool is_allocated_as(const Plan& plan, BufferId buffer, std::string_view how) {
    return any_of(plan.operations, [&](const Operation& operation) {
        const auto* work = std::get_if<HostWork>(&operation.what);
        return work != nullptr && work->buffer == buffer && work->name == how;
    });
}

/// Of an operation that main of a whole program makes, with its lines; else empty.
std::string main_sentence(const Trace& trace, int64_t focus) {
    const Step& step = trace.step_at(focus);
    const SourceRange place = where(trace, step);
    if (place.file < 0) return {};
    const Operation& operation = trace.plan.operations[step.operation];
    std::string does;
    if (const auto* work = std::get_if<HostWork>(&operation.what))
        does = work_sentence(trace, *work, step.operation);
    const auto bytes = [&](BufferId buffer, int64_t count) {
        const Buffer& one = trace.plan[buffer];
        return counted(count < 0 ? one.bytes() : count * size_of(one.type), "byte");
    };
    const auto name = [&](BufferId buffer) { return in_backticks(trace.plan[buffer].name); };
    const auto* upload = std::get_if<Upload>(&operation.what);
    if (upload != nullptr && is_allocated_as(trace.plan, upload->to, "malloc managed"))
        does = "launches a kernel, which sees what the host wrote to " + name(upload->to) +
               ": managed memory moves to the device.";
    else if (upload != nullptr && is_allocated_as(trace.plan, upload->to, "malloc pinned"))
        does = "launches a kernel, which sees what the host wrote to " + name(upload->to) +
               ": pinned memory stays on the host.";
    else if (upload != nullptr)
        does = "copies " + bytes(upload->to, upload->count) + " from the host to " + name(upload->to) + ".";
    if (const auto* download = std::get_if<Download>(&operation.what))
        does = "copies " + bytes(download->from, download->count) + " from " + name(download->from) +
               " to the host.";
    if (does.empty()) return {};
    const bool several = place.end_line > place.line;
    return (several ? "Lines " + in_backticks(place.line) + " to " + in_backticks(place.end_line)
                    : "Line " + in_backticks(place.line)) +
           ": main " + does;
}

/// What the host brings into an array, or fills it with.
std::string host_sentence(const Trace& trace, const StepPicture& picture) {
    if (const std::string line = main_sentence(trace, picture.focus); !line.empty()) return line;
    if (picture.arrays.empty()) return "Before the launch, the host prepares memory.";
    const ArrayTouches& touched = picture.arrays.front();
    const std::string name = in_backticks(trace.arrays[touched.array].name);
    const auto value = [&](const CellTouch& cell) { return trace.access_at(cell.access).value; };
    const bool same = all_of(touched.cells, [&](const CellTouch& cell) {
        return cell.written && value(cell) == value(touched.cells.front());
    });
    if (touched.cells.empty() || !same) return "The host copies new values into " + name + ".";
    return "Before the launch, the host sets all of " + name + " to " +
           in_backticks(value_text(trace, trace.access_at(touched.cells.front().access))) + ".";
}

/// Weak memory: a store that was delayed arrives.
std::string drain_sentence(const Narration& narration, const StepPicture& picture, const Writes& flows) {
    const std::string who = block_name(narration, picture.focus);
    if (flows.empty()) return "A delayed store by " + who + " becomes visible to the other blocks now.";
    const Flow& flow = *flows.front();
    const ArrayInfo& array = narration.trace.arrays[flow.array];
    return "The other blocks now see what " + who +
           " stored earlier: " + cell_name(narration, flow.array, flow.cell) + " of " +
           in_backticks(array.name) + " becomes " + in_backticks(shown_value(narration, flow.access)) + ".";
}

std::string barrier_sentence(const Narration& narration, int64_t index) {
    const LaunchInfo* launch = launch_of(narration.trace, narration.trace.step_at(index));
    const std::string block = block_name(narration, index);
    if (launch != nullptr && launch->warps_per_block == 1)
        return emulator::in_sentence_case(block) + " has one warp, so there is no waiting at the barrier.";
    return "Every warp of " + block + " has reached the barrier: each can now read what the others wrote.";
}

}  // namespace

std::string cell_name(const ArrayInfo& info, int64_t element) {
    if (info.extent.height <= 1) return "cell " + in_backticks(element);
    return "row " + in_backticks(element / info.extent.width) + ", column " +
           in_backticks(element % info.extent.width);
}

std::string cell_name(const Narration& narration, ArrayId array, int64_t element) {
    ArrayInfo info = narration.trace.arrays[array];
    const StagedArray* staged = narration.staged != nullptr ? narration.staged->find(array) : nullptr;
    if (staged != nullptr && !staged->is_shared()) info.extent = staged->extent;
    return cell_name(info, element);
}

bool has_several_blocks(const Narration& narration, const Step& step) {
    const LaunchInfo* launch = launch_of(narration.trace, step);
    return launch != nullptr && launch->grid.count() > 1;
}

std::vector<int64_t> told_cells(const std::string& sentence, const StagedLaunch& staged,
                                const ArrayInfo& info, ArrayId array) {
    const StagedArray* one = staged.find(array);
    const int64_t width = one != nullptr && !one->is_shared() ? one->extent.width : info.extent.width;
    std::vector<int64_t> cells;
    // Back from " becomes ": the numbers between back quotes, and behind them the name of another array.
    for (size_t at = sentence.find("` becomes "); at != std::string::npos;
         at = sentence.find("` becomes ", at + 1)) {
        const auto quoted_before = [&](size_t& end) {
            const size_t open = end == 0 ? std::string::npos : sentence.rfind('`', end - 1);
            std::string text = open == std::string::npos ? "" : sentence.substr(open + 1, end - open - 1);
            end = open == std::string::npos || open == 0 ? 0 : open;
            return text;
        };
        size_t end = at;
        std::string number = quoted_before(end);
        const std::string_view before = std::string_view(sentence).substr(0, end);
        if (before.ends_with(" of ")) {
            end = before.size() - 5;
            if (number != info.name) continue;
            number = quoted_before(end);
        }
        const auto cell = parse_whole_number(number);
        if (!cell) continue;
        const std::string_view word = std::string_view(sentence).substr(0, end);
        if (word.ends_with("ell ")) cells.push_back(*cell);
        if (!word.ends_with("`, column ")) continue;
        end = word.size() - std::string_view("`, column ").size();
        if (const auto row = parse_whole_number(quoted_before(end))) cells.push_back(*row * width + *cell);
    }
    return cells;
}

std::string block_name(const StagedLaunch& staged, int64_t block, int64_t steps) {
    const int64_t known = staged.fetches_numbers() ? staged.numbered_at(block) : 0;
    if (staged.fetches_numbers() && (known < 0 || known >= steps)) return "blockIdx " + std::to_string(block);
    return "block " + std::to_string(staged.number_of(block));
}

std::string block_name(const Narration& narration, int64_t index) {
    const Step& step = narration.trace.step_at(index);
    if (narration.staged == nullptr) return "block " + in_backticks(step.block);
    const std::string name = block_name(*narration.staged, step.block, index + 1);
    const size_t number = name.find(' ') + 1;
    return (name.starts_with("blockIdx") ? "the block with " : "") + name.substr(0, number) +
           in_backticks(name.substr(number));
}

std::string runner(const Narration& narration, int64_t index) {
    const Step& step = narration.trace.step_at(index);
    if (is_cpu_loop(narration.trace, narration.trace.launch_near(step.operation))) return "The loop";
    const LaunchInfo* launch = launch_of(narration.trace, step);
    const bool one_warp = launch != nullptr && launch->warps_per_block == 1;
    if (!has_several_blocks(narration, step)) return "Warp " + in_backticks(step.warp);
    if (one_warp) return emulator::in_sentence_case(block_name(narration, index));
    return "Warp " + in_backticks(step.warp) + " of " + block_name(narration, index);
}

std::string in_block(const Narration& narration, int64_t index, const std::string& sentence) {
    const std::string block = block_name(narration, index);
    if (!has_several_blocks(narration, narration.trace.step_at(index)) || sentence.starts_with(block))
        return emulator::in_sentence_case(sentence);
    std::string rest = sentence;
    rest.front() = char(std::tolower(uint8_t(rest.front())));
    return "In " + block + ", " + rest;
}

std::string shown_value(const Narration& narration, int64_t access) {
    const Access& one = narration.trace.access_at(access);
    if (narration.symbols == nullptr || !narration.symbols->known()) return value_text(narration.trace, one);
    return symbol_text(narration.trace, narration.symbols->of(access), one.array, one.value);
}

std::string sentence_of(const Trace& trace, const StepPicture& picture, const StagedLaunch* staged) {
    return sentence_of({trace, staged}, picture);
}

std::string sentence_of(const Narration& narration, const StepPicture& picture) {
    const Trace& trace = narration.trace;
    if (picture.focus < 0)
        return "Nothing has run yet. Press → for the first step, or Space to play. New here? Start with "
               "Lessons.";
    const Step& step = trace.step_at(picture.focus);
    Writes flows;
    for (const Flow& flow : picture.flows)
        if (flow.step == picture.focus) flows.push_back(&flow);
    std::stable_partition(flows.begin(), flows.end(),
                          [&](const Flow* flow) { return flow->array == picture.followed; });
    if (step.kind == StepKind::host) return host_sentence(trace, picture);
    if (step.kind == StepKind::drain) return drain_sentence(narration, picture, flows);
    if (!flows.empty()) return writes_sentence(narration, picture, flows);
    switch (step.kind) {
        case StepKind::condition:
            return condition_sentence(narration, picture.focus);
        case StepKind::barrier:
            return barrier_sentence(narration, picture.focus);
        case StepKind::arrive:
            return runner(narration, picture.focus) + " waits at the barrier for the block's other warps.";
        case StepKind::leave:
            return runner(narration, picture.focus) + " has finished.";
        default:
            return local_sentence(narration, picture.focus);
    }
}

std::string plain(const std::string& sentence) {
    std::string out = sentence;
    std::erase(out, '`');
    return out;
}

namespace {

/// Values of a local by lane: "1, 3, 5, 7", or one if all have the same.
std::string by_lane(const std::vector<std::string>& values) {
    if (all_of(values, [&](const auto& value) { return value == values.front(); }))
        return in_backticks(values.front());
    std::string list;
    for (size_t i = 0; i < values.size() && i < 8; ++i) list += (i == 0 ? "" : ", ") + values[i];
    return in_backticks(list + (values.size() > 8 ? ", …" : ""));
}

struct LocalUse {
    ArrayId array = 0;
    std::vector<std::string> values;
};

/// The locals that a step writes, in the order of their first write.
std::vector<LocalUse> locals_written(const Trace& trace, int64_t index) {
    std::vector<LocalUse> locals;
    for (const Access& access : trace.accesses_of(index)) {
        if (!is_local(trace, access.array) || !is_write(access) || trace.arrays[access.array].pointer)
            continue;
        auto at = find_if(locals, [&](const LocalUse& use) { return use.array == access.array; });
        if (at == locals.end()) at = locals.insert(locals.end(), LocalUse{access.array, {}});
        at->values.push_back(value_text(trace, access));
    }
    return locals;
}

/// The step of the same warp that comes after; -1 if none exists.
int64_t next_of_warp(const Trace& trace, int64_t index) {
    const Step& step = trace.step_at(index);
    const int64_t end = std::min(trace.step_count(), index + 100'000);
    for (int64_t i = index + 1; i < end; ++i) {
        const Step& other = trace.step_at(i);
        if (same_warp(other, step)) return i;
    }
    return -1;
}

/// The newest value of a local for every active lane of a step; empty if it was not written lately.
std::vector<std::string> values_before(const Trace& trace, int64_t index, ArrayId local) {
    const Step& step = trace.step_at(index);
    std::map<int, std::string> found;
    uint32_t missing = step.active;
    for (int64_t at = index; at >= std::max<int64_t>(0, index - 3000) && missing != 0; --at) {
        const Step& other = trace.step_at(at);
        if (!same_warp(other, step)) continue;
        for (int64_t i = trace.end_access(at) - 1; i >= other.first_access; --i) {
            const Access& access = trace.access_at(i);
            if (access.array != local || (missing >> access.lane & 1U) == 0) continue;
            missing &= ~(1U << access.lane);
            found[access.lane] = value_text(trace, access);
        }
    }
    std::vector<std::string> values;
    for (const auto& [lane, value] : found) values.push_back(value);
    return missing == 0 ? values : std::vector<std::string>{};
}

/// The first name in a text that is a local of the step's block, with its values by lane.
std::optional<LocalUse> local_in_text(const Trace& trace, int64_t index, const std::string& text) {
    const Step& step = trace.step_at(index);
    const LaunchInfo* launch = launch_of(trace, step);
    if (launch == nullptr) return {};
    for (size_t at = 0; at < text.size();) {
        size_t end = at;
        while (end < text.size() && is_of_name(text[end])) ++end;
        const std::string name = text.substr(at, end - at);
        at = std::max(end, at + 1);
        for (const ArrayId local : launch->local_arrays) {
            const ArrayInfo& info = trace.arrays[local];
            if (name.empty() || info.name != name || info.pointer || info.block != int(step.block)) continue;
            std::vector<std::string> values = values_before(trace, index, local);
            if (!values.empty()) return LocalUse{local, std::move(values)};
        }
    }
    return {};
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// "1 3 3 2": the elements that a lane read side by side into one word, such as four bytes into an
/// `unsigned`; empty where the value is one element's.
std::string elements_in_word(const Trace& trace, int64_t index, const Access& word, const Leaf& first) {
    const int each = size_of(trace.arrays[first.array].type), whole = size_of(trace.arrays[word.array].type);
    if (each >= whole) return {};
    const uint64_t mask = (uint64_t{1} << 8 * each) - 1;
    std::string text;
    int bytes = 0;
    for (const Access& access : trace.accesses_of(index)) {
        const bool next = is_read(access) && access.array == first.array && access.lane == word.lane &&
                          element_of(trace, access) == first.element + bytes / each;
        if (!next || bytes == whole) continue;
        if ((word.value >> 8 * bytes & mask) != (access.old_value & mask)) return {};
        text += (bytes == 0 ? "" : " ") + bits_to_text(trace.arrays[first.array].type, access.old_value);
        bytes += each;
    }
    return bytes == whole ? text : std::string();
}

/// The array that blocks or lanes share from which every lane reads a local's value in this step, with the
/// values as that array has them. Null where a lane got its value otherwise: a constant, what a register
/// held.
struct ReadLocal {
    const ArrayInfo* from = nullptr;
    std::vector<std::string> values;
};
ReadLocal read_local(const Trace& trace, int64_t index, ArrayId local) {
    ReadLocal read;
    for (const Access& access : trace.accesses_of(index)) {
        if (access.array != local || !is_write(access)) continue;
        const Source source = source_of(trace, access.origin, 1);
        const bool now = !source.operation && !source.leaves.empty() &&
                         source.leaves[0].access >= int64_t{trace.step_at(index).first_access};
        if (!now || is_local(trace, source.leaves[0].array)) return {};
        const ArrayInfo* array = &trace.arrays[source.leaves[0].array];
        if (read.from != nullptr && read.from != array) return {};
        read.from = array;
        const std::string word = elements_in_word(trace, index, access, source.leaves[0]);
        read.values.push_back(word.empty() ? value_text(trace, access) : word);
    }
    return read;
}

/// " `sum` to `1, 7, 5, 0`, lane by lane".
std::string set_to(const Trace& trace, const LocalUse& local) {
    const std::string values = by_lane(local.values);
    std::string text = " " + in_backticks(plain_name(trace, local.array)) + " to " + values;
    const bool same = values == in_backticks(local.values.front());
    if (local.values.size() > 1) text += same ? " in every lane" : ", lane by lane";
    return text;
}

/// The local pointer that a step moves; empty if none exists.
std::string pointer_moved(const Trace& trace, int64_t index) {
    for (const Access& access : trace.accesses_of(index)) {
        if (is_write(access) && trace.arrays[access.array].pointer) return trace.arrays[access.array].name;
    }
    return {};
}

/// "load_chunk" in "load_chunk(input, start)" or "total = load_chunk(…)"; empty where nothing is called.
std::string called_in(const std::string& text) {
    const size_t open = text.find('(');
    if (open == std::string::npos || open == 0) return {};
    size_t first = open;
    while (first > 0 && is_of_name(text[first - 1])) --first;
    return text.substr(first, open - first);
}

/// What a step reads of memory without keeping it in a variable, as where a function returns a sum of
/// corners; empty where it reads nothing.
std::string read_sentence(const Narration& narration, int64_t index) {
    const Trace& trace = narration.trace;
    const Access* first = nullptr;
    std::vector<std::string> of_lane, by_lanes;
    for (const Access& access : trace.accesses_of(index)) {
        if (is_write(access) || is_local(trace, access.array)) continue;
        if (first == nullptr) first = &access;
        if (access.array != first->array) continue;
        if (access.lane == first->lane) of_lane.push_back(value_text(trace, access));
        by_lanes.push_back(value_text(trace, access));
    }
    if (first == nullptr) return {};
    const std::string who = runner(narration, index), array = in_backticks(trace.arrays[first->array].name);
    if (of_lane.size() == 1) return who + " reads " + by_lane(by_lanes) + " from " + array + ".";
    const auto written = [](const std::string& value) { return in_backticks(value); };
    return who + " reads " + number_word(int64_t(of_lane.size())) + " cells of " + array +
           " in each lane: lane " + in_backticks(int64_t(first->lane)) + " reads " +
           listed(of_lane, written) + ".";
}

/// A step that changes nothing which can be seen: it orders, calls, returns, or works out an address.
std::string quiet_sentence(const Narration& narration, int64_t index) {
    const std::string who = runner(narration, index),
                      text = text_of(narration.trace, where(narration.trace, narration.trace.step_at(index)));
    if (has(text, "__threadfence"))
        return who +
               " puts a fence between its earlier and later writes: a thread that acquires a later one also "
               "sees the earlier ones.";
    if (has(text, "__syncwarp"))
        return who + " synchronises its lanes: each can now read what the others wrote.";
    const std::string called = called_in(text);
    const bool calls = !called.empty() && text.find(" += ") == std::string::npos && called != "if" &&
                       called != "while" && called != "for";
    const bool returns = text.starts_with("return");
    const std::string pointer = pointer_moved(narration.trace, index);
    if (returns || calls || !pointer.empty())
        if (const std::string read = read_sentence(narration, index); !read.empty()) return read;
    if (returns) return who + " returns from the function.";
    if (!pointer.empty()) return who + " computes where " + in_backticks(pointer) + " begins.";
    if (calls) return who + " calls " + in_backticks(called) + ".";
    const size_t sum = text.find(" += ");
    if (sum != std::string::npos) {
        if (has(text, "__shfl"))
            return who + " adds another lane's value to each lane's " + in_backticks(text.substr(0, sum)) +
                   ".";
        const std::string added = text.substr(sum + 4, text.find(';') - sum - 4), to = text.substr(0, sum);
        // A parameter that points to global memory holds no value to add to.
        const auto& arrays = narration.trace.arrays;
        if (any_of(arrays,
                   [&](const ArrayInfo& array) { return array.space == Space::global && array.name == to; }))
            return who + " moves its pointer into " + in_backticks(to) + " forward by " +
                   in_backticks(added) + " elements.";
        // Of a condition among what is added the name of the function is enough.
        const size_t of = added.find('?') == std::string::npos ? 0 : added.find('(');
        if (of != std::string::npos && of > 0)
            return who + " adds what " + in_backticks(added.substr(0, of)) + " gives to " + in_backticks(to) +
                   ".";
        return who + " adds " + in_backticks(added) + " to " + in_backticks(to) + ".";
    }
    return who + " runs " + in_backticks(text) + ".";
}

/// Whether a condition can be read as it is: short, and without switches of the kernel's own.
bool is_plain(const std::string& condition) {
    if (condition.size() > 48 || has(condition, "?") || has(condition, "(")) return false;
    int capitals = 0;
    for (const char c : condition) {
        capitals = std::isupper(uint8_t(c)) ? capitals + 1 : 0;
        if (capitals == 2) return false;
    }
    return true;
}

/// The loop that a step's statement heads; null if it heads none.
const emulator::Loop* loop_at(const Trace& trace, const Step& step) {
    for (const emulator::Loop& loop : trace.loops)
        if (loop.header_statement == step.statement || trace.statements[step.statement].where == loop.header)
            return &loop;
    return nullptr;
}

/// "Lanes 0 and 1 continue at line 40, lanes 2 and 3 wait"
std::string parting(const Narration& narration, const Step& step, const Step& then, const std::string& line) {
    const std::vector<int> on = emulator::lanes_of(then.active & step.active),
                           off = emulator::lanes_of(step.active & ~then.active);
    const LaunchInfo* launch = launch_of(narration.trace, step);
    const bool one_warp = launch != nullptr && launch->warps_per_block == 1;
    return emulator::lanes_in_words(on) + (one_warp ? "" : " of warp " + in_backticks(step.warp)) +
           (on.size() == 1 ? " continues" : " continue") + line + ", " + emulator::lanes_in_words(off) +
           (off.size() == 1 ? " waits" : " wait");
}

}  // namespace

std::string value_text(const Trace& trace, const Access& access) {
    return value_text(trace, access.array, access.value);
}

/// "Lanes 2 and 3 sit this out.", or nothing.
std::string idle_lanes(const Trace& trace, const Step& step) {
    const LaunchInfo* launch = launch_of(trace, step);
    if (launch == nullptr) return {};
    const int64_t threads = launch->block.count() - int64_t(step.warp) * trace.gpu.lanes;
    std::vector<int> idle;
    for (int lane = 0; lane < std::min<int64_t>(threads, trace.gpu.lanes); ++lane)
        if ((step.active >> lane & 1U) == 0) idle.push_back(lane);
    if (idle.empty()) return {};
    return " " + emulator::in_sentence_case(emulator::lanes_in_words(idle)) +
           (idle.size() == 1 ? " is" : " are") + " inactive.";
}

std::string local_sentence(const Narration& narration, int64_t index) {
    const Trace& trace = narration.trace;
    const Step& step = trace.step_at(index);
    const std::string idle = idle_lanes(trace, step), who = runner(narration, index);
    const std::vector<LocalUse> locals = locals_written(trace, index);
    if (locals.empty()) return quiet_sentence(narration, index) + idle;
    const LocalUse& local = locals.front();
    const std::string text = text_of(trace, where(trace, step));
    const bool same = by_lane(local.values) == in_backticks(local.values.front());
    if (has(text, "__shfl"))
        return who + " passes values from lane to lane: " + in_backticks(plain_name(trace, local.array)) +
               " becomes " + by_lane(local.values) + (same ? "." : ", lane by lane.") + idle;
    if (const ReadLocal read = read_local(trace, index, local.array); read.from != nullptr)
        return who + " reads " + by_lane(read.values) + " from " + in_backticks(read.from->name) + " into " +
               in_backticks(plain_name(trace, local.array)) +
               (same || local.values.size() == 1 ? "." : ", lane by lane.") + idle;
    return who + " sets" + set_to(trace, local) + "." + idle;
}

std::string condition_sentence(const Narration& narration, int64_t index) {
    const Trace& trace = narration.trace;
    const Step& step = trace.step_at(index);
    // The head of a loop counts and tests in one step: its text continues behind the condition.
    std::string condition = text_of(trace, where(trace, step));
    condition = condition.substr(0, condition.find(';'));
    const std::vector<LocalUse> counted = locals_written(trace, index);
    const int64_t next = next_of_warp(trace, index);
    const std::string who = runner(narration, index);
    std::string begin = counted.empty() ? who : who + " sets" + set_to(trace, counted.front());
    std::string why;
    if (is_plain(condition) && counted.empty()) {
        const auto local = local_in_text(trace, index, condition);
        const bool alone = local && trace.arrays[local->array].name == condition;
        if (!alone) why = ": " + in_backticks(condition);
        if (local)
            why += (alone ? ": " : ", where ") + in_backticks(plain_name(trace, local->array)) + " is " +
                   by_lane(local->values);
    }
    if (next < 0) return begin + (counted.empty() ? " has reached its end" : "") + why + ".";
    const Step& then = trace.step_at(next);
    const std::string line = " at line " + in_backticks(std::to_string(where(trace, then).line));
    const bool all = (step.active & ~then.active) == 0 || (then.active & step.active) == 0;
    const emulator::Loop* loop = loop_at(trace, step);
    if (loop != nullptr && all) {
        const std::string turn = loop->holds(then.statement) ? "the loop runs again" : "the loop is over";
        if (counted.empty())
            return who + " reaches a loop" +
                   (loop->holds(then.statement) ? " and enters it" : " and skips it") + why + ".";
        return begin + ": " + turn + (counted.empty() ? why : "") + ".";
    }
    if (!counted.empty()) begin += " and";
    if (all) return begin + " continues" + line + why + ".";
    return (counted.empty() ? "" : begin.substr(0, begin.size() - 4) + ". ") +
           (counted.empty() ? in_block(narration, index, parting(narration, step, then, line))
                            : emulator::in_sentence_case(parting(narration, step, then, line))) +
           why + ".";
}

}  // namespace upsweep::replay
