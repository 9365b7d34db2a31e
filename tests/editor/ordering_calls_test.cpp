// Barriers and fences are taken out as comments, and come back as they were.
#include "editor/ordering_calls.h"

#include <gtest/gtest.h>

namespace upsweep::editor {
namespace {

TEST(OrderingCalls, AreFoundWhereTheyAreCalls) {
    Editor editor(
        "a(); __syncthreads(); __syncwarp(mask & (1 << 3));\n// __syncthreads();\n\"__syncwarp()\";\n"
        "__syncthreads_or(1);\n__threadfence(\n);\n");
    const auto calls = ordering_calls(editor, 0);
    ASSERT_EQ(calls.size(), 2U);
    EXPECT_EQ(calls[0].call, "__syncthreads()");
    EXPECT_EQ(calls[1].call, "__syncwarp(mask & (1 << 3))");
    for (size_t line = 1; line < editor.buffer().line_count(); ++line)
        EXPECT_TRUE(ordering_calls(editor, line).empty()) << line;
}

TEST(OrderingCalls, LeaveAStatementBehind) {
    const std::string text = "if (x) __syncthreads();\nelse __threadfence();\n";
    Editor editor(text);
    toggle(editor, ordering_calls(editor, 0).at(0));
    EXPECT_EQ(editor.buffer().line(0), "if (x) /* __syncthreads() */;");
    toggle(editor, ordering_calls(editor, 1).at(0));
    const auto out = ordering_calls(editor, 0);
    ASSERT_EQ(out.size(), 1U);
    EXPECT_TRUE(out[0].out);
    toggle(editor, out[0]);
    toggle(editor, ordering_calls(editor, 1).at(0));
    EXPECT_EQ(editor.buffer().text(), text);
    editor.undo();
    EXPECT_EQ(editor.buffer().line(1), "else /* __threadfence() */;");
}

}  // namespace
}  // namespace upsweep::editor
