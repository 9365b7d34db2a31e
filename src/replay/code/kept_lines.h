// Which lines of the kernels' texts a launch is about: those that touch what is on the stage or add data,
// those that synchronise, and what guards either.
#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "replay/code/code_structure.h"
#include "replay/structure/staging.h"

namespace upsweep::replay {

/// Reads a launch of a trace once, O(its steps and accesses), and each text once. Holds no reference to the
/// trace but for its texts.
class KeptLines {
  public:
    KeptLines(const Trace& trace, const StagedLaunch& staged);

    /// Whether a statement, or a head that guards one, on this line is kept.
    bool keeps(int file, int line) const;
    bool keeps_node(int file, int node) const { return kept_[file][node] != 0; }
    const CodeStructure& structure(int file) const { return structures_[file]; }
    /// Where the launch touched what is on the stage, in the order of the trace's operands.
    const std::vector<SourceRange>& touched() const { return touched_; }

  private:
    struct Place {
        int file = 0, node = 0;
    };
    void mark(int file, int node);
    void mark_at(const SourceRange& where);
    int node_at(const SourceRange& where) const;
    void read(const Trace& trace, const StagedLaunch& staged);
    void reach(std::string_view kernel);
    bool acts(const std::vector<emulator::Token>& tokens, size_t first, size_t end) const;
    bool mark_calls();
    void mark_exits();

    std::vector<CodeStructure> structures_;
    std::vector<std::vector<char>> kept_;  // by file and node
    std::vector<std::set<int>> reached_;   // by file: functions that take part
    // Names of what touches or synchronises.
    std::set<std::string_view> acting_functions_, acting_macros_;
    std::vector<SourceRange> touched_;
};

}  // namespace upsweep::replay
