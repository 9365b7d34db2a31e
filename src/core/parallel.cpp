#include "core/parallel.h"

#include <algorithm>
#include <exception>
#include <thread>
#include <vector>

namespace upsweep {

void parallel_rows(std::int64_t rows, const std::function<void(std::int64_t, std::int64_t)>& work,
                   int threads) {
    if (threads <= 0) threads = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 8U));
    std::int64_t bands = std::clamp<std::int64_t>(rows, 1, threads);
    std::vector<std::exception_ptr> failures(static_cast<std::size_t>(bands));
    auto run = [&](std::int64_t band) {
        try {
            work(rows * band / bands, rows * (band + 1) / bands);
        } catch (...) {
            failures[static_cast<std::size_t>(band)] = std::current_exception();
        }
    };
    std::vector<std::thread> others;
    for (std::int64_t band = 1; band < bands; ++band) others.emplace_back(run, band);
    run(0);
    for (std::thread& thread : others) thread.join();
    for (const std::exception_ptr& failure : failures)
        if (failure) std::rethrow_exception(failure);
}

}  // namespace upsweep
