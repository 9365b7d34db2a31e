// The worker of a race: prepares, runs, checks, samples; looks for pause and cancel before every run.
#include "bench/race.h"

#include <algorithm>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "core/error.h"
#include "core/ranges.h"

namespace upsweep::bench {
namespace {

// Seconds an element, before anything is known.
double guess(const Competitor& competitor) {
    if (competitor.on != "cpu") return competitor.with_transfers ? 1e-9 : 5e-11;
    return competitor.algorithm == nullptr ? 1e-9 : 2e-9;
}

constexpr int calls_beside_runs =
    6;  // input, first call, warm-up, and two checks at the price of two runs or so

}  // namespace

Forecast::Forecast(const RaceSettings& settings)
    : settings_(&settings), known_(settings.competitors.size()) {}

void Forecast::note(int competitor, Extent extent, double run_seconds, double cell_seconds) {
    known_[competitor] = {double(extent.count()), run_seconds, cell_seconds};
}

double Forecast::cell(int competitor, Extent extent) const {
    const auto index = size_t(competitor);
    const Known& known = known_[index];
    const auto elements = double(extent.count());
    const StopRule& stop = settings_->stop;
    double run = guess(settings_->competitors[index]) * elements;
    double shortest = stop.budget_seconds / 2;
    if (known.elements > 0) {
        run = known.run * std::max(1.0, elements / known.elements);
        shortest = std::min(known.cell, stop.budget_seconds);
    }
    return std::max(shortest, run * (stop.least_runs + calls_beside_runs));
}

double Forecast::left(int done) const {
    const int lines = int(settings_->competitors.size());
    const int cells = lines * int(settings_->extents.size());
    double seconds = 0;
    for (int i = done; i < cells; ++i) seconds += cell(i % lines, settings_->extents[i / lines]);
    return seconds;
}

namespace {

constexpr double publish_every = 0.05;  // seconds between looks at a cell that is still being measured

RaceStatus status_at_start(const RaceSettings& settings, const Forecast& forecast) {
    RaceStatus status;
    status.cells = int(settings.competitors.size() * settings.extents.size());
    status.seconds_left = forecast.left(0);
    return status;
}

}  // namespace

// One competitor at one size, and how far its measuring is.
struct Race::Cell {
    int competitor = 0;
    Extent extent;
    backends::Task task;
    const backends::Backend* backend = nullptr;
    double started = 0;
    std::unique_ptr<backends::Prepared> prepared;
    Row row;
    std::optional<Settler> settler;  ///< since the first call was right
    std::optional<Sampler> sampler;  ///< since runs are steady
    double published = 0;
};

Race::Race(RaceSettings settings, Backends backends, Clock clock, std::function<void()> wake)
    : settings_(sorted_by_size(std::move(settings))),
      backends_(std::move(backends)),
      clock_(std::move(clock)),
      wake_(std::move(wake)),
      forecast_(settings_),
      status_(status_at_start(settings_, forecast_)),
      worker_([this] { return work_on(); }) {}

Race::~Race() { cancel(); }

RaceStatus Race::status() const {
    std::lock_guard lock(mutex_);
    return status_;
}

std::vector<Update> Race::poll() {
    if (!Worker::has_thread && wake_ && !ended() && !pause_wanted_) wake_();
    if (Worker::has_thread || !pause_wanted_ || stop_) worker_.poll();
    std::lock_guard lock(mutex_);
    if (!Worker::has_thread && pause_wanted_ && status_.state == RaceState::running)
        status_.state = RaceState::paused;
    return std::exchange(updates_, {});
}

void Race::pause(bool on) {
    std::lock_guard lock(mutex_);
    pause_wanted_ = on;
    changed_.notify_all();
}

void Race::cancel() {
    std::lock_guard lock(mutex_);
    stop_ = true;
    changed_.notify_all();
}

bool Race::ended() const {
    const RaceState state = status().state;
    return state == RaceState::cancelled || state == RaceState::finished;
}

void Race::wait() { worker_.wait(); }

// A run of a cell, or what comes before and after them. False at the end.
bool Race::work_on() {
    RaceState end = RaceState::finished;
    try {
        if (cell_ || begin_cell()) {
            measure_on();
            return true;
        }
    } catch (const Cancelled&) {
        end = RaceState::cancelled;
    }
    cell_.reset();
    input_.reset();
    {
        std::lock_guard lock(mutex_);
        status_.state = end;
        status_.doing.clear();
        status_.seconds_left = 0;
        status_.competitor = -1;
        changed_.notify_all();
    }
    if (wake_) wake_();
    return false;
}

// False after the last.
bool Race::begin_cell() {
    const size_t competitors = settings_.competitors.size();
    if (next_cell_ == competitors * settings_.extents.size()) return false;
    cell_ = std::make_unique<Cell>();
    cell_->competitor = int(next_cell_ % competitors);
    cell_->extent = settings_.extents[next_cell_ / competitors];
    cell_->started = now();
    const auto has_film = [](const Competitor& one) { return !one.film.empty(); };
    if (cell_->competitor == 0 || any_of(settings_.competitors, has_film)) input_.reset();
    ++next_cell_;
    return true;
}

void Race::measure_on() {
    try {
        if (measure(*cell_)) return;
    } catch (const Cancelled&) {
        throw;
    } catch (const std::bad_alloc&) {
        refuse(*cell_, fmt::format("{} {} does not fit into the memory of this machine.",
                                   extent_text(cell_->extent), types_text(settings_.types)));
    } catch (const std::exception& error) {
        refuse(*cell_, error.what());
    }
    cell_.reset();
    std::lock_guard lock(mutex_);
    ++status_.cells_done;
    status_.seconds_left = forecast_.left(status_.cells_done);
}

// The first call; then runs until they are steady, at least one; then those that are timed. False when all is
// measured, or refused.
bool Race::measure(Cell& cell) {
    Row& row = cell.row;
    const auto clock = [this] { return now(); };
    begin_run(cell, cell.sampler ? cell.sampler->runs() + 1 : 0);
    if (!cell.prepared) {
        if (!prepare(cell)) return false;
        row.competitor = cell.competitor;
        row.extent = cell.extent;
        row.types = settings_.types;
        row.traffic_bytes = cell.prepared->traffic_bytes();
    } else if (!cell.settler) {
        row.first_call_seconds = cell.prepared->time_once();
        begin_run(cell, 0);
        if (!checked(cell, *cell.prepared)) return false;
        cell.settler.emplace(settings_.stop.settle, clock);
    } else if (!cell.sampler) {
        cell.settler->add(cell.prepared->time_once());
        if (!cell.settler->done()) return true;
        row.steady = cell.settler->steady();
        cell.sampler.emplace(settings_.stop, clock);
        cell.published = now();
    } else if (!cell.sampler->done()) {
        sample(cell, *cell.prepared, row);
    } else {
        finish(cell, *cell.prepared, row);
        if (!checked(cell, *cell.prepared)) return false;
        row.settled = true;
        forecast_.note(cell.competitor, cell.extent, row.time.median, now() - cell.started);
        push(row);
        return false;
    }
    return true;
}

// False, with a refusal, where the backend cannot take the cell.
bool Race::prepare(Cell& cell) {
    const Competitor& competitor = settings_.competitors[cell.competitor];
    cell.backend = backend_of(competitor);
    if (cell.backend == nullptr) {
        refuse(cell, fmt::format("There is no backend \"{}\" on this machine.", competitor.on));
        return false;
    }
    cell.task.algorithm = competitor.algorithm;
    cell.task.with_transfers = competitor.with_transfers;
    cell.task.cold = competitor.cold;
    cell.task.parameters.extent = cell.extent;
    cell.task.parameters.types = settings_.types;
    cell.task.parameters.options = competitor.options;
    if (competitor.algorithm != nullptr)
        cell.task.parameters = with_defaults(*competitor.algorithm, std::move(cell.task.parameters));
    int64_t needed = cell.backend->bytes_needed(cell.task);
    if (competitor.algorithm != nullptr && !input_.has_value() && cell.backend->name() == "cpu")
        needed += cell.extent.count() * settings_.types.components * size_of(settings_.types.input);
    if (const int64_t free = cell.backend->bytes_free(); needed > free) {
        refuse(cell, too_big_text(cell.extent, settings_.types, needed, free));
        return false;
    }
    if (competitor.algorithm != nullptr) {
        if (!input_.has_value()) input_ = input_of(competitor, cell.task.parameters, settings_.seed);
        cell.task.input = &*input_;
    }
    cell.prepared = cell.backend->prepare(cell.task);
    return true;
}

bool Race::checked(const Cell& cell, backends::Prepared& prepared) {
    const CheckResult result = prepared.check();
    if (!result.right) refuse(cell, result.message + " No time is shown for a wrong result.", true);
    return result.right;
}

void Race::sample(Cell& cell, backends::Prepared& prepared, Row& row) {
    cell.sampler->add(prepared.time_once());
    if (now() - cell.published < publish_every) return;
    row.time = cell.sampler->summary();
    push(row);
    cell.published = now();
}

void Race::finish(const Cell& cell, backends::Prepared& prepared, Row& row) {
    const Sampler& sampler = *cell.sampler;
    row.time = sampler.summary();
    row.stopped = sampler.stopped();
    row.parts = prepared.parts();
    row.launches = prepared.launches();
    row.company = prepared.company();
    std::vector<double> samples = sampler.seconds();
    std::sort(samples.begin(), samples.end());
    row.samples = std::make_shared<const std::vector<double>>(std::move(samples));
}

// Says what comes, waits while the race is paused and leaves by Cancelled if it is to end. Run 0 is before
// the timed ones.
void Race::begin_run(const Cell& cell, int run) {
    std::unique_lock lock(mutex_);
    const double waiting_since = clock_();
    if (pause_wanted_ && !stop_ && Worker::has_thread) {
        status_.state = RaceState::paused;
        lock.unlock();
        if (wake_) wake_();
        lock.lock();
        changed_.wait(lock, [this] { return !pause_wanted_ || stop_; });
        paused_seconds_ += clock_() - waiting_since;
    }
    if (stop_) throw Cancelled();
    status_.state = RaceState::running;
    status_.competitor = cell.competitor;
    status_.extent = cell.extent;
    const std::string who = label_of(settings_.competitors[cell.competitor]);
    status_.doing = fmt::format("{} at {}, ", who, extent_text(cell.extent));
    status_.doing += run == 0 ? "warming up and checking"
                              : fmt::format("run {} of at least {}", run, settings_.stop.least_runs);
}

void Race::push(Update update) {
    {
        std::lock_guard lock(mutex_);
        updates_.push_back(std::move(update));
    }
    if (wake_) wake_();
}

void Race::refuse(const Cell& cell, std::string sentence, bool wrong) {
    push(Refusal{cell.competitor, cell.extent, std::move(sentence), wrong});
}

const backends::Backend* Race::backend_of(const Competitor& competitor) const {
    for (const auto& backend : backends_)
        if (backend->name() == competitor.on) return backend.get();
    return nullptr;
}

}  // namespace upsweep::bench
