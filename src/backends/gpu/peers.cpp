// Asks the program of the peers: one line there, one line back.
#include "backends/gpu/peers.h"

#include <sstream>

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "device/process.h"
#include "system/process.h"

namespace upsweep::backends {

std::filesystem::path peers_program() {
    return std::filesystem::path(system::this_program()).parent_path() / "upsweep-peers";
}

PeerTime ask_peers(const std::string& question, const std::filesystem::path& program) {
    constexpr double most_seconds = 120;
    std::error_code ignored;
    if (!std::filesystem::exists(program, ignored)) return {-1, "the peer is not in this build"};
    device::Question asked;
    asked.command = {program.string()};
    const std::string line = question + "\n";
    asked.text = line;
    asked.seconds = most_seconds;
    asked.heard = [](std::string_view) { return most_seconds; };
    const device::Talk talk = device::talk(asked);
    std::istringstream answer(talk.printed);
    PeerTime time;
    std::string word;
    if (answer >> word && word == "seconds" && answer >> time.seconds && time.seconds > 0) return time;
    time.seconds = -1;
    if (word == "missing" && std::getline(answer >> std::ws, time.missing) && !time.missing.empty()) {
        time.missing = one_line(time.missing);
        return time;
    }
    time.missing = talk.timed_out
                       ? fmt::format("upsweep-peers did not end within {:g} s", most_seconds)
                       : fmt::format("upsweep-peers ended without an answer (status {})", talk.exit_status);
    return time;
}

}  // namespace upsweep::backends
