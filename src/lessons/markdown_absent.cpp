// Where the build found no md4c.
#include "core/error.h"
#include "lessons/markdown.h"

namespace upsweep::lessons {
namespace {

[[noreturn]] void refuse_markdown() {
    throw Error("This build of Upsweep cannot read lessons: md4c was missing when it was built.");
}

}  // namespace

std::vector<Block> parse_markdown(const std::string&, int, std::string_view) { refuse_markdown(); }

std::vector<Inline> parse_inline(const std::string&, int, std::string_view) { refuse_markdown(); }

}  // namespace upsweep::lessons
