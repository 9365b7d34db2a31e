// The program of the peers, with scripts in its place.
#include "backends/gpu/gpu.h"

#include <gtest/gtest.h>

#include <fstream>

#include "core/helpers/own_folder.h"

namespace upsweep::backends {
namespace {

/// What a program says that reads its line and then does this.
PeerTime answered(const std::string& commands) {
    const std::filesystem::path script = test::own_file("upsweep-fake-peers");
    std::ofstream(script) << "#!/bin/sh\nread -r question\n" << commands << "\n";
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    return ask_peers("npp-integral 64 32 10", script);
}

TEST(Peers, AreAskedInOneLineAndAnswerInOne) {
    EXPECT_EQ(answered("[ \"$question\" = 'npp-integral 64 32 10' ] && echo seconds 0.00125").seconds,
              0.00125);
    const PeerTime missing = answered("echo missing NPP was not found");
    EXPECT_LT(missing.seconds, 0);
    EXPECT_EQ(missing.missing, "NPP was not found");
}

TEST(Peers, ThatSayNothingAreMissing) {
    for (const char* commands :
         {"exit 3", "echo seconds; exit 3", "echo seconds 0; exit 3", "echo missing; exit 3"}) {
        const PeerTime none = answered(commands);
        EXPECT_LT(none.seconds, 0) << commands;
        EXPECT_EQ(none.missing, "upsweep-peers ended without an answer (status 3)") << commands;
    }
}

TEST(Peers, ThatWereNotBuiltAreMissing) {
    const PeerTime none = ask_peers("cub-scan 1048576 10", "/no/such/folder/upsweep-peers");
    EXPECT_LT(none.seconds, 0);
    EXPECT_EQ(none.missing, "the peer is not in this build");
    EXPECT_EQ(peers_program().filename(), "upsweep-peers");
}

}  // namespace
}  // namespace upsweep::backends
