// Which questions a paper asks.
#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "core/error.h"
#include "core/words.h"
#include "emulator/trace/trace.h"
#include "questions/make.h"
#include "questions/paper.h"
#include "replay/structure/index.h"

namespace upsweep::questions {
namespace {

using replay::Grain;

/// Where a paper looks, of each size of step: all stops, or as many as this, evenly apart.
constexpr size_t most_stops = 96;

std::vector<int64_t> stops_of(const replay::StepPosition& at, Grain grain) {
    std::vector<int64_t> all;
    for (int64_t step = 0; step < at.step_count();) {
        all.push_back(step);
        const int64_t next = at.index().forward(step, grain);
        if (next <= step) break;
        step = next;
    }
    if (all.size() <= most_stops) return all;
    std::vector<int64_t> some;
    for (size_t i = 0; i < most_stops; ++i) some.push_back(all[i * all.size() / most_stops]);
    return some;
}

/// Two questions that a student would call the same: of one cell; or of one line with one answer.
using Likeness = std::tuple<Kind, int, int64_t, int, std::string>;
Likeness likeness_of(const replay::StepPosition& at, const Question& question) {
    if (question.element >= 0 || question.step < 0)
        return {question.kind, question.array, question.element, 0, question.element < 0 ? question.ask : ""};
    const emulator::Step& step = at.trace().step_at(question.step);
    return {question.kind, question.array, -1, replay::where(at.trace(), step).line, question.key_text};
}

struct Candidate {
    Question question;
    uint64_t lot = 0;
};

uint64_t lot_of(uint64_t seed, const Question& question, Grain grain) {
    uint64_t state = seed * 0x9e3779b97f4a7c15ULL + uint64_t(question.before);
    state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9ULL + uint64_t(question.kind);
    state = (state ^ (state >> 27)) * 0x94d049bb133111ebULL + uint64_t(grain);
    return state ^ (state >> 31);
}

using Pools = std::array<std::vector<Candidate>, kind_count>;

Pools candidates(const replay::StepPosition& at, const PaperRequest& request) {
    Pools pools;
    for (const Grain grain : {Grain::statement, Grain::barrier, Grain::phase})
        for (const int64_t stop : stops_of(at, grain))
            for (size_t kind = 0; kind < kind_count; ++kind) {
                const auto wanted = static_cast<Kind>(kind);
                if (!request.kinds.empty() &&
                    std::count(request.kinds.begin(), request.kinds.end(), wanted) == 0)
                    continue;
                if (auto question = question_at(at, wanted, stop, grain, request.seed)) {
                    const uint64_t lot = lot_of(request.seed, *question, grain);
                    pools[kind].push_back({std::move(*question), lot});
                }
            }
    for (std::vector<Candidate>& pool : pools)
        std::sort(pool.begin(), pool.end(), [](const Candidate& a, const Candidate& b) {
            if (a.question.interest != b.question.interest) return a.question.interest > b.question.interest;
            return a.lot != b.lot ? a.lot < b.lot : a.question.before < b.question.before;
        });
    return pools;
}

/// One of each kind in turn. Of those that hardly say anything only as many as are needed.
std::vector<Question> deal(const replay::StepPosition& at, Pools& pools, size_t count) {
    std::vector<Question> chosen;
    std::set<Likeness> asked;
    for (const int least : {2, 1}) {
        std::array<size_t, kind_count> next{};
        for (bool any = true; any && chosen.size() < count;) {
            any = false;
            for (size_t kind = 0; kind < kind_count && chosen.size() < count; ++kind) {
                std::vector<Candidate>& pool = pools[kind];
                while (next[kind] < pool.size() && pool[next[kind]].question.interest >= least &&
                       asked.count(likeness_of(at, pool[next[kind]].question)) > 0)
                    ++next[kind];
                if (next[kind] >= pool.size() || pool[next[kind]].question.interest < least) continue;
                asked.insert(likeness_of(at, pool[next[kind]].question));
                chosen.push_back(std::move(pool[next[kind]].question));
                pool.erase(pool.begin() + ptrdiff_t(next[kind]));
                any = true;
            }
        }
    }
    return chosen;
}

}  // namespace

std::vector<Question> choose_questions(const replay::StepPosition& at, const PaperRequest& request) {
    if (request.count < 1 || request.count > most_questions)
        throw UsageError("A paper has 1 to " + std::to_string(most_questions) + " questions, not " +
                         std::to_string(request.count) + ".");
    Pools pools = candidates(at, request);
    std::vector<Question> chosen = deal(at, pools, request.count);
    if (chosen.size() < request.count)
        throw Error("This run gives " + (chosen.empty() ? "no" : std::to_string(chosen.size())) + " " +
                    upsweep::noun_of(std::ssize(chosen), "question") + " of these kinds, not " +
                    std::to_string(request.count) +
                    (chosen.empty() ? "; choose other kinds or another algorithm."
                                    : "; ask for fewer, or choose a larger size."));
    std::stable_sort(chosen.begin(), chosen.end(),
                     [](const Question& a, const Question& b) { return a.before < b.before; });
    return chosen;
}

}  // namespace upsweep::questions
