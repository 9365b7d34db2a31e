// Lays out the speaker's notes: the item in large type, the clock at the right, the next item at the foot.
#include "app/shell/speaker.h"

#include <cmath>

#include <fmt/format.h>

#include "app/platform/gl_renderer.h"
#include "app/ui/controls.h"
#include "app/ui/text.h"

namespace upsweep::app {

namespace {

/// The window's ImGui context, while it is drawn.
class Entered {
  public:
    explicit Entered(ImGuiContext* mine) : before_(ImGui::GetCurrentContext()) {
        ImGui::SetCurrentContext(mine);
    }
    ~Entered() { ImGui::SetCurrentContext(before_); }
    Entered(const Entered&) = delete;
    Entered& operator=(const Entered&) = delete;

  private:
    ImGuiContext* before_;
};

constexpr TextStyle title_style_of_notes{Face::sans_bold, 1.9F}, clock_style{Face::mono_bold, 1.9F};
constexpr TextStyle words_style{Face::sans, 1.3F}, head_style{Face::sans_semibold, 0.9F};

/// A head and its sentence under it. Gives the height.
float draw_part(Frame& frame, ImVec2 at, float width, std::string_view head, const std::string& words,
                Role colour) {
    if (words.empty()) return 0;
    draw_text(frame, {at.x, at.y + frame.em(0.6F)}, head_style, Role::t3, head);
    const auto runs = marked_runs(words_style, {colour}, words);
    return frame.em(1.5F) + draw_paragraph(frame, {at.x, at.y + frame.em(1.5F)}, width, runs, 1.4F) +
           frame.em(1.1F);
}

/// "12:05 of 50:00", and how much of this item is left: a class behind its plan sees the colour of trouble.
float draw_clock(Frame& frame, Rect row, const SpeakerNotes& notes, double talked) {
    const float y = row.min.y + frame.em(1.2F);
    if (talked < 0) {
        const std::string_view words = "The clock starts with Present (F11)";
        draw_text(frame, {row.max.x, y}, type::body, Role::t2, words, Align::right);
        return text_width(frame, type::body, words);
    }
    const double end = 60.0 * (notes.start + notes.minutes);
    const std::string now = clock_of(talked), all = fmt::format("of {}", clock_of(60.0 * notes.all));
    const bool late = talked > end;
    draw_text(frame, {row.max.x, y}, clock_style, late ? Role::trouble : Role::t1, now, Align::right);
    const std::string words = late ? fmt::format("{} late, {}", clock_of(talked - end), all)
                                   : fmt::format("{} left here, {}", clock_of(end - talked), all);
    draw_text(frame, {row.max.x, y + frame.em(1.9F)}, type::body, late ? Role::trouble : Role::t2, words,
              Align::right);
    return std::max(text_width(frame, clock_style, now), text_width(frame, type::body, words));
}

void draw_notes(Frame& frame, const std::optional<SpeakerNotes>& notes, double talked) {
    Rect rest = frame.area.inset(frame.em(1.8F), frame.em(1.4F));
    if (!notes) {
        draw_text(frame, {rest.min.x, rest.min.y + frame.em()}, type::title, Role::t1,
                  "No class plan is open");
        return;
    }
    Rect head = rest.cut_top(frame.em(4.6F));
    const float clock = draw_clock(frame, head, *notes, talked);
    head.max.x -= clock + frame.em(1.5F);
    TextStyle title = title_style_of_notes;
    while (title.em > 1.2F && text_width(frame, title, notes->title) > head.width()) title.em -= 0.1F;
    draw_elided(frame, {head.min.x, head.min.y + frame.em(1.2F)}, head.width(), title, Role::t1,
                notes->title);
    draw_elided(
        frame, {head.min.x, head.min.y + frame.em(3.1F)}, head.width(), type::body, Role::t2,
        fmt::format("{}, minute {}, {} min: {}", notes->plan, notes->start, notes->minutes, notes->where));
    const Rect foot = rest.cut_bottom(frame.em(2.4F));
    frame.fill(foot.top(snap(frame.px())), Role::line);
    const std::string next = notes->next.empty()
                                 ? "Next: the end of the class"
                                 : fmt::format("Next, minute {}: {}", notes->next_start, notes->next);
    draw_elided(frame, {foot.min.x, foot.max.y - frame.em(0.8F)}, foot.width(), {Face::sans_semibold, 1.1F},
                Role::t1, next);
    float y = rest.min.y;
    y += draw_part(frame, {rest.min.x, y}, rest.width(), "SAY", notes->say, Role::t1);
    y += draw_part(frame, {rest.min.x, y}, rest.width(), "ASK", notes->ask, Role::t1);
    draw_part(frame, {rest.min.x, y}, rest.width(), "KEYS", notes->keys, Role::t2);
}

}  // namespace

std::string clock_of(double seconds) {
    const auto whole = int64_t(std::max(0.0, seconds));
    const int64_t hours = whole / 3600, minutes = whole / 60 % 60;
    return hours > 0 ? fmt::format("{}:{:02}:{:02}", hours, minutes, whole % 60)
                     : fmt::format("{}:{:02}", minutes, whole % 60);
}

struct Speaker::State {
    ImGuiContext* context = ImGui::CreateContext();
    std::unique_ptr<GlRenderer> renderer;
    Theme theme;
    Fonts fonts;
    Items items;
};

Speaker::Speaker() : state_(std::make_unique<State>()) {
    const Entered here(state_->context);
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = io.LogFilename = nullptr;
    io.MousePos = {-1, -1};
    state_->renderer = std::make_unique<GlRenderer>();
}

Speaker::~Speaker() {
    {
        const Entered here(state_->context);
        state_->renderer.reset();
    }
    ImGui::DestroyContext(state_->context);
}

bool Speaker::settled() const { return !state_->fonts.pending(); }

const std::vector<ShownText>& Speaker::texts() const { return *state_->items.texts; }

void Speaker::draw(int width, int height, float scale, const std::optional<SpeakerNotes>& notes,
                   double talked) {
    State& s = *state_;
    const Entered here(s.context);
    // As large as the window allows: it is read at arm's length, in the dark.
    const float em =
        std::max(8.0F, std::floor(std::min({float(width) / 44, float(height) / 30, 22 * scale})));
    if (em != s.theme.em()) s.fonts.set_scale(em);
    s.theme.set(ThemeKind::dark, em);
    if (s.fonts.update()) s.renderer->upload_fonts();
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {float(width), float(height)};
    io.DeltaTime = 1.0F / 60;
    ImGui::NewFrame();
    if (!s.items.texts) s.items.texts.emplace();
    s.items.clear();
    const Rect window(0, 0, io.DisplaySize.x, io.DisplaySize.y);
    ImGui::SetNextWindowPos(window.min);
    ImGui::SetNextWindowSize(window.size());
    ImGui::Begin("speaker", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
    Frame frame{s.theme, s.fonts, s.items, window, density_for(window.width() / em), false, 0, 0};
    draw_notes(frame, notes, talked);
    ImGui::End();
    ImGui::Render();
    s.renderer->draw(*ImGui::GetDrawData(), s.theme.colour(Role::bg0));
}

}  // namespace upsweep::app
