// `upsweep mark`: a folder with what a class handed in, marked by running it, a row a student.
#include <algorithm>
#include <cctype>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include <fmt/format.h>

#include "commands/command_line.h"
#include "commands/exercise_text.h"
#include "commands/messages.h"
#include "core/error.h"
#include "core/json.h"
#include "core/quotes.h"
#include "core/utf8.h"
#include "core/write_file.h"
#include "exercises/marks_json.h"
#include "media/file.h"

namespace upsweep::commands {

using exercises::Exercise;
using exercises::Marks;
using exercises::Row;
using exercises::State;

std::string link_of_failure(const Marks& marks, std::string_view base) {
    const Row* failed = exercises::first_failed(marks);
    if (failed == nullptr || !failed->scene) return {};
    try {
        return scenes::link_of(*failed->scene, base);
    } catch (const Error&) {
        return {};  // longer than a link may be; the row says what fails
    }
}

namespace {

namespace fs = std::filesystem;

constexpr size_t most_files = 10'000;

struct MarkRequest {
    std::string folder, slug, exercises, output, base = std::string(scenes::usual_link_base);
    int64_t seconds = 60;
    bool csv = false, json = false;
};

/// What one student handed in.
struct HandedIn {
    std::string student, file;  ///< the file's path within the folder
    fs::path path;
    std::string trouble = {};  ///< why it is not marked, or what is odd; empty: nothing
    std::string same_as = {};  ///< the student before who handed in the same text
    Marks marks = {};
    bool marked = false;
    std::string link = {};
};

/// Names of files may be any bytes; a table is UTF-8.
std::string as_utf8(const std::string& name) {
    std::string text;
    for (size_t at = 0; at < name.size();) {
        const size_t bytes = first_character(std::string_view(name).substr(at)).bytes;
        text += bytes == 0 ? "\xEF\xBF\xBD" : name.substr(at, bytes);
        at += std::max<size_t>(1, bytes);
    }
    return text;
}

/// A file in a folder of its own is of the student whom the folder is named after, as course systems unpack
/// them; else the file is named after the student.
HandedIn handed_in(const fs::path& folder, const fs::path& path) {
    const fs::path within = path.lexically_relative(folder);
    const bool nested = std::distance(within.begin(), within.end()) > 1;
    return {as_utf8(nested ? within.begin()->string() : within.stem().string()), as_utf8(within.string()),
            path};
}

/// All that end as an answer does, by student; `others` counts the rest. Throws Error.
std::vector<HandedIn> files_in(const fs::path& folder, std::string_view ending, size_t& others) {
    std::vector<HandedIn> all;
    std::error_code failed;
    if (fs::is_regular_file(folder, failed)) return {handed_in(folder.parent_path(), folder)};
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, failed);
    if (failed)
        throw Error("The folder {} does not exist; name the one with the students' files.",
                    in_quotes(folder.string()));
    for (const fs::recursive_directory_iterator end; at != end; at.increment(failed)) {
        if (failed) break;
        const bool hidden = at->path().filename().string().starts_with(".");
        if (at->is_directory(failed)) {
            if (hidden) at.disable_recursion_pending();
            continue;
        }
        if (hidden || media::ending_of(at->path()) != ending) {
            others += hidden ? 0 : 1;
            continue;
        }
        all.push_back(handed_in(folder, at->path()));
        if (at->is_symlink(failed))
            all.back().trouble = "The file is a link to another one, so it is not read.";
        if (all.size() > most_files)
            throw Error("{} holds more than {} files; mark it in parts.", in_quotes(folder.string()),
                        most_files);
    }
    std::sort(all.begin(), all.end(), [](const HandedIn& a, const HandedIn& b) {
        return std::tie(a.student, a.file) < std::tie(b.student, b.file);
    });
    return all;
}

/// Raises a flag when so many seconds have passed, unless it ends before.
class Alarm {
  public:
    explicit Alarm(int64_t seconds)
        : thread_([this, seconds](const std::stop_token& stop) {
              std::unique_lock lock(mutex_);
              const bool ended = changed_.wait_for(lock, stop, std::chrono::seconds(seconds),
                                                   [&stop] { return stop.stop_requested(); });
              if (!ended && !stop.stop_requested()) rang_ = true;
          }) {}
    const std::atomic<bool>* flag() const { return &rang_; }

  private:
    std::atomic<bool> rang_ = false;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::jthread thread_;  ///< ends before what it uses
};

void mark_one(const MarkRequest& request, const Exercise& exercise, HandedIn& one, std::string& text) {
    if (!one.trouble.empty()) return;
    try {
        text = media::read_text(one.path, largest_answer);
        if (const auto fault = encoding_fault(text)) one.trouble = fault->sentence;
        if (text.find('\0') != std::string::npos) throw Error("The file holds zero bytes; it is not a text.");
        const Alarm alarm(request.seconds);
        one.marks = exercises::mark(exercise, text, alarm.flag());
        one.marked = true;
        one.link = link_of_failure(one.marks, request.base);
    } catch (const Cancelled&) {
        one.trouble = fmt::format("Marking took longer than {} seconds and was stopped.", request.seconds);
    } catch (const std::exception& error) {
        one.trouble = error.what();
    }
}

std::string without_blanks(const std::string& text) {
    std::string made;
    for (const char c : text)
        if (std::isspace(static_cast<unsigned char>(c)) == 0) made += c;
    return made;
}

/// Of several files of one student each is a row, and says so.
void note_duplicates(std::vector<HandedIn>& all) {
    std::map<std::string, int64_t> files;
    for (const HandedIn& one : all) ++files[one.student];
    for (HandedIn& one : all)
        if (files[one.student] > 1)
            one.trouble += (one.trouble.empty() ? "" : " ") +
                           fmt::format("The student has {} files.", files[one.student]);
}

int64_t rules_met(const Marks& marks) {
    return std::count_if(marks.rows.begin(), marks.rows.end(),
                         [](const Row& row) { return row.state == State::met; });
}

constexpr std::string_view unchanged = "the starter";

/// Of 100: the share of the rules that are met; nothing for a text that is still the starter.
int64_t score_of(const HandedIn& one) {
    const auto rules = int64_t(one.marks.rows.size());
    return rules == 0 || one.same_as == unchanged ? 0 : 100 * rules_met(one.marks) / rules;
}

// ---- The table

/// A cell in quotes. What a spreadsheet would take for a formula becomes text: students name the files.
std::string cell(std::string_view text) {
    std::string made = "\"";
    if (!text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos)
        made += '\'';
    for (const char c : text) made += c == '"' ? std::string("\"\"") : std::string(1, c);
    return made + '"';
}

std::string csv_of(const Exercise& exercise, const std::vector<HandedIn>& all) {
    std::string text = "student,file,passed,score,met,rules";
    const std::vector<Row> rules = exercises::rows_to_come(exercise);
    for (const Row& rule : rules) text += "," + rule.key;
    text += ",first_failed,sentence,line,link,same_as,trouble\n";
    for (const HandedIn& one : all) {
        text +=
            fmt::format("{},{},{},{},{},{}", cell(one.student), cell(one.file),
                        one.marks.passed ? "yes" : "no", score_of(one), rules_met(one.marks), rules.size());
        for (const Row& rule : rules) {
            const auto row = std::find_if(one.marks.rows.begin(), one.marks.rows.end(),
                                          [&](const Row& each) { return each.key == rule.key; });
            text += fmt::format(",{}", row == one.marks.rows.end() ? "open" : name_of(row->state));
        }
        const Row* failed = exercises::first_failed(one.marks);
        text +=
            fmt::format(",{},{},{},{},{},{}\n", failed != nullptr ? cell(failed->title) : "",
                        failed != nullptr ? cell(failed->sentence) : "",
                        failed != nullptr && failed->line > 0 ? std::to_string(failed->line) : "",
                        one.link.empty() ? "" : cell(one.link), one.same_as.empty() ? "" : cell(one.same_as),
                        one.trouble.empty() ? "" : cell(one.trouble));
    }
    return text;
}

Json json_of_class(const Exercise& exercise, const std::vector<HandedIn>& all, int64_t passed) {
    Json students = Json::array();
    for (const HandedIn& one : all) {
        Json rules = Json::array();
        for (const Row& row : one.marks.rows) rules.push_back(exercises::row_json(row, false));
        Json student = {{"student", one.student},      {"file", one.file},
                        {"passed", one.marks.passed},  {"score", score_of(one)},
                        {"met", rules_met(one.marks)}, {"rules", std::move(rules)}};
        const Row* failed = exercises::first_failed(one.marks);
        if (failed != nullptr) student["first_failed"] = failed->key;
        if (!one.link.empty()) student["link"] = one.link;
        if (!one.same_as.empty()) student["same_as"] = one.same_as;
        if (!one.trouble.empty()) student["trouble"] = one.trouble;
        students.push_back(std::move(student));
    }
    return {{"exercise", exercise.slug},
            {"title", exercise.title},
            {"files", all.size()},
            {"passed", passed},
            {"students", std::move(students)}};
}

std::string table_of(const std::vector<HandedIn>& all) {
    std::string text;
    for (const HandedIn& one : all) {
        const Row* failed = exercises::first_failed(one.marks);
        const std::string says = !one.marked         ? one.trouble
                                 : failed != nullptr ? failed->title + ": " + failed->sentence
                                                     : "";
        text += fmt::format("{} {:24} {:>3}  {}\n", one.marks.passed ? "✓" : "✗", one_line(one.student),
                            score_of(one), one_line(says, 400));
    }
    return text;
}

void mark(const MarkRequest& request) {
    if (request.csv && request.json) throw UsageError("Choose one of --csv and --json.");
    const Exercise exercise = exercises::exercise_of(request.slug, request.exercises);
    if (!request.output.empty()) check_output(request.output);
    const std::string ending = media::ending_of(exercises::answer_name(exercise));
    size_t others = 0;
    std::vector<HandedIn> all = files_in(request.folder, ending, others);
    if (all.empty())
        throw Error("{} holds no {} file; the answers to {} end so.", in_quotes(request.folder), ending,
                    exercise.slug);
    std::map<std::string, std::string> seen;
    seen[without_blanks(exercise.starter)] = unchanged;
    for (HandedIn& one : all) {
        show_progress(fmt::format("Marking {} of {}: {}", &one - all.data() + 1, all.size(), one.student));
        std::string text;
        mark_one(request, exercise, one, text);
        if (text.empty()) continue;
        const auto [before, is_new] = seen.emplace(without_blanks(text), one.student);
        if (!is_new && before->second != one.student) one.same_as = before->second;
    }
    show_progress("");
    note_duplicates(all);
    const int64_t passed =
        std::count_if(all.begin(), all.end(), [](const HandedIn& one) { return one.marks.passed; });
    const std::string text = request.csv    ? csv_of(exercise, all)
                             : request.json ? json_text(json_of_class(exercise, all, passed)) + "\n"
                                            : table_of(all);
    if (request.output.empty())
        fmt::print("{}", text);
    else
        write_file(request.output, text);
    if (others > 0)
        tell(fmt::format("{} other file{} not marked; answers to {} end in {}.", others,
                         others == 1 ? " is" : "s are", exercise.slug, ending));
    if (passed == int64_t(all.size())) return;
    throw Error("{} of {} files do not pass {}.", int64_t(all.size()) - passed, all.size(), exercise.slug);
}

}  // namespace

void add_mark_command(Command program) {
    const auto [command, request] = program.add_command(
        "mark",
        "Mark a folder of answers to an exercise, a row a student: exit with 0 if all pass, else with 1",
        mark);
    command
        .option("FOLDER", request.folder,
                "the folder: files named after students, or a folder a student; or one file")
        .required();
    command.option("--exercise", request.slug, "which exercise; upsweep exercise --list names them")
        .required();
    command.option("--exercises", request.exercises,
                   "a folder with exercises of your own, instead of those in the program");
    command.flag("--csv", request.csv, "as a table for a spreadsheet");
    command.flag("--json", request.json, "as JSON");
    command.option("-o,--output", request.output, "write it to this file");
    command.option("--link-base", request.base,
                   "what links begin with: the address of your upsweep.html, or upsweep: (as is usual)");
    command.option("--seconds", request.seconds, "the most time that one file may take; usual: 60")
        .range(1, 3600);
}

}  // namespace upsweep::commands
