// A reader of the small part of XML that OpenCV's files use: elements, text, comments. Attributes are passed
// over.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace upsweep::cascade {

/// One element. `text` is what is directly inside it, its comments and children taken out.
struct XmlElement {
    std::string_view name;
    std::string text;
    std::vector<int> children;  ///< indices into XmlDocument::elements
    int line = 1;
};

/// elements[0] is the root. Views lead into the text that was read.
struct XmlDocument {
    std::vector<XmlElement> elements;
    std::vector<std::string_view> comments;

    /// The first child of that name, or null.
    const XmlElement* child(const XmlElement& of, std::string_view name) const;
};

/// Throws Error "NAME, line N: ..." for what is not such a text, more than 16 elements deep or over a million
/// elements.
XmlDocument read_xml(std::string_view text, const std::string& name);

}  // namespace upsweep::cascade
