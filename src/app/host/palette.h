// The command palette's list: what it offers, and which of it answers to what is typed. Needs no window.
#pragma once

#include "scenes/destination.h"

namespace upsweep::app {

/// Something to do or to open.
struct PaletteEntry {
    std::string title;                           ///< "One step on", "Work-efficient scan"
    std::string kind;                            ///< "Action", "Algorithm", "Lesson", "File" …
    std::string keys = {};                       ///< as the help sheet writes them; empty: it has none
    std::string also = {};                       ///< further words that find it: a slug, a chapter
    std::optional<scenes::Destination> to = {};  ///< where choosing it leads
    std::function<void()> run = {};              ///< what choosing it does instead
    /// With a verb the entry takes what is typed behind it: "until sums[3] = 14". It comes first then.
    std::string verb = {};
    std::function<void(const std::string&)> take = {};
    /// Instead of a verb: it takes what is typed where this says so, "a link", and answers to nothing else.
    bool (*takes)(std::string_view typed) = nullptr;
};
/// What is typed behind an entry's verb; empty where it has none, or something else is typed.
std::string typed_behind_verb(const PaletteEntry& entry, std::string_view typed);

/// Positions in `entries` of those in which every word of `typed` occurs, capitals apart: first where words
/// begin the title, then where they begin a word of it, then inside, then in `also` and `kind`; alike ones in
/// their order. All of them if nothing is typed.
std::vector<size_t> palette_hits(std::span<const PaletteEntry> entries, std::string_view typed);

/// The open palette: what is typed, what answers to it, and which of that is chosen.
class PaletteList {
  public:
    void open(std::vector<PaletteEntry> entries);
    void close();
    bool shown() const { return shown_; }

    const std::string& typed() const { return typed_; }
    void type(std::string text);
    /// Entries that answer, best first.
    size_t size() const { return hits_.size(); }
    const PaletteEntry& entry(size_t hit) const { return entries_[hits_[hit]]; }
    /// Of the entries that answer; 0 if none exist.
    size_t chosen() const { return chosen_; }
    /// From the last to the first and back.
    void move(int by);
    /// Closes, then does what entry `hit` says; nothing if there is no such entry.
    void run(size_t hit);

  private:
    bool shown_ = false;
    std::string typed_;
    std::vector<PaletteEntry> entries_;
    std::vector<size_t> hits_;
    size_t chosen_ = 0;
};

}  // namespace upsweep::app
