#include <cctype>
#include <cmath>

#include "cascade/cascade.h"
#include "cascade/xml.h"
#include "core/error.h"
#include "core/numbers.h"
#include "core/quotes.h"
#include "core/words.h"

namespace upsweep::cascade {
namespace {

/// White space as XML has it.
constexpr std::string_view blanks = " \t\r\n";
constexpr int64_t widest_window = 1000;
constexpr size_t most_stages = 250, most_stumps = 100'000;
/// What OpenCV takes off every stage's threshold, so that rounding loses no window.
constexpr float threshold_slack = 1e-5F;

class Parser {
  public:
    Parser(std::string_view xml, const std::string& name) : name_(name), xml_(read_xml(xml, name)) {
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
                const size_t end = std::min(comment.find('\n'), comment.size());
                const std::string_view line = trimmed(comment.substr(0, end), blanks);
                comment.remove_prefix(std::min(end + 1, comment.size()));
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

}  // namespace upsweep::cascade
