// The table of counts.
#include "emulator/trace/count_names.h"

#include <string>

#include "core/error.h"
#include "core/quotes.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

constexpr CountName names[] = {
    {"additions", "additions", [](const Counts& c) { return c.additions; }},
    {"copies", "copies", [](const Counts& c) { return c.copies; }},
    {"moves", "moves", [](const Counts& c) { return c.moves; }},
    {"barriers", "barriers", [](const Counts& c) { return c.barriers; }},
    {.key = "rounds",
     .words = "rounds",
     .of = [](const Counts& c) { return c.rounds; },
     .meaning = "Rounds: barrier intervals in which the kernel adds data; a shuffle begins a new one."},
    {.key = "depth",
     .words = "depth",
     .of = [](const Counts& c) { return c.depth; },
     .meaning = "Depth: the longest chain of additions from an input to an output."},
    {"steps", "steps", [](const Counts& c) { return c.steps; }},
    {"shared_wavefronts", "wavefronts", [](const Counts& c) { return c.shared_wavefronts(); }},
    {"shared_load_wavefronts", "load wavefronts", [](const Counts& c) { return c.shared_load_wavefronts; },
     "shared_wavefronts", "load"},
    {"shared_store_wavefronts", "store wavefronts", [](const Counts& c) { return c.shared_store_wavefronts; },
     "shared_wavefronts", "store"},
    {"bank_conflicts", "conflicts", [](const Counts& c) { return c.bank_conflicts; }},
    {"global_sectors", "sectors",
     [](const Counts& c) { return c.global_load_sectors + c.global_store_sectors; }},
    {"global_load_sectors", "load sectors", [](const Counts& c) { return c.global_load_sectors; },
     "global_sectors", "load"},
    {"global_store_sectors", "store sectors", [](const Counts& c) { return c.global_store_sectors; },
     "global_sectors", "store"},
    {"atomics", "atomics", [](const Counts& c) { return c.atomics; }},
};

}  // namespace

std::span<const CountName> count_names() { return names; }

const CountName& count_name(std::string_view key) {
    std::string known;
    for (const CountName& name : names) {
        if (name.key == key) return name;
        known += (known.empty() ? "" : ", ") + std::string(name.key);
    }
    throw Error("There is no count " + in_quotes(key) + "; there are " + known + ".");
}

int64_t count_of(const Counts& counts, std::string_view key) { return count_name(key).of(counts); }

}  // namespace upsweep::emulator
