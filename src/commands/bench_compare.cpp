// What `upsweep bench --against` and `--self-test` say of two runs, and when they fail.
#include "commands/bench_compare.h"

#include <fmt/format.h>

#include "bench/export.h"
#include "bench/rows.h"
#include "commands/messages.h"
#include "core/error.h"
#include "core/quotes.h"

namespace upsweep::commands {

std::string changes_text(const std::vector<bench::Change>& changes, const Comparing& how) {
    if (how.format == "json") return bench::changes_json(changes, how.factor);
    if (how.format == "table") return bench::changes_table(changes, how.factor);
    throw UsageError("What changed is a table or json, not {}.", how.format);
}

void fail_if_slower(const std::vector<bench::Change>& changes, const Comparing& how) {
    if (changes.empty())
        throw Error("{} has no time of these lines, types and sizes; choose some that it has.",
                    in_quotes(how.against));
    for (const bench::Change& change : changes)
        if (change.slower(how.factor))
            throw Error(
                "{} on {} at {} is {:.2f} times as slow as in {} ({:.2f} to {:.2f} with 95 % confidence); at "
                "most {:g} is allowed.",
                bench::line_of(change.after), change.after.on, bench::extent_text(change.after.extent),
                change.ratio(), in_quotes(how.against), change.least(), change.most(), how.factor);
}

void fail_if_apart(const std::vector<bench::Change>& changes) {
    int apart = 0;
    for (const bench::Change& change : changes) {
        const bench::RecordedTime &a = change.before, &b = change.after;
        if (change.repeats()) continue;
        ++apart;
        tell(fmt::format("{} on {} at {}: {} and then {}, each outside of the other's spread.",
                         bench::line_of(a), a.on, bench::extent_text(a.extent), bench::time_text(a.seconds),
                         bench::time_text(b.seconds)));
    }
    if (apart > 0)
        throw Error(
            "{} of {} medians do not repeat within the spread that they report; close other programs and run "
            "it again.",
            apart, changes.size());
}

}  // namespace upsweep::commands
