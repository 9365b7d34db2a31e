#include <algorithm>
#include <cmath>
#include <fstream>
#include <system_error>

#include "cascade/cascade.h"
#include "core/error.h"
#include "core/numbers.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/words.h"
#include "system/machine.h"

namespace upsweep::cascade {
namespace {

// ---- The small part of XML that OpenCV's files use: elements, text, comments. Attributes are passed over

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

constexpr size_t deepest = 16, most_elements = 1'000'000;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.' || c == ':';
}

/// Throws Error "NAME, line N: ..." for what is not such a text, more than 16 elements deep or over a million
/// elements.
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

const XmlElement* XmlDocument::child(const XmlElement& of, std::string_view name) const {
    for (const int index : of.children) {
        const XmlElement& element = elements[index];
        if (element.name == name) return &element;
    }
    return nullptr;
}

// ---- The cascade

/// White space as XML has it.
constexpr std::string_view blanks = " \t\r\n";
constexpr int64_t widest_window = 1000;
constexpr size_t most_stages = 250, most_stumps = 100'000;
/// What OpenCV takes off every stage's threshold, so that rounding loses no window.
constexpr float threshold_slack = 1e-5F;

class Parser {
  public:
    Parser(std::string_view xml, const std::string& name) : name_(name), xml_(Reader(xml, name).read()) {
        cascade_.name = name;
    }

    Cascade parse() {
        const XmlElement& storage = xml_.elements[0];
        if (storage.name != "opencv_storage")
            refuse(storage, "begins with " + in_ticks(storage.name) +
                                ", not with `opencv_storage`; choose an OpenCV cascade");
        if (storage.children.empty()) refuse(storage, "has nothing in `opencv_storage`");
        const XmlElement& root = at(storage.children[0]);
        if (xml_.child(root, "stageType") || xml_.child(root, "featureType"))
            parse_new(root);
        else if (xml_.child(root, "size"))
            parse_old(root);
        else
            refuse(root,
                   "contains no cascade: both `featureType` (new form) and `size` (old form) are missing");
        if (cascade_.stages.empty()) refuse(root, "has no stages");
        cascade_.licence = licence();
        return std::move(cascade_);
    }

  private:
    [[noreturn]] void refuse(const XmlElement& where, const std::string& what) const {
        throw Error("{}, line {} {}.", one_line(name_), where.line, what);
    }
    const XmlElement& at(int index) const { return xml_.elements[index]; }
    const XmlElement& need(const XmlElement& of, std::string_view child) const {
        const XmlElement* element = xml_.child(of, child);
        if (!element) refuse(of, "lacks " + in_ticks(child) + " in " + in_ticks(of.name));
        return *element;
    }

    // ---- numbers ------------------------------------------------------------------------------
    std::vector<double> numbers(const XmlElement& of, size_t least, size_t most) const {
        std::vector<double> values;
        for (std::string_view rest = trimmed(of.text, blanks); !rest.empty(); rest = trimmed(rest, blanks)) {
            const std::string_view word = rest.substr(0, rest.find_first_of(blanks));
            double value = 0;
            const auto read = read_number(word.data(), word.data() + word.size(), value);
            if (read.ec != std::errc() || read.ptr != word.data() + word.size() || !std::isfinite(value) ||
                std::abs(value) > 1e30)
                refuse(of, "has " + in_quotes(word) + " where a number should be");
            if (values.size() == most) refuse(of, "has too many numbers in " + in_ticks(of.name));
            values.push_back(value);
            rest.remove_prefix(word.size());
        }
        if (values.size() < least) refuse(of, "has too few numbers in " + in_ticks(of.name));
        return values;
    }
    double number(const XmlElement& of, std::string_view child) const {
        return numbers(need(of, child), 1, 1)[0];
    }
    int whole(const XmlElement& of, double value) const {
        if (value != std::floor(value) || std::abs(value) > 1e6)
            refuse(of, "has a number in " + in_ticks(of.name) + " that should be whole");
        return int(value);
    }

    // ---- what both forms share ----------------------------------------------------------------
    void set_window(const XmlElement& where, double width, double height) {
        cascade_.window = {whole(where, width), whole(where, height)};
        const auto fits = [](int64_t side) { return side >= 3 && side <= widest_window; };
        if (!fits(cascade_.window.width) || !fits(cascade_.window.height))
            refuse(where, "needs a window of " + std::to_string(cascade_.window.width) + " × " +
                              std::to_string(cascade_.window.height) +
                              " pixels; Upsweep reads 3 × 3 to 1000 × 1000");
    }
    void begin_stage(const XmlElement& where, double threshold) {
        if (cascade_.stages.size() == most_stages) refuse(where, "has more than 250 stages");
        cascade_.stages.push_back({float(threshold) - threshold_slack, int(cascade_.stumps.size()), 0});
    }
    void add_stump(const XmlElement& where, const Stump& stump) {
        if (cascade_.stumps.size() == most_stumps) refuse(where, "has more than 100 000 stumps");
        cascade_.stumps.push_back(stump);
        ++cascade_.stages.back().count;
    }
    Feature feature(const XmlElement& of) const {
        const XmlElement* tilted = xml_.child(of, "tilted");
        if (tilted && numbers(*tilted, 1, 1)[0] != 0)
            refuse(*tilted, "has a tilted feature; Upsweep reads only upright rectangles");
        const XmlElement& list = need(of, "rects");
        if (list.children.size() < 2 || list.children.size() > 3)
            refuse(list, "has a feature of " + std::to_string(list.children.size()) +
                             " rectangles; Upsweep reads two or three");
        Feature feature;
        feature.count = int(list.children.size());
        for (size_t p = 0; p < list.children.size(); ++p) feature.parts[p] = part(at(list.children[p]));
        // A third part of no weight adds nothing.
        if (feature.count == 3 && feature.parts[2].weight == 0) {
            feature.parts[2] = {};
            feature.count = 2;
        }
        return feature;
    }
    Part part(const XmlElement& of) const {
        const std::vector<double> v = numbers(of, 5, 5);
        const Part part{whole(of, v[0]), whole(of, v[1]), whole(of, v[2]), whole(of, v[3]), float(v[4])};
        if (part.x < 0 || part.y < 0 || part.width < 1 || part.height < 1 ||
            part.x + part.width > cascade_.window.width || part.y + part.height > cascade_.window.height)
            refuse(of, "has a rectangle that is empty or outside the window of " +
                           std::to_string(cascade_.window.width) + " × " +
                           std::to_string(cascade_.window.height) + " pixels");
        if (std::abs(part.weight) > 1e6F) refuse(of, "has a rectangle with a weight over a million");
        return part;
    }

    // ---- the new form -------------------------------------------------------------------------
    void parse_new(const XmlElement& root) {
        const XmlElement& stage_type = need(root, "stageType");
        if (trimmed(stage_type.text, blanks) != "BOOST")
            refuse(stage_type, "has stages of type " + in_quotes(trimmed(stage_type.text, blanks)) +
                                   "; Upsweep reads only BOOST");
        const XmlElement& type = need(root, "featureType");
        if (trimmed(type.text, blanks) != "HAAR")
            refuse(type, "has features of type " + in_quotes(trimmed(type.text, blanks)) +
                             "; Upsweep reads only HAAR, sums of rectangles");
        const XmlElement& parameters = need(root, "featureParams");
        if (number(parameters, "maxCatCount") != 0)
            refuse(parameters, "has features with categories; Upsweep reads only HAAR, sums of rectangles");
        set_window(need(root, "width"), number(root, "width"), number(root, "height"));
        for (const int index : need(root, "features").children)
            cascade_.features.push_back(feature(at(index)));
        for (const int index : need(root, "stages").children) {
            const XmlElement& stage = at(index);
            begin_stage(stage, number(stage, "stageThreshold"));
            const XmlElement& weak = need(stage, "weakClassifiers");
            if (weak.children.empty()) refuse(weak, "has a stage without stumps");
            for (const int tree : weak.children) add_tree(at(tree));
        }
    }
    void add_tree(const XmlElement& tree) {
        const XmlElement& nodes = need(tree, "internalNodes");
        const std::vector<double> node = numbers(nodes, 4, 400);
        if (node.size() > 4)
            refuse(nodes, "has a tree of " + std::to_string(node.size() / 4) +
                              " nodes; Upsweep reads only stumps, trees of one node");
        const std::vector<double> leaves = numbers(need(tree, "leafValues"), 2, 2);
        if (node[0] != 0 || node[1] != -1)
            refuse(nodes, "has a stump whose branches are not 0 and -1, its two leaves");
        const int feature = whole(nodes, node[2]);
        if (feature < 0 || feature >= int(cascade_.features.size()))
            refuse(nodes, "needs feature " + std::to_string(feature) + "; there are " +
                              std::to_string(cascade_.features.size()) + ", numbered from 0");
        add_stump(nodes, {feature, float(node[3]), float(leaves[0]), float(leaves[1])});
    }

    // ---- the old form -------------------------------------------------------------------------
    void parse_old(const XmlElement& root) {
        const XmlElement& size = need(root, "size");
        const std::vector<double> sides = numbers(size, 2, 2);
        set_window(size, sides[0], sides[1]);
        for (const int index : need(root, "stages").children) {
            const XmlElement& stage = at(index);
            begin_stage(stage, number(stage, "stage_threshold"));
            const XmlElement& trees = need(stage, "trees");
            if (trees.children.empty()) refuse(trees, "has a stage without stumps");
            for (const int tree : trees.children) add_old_tree(at(tree));
        }
    }
    void add_old_tree(const XmlElement& tree) {
        if (tree.children.size() != 1)
            refuse(tree, "has a tree of " + std::to_string(tree.children.size()) +
                             " nodes; Upsweep reads only stumps, trees of one node");
        const XmlElement& node = at(tree.children[0]);
        if (xml_.child(node, "left_node") || xml_.child(node, "right_node"))
            refuse(node, "has a deeper tree; Upsweep reads only stumps, trees of one node");
        cascade_.features.push_back(feature(need(node, "feature")));
        add_stump(node, {int(cascade_.features.size()) - 1, float(number(node, "threshold")),
                         float(number(node, "left_val")), float(number(node, "right_val"))});
    }

    // ---- the licence --------------------------------------------------------------------------
    /// "Intel License Agreement For Open Source Computer Vision Library; Copyright (C) 2000, ..." of the
    /// first comment that speaks of a copyright: the lines from the one that names an agreement up to the
    /// first empty one, and the first line of copyright.
    std::string licence() const {
        for (std::string_view comment : xml_.comments) {
            std::string title, copyright;
            bool in_title = false;
            while (!comment.empty()) {
                const std::string_view line = trimmed(take_line(comment), blanks);
                if (title.empty() && line.find("License Agreement") != std::string_view::npos)
                    in_title = true;
                if (line.empty()) in_title = false;
                if (in_title) title += (title.empty() ? "" : " ") + std::string(line);
                if (copyright.empty() && line.find("opyright (") != std::string_view::npos) copyright = line;
            }
            if (title.empty() && copyright.empty()) continue;
            return one_line(title + (title.empty() || copyright.empty() ? "" : "; ") + copyright, 300);
        }
        return {};
    }

    const std::string& name_;
    XmlDocument xml_;
    Cascade cascade_;
};

}  // namespace

Cascade parse_cascade(std::string_view xml, const std::string& name) { return Parser(xml, name).parse(); }

namespace {

constexpr uintmax_t largest_file = 16 << 20;
constexpr const char* frontal_name = "haarcascade_frontalface_default.xml";

}  // namespace

Cascade load_cascade(const std::filesystem::path& file) {
    const std::string quoted = in_quotes(file.string());
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(file, error);
    if (!std::filesystem::exists(status))
        throw Error("There is no file {}; name an OpenCV cascade (XML).", quoted);
    if (!std::filesystem::is_regular_file(status))
        throw Error("{} is not a regular file; name an OpenCV cascade (XML).", quoted);
    const uintmax_t size = std::filesystem::file_size(file, error);
    if (!error && size > largest_file)
        throw Error("{} has more than 16 MiB, too much for a cascade; name an OpenCV cascade (XML).", quoted);
    std::ifstream in(file, std::ios::binary);
    std::string text(error ? 0 : size_t(size), '\0');
    if (error || !in.read(text.data(), std::streamsize(text.size())))
        throw Error("{} cannot be read; check its permissions.", quoted);
    return parse_cascade(text, file.filename().string());
}

std::filesystem::path frontal_face_file() {
    const std::filesystem::path folder =
        system::environment("UPSWEEP_CASCADES").value_or("/usr/share/opencv4/haarcascades");
    const std::filesystem::path file = folder / frontal_name;
    std::error_code error;
    return std::filesystem::is_regular_file(file, error) ? file : std::filesystem::path();
}

Cascade frontal_face_cascade() {
    const std::filesystem::path file = frontal_face_file();
    if (file.empty())
        throw Error(
            "The face cascade {} is missing; install the package opencv-data, name its folder in "
            "UPSWEEP_CASCADES, or name a cascade file.",
            frontal_name);
    return load_cascade(file);
}

}  // namespace upsweep::cascade
