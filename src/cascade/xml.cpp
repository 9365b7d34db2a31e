#include "cascade/xml.h"

#include <algorithm>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"

namespace upsweep::cascade {
namespace {

constexpr size_t deepest = 16, most_elements = 1'000'000;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.' || c == ':';
}

class Reader {
  public:
    Reader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

    XmlDocument read() {
        if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
        while (at_ < text_.size()) {
            if (text_[at_] != '<')
                take_text();
            else if (starts("<!--"))
                document_.comments.push_back(up_to("<!--", "-->", "a comment"));
            else if (starts("<?"))
                up_to("<?", "?>", "the declaration");
            else if (starts("<!"))
                refuse("has a declaration (<!) that a cascade does not need");
            else if (starts("</"))
                close();
            else
                open();
        }
        if (!open_.empty())
            refuse("ends before " + in_ticks(current().name) + " is closed; the file is truncated");
        if (document_.elements.empty()) refuse("holds no XML element");
        return std::move(document_);
    }

  private:
    [[noreturn]] void refuse(const std::string& what) const {
        throw Error("{}, line {} {}.", one_line(name_), line_, what);
    }
    bool starts(std::string_view mark) const { return text_.substr(at_, mark.size()) == mark; }
    XmlElement& current() { return document_.elements[open_.back()]; }

    void advance(size_t to) {
        line_ += int(std::count(text_.begin() + ptrdiff_t(at_), text_.begin() + ptrdiff_t(to), '\n'));
        at_ = to;
    }
    /// What is between the two marks; continues behind the second.
    std::string_view up_to(std::string_view first, std::string_view last, const char* what) {
        const size_t end = text_.find(last, at_ + first.size());
        if (end == std::string_view::npos)
            refuse(std::string("begins ") + what + " that does not end; the file is truncated");
        const std::string_view inside = text_.substr(at_ + first.size(), end - at_ - first.size());
        advance(end + last.size());
        return inside;
    }
    void take_text() {
        const size_t end = std::min(text_.find('<', at_), text_.size());
        const std::string_view piece = text_.substr(at_, end - at_);
        if (!all_of(piece, is_blank)) {
            if (open_.empty()) refuse("has text outside every element; it is not an OpenCV XML file");
            current().text += piece;
        }
        advance(end);
    }
    std::string_view name() {
        const size_t first = at_;
        while (at_ < text_.size() && is_name(text_[at_])) ++at_;
        if (at_ == first) refuse("has a < without a name after it");
        return text_.substr(first, at_ - first);
    }
    /// Passes over attributes up to the tag's end; true where it closes itself (<a/>).
    bool skip_attributes(std::string_view element) {
        char quote = 0;
        for (size_t i = at_; i < text_.size(); ++i) {
            const char c = text_[i];
            if (quote) {
                if (c == quote) quote = 0;
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (c == '>') {
                const bool closed = i > at_ && text_[i - 1] == '/';
                advance(i + 1);
                return closed;
            } else if (c == '<') {
                break;
            }
        }
        refuse("does not end the tag " + in_ticks(element) + " with >");
    }
    void open() {
        ++at_;
        const std::string_view element = name();
        if (open_.size() >= deepest) refuse("nests elements more than 16 deep, too many for a cascade");
        if (document_.elements.size() >= most_elements)
            refuse("has more than a million elements, too many for a cascade");
        if (open_.empty() && !document_.elements.empty()) refuse("begins a second root element");
        const int index = int(document_.elements.size());
        if (!open_.empty()) current().children.push_back(index);
        document_.elements.push_back({element, {}, {}, line_});
        if (!skip_attributes(element)) open_.push_back(index);
    }
    void close() {
        at_ += 2;
        const std::string_view element = name();
        if (open_.empty() || current().name != element)
            refuse("closes " + in_ticks(element) + ", but another element is open there");
        skip_attributes(element);
        open_.pop_back();
    }

    std::string_view text_;
    const std::string& name_;
    size_t at_ = 0;
    int line_ = 1;
    XmlDocument document_;
    std::vector<int> open_;
};

}  // namespace

const XmlElement* XmlDocument::child(const XmlElement& of, std::string_view name) const {
    for (const int index : of.children) {
        const XmlElement& element = elements[index];
        if (element.name == name) return &element;
    }
    return nullptr;
}

XmlDocument read_xml(std::string_view text, const std::string& name) { return Reader(text, name).read(); }

}  // namespace upsweep::cascade
