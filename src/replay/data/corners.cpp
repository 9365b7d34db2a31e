// Splits origins into sums and differences of a table's elements.
#include "replay/data/corners.h"

#include "core/ranges.h"
#include "emulator/trace/trace.h"

#include <algorithm>
#include <optional>
#include <set>

namespace upsweep::replay {

namespace {

constexpr size_t most_nodes = 96;
constexpr size_t most_sums = 3;

/// A sum of cells of one array, as an origin says it.
struct Terms {
    int array = -1;
    bool scaled = false;                          ///< a factor that is not known
    bool through_tiles = false;                   ///< copies in shared memory stand for what they are of
    std::vector<std::pair<int64_t, bool>> cells;  ///< read, added
};

/// The read that a copy in shared memory was made from, by a read of the copy; nothing where it was made
/// otherwise, -1 where it is a constant.
std::optional<int64_t> copied_from(const Trace& trace, int64_t read) {
    constexpr int64_t far = 20'000;
    const Access& copy = trace.access_at(read);
    for (int64_t i = read - 1; i >= std::max<int64_t>(0, read - far); --i) {
        const Access& one = trace.access_at(i);
        if (!is_write(one) || one.array != copy.array || one.offset != copy.offset) continue;
        if (one.origin == 0) return -1;
        const Origin node = trace.origin(one.origin);
        if (node.kind == Origin::Kind::cell) return node.access;
        break;
    }
    return std::nullopt;
}

/// False if the origin is anything but a sum of up to four cells of one array, each with a sign.
bool take_apart(const Trace& trace, OriginId id, bool added, Terms& terms, size_t& looked) {
    if (id == 0) return true;
    if (++looked > most_nodes) return false;
    const Origin node = trace.origin(id);
    if (node.kind == Origin::Kind::cell) {
        int64_t access = node.access;
        if (terms.through_tiles && trace.arrays[trace.access_at(access).array].space == Space::shared) {
            const auto from = copied_from(trace, access);
            if (!from) return false;
            if (*from < 0) return true;
            access = *from;
        }
        const Access& read = trace.access_at(access);
        if (trace.arrays[read.array].space != Space::global) return false;
        if (terms.array >= 0 && terms.array != int(read.array)) return false;
        terms.array = int(read.array);
        terms.cells.emplace_back(access, added);
        return terms.cells.size() <= 4;
    }
    if (node.kind != Origin::Kind::operation) return true;
    if (node.symbol == '*' && (node.left == 0) != (node.right == 0)) {
        terms.scaled = true;
        return take_apart(trace, node.left | node.right, added, terms, looked);
    }
    if (node.symbol != '+' && node.symbol != '-') return false;
    const bool right_added = node.symbol == '-' ? !added : added;
    return take_apart(trace, node.left, added, terms, looked) &&
           take_apart(trace, node.right, right_added, terms, looked);
}

/// Gives the corners of a rectangle their letters; empty if they are not such corners.
std::vector<Corner> corners_of(const Trace& trace, const Terms& terms) {
    const ArrayInfo& table = trace.arrays[terms.array];
    const int64_t width = std::max<int64_t>(1, table.extent.width);
    std::vector<Corner> corners;
    int64_t right = -1, bottom = -1;
    std::set<int64_t> columns, rows, elements;
    for (const auto& [access, added] : terms.cells) {
        const Access& read = trace.access_at(access);
        const Corner corner{'D',    added,      element_of(trace, read),
                            access, read.value, bits_to_text(table.type, read.value)};
        right = std::max(right, corner.element % width);
        bottom = std::max(bottom, corner.element / width);
        columns.insert(corner.element % width);
        rows.insert(corner.element / width);
        elements.insert(corner.element);
        corners.push_back(corner);
    }
    if (columns.size() > 2 || rows.size() > 2 || elements.size() != corners.size()) return {};
    bool has_last = false;
    for (Corner& corner : corners) {
        const bool at_right = corner.element % width == right, at_bottom = corner.element / width == bottom;
        if (corner.added != (at_right == at_bottom)) return {};
        corner.letter = at_right ? (at_bottom ? 'D' : 'B') : (at_bottom ? 'C' : 'A');
        has_last |= corner.letter == 'D';
    }
    if (!has_last) return {};
    sort(corners, [](const Corner& a, const Corner& b) { return a.letter < b.letter; });
    return corners;
}

bool is_table(const StagedLaunch& staged, int array) {
    const StagedArray* one = staged.find(ArrayId(array));
    return one != nullptr && one->subject.role == SubjectRole::table;
}

struct Found {
    OriginId root = 0;
    Terms terms;
    std::vector<Corner> corners;
};

/// Looks for rectangles in an origin, from its newest part on: the largest part of it that is one.
void find_sums(const Trace& trace, const StagedLaunch& staged, OriginId id, std::vector<Found>& found,
               bool through_tiles, size_t& looked) {
    if (id == 0 || found.size() >= most_sums || ++looked > most_nodes) return;
    Found one;
    one.root = id;
    one.terms.through_tiles = through_tiles;
    size_t nodes = 0;
    if (take_apart(trace, id, true, one.terms, nodes) && one.terms.array >= 0) {
        // Fewer than four tell only where it is known that the array is a table.
        if (one.terms.cells.size() == 4 || is_table(staged, one.terms.array))
            one.corners = corners_of(trace, one.terms);
        const bool seen =
            any_of(found, [&](const Found& other) { return other.terms.cells == one.terms.cells; });
        if (!one.corners.empty() && !seen) found.push_back(std::move(one));
        return;
    }
    const Origin node = trace.origin(id);
    if (node.kind != Origin::Kind::operation) return;
    find_sums(trace, staged, node.right, found, through_tiles, looked);
    find_sums(trace, staged, node.left, found, through_tiles, looked);
}

std::vector<Found> sums_in(const Trace& trace, const StagedLaunch& staged, OriginId id, bool through_tiles) {
    std::vector<Found> found;
    size_t looked = 0;
    find_sums(trace, staged, id, found, through_tiles, looked);
    return found;
}

/// What a register of the same warp held that was given the origin in one of the steps before; nothing if
/// none was.
std::optional<std::string> value_of(const Trace& trace, int64_t step, OriginId origin) {
    constexpr int64_t far = 4000;
    const Step& now = trace.step_at(step);
    std::vector<OriginId> same = {origin};
    for (Origin node = trace.origin(origin); node.kind == Origin::Kind::operation && node.symbol != '*' &&
                                             node.right == 0 && node.left != 0 && same.size() < most_nodes;
         node = trace.origin(same.back()))
        same.push_back(node.left);
    for (int64_t one = step; one >= std::max<int64_t>(0, step - far); --one) {
        const Step& at = trace.step_at(one);
        if (at.block != now.block || at.warp != now.warp) continue;
        for (const Access& access : trace.accesses_of(one)) {
            if (is_write(access) && contains(same, access.origin))
                return bits_to_text(trace.arrays[access.array].type, access.value);
        }
    }
    return std::nullopt;
}

/// What the corners give, added and taken away; empty where each is multiplied by a number that makes it
/// something else, as where a border repeats the pixels at it.
std::string added_up(const Trace& trace, const Found& found, int64_t step) {
    const ScalarType type = trace.arrays[found.terms.array].type;
    const auto held = value_of(trace, step, found.root);
    std::string made;
    double real = 0;
    // Numbers of fewer than 32 bits are added up as int.
    const bool small = size_of(type) < 4;
    uint64_t sum = 0;
    for (const Corner& corner : found.corners) {
        const double number = bits_to_number(type, corner.bits);
        real += (corner.added ? 1 : -1) * number;
        const uint64_t one = small ? uint64_t(int64_t(number)) : corner.bits;
        sum = corner.added ? sum + one : sum - one;
    }
    if (is_floating(type)) {
        Array one(type, {1, 1});
        one.set_number(0, real);
        made = one.text(0);
    } else {
        if (size_of(type) < 8) sum &= 0xffffffffU;
        made = bits_to_text(small ? ScalarType::i32 : type, sum);
    }
    if (found.terms.scaled && (!held || *held != made)) return {};
    return is_floating(type) && held ? *held : made;
}

/// The rectangle in the picture: what D sums up, less what the others do.
void find_window(const Trace& trace, const HeldValues& held, CornerSum& sum) {
    if (!held.known()) return;
    ElementBox whole;
    int64_t left = 0, top = 0;
    for (const Corner& corner : sum.corners) {
        const Held& one = held.of(corner.access);
        if (one.array < 0) return;
        sum.picture = one.array;
        const int64_t width = trace.arrays[one.array].extent.width;
        const ElementBox box = one.rectangle(width);
        if (box.empty() || box.left != 0 || box.top != 0) return;
        if (corner.letter == 'D') whole = box;
        if (corner.letter == 'C') left = box.size.width;
        if (corner.letter == 'B') top = box.size.height;
    }
    if (left >= whole.size.width || top >= whole.size.height) return;
    sum.window = {left, top, {whole.size.width - left, whole.size.height - top}};
}

}  // namespace

CornersPicture make_corners(const Trace& trace, const StagedLaunch& staged, const HeldValues& held,
                            StepRange range, int lane) {
    CornersPicture picture;
    const bool through_tiles = staged.find(SubjectRole::table) != nullptr;
    std::vector<Found> best;
    int looked = 0;
    constexpr int most = 4000;
    for (int64_t step = range.end - 1; step >= range.first && looked < most; --step) {
        const Step& at = trace.step_at(step);
        for (int64_t i = trace.end_access(step) - 1; i >= at.first_access && looked < most; --i) {
            const Access& access = trace.access_at(i);
            const bool local = is_local(trace, access.array);
            if (!is_write(access) || access.origin == 0 || (local && !best.empty())) continue;
            if (lane >= 0 && int(access.lane) != lane) continue;
            ++looked;
            std::vector<Found> found = sums_in(trace, staged, access.origin, through_tiles);
            if (found.empty()) continue;
            best = std::move(found);
            picture.step = step;
            picture.array = local ? -1 : int(access.array);
            picture.element = element_of(trace, access);
            picture.value = bits_to_text(trace.arrays[access.array].type, access.value);
            picture.lane = access.lane;
            picture.warp = int(at.warp);
            if (!local) looked = most;
        }
    }
    for (Found& found : best) {
        CornerSum sum;
        sum.table = found.terms.array;
        sum.sum = added_up(trace, found, picture.step);
        sum.corners = std::move(found.corners);
        find_window(trace, held, sum);
        picture.sums.push_back(std::move(sum));
    }
    return picture;
}

bool takes_corners(const Trace& trace, const StagedLaunch& staged) {
    if (staged.launch() >= trace.launches.size()) return false;
    const LaunchInfo& launch = trace.launches[staged.launch()];
    constexpr int most = 20'000;
    int looked = 0;
    for (int64_t step = launch.first_step;
         step < std::min(launch.end_step, trace.step_count()) && looked < most; ++step) {
        for (const Access& access : trace.accesses_of(step)) {
            if (!is_write(access) || access.origin == 0) continue;
            ++looked;
            for (const Found& one : sums_in(trace, staged, access.origin, false))
                if (one.terms.array != int(access.array) && one.corners.size() == 4) return true;
        }
    }
    return false;
}

}  // namespace upsweep::replay
