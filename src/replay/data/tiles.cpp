// Follows the words of tiles through a launch.
#include "replay/data/tiles.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/bits.h"
#include "core/ranges.h"
#include "emulator/trace/trace.h"

namespace upsweep::replay {

namespace {

int halves_of(const StagedArray& words) { return size_of(words.subject.value) == 8 ? 2 : 1; }

uint64_t sum_of(ScalarType type, uint64_t a, uint64_t b) {
    switch (type) {
        case ScalarType::f32:
            return bit_cast<uint32_t>(bit_cast<float>(uint32_t(a)) + bit_cast<float>(uint32_t(b)));
        case ScalarType::f64:
            return bit_cast<uint64_t>(bit_cast<double>(a) + bit_cast<double>(b));
        default:
            return size_of(type) == 8 ? a + b : (a + b) & ((uint64_t{1} << size_of(type) * 8) - 1);
    }
}

bool same_sum(ScalarType type, uint64_t a, uint64_t b) {
    if (!is_floating(type)) return a == b;
    const double x = bits_to_number(type, a), y = bits_to_number(type, b);
    return std::abs(x - y) <= 1e-5 * std::max({1.0, std::abs(x), std::abs(y)});
}

/// Tiles of an array of words, one below the other or side by side.
struct TilesPlace {
    int64_t x = 0, y = 0;
};
TilesPlace place_of(const Parts& parts, int64_t number) {
    if (parts.downwards) return {number / parts.count.height, number % parts.count.height};
    return {number % parts.count.width, number / parts.count.width};
}
int64_t number_at(const Parts& parts, TilesPlace place) {
    if (place.x < 0 || place.y < 0 || place.x >= parts.count.width || place.y >= parts.count.height)
        return -1;
    return parts.downwards ? place.x * parts.count.height + place.y : place.y * parts.count.width + place.x;
}

/// Collects the words of one array.
class WordReader {
  public:
    WordReader(const Trace& trace, const StagedLaunch& staged, const StagedArray& words)
        : trace_(trace), staged_(staged), words_(words), halves_(halves_of(words)) {
        way_.words = &words;
        way_.values = words.subject.parts.size.width / halves_;
    }

    void note(int64_t step, uint32_t block, const Access& access) {
        const int64_t element = element_of(trace_, access);
        const Parts& parts = words_.subject.parts;
        const int64_t of = (element - parts.before) / parts.size.width;
        if (element < parts.before || of >= staged_.blocks()) return;
        const int64_t in_tile = (element - parts.before) % parts.size.width;
        uint64_t low = access.value, high = 0;
        if (halves_ == 2) {
            // The second half completes the word: each lane reads or writes one after the other.
            auto& first = first_half_[{block, access.lane}];
            if (in_tile % 2 == 0) first = {element, access.value};
            if (in_tile % 2 == 0 || first.first != element - 1) return;
            low = first.second, high = access.value;
        }
        const int64_t number = staged_.number_of(block);
        const WordEvent event{step,
                              of,
                              in_tile / halves_,
                              is_write(access),
                              int(access.lane),
                              read_word(low, high, words_.subject.value)};
        if (event.write != (of == number)) return;  // its own word read again, or another block's written
        if (!event.write) vote(number, of);
        way_.events[number].push_back(event);
    }

    /// `first`: whether no words before these travel across.
    WordWay finish(bool first) {
        way_.across = votes_ != 0 ? votes_ > 0 : first;
        return std::move(way_);
    }

  private:
    void vote(int64_t reader, int64_t of) {
        const TilesPlace to = place_of(words_.subject.parts, reader),
                         from = place_of(words_.subject.parts, of);
        if (to.y == from.y && to.x != from.x) ++votes_;
        if (to.x == from.x && to.y != from.y) --votes_;
    }

    const Trace& trace_;
    const StagedLaunch& staged_;
    const StagedArray& words_;
    int halves_ = 1;
    int64_t votes_ = 0;
    WordWay way_;
    std::map<std::pair<uint32_t, uint32_t>, std::pair<int64_t, uint64_t>> first_half_;
};

/// The extent of all parts of an array, if they are alike and apart.
Extent tile_of(const StagedLaunch& staged, const StagedArray& array) {
    if (array.is_shared() || staged.blocks() < 2 || array.extent.count() > 1 << 20) return {};
    if (array.subject.parts.known()) return array.subject.parts.size;
    std::vector<bool> taken(size_t(array.extent.count()));
    Extent largest;
    for (int64_t number = 0; number < staged.blocks(); ++number) {
        const ElementBox box = staged.part(array, number);
        largest = {std::max(largest.width, box.size.width), std::max(largest.height, box.size.height)};
        for (int64_t y = box.top; y < box.top + box.size.height; ++y)
            for (int64_t x = box.left; x < box.left + box.size.width; ++x) {
                auto cell = taken[y * array.extent.width + x];
                if (cell) return {};
                cell = true;
            }
    }
    for (int64_t number = 0; number < staged.blocks(); ++number) {
        const ElementBox box = staged.part(array, number);
        if (!box.empty() && (box.left % largest.width != 0 || box.top % largest.height != 0)) return {};
    }
    return largest;
}

/// Keeps what a vector or a scalar store leaves in an element of `wanted`: only a whole element is reported.
void note_stored(const Trace& trace, const Access& access, const std::set<int64_t>& wanted,
                 LaunchTiles& tiles) {
    const int64_t element = element_of(trace, access);
    if (elements_of(trace, access) == 1 && wanted.contains(element)) tiles.stored[element] = access.value;
}

int64_t last_element(const StagedArray& array, const ElementBox& part) {
    return (part.top + part.size.height - 1) * array.extent.width + part.left + part.size.width - 1;
}

}  // namespace

LaunchTiles launch_tiles(const Trace& trace, const StagedLaunch& staged) {
    LaunchTiles tiles;
    std::vector<WordReader> readers;
    std::map<int, size_t> reader_of;
    for (const StagedArray& one : staged.arrays()) {
        tiles.tile.push_back(tile_of(staged, one));
        if (one.is_data() && !one.is_shared() && one.subject.form == SubjectForm::grid) tiles.output = &one;
        const Parts& parts = one.subject.parts;
        const bool in_tiles = parts.known() && parts.count.width >= 1 && parts.count.height >= 1;
        if (one.subject.role != SubjectRole::word || one.is_shared() || !in_tiles) continue;
        reader_of[one.array] = readers.size();
        readers.emplace_back(trace, staged, one);
    }
    if (readers.empty()) return tiles;
    std::set<int64_t> last;
    for (int64_t number = 0; tiles.output != nullptr && number < staged.blocks(); ++number)
        last.insert(last_element(*tiles.output, staged.part(*tiles.output, number)));
    const LaunchInfo& launch = trace.launches[staged.launch()];
    for (int64_t step = launch.first_step; step < std::min(launch.end_step, trace.step_count()); ++step) {
        const Step& at = trace.step_at(step);
        if (at.kind == StepKind::host || at.kind == StepKind::drain) continue;
        if (int64_t(at.block) >= staged.blocks()) continue;
        for (const Access& access : trace.accesses_of(step)) {
            const auto reader = reader_of.find(int(access.array));
            if (reader != reader_of.end()) readers[reader->second].note(step, at.block, access);
            if (tiles.output == nullptr || int(access.array) != tiles.output->array) continue;
            if (is_write(access)) note_stored(trace, access, last, tiles);
        }
    }
    for (WordReader& reader : readers) {
        const bool first = none_of(tiles.ways, [](const WordWay& way) { return way.across; });
        tiles.ways.push_back(reader.finish(first));
    }
    return tiles;
}

namespace {

/// Number of the tile `back` tiles before.
int64_t before(const WordWay& way, int64_t number, int64_t back) {
    const Parts& parts = way.words->subject.parts;
    TilesPlace place = place_of(parts, number);
    (way.across ? place.x : place.y) -= back;
    return number_at(parts, place);
}

/// Adds up own sums as the kernel does, from the nearest tile on, until a word holds all that is before.
void add_up(const WordWay& way, int64_t number, const std::map<int64_t, WordEvent>& seen, TileCarry& carry) {
    const ScalarType type = way.words->subject.value;
    uint64_t sum = 0;
    for (int64_t back = 1; before(way, number, back) >= 0; ++back) {
        const int64_t from = before(way, number, back);
        const auto said = seen.find(from);
        if (said == seen.end() || said->second.word.state == MessageState::nothing) return;
        const Word& word = said->second.word;
        if (back == 1) {
            carry.state = word.state;
            carry.said = bits_to_text(type, word.bits);
        }
        sum = back == 1 ? word.bits : sum_of(type, sum, word.bits);
        carry.from.push_back(from);
        if (word.state != MessageState::prefix) continue;
        carry.bits = sum;
        carry.value = bits_to_text(type, sum);
        return;
    }
}

TileSide side_of(const WordWay& way, int64_t number, StepRange range) {
    TileSide side;
    side.way = &way;
    side.next = before(way, number, -1);
    const auto values = size_t(way.values);
    const ScalarType type = way.words->subject.value;
    const bool has_before = before(way, number, 1) >= 0;
    std::vector<std::map<int64_t, WordEvent>> seen(values);
    if (has_before) side.carries.resize(values);
    side.sums.resize(values);
    const auto events = way.events.find(number);
    if (events != way.events.end())
        for (const WordEvent& event : events->second) {
            const auto index = size_t(event.index);
            if (event.step >= range.end || index >= values) continue;
            const bool now = range.contains(event.step);
            if (!event.write) {
                seen[index][event.of] = event;
                if (!has_before) continue;
                side.carries[index].lane = event.lane;
                side.carries[index].now |= now;
                continue;
            }
            TileSum& sum = side.sums[index];
            if (event.word.state == MessageState::nothing) continue;
            sum.state = event.word.state;
            sum.now |= now;
            const std::string text = bits_to_text(type, event.word.bits);
            if (sum.state == MessageState::prefix) sum.so_far = text;
            if (sum.state == MessageState::own_sum || !has_before)
                sum.own = text, sum.own_bits = event.word.bits;
        }
    for (size_t i = 0; i < values; ++i) {
        side.sums[i].index = int64_t(i);
        if (!has_before) continue;
        side.carries[i].index = int64_t(i);
        add_up(way, number, seen[i], side.carries[i]);
    }
    return side;
}

std::optional<LastElement> last_of(const StagedLaunch& staged, const LaunchTiles& tiles,
                                   const TilePicture& tile) {
    if (!tile.rows || !tile.columns || tiles.output == nullptr) return std::nullopt;
    const ElementBox part = staged.part(*tiles.output, tile.number);
    const TileSide &rows = *tile.rows, &columns = *tile.columns;
    const auto height = size_t(part.size.height);
    // A tile that reaches beyond the picture ends before its last row or column.
    if (part.empty() || rows.sums.size() < height) return std::nullopt;
    const auto last_column = size_t(part.size.width) - 1;
    if (columns.sums.size() <= last_column) return std::nullopt;
    LastElement last;
    last.element = last_element(*tiles.output, part);
    const ScalarType type = rows.way->words->subject.value;
    uint64_t left = 0, own = 0, sum = 0;
    bool begun = false;
    const auto add = [&](uint64_t bits) { sum = begun ? sum_of(type, sum, bits) : bits, begun = true; };
    if (!columns.carries.empty()) {
        const TileCarry& above = columns.carries[last_column];
        if (above.value.empty()) return std::nullopt;
        last.above = above.value;
        add(above.bits);
    }
    for (size_t row = 0; row < height; ++row) {
        if (rows.sums[row].own.empty()) return std::nullopt;
        own = row == 0 ? rows.sums[row].own_bits : sum_of(type, own, rows.sums[row].own_bits);
        last.own_parts.push_back(rows.sums[row].own);
        if (rows.carries.empty()) continue;
        if (rows.carries[row].value.empty()) return std::nullopt;
        left = row == 0 ? rows.carries[row].bits : sum_of(type, left, rows.carries[row].bits);
        last.left_parts.push_back(rows.carries[row].value);
    }
    if (!rows.carries.empty()) {
        last.left = bits_to_text(type, left);
        add(left);
    }
    last.own = bits_to_text(type, own);
    add(own);
    last.sum = bits_to_text(type, sum);
    const auto stored = tiles.stored.find(last.element);
    if (tiles.output->type != type || stored == tiles.stored.end()) return std::nullopt;
    if (!same_sum(type, stored->second, sum)) return std::nullopt;
    return last;
}

}  // namespace

TilePicture make_tile(const StagedLaunch& staged, const LaunchTiles& tiles, int64_t number, StepRange range) {
    TilePicture picture;
    picture.number = number;
    for (const WordWay& way : tiles.ways) {
        std::optional<TileSide>& side = way.across ? picture.rows : picture.columns;
        if (!side) side = side_of(way, number, range);
    }
    picture.last = last_of(staged, tiles, picture);
    return picture;
}

KeptSource kept_source(const Trace& trace, const emulator::Player& player, const StagedLaunch& staged,
                       ArrayId kept) {
    KeptSource source;
    const int64_t count = trace.arrays[kept].extent.count();
    if (count > 4096) return source;
    for (int64_t element = 0; element < count; ++element) {
        const auto step = player.last_write(kept, element);
        if (!step) continue;
        const int64_t first = trace.step_at(*step).first_access;
        for (int64_t i = trace.end_access(*step) - 1; i >= first; --i) {
            const Access& access = trace.access_at(i);
            if (access.array != kept || !is_write(access) || element_of(trace, access) != element) continue;
            const Origin origin = trace.origin(access.origin);
            if (origin.kind != Origin::Kind::cell) break;
            const Access& read = trace.access_at(origin.access);
            if (trace.arrays[read.array].space != Space::global) break;
            if (source.array >= 0 && source.array != int(read.array)) return {};
            source.array = int(read.array);
            const StagedArray* from = staged.find(read.array);
            const Extent extent = from != nullptr ? from->extent : trace.arrays[read.array].extent;
            include(source.box, element_of(trace, read), std::max<int64_t>(1, extent.width));
            break;
        }
    }
    return source;
}

}  // namespace upsweep::replay
