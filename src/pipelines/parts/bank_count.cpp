// Counts the turns that accesses to shared memory take.
#include "pipelines/parts/bank_count.h"

#include <algorithm>
#include <set>

namespace upsweep {

void BankCount::add_warp() {
    const std::size_t together =
        words_ == 1 ? indices_.size() : static_cast<std::size_t>(std::max(1, machine_.banks / words_));
    for (std::size_t begin = 0; begin < indices_.size(); begin += together)
        add_group(begin, std::min(begin + together, indices_.size()));
}

void BankCount::add_group(std::size_t begin, std::size_t end) {
    std::set<std::int64_t> words;
    for (std::size_t i = begin; i < end; ++i)
        for (int part = 0; indices_[i] >= 0 && part < words_; ++part)
            words.insert(indices_[i] * words_ + part);
    std::vector<std::int64_t> in_bank(static_cast<std::size_t>(machine_.banks));
    for (std::int64_t word : words) ++in_bank[static_cast<std::size_t>(word % machine_.banks)];
    wavefronts_ += *std::max_element(in_bank.begin(), in_bank.end());
    least_ += (static_cast<std::int64_t>(words.size()) + machine_.banks - 1) / machine_.banks;
}

}  // namespace upsweep
