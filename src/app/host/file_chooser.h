// Choosing a file to open: what a folder holds that a view takes, and which of it answers to what is typed.
// Needs no window.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "app/host/jobs.h"

namespace upsweep::app {

class FileChooser {
  public:
    struct Entry {
        std::string name;
        std::string_view kind;  ///< "picture", as kind_of_name says; "folder"
        bool folder = false;
    };

    explicit FileChooser(Jobs& jobs) : job_(jobs) {}

    /// Shows it on the folder that it was in last; at first on the one that the program was started in.
    void open();
    void close() { shown_ = false; }
    bool shown() const { return shown_; }

    const std::filesystem::path& folder() const { return folder_; }
    /// Reads it in the background.
    void go_to(std::filesystem::path folder);
    void go_up() { go_to(folder_.parent_path()); }
    /// The folder is being read.
    bool reading() const { return job_.busy(); }

    const std::string& typed() const { return typed_; }
    void type(std::string text);
    /// Folders first, by name: those in whose names what is typed occurs, capitals apart. Names that begin
    /// with a dot only where a dot is typed.
    size_t size() const { return hits_.size(); }
    const Entry& entry(size_t hit) const { return entries_[hits_[hit]]; }
    size_t chosen() const { return chosen_; }
    /// From the last to the first and back.
    void move(int by);

    /// Goes into entry `hit`, a folder, or picks it.
    void take(size_t hit);
    /// The same of what is typed if that is a path, else of the entry chosen. What cannot be opened is
    /// error().
    void take_typed();
    /// The path that was picked since the last call; empty: none.
    std::string picked() { return std::exchange(picked_, {}); }
    /// Why what was typed or the folder cannot be opened, as a sentence; empty if it can.
    const std::string& error() const { return error_; }

  private:
    struct Read {
        std::vector<Entry> entries;
        std::string error;
    };
    static Read read(const std::filesystem::path& folder);
    void look_for_hits();

    OwnJobs job_;
    bool shown_ = false;
    std::filesystem::path folder_;
    std::string typed_, error_, picked_;
    std::vector<Entry> entries_;
    std::vector<size_t> hits_;
    size_t chosen_ = 0;
};

}  // namespace upsweep::app
