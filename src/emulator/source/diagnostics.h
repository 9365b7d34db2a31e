// Collects complaints while a text is read and checked.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/quotes.h"
#include "emulator/source/diagnostic.h"
#include "emulator/source/source_text.h"

namespace upsweep::emulator {

/// Unwinds to the nearest place that can continue (the end of a statement or of a declaration). The complaint
/// itself is in Diagnostics already.
struct Abandon {};

/// Also keeps the files' texts: diagnostics quote them and tokens point into them.
class Diagnostics {
  public:
    /// At most this many are kept; the rest is noise.
    static constexpr size_t limit = 20;

    /// Adds a file and gives its number. Texts never move.
    int32_t add_file(std::string name, std::string text);
    const std::deque<SourceText>& files() const { return files_; }
    /// Keeps a text that tokens may point into (a pasted token, a -D value).
    std::string_view keep(std::string text);

    /// Where complaints about text that is in no file are shown.
    void set_home(const SourceRange& where) { home_ = where; }
    /// Complaints about the files from this one on are about what the emulator does not know.
    void set_library(int32_t first) { library_ = first; }
    int32_t library() const { return library_; }
    void report(const SourceRange& where, std::string message) { report(where, std::move(message), false); }
    /// Of what a compiler may take, and the emulator does not know.
    void report_unknown(const SourceRange& where, std::string message) {
        report(where, std::move(message), true);
    }
    /// Something that matters only if something else is wrong: it is then the first complaint.
    void suspect(const SourceRange& where, std::string message) {
        suspects_.emplace_back(where, std::move(message));
    }
    [[noreturn]] void fail(const SourceRange& where, std::string message);
    [[noreturn]] void fail_unknown(const SourceRange& where, std::string message);
    /// The first of the complaints behind the first `known`, if all of them are of what the emulator does not
    /// know; they are then forgotten.
    std::optional<Diagnostic> take_unknown(size_t known);
    /// While it lives complaints are dropped: something is only tried.
    class Quiet {
      public:
        explicit Quiet(Diagnostics& of, bool really = true) : of_(of), by_(really ? 1 : 0) {
            of_.quiet_ += by_;
        }
        ~Quiet() { of_.quiet_ -= by_; }
        Quiet& operator=(Quiet&&) = delete;

      private:
        Diagnostics& of_;
        int by_;
    };
    /// Forgets, when it ends, what was complained about while it lived: the same text is then asked for
    /// something else.
    class Episode {
      public:
        explicit Episode(Diagnostics& of)
            : of_(of), found_(of.found_.size()), suspects_(of.suspects_), home_(of.home_) {}
        ~Episode() {
            of_.found_.resize(found_);
            of_.suspects_ = std::move(suspects_);
            of_.home_ = home_;
        }
        Episode& operator=(Episode&&) = delete;

      private:
        Diagnostics& of_;
        size_t found_;
        std::vector<std::pair<SourceRange, std::string>> suspects_;
        SourceRange home_;
    };
    bool quiet() const { return quiet_ > 0; }
    /// How many complaints were dropped.
    size_t dropped() const { return dropped_; }
    bool empty() const { return found_.empty(); }
    bool full() const { return found_.size() >= limit; }
    const std::vector<Diagnostic>& found() const { return found_; }

  private:
    void report(const SourceRange& where, std::string message, bool unknown);
    void add(const SourceRange& where, std::string message, bool unknown);

    std::deque<SourceText> files_;
    std::deque<std::string> kept_;
    std::vector<Diagnostic> found_;
    std::vector<std::pair<SourceRange, std::string>> suspects_;
    SourceRange home_;
    int32_t library_ = INT32_MAX;
    int quiet_ = 0;
    size_t dropped_ = 0;
};

/// From the start of one to the end of the other; the first alone if they are in two files.
SourceRange join(const SourceRange& first, const SourceRange& last);

}  // namespace upsweep::emulator
