// Finds a launch's subjects, the length of its rows, and the words that hold several numbers.
#include "replay/structure/staging.h"

#include <algorithm>
#include <array>
#include <bit>
#include <tuple>

#include "core/ranges.h"
#include "emulator/trace/trace.h"

namespace upsweep::replay {

void include(ElementBox& box, int64_t element, int64_t width) {
    const int64_t x = element % width, y = element / width;
    if (box.empty()) {
        box = {x, y, {1, 1}};
        return;
    }
    const int64_t right = std::max(box.left + box.size.width, x + 1),
                  bottom = std::max(box.top + box.size.height, y + 1);
    box.left = std::min(box.left, x);
    box.top = std::min(box.top, y);
    box.size = {right - box.left, bottom - box.top};
}

namespace {

/// A declared part, cut to the array.
ElementBox declared_part(const Parts& parts, Extent extent, int64_t number) {
    if (number < 0 || number >= parts.count.count()) return {};
    const int64_t across = parts.downwards ? number / parts.count.height : number % parts.count.width;
    const int64_t down = parts.downwards ? number % parts.count.height : number / parts.count.width;
    ElementBox box{across * parts.size.width, down * parts.size.height, parts.size};
    if (parts.before > 0 && extent.width > 0) {
        // Lists that begin later continue row by row.
        const int64_t first =
            parts.before + down * parts.count.width * parts.size.width + across * parts.size.width;
        box.left = first % extent.width;
        box.top = first / extent.width;
    }
    box.size.width = std::min(box.size.width, extent.width - box.left);
    box.size.height = std::min(box.size.height, extent.height - box.top);
    return box.empty() || box.size.width <= 0 || box.size.height <= 0 ? ElementBox{} : box;
}

bool is_two_dimensional(const Launch& launch) { return launch.grid.y > 1 || launch.block.y > 1; }

/// What the same expression of a line of threads touched last, and how far apart its neighbours touch.
class Pairs {
  public:
    void add(const Access& access, uint32_t block, int64_t line, int64_t place, int64_t element) {
        const auto [last, first] = lasts_.try_emplace({block, access.operand, line}, Last{place, element});
        if (!first && place == last->second.place + 1) ++votes_[access.array][element - last->second.element];
        last->second = {place, element};
    }
    /// The distance that most pairs have; 0 where they have none in common.
    int64_t distance(ArrayId array) const {
        const auto found = votes_.find(array);
        if (found == votes_.end()) return 0;
        int64_t all = 0;
        for (const auto& [distance, count] : found->second) all += count;
        const auto most =
            max_element(found->second, [](const auto& a, const auto& b) { return a.second < b.second; });
        return most->second * 2 > all ? most->first : 0;
    }

  private:
    struct Last {
        int64_t place = 0, element = 0;
    };
    std::map<std::tuple<uint32_t, uint32_t, int64_t>, Last> lasts_;
    std::map<ArrayId, std::map<int64_t, int64_t>> votes_;
};

/// Elements a row of each global array of one row that threads below each other take rows of: by ArrayId.
/// Such threads, (x, y) and (x, y + 1) of a block, then touch elements one row apart; or side by side, where
/// those beside each other, (x, y) and (x + 1, y), take rows. Empty for launches in one dimension. O(accesses
/// of the launch).
std::map<ArrayId, int64_t> row_widths(const Trace& trace, const LaunchInfo& launch) {
    std::map<ArrayId, int64_t> widths;
    if (launch.block.y < 2) return widths;
    Pairs down, across;
    std::set<ArrayId> arrays;
    for (int64_t step = launch.first_step; step < std::min(launch.end_step, trace.step_count()); ++step) {
        const Step& at = trace.step_at(step);
        if (at.kind != StepKind::statement) continue;
        for (const Access& access : trace.accesses_of(step)) {
            const ArrayInfo& array = trace.arrays[access.array];
            if (array.space != Space::global || array.extent.height != 1) continue;
            const int64_t thread = thread_of(trace, at, access.lane);
            const int64_t x = thread % launch.block.x, y = thread / launch.block.x % launch.block.y;
            const int64_t element = element_of(trace, access);
            down.add(access, at.block, x, y, element);
            across.add(access, at.block, y, x, element);
            arrays.insert(access.array);
        }
    }
    for (const ArrayId array : arrays) {
        const int64_t elements = trace.arrays[array].extent.count();
        // Threads below each other take rows; where theirs lie side by side, they take columns.
        const int64_t below = down.distance(array), width = below == 1 ? across.distance(array) : below;
        if (width > 1 && elements % width == 0 && elements / width > 1) widths[array] = width;
    }
    return widths;
}

}  // namespace

bool StagedArray::is_data() const {
    return subject.role == SubjectRole::data || subject.role == SubjectRole::picture ||
           subject.role == SubjectRole::table;
}

StagedLaunch::StagedLaunch(const Trace& trace, size_t launch) : launch_(launch) {
    // A picture too small for a window launches nothing.
    if (launch >= trace.launches.size()) return;
    const LaunchInfo& info = trace.launches[launch];
    if (info.operation >= trace.plan.operations.size()) return;
    const auto* planned = std::get_if<Launch>(&trace.plan.operations[info.operation].what);
    if (planned == nullptr) return;
    const auto blocks = size_t(std::clamp<int64_t>(info.grid.count(), 0, 1 << 20));
    number_.assign(blocks, 0);
    block_.assign(blocks, 0);
    numbered_at_.assign(blocks, 0);
    for (const ArrayId id : info.shared_arrays)
        shared_.try_emplace({trace.arrays[id].block, trace.arrays[id].name}, int(id));
    if (planned->subjects.empty())
        add_derived(trace, *planned);
    else
        add_declared(trace, *planned);
    find_shared(trace);
    read_accesses(trace);
    find_untouched();
    packed_ = packed_arrays(trace, launch);
}

void StagedLaunch::add_declared(const Trace& trace, const Launch& launch) {
    for (const Subject& subject : launch.subjects) {
        StagedArray staged{.subject = subject, .name = subject.shared};
        if (subject.buffer.index >= 0) {
            const ArrayInfo& info = trace.arrays[subject.buffer.index];
            staged.array = subject.buffer.index;
            staged.name = info.name;
            staged.type = info.type;
            staged.extent = info.extent;
        }
        arrays_.push_back(std::move(staged));
    }
}

void StagedLaunch::add_derived(const Trace& trace, const Launch& launch) {
    const auto widths = row_widths(trace, trace.launches[launch_]);
    std::set<int> seen;
    for (const Argument& argument : launch.arguments) {
        const auto* buffer = std::get_if<BufferArgument>(&argument);
        if (buffer == nullptr || !seen.insert(buffer->buffer.index).second) continue;
        const ArrayInfo& info = trace.arrays[buffer->buffer.index];
        const bool control = info.role == BufferRole::control;
        const auto rows = widths.find(ArrayId(buffer->buffer.index));
        const Extent extent =
            rows == widths.end() ? info.extent : Extent{rows->second, info.extent.count() / rows->second};
        Subject subject{.buffer = buffer->buffer};
        subject.role = control ? SubjectRole::flag : SubjectRole::data;
        subject.form = extent.height > 1   ? SubjectForm::grid
                       : extent.width == 1 ? SubjectForm::chip
                                           : SubjectForm::row;
        arrays_.push_back({subject, info.name, info.type, extent, buffer->buffer.index});
    }
    // What blocks keep is between what they read and what they write.
    std::set<std::string> names;
    std::vector<StagedArray> kept_arrays;
    for (const ArrayId id : trace.launches[launch_].shared_arrays) {
        const ArrayInfo& info = trace.arrays[id];
        if (!names.insert(info.name).second) continue;
        Subject subject{.shared = info.name};
        subject.form = info.extent.count() == 1                               ? SubjectForm::chip
                       : info.extent.height > 1 && is_two_dimensional(launch) ? SubjectForm::grid
                                                                              : SubjectForm::row;
        kept_arrays.push_back({subject, info.name, info.type, info.extent, -1});
    }
    std::set<ArrayId> written;
    const LaunchInfo& info = trace.launches[launch_];
    for (int64_t step = info.first_step; step < std::min(info.end_step, trace.step_count()); ++step)
        for (const Access& access : trace.accesses_of(step))
            if (is_write(access)) written.insert(access.array);
    const auto first_written =
        find_if(arrays_, [&](const StagedArray& one) { return written.contains(ArrayId(one.array)); });
    arrays_.insert(first_written, kept_arrays.begin(), kept_arrays.end());
}

void StagedLaunch::find_shared(const Trace& trace) {
    for (StagedArray& staged : arrays_) {
        if (!staged.is_shared()) continue;
        for (const auto& [key, id] : shared_)
            if (key.second == staged.name) {
                const ArrayInfo& info = trace.arrays[id];
                staged.type = info.type;
                staged.extent = info.extent;
                if (staged.subject.form == SubjectForm::row && info.extent.height > 1)
                    staged.subject.form = SubjectForm::grid;
                break;
            }
    }
    // A kernel's variant may not have an array that others have.
    std::erase_if(arrays_, [](const StagedArray& one) { return one.extent.count() <= 0; });
}

void StagedLaunch::read_accesses(const Trace& trace) {
    const LaunchInfo& info = trace.launches[launch_];
    const StagedArray* numbers = find(SubjectRole::number);
    fetches_ = find(SubjectRole::counter) != nullptr && numbers != nullptr;
    std::vector<int64_t> fetched(number_.size(), -1);
    std::fill(numbered_at_.begin(), numbered_at_.end(), fetches_ ? -1 : 0);
    bool counted = false;
    const auto* counter = find(SubjectRole::counter);
    for (int64_t step = info.first_step; step < std::min(info.end_step, trace.step_count()); ++step) {
        const Step& at = trace.step_at(step);
        if (at.block >= number_.size()) continue;
        for (const Access& access : trace.accesses_of(step)) {
            const ArrayInfo& array = trace.arrays[access.array];
            if (array.space == Space::local || array.space == Space::text) continue;
            const int64_t element = element_of(trace, access), last = element + elements_of(trace, access);
            ElementBox& box = touched_[{at.block, access.array}];
            const StagedArray* staged = array.space == Space::global ? find(access.array) : nullptr;
            const int64_t width =
                std::max<int64_t>(1, staged != nullptr ? staged->extent.width : array.extent.width);
            for (int64_t one = element; one < last; ++one) include(box, one, width);
            if (counter != nullptr && int(access.array) == counter->array) counted = true;
            if (numbers == nullptr || !is_write(access) || array_of(*numbers, at.block) < 0) continue;
            if (int(access.array) == array_of(*numbers, at.block) && element == 0) {
                fetched[at.block] = int64_t(access.value);
                numbered_at_[at.block] = step;
            }
        }
    }
    fetches_ = fetches_ && counted;
    if (!fetches_) {
        std::fill(numbered_at_.begin(), numbered_at_.end(), 0);
        for (size_t i = 0; i < fetched.size(); ++i) fetched[i] = int64_t(i);
    }
    give_numbers(fetched);
}

/// A kernel that is not finished may not yet look at what it is about: its row still is under the blocks.
void StagedLaunch::find_untouched() {
    for (const StagedArray& one : arrays_) {
        const int64_t count = one.extent.count();
        if (one.is_shared() || one.extent.height > 1 || count < blocks() || count % blocks() != 0) continue;
        const auto array = ArrayId(one.array);
        const bool touched = any_of(touched_, [&](const auto& entry) { return entry.first.second == array; });
        if (!touched) untouched_.insert(array);
    }
}

void StagedLaunch::give_numbers(const std::vector<int64_t>& fetched) {
    const auto count = int64_t(fetched.size());
    std::vector<bool> taken(fetched.size());
    std::fill(number_.begin(), number_.end(), -1);
    for (size_t block = 0; block < fetched.size(); ++block) {
        const int64_t number = fetched[block];
        if (number < 0 || number >= count || taken[number]) continue;
        number_[block] = number;
        taken[number] = true;
    }
    size_t free = 0;
    for (size_t block = 0; block < number_.size(); ++block) {
        if (number_[block] < 0) {
            while (free < taken.size() && taken[free]) ++free;
            number_[block] = int64_t(free++);
        }
        block_[number_[block]] = int64_t(block);
    }
}

const StagedArray* StagedLaunch::find(SubjectRole role) const {
    for (const StagedArray& one : arrays_)
        if (one.subject.role == role) return &one;
    return nullptr;
}

const StagedArray* StagedLaunch::find(ArrayId array) const {
    for (const StagedArray& one : arrays_)
        if (one.array == int(array)) return &one;
    for (const auto& [key, id] : shared_)
        if (id == int(array))
            for (const StagedArray& one : arrays_)
                if (one.is_shared() && one.name == key.second) return &one;
    return nullptr;
}

int StagedLaunch::array_of(const StagedArray& staged, int64_t block) const {
    if (!staged.is_shared()) return staged.array;
    return found_or(shared_, {block, staged.name}, -1);
}

ElementBox StagedLaunch::part(const StagedArray& staged, int64_t number) const {
    if (number < 0 || number >= blocks()) return {};
    if (staged.is_shared()) {
        if (staged.subject.count == 0) return {0, 0, staged.extent};
        return {staged.subject.first, 0, {staged.subject.count, 1}};
    }
    if (staged.subject.parts.known()) return declared_part(staged.subject.parts, staged.extent, number);
    const auto at = touched_.find({block_of(number), ArrayId(staged.array)});
    if (at != touched_.end()) return at->second;
    if (!untouched_.contains(ArrayId(staged.array))) return {};
    const int64_t each = staged.extent.count() / blocks();
    return {number * each, 0, {each, 1}};
}

int64_t StagedLaunch::part_of(const StagedArray& staged, int64_t element) const {
    const int64_t width = std::max<int64_t>(1, staged.extent.width);
    for (int64_t number = 0; number < blocks(); ++number)
        if (part(staged, number).contains(element, width)) return number;
    return -1;
}

std::string StagedLaunch::text_of(const Trace& trace, ArrayId array, uint64_t bits) const {
    const auto packed = packed_.find(array);
    return packed == packed_.end() ? value_text(trace, array, bits) : packed_text(bits, packed->second);
}

int64_t StagedLaunch::owner_of(int array, int64_t element) const {
    for (const StagedArray& one : arrays_)
        if (one.array == array && !one.is_shared()) return part_of(one, element);
    return -1;
}

std::string_view role_name(SubjectRole role) {
    constexpr std::array<std::string_view, size_t(last_subject_role) + 1> names = {
        "data", "picture", "table", "aggregate", "inclusive prefix", "flag", "word", "number", "next number"};
    return names[size_t(role)];
}

namespace {

/// What the writes to an array have shown.
struct Seen {
    bool one_number = false;  ///< a write that does not go with several numbers in a word
    bool above = false;       ///< a number above the lowest one was counted, or put there
    int bits = 16;            ///< of the smallest numbers that would do
};

/// A counter goes up by one: 1 in one of the word's numbers.
void note_addition(Seen& seen, const Access& access) {
    const auto added = uint32_t(access.value - access.old_value);
    if (added == 0) return;
    const int place = std::countr_zero(added);
    if (!std::has_single_bit(added) || place % 8 != 0) {
        seen.one_number = true;
        return;
    }
    seen.above = seen.above || place > 0;
    if (place % 16 != 0) seen.bits = 8;
}

/// Bytes that are put together into a word.
bool is_of_bytes(const Trace& trace, const Access& access) {
    const Origin origin = trace.origin(access.origin);
    if (origin.kind != Origin::Kind::operation || origin.symbol != '|') return false;
    const Source source = source_of(trace, access.origin);
    return source.leaves.size() > 1 && all_of(source.leaves, [&](const Leaf& leaf) {
               return size_of(trace.arrays[leaf.array].type) == 1;
           });
}

void note(const Trace& trace, Seen& seen, const Access& access) {
    if (access.kind == AccessKind::atomic) return note_addition(seen, access);
    if (access.value == 0) return;
    if (!is_of_bytes(trace, access)) {
        seen.one_number = true;
        return;
    }
    seen.above = true;
    seen.bits = 8;
}

}  // namespace

std::map<ArrayId, int> packed_arrays(const Trace& trace, size_t launch) {
    std::map<ArrayId, Seen> arrays;
    const LaunchInfo& info = trace.launches[launch];
    const int64_t end = std::min(info.end_step, trace.step_count());
    if (info.first_step >= end) return {};
    for (int64_t i = trace.step_at(info.first_step).first_access; i < trace.end_access(end - 1); ++i) {
        const Access& access = trace.access_at(i);
        const ArrayInfo& array = trace.arrays[access.array];
        if (!is_write(access) || is_local(trace, access.array) || array.type != ScalarType::u32 ||
            access.size != 4)
            continue;
        Seen& seen = arrays[access.array];
        if (!seen.one_number) note(trace, seen, access);
    }
    std::map<ArrayId, int> packed;
    for (const auto& [array, seen] : arrays)
        if (!seen.one_number && seen.above) packed[array] = seen.bits;
    return packed;
}

std::string packed_text(uint64_t word, int bits) {
    std::string text;
    for (int place = 0; place < 32; place += bits)
        text += (place == 0 ? "" : " ") + std::to_string(word >> place & ((uint64_t{1} << bits) - 1));
    return text;
}

}  // namespace upsweep::replay
