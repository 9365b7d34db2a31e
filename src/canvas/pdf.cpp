// Writing PDF 1.6: one page, its faces whole, glyphs by their numbers in the face.
#include "canvas/pdf.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "canvas/text.h"
#include "core/ranges.h"

namespace upsweep::canvas {
namespace {

/// Text as the file has it: UTF-16 in hexadecimal digits.
std::string utf16(std::string_view text) {
    std::string digits;
    for (size_t at = 0; at < text.size();) {
        const uint32_t character = next_character(text, at);
        if (character < 0x10000)
            digits += fmt::format("{:04X}", character);
        else
            digits += fmt::format("{:04X}{:04X}", 0xD800 + ((character - 0x10000) >> 10),
                                  0xDC00 + ((character - 0x10000) & 0x3FF));
    }
    return digits;
}

/// The characters of each face that the page shows.
using UsedFaces = std::map<Face, std::set<uint32_t>>;

/// What is on the page, as PDF's operators; y goes down as in the picture.
class PageWriter {
  public:
    PageWriter(const PdfOptions& options, const Box& area) : options_(options), area_(area) {}

    std::string content;
    UsedFaces used;
    std::set<int> alphas;  ///< per mille, of fills and pens that are not opaque

    void operator()(const Rectangle& shape) {
        const Box box = shape.box.inset(shape.pen.ink.seen() ? 0.5F : 0);
        const float r = std::max(0.0F, std::min({shape.radius, box.width() / 2, box.height() / 2}));
        const float top = shape.corners == Corners::bottom ? 0 : r,
                    bottom = shape.corners == Corners::top ? 0 : r;
        begin(shape.fill, shape.pen);
        move({box.min.x + top, box.min.y});
        line({box.max.x - top, box.min.y});
        turn({box.max.x - top, box.min.y}, {box.max.x, box.min.y}, {box.max.x, box.min.y + top});
        line({box.max.x, box.max.y - bottom});
        turn({box.max.x, box.max.y - bottom}, box.max, {box.max.x - bottom, box.max.y});
        line({box.min.x + bottom, box.max.y});
        turn({box.min.x + bottom, box.max.y}, {box.min.x, box.max.y}, {box.min.x, box.max.y - bottom});
        line({box.min.x, box.min.y + top});
        turn({box.min.x, box.min.y + top}, box.min, {box.min.x + top, box.min.y});
        end(shape.fill, shape.pen, true);
    }
    void operator()(const Path& shape) {
        if (shape.points.empty()) return;
        begin(shape.fill, shape.pen);
        move(shape.points.front());
        for (size_t i = 1; i < shape.points.size(); ++i) line(shape.points[i]);
        end(shape.fill, shape.pen, shape.closed);
    }
    void operator()(const Curve& shape) {
        begin(no_ink, shape.pen);
        move(shape.from);
        curve(shape.control_1, shape.control_2, shape.to);
        end(no_ink, shape.pen, false);
    }
    void operator()(const Disc& shape) {
        const float r = shape.radius - (shape.pen.ink.seen() ? 0.5F : 0);
        const Point c = shape.centre;
        begin(shape.fill, shape.pen);
        move({c.x + r, c.y});
        turn({c.x + r, c.y}, {c.x + r, c.y + r}, {c.x, c.y + r});
        turn({c.x, c.y + r}, {c.x - r, c.y + r}, {c.x - r, c.y});
        turn({c.x - r, c.y}, {c.x - r, c.y - r}, {c.x, c.y - r});
        turn({c.x, c.y - r}, {c.x + r, c.y - r}, {c.x + r, c.y});
        end(shape.fill, shape.pen, true);
    }
    void operator()(const Text& shape) {
        if (!shape.ink.seen()) return;
        const float share = shape.align == Align::left ? 0 : shape.align == Align::centre ? 0.5F : 1;
        const Point baseline = at({shape.at.x - share * text_width(shape.type, shape.text),
                                   shape.at.y + half_capital * shape.type.size});
        std::string glyphs;
        for (size_t place = 0; place < shape.text.size();) {
            const uint32_t character = next_character(shape.text, place);
            used[shape.type.face].insert(character);
            glyphs += fmt::format("{:04X}", glyph_index(shape.type.face, character));
        }
        // The page is upside down, and its text must not be.
        content += fmt::format("q {}{} rg BT /F{} {} Tf 1 0 0 -1 {} {} Tm <{}> Tj ET Q\n",
                               alpha(shape.ink.alpha, "f"), colour(shape.ink), int(shape.type.face),
                               number_text(shape.type.size), number_text(baseline.x), number_text(baseline.y),
                               glyphs);
    }
    void operator()(const Clip& shape) {
        const Point corner = at(shape.box.min);
        content += fmt::format("q {} {} {} {} re W n\n", number_text(corner.x), number_text(corner.y),
                               number_text(std::max(0.0F, shape.box.width())),
                               number_text(std::max(0.0F, shape.box.height())));
    }
    void operator()(const Unclip&) { content += "Q\n"; }

  private:
    static std::string number_text(float value) { return fmt::format("{:.2f}", value); }
    Point at(Point point) const { return point - area_.min; }
    std::string place(Point point) const {
        return number_text(at(point).x) + " " + number_text(at(point).y) + " ";
    }
    void move(Point to) { content += place(to) + "m "; }
    void line(Point to) { content += place(to) + "l "; }
    void curve(Point control_1, Point control_2, Point to) {
        content += place(control_1) + place(control_2) + place(to) + "c ";
    }
    /// A quarter of a circle around a corner.
    void turn(Point from, Point corner, Point to) {
        constexpr float towards = 0.5523F;
        if (from == to) return;
        curve(from + (corner - from) * towards, to + (corner - to) * towards, to);
    }
    std::string colour(Ink ink) const {
        const Rgb rgb = palette(options_.theme)[ink.role];
        return fmt::format("{:.3f} {:.3f} {:.3f}", double(rgb >> 16) / 255, double(rgb >> 8 & 255) / 255,
                           double(rgb & 255) / 255);
    }
    /// Of a fill ("f") or a pen ("s").
    std::string alpha(float share, const char* of) {
        if (share >= 1) return {};
        const int thousandths = int(std::lround(share * 1000));
        alphas.insert(thousandths);
        return fmt::format("/{}{} gs ", of, thousandths);
    }
    void begin(Ink fill, const Pen& pen) {
        content += "q ";
        if (fill.seen()) content += alpha(fill.alpha, "f") + colour(fill) + " rg ";
        if (!pen.seen()) return;
        content += alpha(pen.ink.alpha, "s") + colour(pen.ink) + " RG " + number_text(pen.width) + " w ";
        if (pen.dash > 0) content += fmt::format("[{:.2f} {:.2f}] 0 d ", pen.dash, pen.gap);
    }
    void end(Ink fill, const Pen& pen, bool closed) {
        if (closed) content += "h ";
        content += fill.seen() && pen.seen() ? "B" : fill.seen() ? "f" : pen.seen() ? "S" : "n";
        content += " Q\n";
    }

    const PdfOptions& options_;
    Box area_;
};

/// The numbered objects of a file, and where each begins.
class PdfFile {
  public:
    /// Takes a number for what is written later.
    int next() { return ++last_; }
    void put(int number, const std::string& body) {
        starts_[number] = text_.size();
        text_ += fmt::format("{} 0 obj\n{}\nendobj\n", number, body);
    }
    int add(const std::string& body) {
        const int number = next();
        put(number, body);
        return number;
    }
    int add_stream(const std::string& entries, const std::string& bytes) {
        return add(fmt::format("<< {} /Length {} >>\nstream\n", entries, bytes.size()) + bytes +
                   "\nendstream");
    }
    std::string finish(int catalog, int about) {
        const size_t table = text_.size();
        text_ += fmt::format("xref\n0 {}\n0000000000 65535 f \n", last_ + 1);
        for (const auto& [number, start] : starts_) text_ += fmt::format("{:010} 00000 n \n", start);
        text_ += fmt::format("trailer\n<< /Size {} /Root {} 0 R /Info {} 0 R >>\nstartxref\n{}\n%%EOF\n",
                             last_ + 1, catalog, about, table);
        return std::move(text_);
    }

  private:
    std::string text_ = "%PDF-1.6\n%\xE2\xE3\xCF\xD3\n";
    std::map<int, size_t> starts_;
    int last_ = 0;
};

/// Which character each glyph is, for readers who search and copy.
std::string characters_of(Face face, const std::set<uint32_t>& used) {
    std::string map =
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Characters def /CMapType 2 "
        "def\n1 begincodespacerange <0000> <FFFF> endcodespacerange\n";
    for (const uint32_t character : used) {
        std::string bytes;
        // As UTF-8, which utf16 reads.
        if (character < 0x80)
            bytes = {char(character)};
        else if (character < 0x800)
            bytes = {char(0xC0 | character >> 6), char(0x80 | (character & 63))};
        else
            bytes = {char(0xE0 | character >> 12), char(0x80 | (character >> 6 & 63)),
                     char(0x80 | (character & 63))};
        map += fmt::format("1 beginbfchar <{:04X}> <{}> endbfchar\n", glyph_index(face, character),
                           utf16(bytes));
    }
    return map + "endcmap CMapName currentdict /CMap defineresource pop end end\n";
}

int add_face(PdfFile& file, Face face, const std::set<uint32_t>& used) {
    const auto bytes = face_file(face);
    const std::string data(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const bool outlines_are_cff = data.starts_with("OTTO");
    const std::string name = fmt::format("Face{}", int(face));
    const int program = outlines_are_cff ? file.add_stream("/Subtype /OpenType", data)
                                         : file.add_stream(fmt::format("/Length1 {}", data.size()), data);
    const int descriptor =
        file.add(fmt::format("<< /Type /FontDescriptor /FontName /{} /Flags 4 /FontBBox [-500 -300 1500 "
                             "1100] /ItalicAngle 0 /Ascent "
                             "950 /Descent -250 /CapHeight {} /StemV 80 /FontFile{} {} 0 R >>",
                             name, int(2000 * half_capital), outlines_are_cff ? "3" : "2", program));
    std::string widths;
    for (const uint32_t character : used)
        widths += fmt::format("{} [{:.1f}] ", glyph_index(face, character),
                              1000 * advance_of({face, 1}, character));
    const int glyphs = file.add(fmt::format(
        "<< /Type /Font /Subtype /CIDFontType{} /BaseFont /{} /CIDSystemInfo << /Registry (Adobe) /Ordering "
        "(Identity) /Supplement 0 >> /FontDescriptor {} 0 R /W [{}]{} >>",
        outlines_are_cff ? 0 : 2, name, descriptor, widths,
        outlines_are_cff ? "" : " /CIDToGIDMap /Identity"));
    const int characters = file.add_stream("", characters_of(face, used));
    return file.add(
        fmt::format("<< /Type /Font /Subtype /Type0 /BaseFont /{} /Encoding /Identity-H "
                    "/DescendantFonts [{} 0 R] /ToUnicode {} 0 R >>",
                    name, glyphs, characters));
}

}  // namespace

std::string to_pdf(const Picture& picture, const PdfOptions& options) {
    PageWriter page(options, picture.area);
    page.content = fmt::format("1 0 0 -1 0 {:.2f} cm\n", picture.area.height());
    page(Rectangle{picture.area, {Role::bg0}, {}, 0});
    for (const Shape& shape : picture.shapes) std::visit(page, shape);
    PdfFile file;
    const int pages = file.next();
    std::string faces, states;
    for (const auto& [face, used] : page.used)
        faces += fmt::format("/F{} {} 0 R ", int(face), add_face(file, face, used));
    for (const int alpha : page.alphas)
        states += fmt::format("/f{0} << /ca {1:.3f} >> /s{0} << /CA {1:.3f} >> ", alpha, alpha / 1000.0);
    const int content = file.add_stream("", page.content);
    const int sheet =
        file.add(fmt::format("<< /Type /Page /Parent {} 0 R /MediaBox [0 0 {:.2f} {:.2f}] /Resources << "
                             "/Font << {}>> /ExtGState << "
                             "{}>> >> /Contents {} 0 R >>",
                             pages, picture.area.width(), picture.area.height(), faces, states, content));
    file.put(pages, fmt::format("<< /Type /Pages /Kids [{} 0 R] /Count 1 >>", sheet));
    const int catalog = file.add(fmt::format("<< /Type /Catalog /Pages {} 0 R >>", pages));
    const int about =
        file.add(fmt::format("<< /Title <FEFF{}> /Producer (Upsweep) >>", utf16(options.title)));
    return file.finish(catalog, about);
}

}  // namespace upsweep::canvas
