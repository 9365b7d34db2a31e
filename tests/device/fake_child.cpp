// Replaces the process that runs kernels on the GPU, and behaves as its argument says.
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>

#include "device/messages.h"

namespace {

using namespace upsweep;
using namespace upsweep::device;

std::string asked() {
    std::string text;
    char piece[4096];
    for (ssize_t got = 0; (got = read(0, piece, sizeof piece)) > 0;) text.append(piece, size_t(got));
    return text;
}

void answer(const std::string& bytes) {
    for (size_t told = 0; told < bytes.size();) {
        const ssize_t sent = write(0, bytes.data() + told, bytes.size() - told);
        if (sent <= 0) _exit(1);
        told += size_t(sent);
    }
}

/// What it was given, as if the kernel had changed nothing.
IsolatedResult echo(const IsolatedRun& run) {
    IsolatedResult result;
    result.device = "Fake GPU";
    result.timed_runs = 3;
    result.median_ms = 0.5;
    result.log = run.texts.empty() ? "" : run.texts.front().first;
    for (const Buffer& buffer : run.plan.buffers) result.buffers.emplace_back(buffer.type, buffer.extent);
    for (const Operation& operation : run.plan.operations)
        if (const auto* upload = std::get_if<Upload>(&operation.what))
            result.buffers[upload->to.index] = run.hosts[upload->slot];
    return result;
}

[[noreturn]] void hang() {
    for (;;) pause();
}

int behave(const std::string& how) {
    if (how == "deaf") return 3;
    const std::string text = asked();
    if (how == "hang_at_once") hang();
    answer(message(Stage::preparing));
    if (how == "hang_compiling") hang();
    if (how == "says_why") std::fputs("out of luck", stderr);
    if (how == "says_why") return 3;
    answer(message(Stage::running));
    if (how == "hang") hang();
    if (how == "crash") {
        // Also where a sanitizer would catch it.
        std::signal(SIGSEGV, SIG_DFL);
        raise(SIGSEGV);
    }
    if (how == "garbage") answer(std::string(1000, 'x'));
    if (how == "half") answer(message(Stage::done, "part").substr(0, 9));
    if (how == "long_message") answer(message(Stage::done, std::string(64 << 20, 'x')));
    if (how == "missing") answer(message(Stage::missing, "There is no GPU."));
    if (how == "failed") answer(message(Stage::failed, "The kernel stopped."));
    if (how == "empty") answer(message(Stage::done));
    if (how == "prints_for_ever")
        for (;;) std::puts("again");
    if (how != "echo" && how != "few" && how != "lingers") return 0;
    std::puts("printed");
    std::fflush(stdout);
    IsolatedResult result = echo(decode_run(text));
    if (how == "few") result.buffers.pop_back();
    answer(message(Stage::done, encode(result)));
    if (how == "lingers") hang();
    return 0;
}

}  // namespace

int main(int argc, char** argv) { return argc == 2 ? behave(argv[1]) : 2; }
