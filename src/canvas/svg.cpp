// Writing SVG: one element a shape.
#include "canvas/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "canvas/text.h"
#include "core/ranges.h"
#include "core/utf8.h"

namespace upsweep::canvas {
namespace {

/// To a hundredth, without what says nothing: "12", "3.5", "-0.25".
std::string number(float value) {
    const double rounded = std::round(double(value) * 100) / 100;
    std::string text = fmt::format("{:.2f}", rounded == 0 ? 0.0 : rounded);
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
    return text;
}

std::string_view family_of(Face face) {
    return face == Face::mono || face == Face::mono_bold ? "JetBrains Mono" : "Inter";
}

int weight_of(Face face) {
    switch (face) {
        case Face::sans_semibold:
            return 600;
        case Face::sans_bold:
        case Face::mono_bold:
            return 700;
        default:
            return 400;
    }
}

constexpr std::array<Face, face_count> all_faces = {Face::sans, Face::sans_semibold, Face::sans_bold,
                                                    Face::mono, Face::mono_bold,     Face::sans_italic};

std::string base64(std::span<const std::byte> bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (size_t i = 0; i < bytes.size(); i += 3) {
        uint32_t three = 0;
        for (size_t k = 0; k < 3; ++k)
            three = three << 8 | (i + k < bytes.size() ? std::to_integer<uint32_t>(bytes[i + k]) : 0U);
        for (size_t k = 0; k < 4; ++k)
            text += i + k <= bytes.size() ? digits[three >> (18 - 6 * k) & 63U] : '=';
    }
    return text;
}

class Writer {
  public:
    Writer(const SvgOptions& options, Point origin) : options_(options), origin_(origin) {}

    std::string take() { return std::exchange(out_, {}); }

    void operator()(const Rectangle& shape) {
        // An outline lies on the pixels inside the box, as on the screen.
        const Box box = shape.box.inset(shape.pen.ink.seen() ? 0.5F : 0);
        const float r = std::min({shape.radius, box.width() / 2, box.height() / 2});
        if (r > 0 && shape.corners != Corners::all) {
            const float top = shape.corners == Corners::top ? r : 0, bottom = r - top;
            out_ +=
                fmt::format(R"(<path d="M{},{}V{}{}H{}{}V{}{}H{}{}Z")", x(box.min),
                            number(box.max.y - bottom - origin_.y), number(box.min.y + top - origin_.y),
                            turn(top, top, -top), number(box.max.x - top - origin_.x), turn(top, top, top),
                            number(box.max.y - bottom - origin_.y), turn(bottom, -bottom, bottom),
                            number(box.min.x + bottom - origin_.x), turn(bottom, -bottom, -bottom));
        } else {
            out_ += fmt::format(R"(<rect x="{}" y="{}" width="{}" height="{}")", x(box.min), y(box.min),
                                number(box.width()), number(box.height()));
            if (r > 0) out_ += fmt::format(R"( rx="{}")", number(r));
        }
        paint(shape.fill, shape.pen);
    }
    void operator()(const Path& shape) {
        out_ += shape.closed ? "<polygon points=\"" : "<polyline points=\"";
        for (size_t i = 0; i < shape.points.size(); ++i)
            out_ += fmt::format("{}{},{}", i == 0 ? "" : " ", x(shape.points[i]), y(shape.points[i]));
        out_ += '"';
        paint(shape.fill, shape.pen);
    }
    void operator()(const Curve& shape) {
        out_ += fmt::format(R"(<path d="M{},{}C{},{} {},{} {},{}")", x(shape.from), y(shape.from),
                            x(shape.control_1), y(shape.control_1), x(shape.control_2), y(shape.control_2),
                            x(shape.to), y(shape.to));
        paint(no_ink, shape.pen);
    }
    void operator()(const Disc& shape) {
        out_ += fmt::format(R"(<circle cx="{}" cy="{}" r="{}")", x(shape.centre), y(shape.centre),
                            number(shape.radius - (shape.pen.ink.seen() ? 0.5F : 0)));
        paint(shape.fill, shape.pen);
    }
    void operator()(const Text& shape) {
        const char* anchor = shape.align == Align::left     ? ""
                             : shape.align == Align::centre ? R"( text-anchor="middle")"
                                                            : R"( text-anchor="end")";
        const Point baseline{shape.at.x, shape.at.y + half_capital * shape.type.size};
        out_ += fmt::format(R"(<text x="{}" y="{}" font-family="{}" font-size="{}")", x(baseline),
                            y(baseline), family_of(shape.type.face), number(shape.type.size));
        if (const int weight = weight_of(shape.type.face); weight != 400)
            out_ += fmt::format(R"( font-weight="{}")", weight);
        if (shape.type.face == Face::sans_italic) out_ += R"( font-style="italic")";
        out_ += anchor;
        fill(shape.ink);
        out_ += ">";
        if (!shape.whole.empty()) out_ += fmt::format("<title>{}</title>", xml_text(shape.whole));
        out_ += fmt::format("{}</text>\n", xml_text(shape.text));
    }
    void operator()(const Clip& shape) {
        out_ += fmt::format(
            "<clipPath id=\"{0}\"><rect x=\"{1}\" y=\"{2}\" width=\"{3}\" height=\"{4}\"/></clipPath>\n"
            "<g clip-path=\"url(#{0})\">\n",
            options_.ids + std::to_string(clips_), x(shape.box.min), y(shape.box.min),
            number(std::max(0.0F, shape.box.width())), number(std::max(0.0F, shape.box.height())));
        ++clips_;
    }
    void operator()(const Unclip&) { out_ += "</g>\n"; }

  private:
    std::string x(Point p) const { return number(p.x - origin_.x); }
    std::string y(Point p) const { return number(p.y - origin_.y); }
    /// A quarter of a circle, by where it leads; nothing where the radius is 0.
    static std::string turn(float radius, float right, float down) {
        if (radius <= 0) return {};
        return fmt::format("a{0},{0} 0 0 1 {1},{2}", number(radius), number(right), number(down));
    }
    std::string colour(Role role) const {
        if (options_.variables) return fmt::format("var(--{})", css_name(role));
        return fmt::format("#{:06x}", palette(options_.theme)[role]);
    }
    void fill(Ink ink) {
        if (!ink.seen()) {
            out_ += R"( fill="none")";
            return;
        }
        out_ += fmt::format(R"( fill="{}")", colour(ink.role));
        if (ink.alpha < 1) out_ += fmt::format(R"( fill-opacity="{}")", number(ink.alpha));
    }
    void paint(Ink inside, const Pen& pen) {
        fill(inside);
        if (pen.ink.seen()) {
            out_ += fmt::format(R"( stroke="{}" stroke-width="{}")", colour(pen.ink.role), number(pen.width));
            if (pen.ink.alpha < 1) out_ += fmt::format(R"( stroke-opacity="{}")", number(pen.ink.alpha));
            if (pen.dash > 0)
                out_ += fmt::format(R"( stroke-dasharray="{} {}")", number(pen.dash), number(pen.gap));
        }
        out_ += "/>\n";
    }

    const SvgOptions& options_;
    Point origin_;
    std::string out_;
    int clips_ = 0;
};

}  // namespace

std::string css_name(Role role) {
    constexpr std::array<std::string_view, size_t(Role::count)> names = {
        "bg0",          "bg1",          "bg2",       "bg3",          "line",         "line2",
        "t1",           "t2",           "t3",        "ink",          "on-ink",       "read",
        "read-fill",    "read-text",    "written",   "written-fill", "written-text", "waiting",
        "waiting-fill", "waiting-text", "trouble",   "trouble-fill", "trouble-text", "right",
        "right-fill",   "right-text",   "idle-fill", "idle-text",    "earlier"};
    return std::string(nth(names, role));
}

std::string css_variables(ThemeKind theme) {
    std::string text;
    for (size_t i = 0; i < size_t(Role::count); ++i) {
        const auto role = Role(i);
        text += fmt::format("--{}:#{:06x};", css_name(role), palette(theme)[role]);
    }
    return text;
}

std::string font_faces(const Picture* picture) {
    std::set<Face> needed;
    if (picture == nullptr)
        needed.insert(all_faces.begin(), all_faces.end());
    else
        for (const Shape& shape : picture->shapes)
            if (const auto* text = std::get_if<Text>(&shape)) needed.insert(text->type.face);
    std::string rules;
    for (const Face face : needed)
        rules += fmt::format(
            "@font-face{{font-family:\"{}\";font-weight:{};{}src:url(data:font/{};base64,{})}}\n",
            family_of(face), weight_of(face), face == Face::sans_italic ? "font-style:italic;" : "",
            family_of(face) == "Inter" ? "otf" : "ttf", base64(face_file(face)));
    return rules;
}

std::string xml_text(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const Character next = first_character(text);
        const std::string_view bytes = text.substr(0, std::max<size_t>(1, next.bytes));
        text.remove_prefix(bytes.size());
        // What XML has no place for, even escaped.
        const bool none = next.bytes == 0 || next.code < 0x20 || next.code == 0x7f || next.code == 0xfffe ||
                          next.code == 0xffff;
        if (none)
            out += "\xef\xbf\xbd";
        else if (bytes == "&")
            out += "&amp;";
        else if (bytes == "<")
            out += "&lt;";
        else if (bytes == ">")
            out += "&gt;";
        else if (bytes == "\"")
            out += "&quot;";
        else
            out += bytes;
    }
    return out;
}

std::vector<std::string> svg_elements(const Picture& picture, const SvgOptions& options) {
    Writer writer(options, picture.area.min);
    std::vector<std::string> elements;
    if (options.background)
        writer(Rectangle{picture.area, {Role::bg0}, {}, 0}), elements.push_back(writer.take());
    for (const Shape& shape : picture.shapes) {
        std::visit(writer, shape);
        elements.push_back(writer.take());
    }
    return elements;
}

std::string to_svg(const Picture& picture, const SvgOptions& options) {
    const std::string width = number(picture.area.width()), height = number(picture.area.height());
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
        "{1}\"{2}>\n",
        width, height, options.title.empty() ? "" : R"( role="img")");
    if (!options.title.empty()) svg += fmt::format("<title>{}</title>\n", xml_text(options.title));
    // Digits must not be joined to other shapes, and blanks stay as they are.
    std::string style(svg_text_rules);
    if (options.faces) style = font_faces(&picture) + style;
    svg += fmt::format("<style>{}</style>\n", style);
    for (const std::string& element : svg_elements(picture, options)) svg += element;
    return svg + "</svg>\n";
}

}  // namespace upsweep::canvas
