#include "emulator/known_launches.h"

#include <algorithm>
#include <cstring>

#include "core/ranges.h"
#include "emulator/trace/finding.h"

namespace upsweep::emulator {
namespace {

constexpr size_t most_known = 32;

/// Both halves of the product, each in the other: every bit of either factor reaches all of it.
uint64_t folded(uint64_t a, uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = Wide(a) * b;
    return uint64_t(product) ^ uint64_t(product >> 64);
}

/// A digest of `count` bytes. Of 2^64 possible ones, two contents that differ practically never share one.
uint64_t digest_of(const void* from, size_t count, uint64_t seed) {
    constexpr uint64_t keys[] = {0xa0761d6478bd642fu, 0xe7037ed1a0b428dbu, 0x8ebc6af09c88c6e3u,
                                 0x589965cc75374cc3u};
    constexpr size_t streams = 4, step = streams * 16;
    uint64_t states[streams];
    for (size_t i = 0; i < streams; ++i) states[i] = folded(seed ^ keys[i], count + keys[(i + 1) % streams]);
    const auto* at = static_cast<const std::byte*>(from);
    const auto take = [&](const std::byte* words) {
        for (size_t i = 0; i < streams; ++i) {
            uint64_t pair[2];
            std::memcpy(pair, words + 16 * i, sizeof pair);
            states[i] = folded(pair[0] ^ keys[i], pair[1] ^ states[i]);
        }
    };
    size_t left = count;
    for (; left >= step; left -= step, at += step) take(at);
    std::byte rest[step] = {};
    if (left != 0) std::memcpy(rest, at, left);
    take(rest);
    return folded(folded(states[0] ^ keys[1], states[1]) ^ keys[0], folded(states[2] ^ keys[3], states[3]));
}

}  // namespace

/// Whether looking at the arrays takes much less time than the launch: not known before it has run once.
bool KnownLaunches::is_worth_it(const Launch& launch) const {
    constexpr int64_t bytes_a_step = 256;
    const Known* before = nullptr;
    for (const Known& one : known_)
        if (one.launch == launch) before = &one;
    if (before == nullptr) return false;
    int64_t bytes = 0;
    for (const ArrayId id : arrays_)
        if (memory_[id].digest_is_old) bytes += memory_[id].size();
    return bytes <= before->counts.steps * bytes_a_step;
}

/// The digests of all that lives.
std::vector<KnownLaunches::Held> KnownLaunches::hold() {
    std::vector<Held> made;
    for (const ArrayId id : arrays_) {
        MemoryArray& array = memory_[id];
        if (std::exchange(array.digest_is_old, false)) {
            const uint64_t bytes = digest_of(array.bytes.data(), array.bytes.size(), 0);
            const uint64_t marks = digest_of(array.defined.data(), array.defined.size(), bytes);
            array.digest = digest_of(array.depths.data(), array.depths.size() * sizeof(uint32_t), marks);
        }
        made.push_back({id, array.digest});
    }
    return made;
}

void KnownLaunches::begin(const Launch& launch, std::vector<ArrayId> arrays, int64_t most_bytes) {
    launch_ = &launch;
    arrays_ = std::move(arrays);
    most_bytes_ = most_bytes;
    held_ = is_worth_it(launch);
    holds_ = held_ ? hold() : std::vector<Held>();
    findings_.clear();
    for (const Finding& finding : trace_.findings)
        findings_.push_back({finding.times, finding.lesser, finding.steps.size()});
    printed_ = trace_.printed.size();
    first_step_ = recorder_.steps();
}

bool KnownLaunches::repeat() {
    if (!held_) return false;
    const Known* found = nullptr;
    for (const Known& one : known_)
        if (one.complete && one.before == holds_ && one.launch == *launch_) found = &one;
    // Where the limits of what kernels print are near, the kernel runs and keeps them.
    if (found == nullptr || trace_.printed.size() + found->printed.size() > most_printed_lines) return false;
    for (const Printed& printed : found->printed) repeated_characters_ += printed.text.size();
    if (repeated_characters_ > most_printed_characters) return false;
    for (const Contents& contents : found->changed) {
        MemoryArray& array = memory_[contents.array];
        std::copy(contents.bytes.begin(), contents.bytes.end(), array.bytes.begin());
        std::copy(contents.defined.begin(), contents.defined.end(), array.defined.begin());
        memory_.put_depths(array, contents.depths);
    }
    for (const Held& held : found->after) {
        memory_[held.array].digest = held.digest;
        memory_[held.array].digest_is_old = false;
    }
    constexpr size_t most_steps = 1000;
    for (const Told& told : found->told) {
        Finding& finding = trace_.findings[told.finding];
        finding.times += told.times;
        // Another launch was worse meanwhile.
        finding.lesser += finding.launch == told.worst ? told.lesser : told.times;
        for (const int64_t step : told.steps)
            if (finding.steps.size() < most_steps) finding.steps.push_back(first_step_ + step);
    }
    for (Printed printed : found->printed) {
        printed.step += first_step_;
        trace_.printed.push_back(std::move(printed));
    }
    recorder_.repeat(found->counts);
    trace_.launches.back().warps_per_block = found->warps_per_block;
    return true;
}

/// What differs from before, as far as there is room.
bool KnownLaunches::keep_changes(Known& known) {
    for (size_t i = 0; i < known.before.size(); ++i) {
        if (known.before[i] == known.after[i]) continue;
        const MemoryArray& array = memory_[known.after[i].array];
        known.bytes += array.size() + length(array.defined) + 4 * length(array.depths);
        if (known.bytes > most_bytes_) return false;
    }
    for (size_t i = 0; i < known.before.size(); ++i) {
        if (known.before[i] == known.after[i]) continue;
        const MemoryArray& array = memory_[known.after[i].array];
        known.changed.push_back({known.after[i].array, array.bytes, array.defined, array.depths});
    }
    return true;
}

void KnownLaunches::drop(size_t number) {
    bytes_ -= known_[number].bytes;
    memory_.keep(-known_[number].bytes);
    known_.erase(known_.begin() + int64_t(number));
}

void KnownLaunches::end(bool repeatable) {
    const LaunchInfo& info = trace_.launches.back();
    Known made;
    made.launch = *launch_;
    made.warps_per_block = info.warps_per_block;
    made.counts = info.counts;
    if (!held_) {
        for (size_t i = known_.size(); i-- > 0;)
            if (!known_[i].complete && known_[i].launch == *launch_) drop(i);
    } else {
        made.before = std::move(holds_);
        made.after = hold();
        made.complete = repeatable && keep_changes(made);
    }
    if (!made.complete) made.bytes = 0;
    for (size_t i = 0; made.complete && i < trace_.findings.size(); ++i) {
        const Finding& finding = trace_.findings[i];
        const Before before = i < findings_.size() ? findings_[i] : Before{};
        if (finding.times == before.times) continue;
        Told told{i, finding.launch, finding.times - before.times, finding.lesser - before.lesser, {}};
        // It became worse in this launch: all that came before is lesser.
        const bool worse = finding.launch + 1 == length(trace_.launches);
        if (worse) told.lesser = finding.lesser - before.times;
        for (size_t k = before.steps; k < finding.steps.size(); ++k)
            told.steps.push_back(finding.steps[k] - first_step_);
        made.told.push_back(std::move(told));
    }
    for (size_t i = printed_; made.complete && i < trace_.printed.size(); ++i) {
        made.printed.push_back(trace_.printed[i]);
        made.printed.back().step -= first_step_;
    }
    memory_.keep(made.bytes);
    bytes_ += made.bytes;
    known_.push_back(std::move(made));
    while (known_.size() > most_known || bytes_ > most_bytes_) drop(0);
}

}  // namespace upsweep::emulator
