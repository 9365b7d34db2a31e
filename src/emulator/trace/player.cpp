// Moving through a trace: apply accesses forwards, undo them backwards, jump from key frames.
#include "emulator/trace/player.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/ranges.h"
#include "emulator/trace/raw_bits.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

constexpr int64_t frame_budget_bytes = int64_t{96} << 20;
/// About 2 ms of applying accesses.
constexpr int64_t accesses_a_frame = 200'000;
/// Counts are summed up to every so many steps once; the rest is added when someone asks.
constexpr int64_t steps_a_sum = 256;
constexpr int32_t never = -1;

bool changes_memory(const Access& access) {
    return access.kind == AccessKind::write || access.kind == AccessKind::atomic;
}

}  // namespace

struct Player::State {
    /// All memory of the trace at one position.
    struct Snapshot {
        std::vector<std::byte> bytes;
        std::vector<uint8_t> defined;      ///< one an element
        std::vector<int32_t> last_writer;  ///< step, one an element
        int64_t step = 0;

        int64_t weight() const { return bytes.size() + defined.size() + 4 * last_writer.size(); }
    };

    /// Where an array lies in a snapshot.
    struct Place {
        int64_t first_byte = 0;
        int64_t first_element = 0;
        int64_t elements = 0;
        int element_size = 4;
    };

    explicit State(std::shared_ptr<const Trace> shared);

    void lay_out();
    void load_initial();
    void sum_counts();
    void walk_through();
    size_t element_of(const Access& access) const;
    void apply(const Access& access, size_t element);
    void forward();
    void backward();
    void jump(int64_t target);
    Counts counts() const;
    int64_t position_of(int64_t step) const;
    const Snapshot* nearest_frame(int64_t target) const;

    std::shared_ptr<const Trace> trace;
    std::vector<Place> places;
    Snapshot now;
    std::vector<Snapshot> frames;          ///< ascending; the first is the beginning
    std::vector<int32_t> previous_writer;  ///< of each access that writes: who wrote there before
    std::vector<Counts> counts_before;     ///< [i]: of all steps before step i * steps_a_sum
};

Player::State::State(std::shared_ptr<const Trace> shared) : trace(std::move(shared)) {
    lay_out();
    load_initial();
    sum_counts();
    walk_through();
}

void Player::State::lay_out() {
    int64_t bytes = 0, elements = 0;
    for (const ArrayInfo& info : trace->arrays) {
        int size = size_of(info.type);
        places.push_back({bytes, elements, info.extent.count(), size});
        bytes += info.extent.count() * size;
        elements += info.extent.count();
    }
    now.bytes.assign(bytes, std::byte(poison_byte));
    now.defined.assign(size_t(elements), 0);
    now.last_writer.assign(size_t(elements), never);
}

void Player::State::load_initial() {
    for (size_t i = 0; i < trace->initial.size() && i < places.size(); ++i) {
        const Array& array = trace->initial[i];
        if (array.count() == 0) continue;
        const Place& place = places[i];
        std::copy(array.bytes().begin(), array.bytes().end(), now.bytes.begin() + place.first_byte);
        std::fill_n(now.defined.begin() + place.first_element, place.elements, uint8_t{1});
    }
}

void Player::State::sum_counts() {
    Counts sum;
    for (int64_t step = 0; step < trace->step_count(); ++step) {
        if (step % steps_a_sum == 0) counts_before.push_back(sum);
        sum += trace->counts_of(step);
    }
    counts_before.push_back(sum);
}

/// Of all steps before the present one.
Counts Player::State::counts() const {
    int64_t known = now.step / steps_a_sum;
    Counts sum = nth(counts_before, known);
    for (int64_t step = known * steps_a_sum; step < now.step; ++step) sum += trace->counts_of(step);
    return sum;
}

/// Goes from the beginning to the end once, to learn who wrote before whom and to lay key frames.
void Player::State::walk_through() {
    previous_writer.assign(trace->accesses.size(), never);
    frames.push_back(now);
    int64_t most = std::max<int64_t>(1, frame_budget_bytes / std::max<int64_t>(1, now.weight()));
    int64_t total = length(trace->accesses) + trace->step_count();
    int64_t distance = std::max(accesses_a_frame, total / most);
    int64_t next = distance;
    while (now.step < trace->step_count()) {
        int64_t end = trace->end_access(now.step);
        for (int64_t i = trace->step_at(now.step).first_access; i < end; ++i) {
            const Access& access = trace->access_at(i);
            if (!changes_memory(access)) continue;
            size_t element = element_of(access);
            nth(previous_writer, i) = now.last_writer[element];
            apply(access, element);
        }
        ++now.step;
        if (position_of(now.step) < next) continue;
        frames.push_back(now);
        next += distance;
    }
    now = frames.front();
}

/// Work up to a step, in accesses and steps.
int64_t Player::State::position_of(int64_t step) const {
    int64_t accesses =
        step < trace->step_count() ? trace->step_at(step).first_access : length(trace->accesses);
    return accesses + step;
}

size_t Player::State::element_of(const Access& access) const {
    const Place& place = places[access.array];
    return place.first_element + access.offset / place.element_size;
}

void Player::State::apply(const Access& access, size_t element) {
    write_bits(now.bytes.data() + places[access.array].first_byte + access.offset, access.size, access.value);
    now.defined[element] = 1;
    now.last_writer[element] = now.step;
}

void Player::State::forward() {
    int64_t end = trace->end_access(now.step);
    for (int64_t i = trace->step_at(now.step).first_access; i < end; ++i) {
        const Access& access = trace->access_at(i);
        if (changes_memory(access)) apply(access, element_of(access));
    }
    ++now.step;
}

void Player::State::backward() {
    --now.step;
    size_t step = now.step;
    for (int64_t i = trace->end_access(now.step) - 1; i >= trace->steps[step].first_access; --i) {
        const Access& access = trace->access_at(i);
        if (!changes_memory(access)) continue;
        size_t element = element_of(access);
        write_bits(now.bytes.data() + places[access.array].first_byte + access.offset, access.size,
                   access.old_value);
        now.defined[element] = access.was_defined ? 1 : 0;
        now.last_writer[element] = nth(previous_writer, i);
    }
}

/// The key frame from which the target is cheaper to reach than from where we are, or null.
const Player::State::Snapshot* Player::State::nearest_frame(int64_t target) const {
    int64_t goal = position_of(target);
    int64_t best = std::abs(goal - position_of(now.step));
    // Copying a frame costs about as much as applying an access for each 32 bytes.
    int64_t copy = now.weight() / 32;
    const Snapshot* nearest = nullptr;
    auto after = std::upper_bound(frames.begin(), frames.end(), target,
                                  [](int64_t step, const Snapshot& frame) { return step < frame.step; });
    for (auto frame = after == frames.begin() ? after : after - 1; frame != frames.end() && frame <= after;
         ++frame) {
        int64_t cost = std::abs(goal - position_of(frame->step)) + copy;
        if (cost >= best) continue;
        best = cost;
        nearest = &*frame;
    }
    return nearest;
}

void Player::State::jump(int64_t target) {
    if (const Snapshot* frame = nearest_frame(target)) now = *frame;
    while (now.step < target) forward();
    while (now.step > target) backward();
}

Player::Player(std::shared_ptr<const Trace> trace) : state_(std::make_unique<State>(std::move(trace))) {}
Player::~Player() = default;
Player::Player(Player&&) noexcept = default;
Player& Player::operator=(Player&&) noexcept = default;

const Trace& Player::trace() const { return *state_->trace; }
int64_t Player::step() const { return state_->now.step; }
int64_t Player::step_count() const { return state_->trace->step_count(); }
void Player::seek(int64_t step) { state_->jump(std::clamp<int64_t>(step, 0, step_count())); }

uint64_t Player::bits(ArrayId array, int64_t index) const {
    const State::Place& place = state_->places.at(array);
    return read_bits(state_->now.bytes.data() + place.first_byte + index * place.element_size,
                     place.element_size);
}

bool Player::defined(ArrayId array, int64_t index) const {
    return nth(state_->now.defined, state_->places.at(array).first_element + index) != 0;
}

std::span<const std::byte> Player::bytes(ArrayId array) const {
    const State::Place& place = state_->places.at(array);
    return {state_->now.bytes.data() + place.first_byte, size_t(place.elements * place.element_size)};
}

std::vector<std::byte> Player::memory() const { return state_->now.bytes; }

Counts Player::counts() const { return state_->counts(); }

std::optional<int64_t> Player::last_write(ArrayId array, int64_t index) const {
    size_t element = state_->places.at(array).first_element + index;
    int32_t step = state_->now.last_writer[element];
    if (step == never) return std::nullopt;
    return step;
}

}  // namespace upsweep::emulator
