// Runs the built program as a user would and gives back what it printed and its exit status.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace upsweep::test {

struct Outcome {
    int status = -1;
    std::string out, err;
};

inline std::string slurp_and_remove(const std::string& path) {
    std::ifstream file(path);
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    std::remove(path.c_str());
    return text;
}

/// `arguments` go through a shell: quote what needs it.
inline Outcome run_program(const std::string& arguments) {
    const std::string base = "upsweep_test_" + std::to_string(getpid());
    const std::string command =
        std::string(UPSWEEP_BINARY) + " " + arguments + " >" + base + ".out 2>" + base + ".err";
    const int raw = std::system(command.c_str());
    Outcome outcome;
    outcome.status = WIFEXITED(raw) ? WEXITSTATUS(raw) : -1;
    outcome.out = slurp_and_remove(base + ".out");
    outcome.err = slurp_and_remove(base + ".err");
    return outcome;
}

}  // namespace upsweep::test
