// Processes with Windows' calls. Its pipes cannot be waited for together, so a thread reads each of them; a
// job of the system's ends the process with this object, and all that it started.
#include "system/process.h"

#include <fcntl.h>
#include <io.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

#include "system/files.h"
#include "system/machine.h"
#include "system/windows_text.h"

#include <shellapi.h>  // needs windows.h

namespace upsweep::system {
namespace {

/// Names the handle that a process answers its parent through, as a number: a standard handle is one way
/// only.
constexpr const wchar_t* answer_variable = L"UPSWEEP_ANSWER_HANDLE";

/// As CommandLineToArgvW takes it apart again: a backslash counts only before a quotation mark.
std::wstring quoted(const std::wstring& word) {
    if (!word.empty() && word.find_first_of(L" \t\n\v\"") == std::wstring::npos) return word;
    std::wstring text = L"\"";
    size_t backslashes = 0;
    for (const wchar_t c : word) {
        if (c == L'\\') {
            ++backslashes;
            continue;
        }
        text.append(c == L'"' ? 2 * backslashes + 1 : backslashes, L'\\');
        backslashes = 0;
        text += c;
    }
    text.append(2 * backslashes, L'\\');
    return text + L'"';
}

struct Pipe {
    Handle read, write;
    std::error_code open(bool it_reads) {
        SECURITY_ATTRIBUTES passed_on{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
        HANDLE ends[2] = {};
        if (!CreatePipe(&ends[0], &ends[1], &passed_on, 0)) return windows_error();
        read.set(ends[0]);
        write.set(ends[1]);
        SetHandleInformation(it_reads ? write.get() : read.get(), HANDLE_FLAG_INHERIT, 0);
        return {};
    }
};

/// This program's environment and one more variable.
std::wstring environment_with(const std::wstring& name, const std::wstring& value) {
    std::wstring block;
    wchar_t* const all = GetEnvironmentStringsW();
    for (const wchar_t* at = all; *at != L'\0'; at += std::char_traits<wchar_t>::length(at) + 1) {
        const std::wstring_view entry = at;
        if (!entry.starts_with(name + L"=")) block.append(entry).push_back(L'\0');
    }
    FreeEnvironmentStringsW(all);
    block.append(name).append(L"=").append(value).push_back(L'\0');
    block.push_back(L'\0');
    return block;
}

}  // namespace

struct Process::State {
    std::error_code open_and_start(const std::vector<std::string>& command);
    std::error_code spawn(const std::vector<std::string>& command, HANDLE in, HANDLE out, HANDLE err,
                          HANDLE answers);
    void listen(Voice voice);
    void speak();

    Handle process, job, tell;
    std::array<Handle, 3> ends;  ///< by Voice
    DWORD status = 0;
    bool started = false, ended = true;

    std::mutex mutex;
    std::condition_variable changed;
    std::deque<std::pair<Voice, std::string>> heard;
    size_t waiting_bytes = 0;  ///< in `heard`
    bool closing = false;
    std::array<bool, 3> listening{};
    std::string to_tell;
    bool told_all = false;  ///< nothing follows what is in `to_tell`
    bool deaf = false;      ///< it does not listen any more
    std::array<std::thread, 4> threads;
};

std::error_code Process::State::open_and_start(const std::vector<std::string>& command) {
    Pipe in, answers, out, err;
    if (const auto failed = in.open(true)) return failed;
    for (Pipe* pipe : {&answers, &out, &err})
        if (const auto failed = pipe->open(false)) return failed;
    if (const auto failed =
            spawn(command, in.read.get(), out.write.get(), err.write.get(), answers.write.get()))
        return failed;
    const auto take = [](Handle& to, Handle& from) {
        HANDLE taken = nullptr;
        DuplicateHandle(GetCurrentProcess(), from.get(), GetCurrentProcess(), &taken, 0, FALSE,
                        DUPLICATE_SAME_ACCESS);
        to.set(taken);
        from.close();
    };
    take(tell, in.write);
    take(ends[size_t(Voice::talk)], answers.read);
    take(ends[size_t(Voice::out)], out.read);
    take(ends[size_t(Voice::err)], err.read);
    listening = {true, true, true};
    for (const Voice voice : {Voice::talk, Voice::out, Voice::err})
        threads[size_t(voice)] = std::thread([this, voice] { listen(voice); });
    return {};
}

std::error_code Process::State::spawn(const std::vector<std::string>& command, HANDLE in, HANDLE out,
                                      HANDLE err, HANDLE answers) {
    std::wstring line;
    for (const std::string& word : command) line += (line.empty() ? L"" : L" ") + quoted(wide(word));
    // Of all handles that can be passed on it gets these, also where another thread starts a process.
    std::array<HANDLE, 4> passed = {in, out, err, answers};
    SIZE_T bytes = 0;
    InitializeProcThreadAttributeList(nullptr, 1, 0, &bytes);
    std::vector<char> room(bytes);
    STARTUPINFOEXW info{};
    info.lpAttributeList = reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(room.data());
    InitializeProcThreadAttributeList(info.lpAttributeList, 1, 0, &bytes);
    UpdateProcThreadAttribute(info.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, passed.data(),
                              passed.size() * sizeof(HANDLE), nullptr, nullptr);
    info.StartupInfo.cb = sizeof info;
    info.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
    info.StartupInfo.hStdInput = in;
    info.StartupInfo.hStdOutput = out;
    info.StartupInfo.hStdError = err;
    std::wstring block =
        environment_with(answer_variable, std::to_wstring(reinterpret_cast<uintptr_t>(answers)));
    PROCESS_INFORMATION made{};
    const DWORD how =
        CREATE_SUSPENDED | CREATE_NO_WINDOW | CREATE_UNICODE_ENVIRONMENT | EXTENDED_STARTUPINFO_PRESENT;
    const bool good = CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE, how, block.data(), nullptr,
                                     &info.StartupInfo, &made) != 0;
    const std::error_code failed = good ? std::error_code() : windows_error();
    DeleteProcThreadAttributeList(info.lpAttributeList);
    if (failed) return failed;
    process.set(made.hProcess);
    const Handle thread(made.hThread);
    job.set(CreateJobObjectW(nullptr, nullptr));
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    SetInformationJobObject(job.get(), JobObjectExtendedLimitInformation, &limits, sizeof limits);
    AssignProcessToJobObject(job.get(), process.get());
    ResumeThread(thread.get());
    ended = false;
    return {};
}

void Process::State::listen(Voice voice) {
    constexpr size_t most_waiting = size_t{16} << 20;  // then it has to wait until it is heard
    std::vector<char> piece(size_t{256} << 10);
    DWORD got = 0;
    while (ReadFile(ends[size_t(voice)].get(), piece.data(), DWORD(piece.size()), &got, nullptr)) {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return closing || waiting_bytes < most_waiting; });
        if (got > 0) heard.emplace_back(voice, std::string(piece.data(), got));
        waiting_bytes += got;
        changed.notify_all();
    }
    const std::lock_guard lock(mutex);
    listening[size_t(voice)] = false;
    changed.notify_all();
}

void Process::State::speak() {
    constexpr size_t most = size_t{1} << 20;  // at once
    std::string piece;
    DWORD written = 0;
    std::unique_lock lock(mutex);
    for (;;) {
        changed.wait(lock, [&] { return closing || told_all || !to_tell.empty(); });
        if (closing || to_tell.empty()) break;
        piece.swap(to_tell);
        changed.notify_all();
        lock.unlock();
        std::string_view rest = piece;
        bool heard_it = true;
        while (heard_it && !rest.empty()) {
            heard_it =
                WriteFile(tell.get(), rest.data(), DWORD(std::min(rest.size(), most)), &written, nullptr);
            rest.remove_prefix(heard_it ? written : 0);
        }
        piece.clear();
        lock.lock();
        deaf = !heard_it;
        if (deaf) break;
    }
    tell.close();
}

Process::Process() : state_(std::make_unique<State>()) {}

Process::~Process() {
    State& state = *state_;
    if (!state.ended && state.process.is_open()) TerminateProcess(state.process.get(), 1);
    state.job.close();  // ends what it started itself; so nothing holds the pipes open
    {
        const std::lock_guard lock(state.mutex);
        state.closing = true;
        state.changed.notify_all();
    }
    for (std::thread& thread : state.threads)
        if (thread.joinable()) thread.join();
}

std::error_code Process::start(const std::vector<std::string>& command) {
    return state_->open_and_start(command);
}

bool Process::can_be_heard() const {
    const std::lock_guard lock(state_->mutex);
    return !state_->heard.empty() || std::any_of(state_->listening.begin(), state_->listening.end(),
                                                 [](bool listens) { return listens; });
}

void Process::exchange(std::string_view& rest, double seconds,
                       const std::function<void(Voice, std::string_view)>& heard, bool more) {
    State& state = *state_;
    constexpr size_t most_untold = size_t{16} << 20;
    std::unique_lock lock(state.mutex);
    const bool telling = !rest.empty();
    if (telling) {
        if (!state.threads[3].joinable()) state.threads[3] = std::thread([&state] { state.speak(); });
        const size_t room = most_untold - std::min(most_untold, state.to_tell.size());
        const size_t taken = state.deaf ? rest.size() : std::min(room, rest.size());
        if (!state.deaf) state.to_tell.append(rest.substr(0, taken));
        rest.remove_prefix(taken);
        state.told_all = rest.empty() && !more;
        state.changed.notify_all();
    }
    // A caller that has more to tell is not held up once all was taken.
    const bool waits = !(telling && rest.empty() && more);
    state.changed.wait_for(lock, std::chrono::duration<double>(waits ? seconds : 0), [&] {
        return !state.heard.empty() || state.listening == std::array<bool, 3>{} ||
               (!rest.empty() && state.to_tell.size() < most_untold);
    });
    const auto pieces = std::exchange(state.heard, {});
    state.waiting_bytes = 0;
    state.changed.notify_all();
    lock.unlock();
    for (const auto& [voice, text] : pieces) heard(voice, text);
}

bool Process::wait(double seconds) {
    State& state = *state_;
    if (state.ended) return true;
    constexpr double ms = 1000;
    if (WaitForSingleObject(state.process.get(), DWORD(std::max(0.0, seconds) * ms)) != WAIT_OBJECT_0)
        return false;
    GetExitCodeProcess(state.process.get(), &state.status);
    return state.ended = true;
}

// Windows has no signals: what would be one ends a process with a status that has the two topmost bits.
Ending Process::ending() const {
    constexpr DWORD severe = 0xC0000000;
    constexpr std::pair<DWORD, const char*> names[] = {{0xC0000005, "an access violation"},
                                                       {0xC00000FD, "a stack overflow"},
                                                       {0xC0000094, "a division by zero"},
                                                       {0xC000001D, "an illegal instruction"},
                                                       {0xC0000374, "a broken heap"},
                                                       {0xC0000409, "a broken stack"},
                                                       {0xC000013A, "Ctrl+C"},
                                                       {0xC0000135, "a missing DLL"}};
    Ending ending;
    const DWORD status = state_->status;
    if ((status & severe) != severe) {
        ending.exit_status = int(status);
        return ending;
    }
    for (const auto& [number, name] : names)
        if (number == status) ending.signal = name;
    char text[32];
    std::snprintf(text, sizeof text, "exception 0x%08lX", static_cast<unsigned long>(status));
    if (ending.signal.empty()) ending.signal = text;
    return ending;
}

bool has_processes() { return true; }

std::string find_program(std::string_view name) {
    std::wstring path(size_t{32} << 10, L'\0');
    const DWORD length =
        SearchPathW(nullptr, wide(name).c_str(), L".exe", DWORD(path.size()), path.data(), nullptr);
    return length < path.size() ? utf8(std::wstring_view(path).substr(0, length)) : "";
}

std::string this_program() { return module_file(nullptr).string(); }

int answer_handle() {
    static const int handle = [] {
        const auto number = environment("UPSWEEP_ANSWER_HANDLE");
        if (!number) return -1;
        return _open_osfhandle(intptr_t(std::strtoull(number->c_str(), nullptr, 10)), _O_BINARY);
    }();
    return handle;
}

std::vector<std::string> arguments(int, char**) {
    int count = 0;
    wchar_t** const words = CommandLineToArgvW(GetCommandLineW(), &count);
    std::vector<std::string> result;
    for (int i = 1; i < count; ++i) result.push_back(utf8(words[i]));
    LocalFree(words);
    return result;
}

// The parent's job ends it, and a write without a reader only fails. No box tells of a crash: the parent
// does.
void serve_parent() { SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX); }

}  // namespace upsweep::system
