// Pictures as SVG text: the same on every machine, and well-formed whatever the words are.
#include "canvas/svg.h"

#include <gmock/gmock.h>

namespace upsweep::canvas {
namespace {

using testing::HasSubstr;
using testing::Not;

Picture small_picture() {
    Canvas canvas({{10, 20}, {110, 80}}, 16);
    canvas.rectangle({{12, 22}, {52, 62}}, {Role::read_fill}, {{Role::read}, 2}, 4);
    canvas.rectangle({{60, 22}, {100, 32}}, {Role::trouble_fill, 0.35F}, {}, 4, Corners::bottom);
    canvas.line({12, 70}, {100, 70}, {{Role::line}, 1});
    canvas.line({12, 75}, {100, 75}, {{Role::trouble}, 1.5F, 6, 4});
    canvas.curve({{20, 60}, {20, 30}, {80, 30}, {80, 60}, {{Role::written}, 2.6F}});
    const Point head[] = {{80, 60}, {77, 54}, {83, 54}};
    canvas.polygon(head, {Role::written});
    canvas.disc({50, 40}, 8, {Role::written_fill}, {{Role::written}, 1.2F});
    canvas.push_clip({{60, 40}, {90, 60}});
    canvas.text({75, 50}, type::value_strong, {Role::t1}, "12", Align::centre);
    canvas.pop_clip();
    canvas.text_within({60, 27}, 30, type::small, {Role::t2}, "a & b < c");
    return canvas.finish();
}

TEST(Svg, ASmallPictureIsThisText) {
    const std::string text = to_svg(small_picture(), {.title = "A small picture"});
    EXPECT_EQ(
        text,
        R"GOLDEN(<svg xmlns="http://www.w3.org/2000/svg" width="100" height="60" viewBox="0 0 100 60" role="img">
<title>A small picture</title>
<style>text{white-space:pre;font-kerning:none;font-variant-ligatures:none}</style>
<rect x="0" y="0" width="100" height="60" fill="#0e1116"/>
<rect x="2.5" y="2.5" width="39" height="39" rx="4" fill="#0b5286" stroke="#45a9f5" stroke-width="2"/>
<path d="M50,8V2H90V8a4,4 0 0 1 -4,4H54a4,4 0 0 1 -4,-4Z" fill="#8a3204" fill-opacity="0.35"/>
<polyline points="2.5,50.5 90.5,50.5" fill="none" stroke="#2a323d" stroke-width="1"/>
<polyline points="2.5,55.5 90.5,55.5" fill="none" stroke="#f0503c" stroke-width="1.5" stroke-dasharray="6 4"/>
<path d="M10,40C10,10 70,10 70,40" fill="none" stroke="#fcb52a" stroke-width="2.6"/>
<polygon points="70,40 67,34 73,34" fill="#fcb52a"/>
<circle cx="40" cy="20" r="7.5" fill="#f5a623" stroke="#fcb52a" stroke-width="1.2"/>
<clipPath id="clip0"><rect x="50" y="20" width="30" height="20"/></clipPath>
<g clip-path="url(#clip0)">
<text x="65" y="38.44" font-family="JetBrains Mono" font-size="23" font-weight="700" text-anchor="middle" fill="#f2f5f9">12</text>
</g>
<text x="50" y="11.95" font-family="Inter" font-size="13.5" fill="#bac4d1"><title>a &amp; b &lt; c</title>a…</text>
</svg>
)GOLDEN");
}

TEST(Svg, EachClipHasItsOwnName) {
    Canvas canvas({{0, 0}, {100, 60}}, 16);
    for (const float left : {0.0F, 50.0F}) {
        canvas.push_clip({{left, 0}, {left + 40, 20}});
        canvas.text({left, 10}, type::small, {Role::t1}, "12");
        canvas.pop_clip();
    }
    const std::string text = to_svg(canvas.finish());
    EXPECT_THAT(text, HasSubstr("<clipPath id=\"clip0\"><rect x=\"0\""));
    EXPECT_THAT(text, HasSubstr("<clipPath id=\"clip1\"><rect x=\"50\""));
    EXPECT_THAT(text, HasSubstr("url(#clip1)"));
}

TEST(Svg, ColoursAreVariablesWhereThePageHasThem) {
    const std::string text = to_svg(small_picture(), {.variables = true, .background = false, .ids = "b-"});
    EXPECT_THAT(text, HasSubstr("fill=\"var(--read-fill)\""));
    EXPECT_THAT(text, Not(HasSubstr("fill=\"#")));
    EXPECT_THAT(text, HasSubstr("url(#b-0)")) << "two pictures of one page have different names";
    EXPECT_THAT(css_variables(ThemeKind::dark), HasSubstr("--bg0:#0e1116;"));
    EXPECT_EQ(css_name(Role::on_ink), "on-ink");
    EXPECT_EQ(css_name(Role::earlier), "earlier") << "every role has a name, in order";
}

TEST(Svg, FacesTravelInTheFileWhereAskedFor) {
    const std::string without = to_svg(small_picture()), with = to_svg(small_picture(), {.faces = true});
    EXPECT_THAT(without, Not(HasSubstr("@font-face")));
    EXPECT_THAT(with,
                HasSubstr("@font-face{font-family:\"JetBrains Mono\";font-weight:700;src:url(data:font/"));
    EXPECT_THAT(with, HasSubstr("@font-face{font-family:\"Inter\";font-weight:400;"));
    EXPECT_THAT(with, Not(HasSubstr("font-weight:600;src"))) << "only the faces that its texts have";
}

TEST(Svg, WordsAreEscaped) {
    EXPECT_EQ(xml_text("a<b> & \"c\""), "a&lt;b&gt; &amp; &quot;c&quot;");
    EXPECT_EQ(xml_text("√2 ≤ ×"), "√2 ≤ ×");
    EXPECT_EQ(xml_text("a\tb\x01\x1b"
                       "c\x7f"),
              "a\uFFFDb\uFFFD\uFFFDc\uFFFD");
    EXPECT_EQ(xml_text("\xff"
                       "a\xc3"),
              "\uFFFDa\uFFFD")
        << "what is no UTF-8";
    EXPECT_EQ(xml_text("\xef\xbf\xbf"), "\uFFFD") << "what XML has no place for";
}

TEST(Svg, ACutTextSaysAllToThePointer) {
    EXPECT_THAT(to_svg(small_picture()), HasSubstr("<title>a &amp; b &lt; c</title>"));
}

}  // namespace
}  // namespace upsweep::canvas
