// The programs that the build put into the binary.
#include "programs/templates.h"

#include <vector>

#include "core/embedded.h"

namespace upsweep::embedded {
std::span<const EmbeddedFile> program_templates();
}

namespace upsweep::programs {
namespace {

/// The first comment of the text.
std::string_view first_comment(std::string_view text) {
    const size_t begin = text.find("// ");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin + 3, text.find('\n', begin) - begin - 3);
}

}  // namespace

std::span<const Template> templates() {
    static const std::vector<Template> all = [] {
        std::vector<Template> made;
        for (const EmbeddedFile& file : embedded::program_templates())
            made.push_back(
                {file.name.substr(0, file.name.find('.')), first_comment(file.contents), file.contents});
        return made;
    }();
    return all;
}

}  // namespace upsweep::programs
