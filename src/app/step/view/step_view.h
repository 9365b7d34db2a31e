// The Step view: any algorithm of the catalog, statement by statement.
#pragma once

#include "app/step/view/step_asking.h"
#include "app/step/view/step_compare.h"
#include "app/step/view/step_corner.h"
#include "app/step/view/step_panels.h"
#include "app/step/view/step_stage.h"
#include "stage/stage.h"

namespace upsweep::app {

/// How far the arrows of a single step forward have grown; a jump, a scrub or fast play shows the end at
/// once.
class StepMotion {
  public:
    void advance(double dt, const StepModel& model);
    bool moving() const { return share_ < 1; }
    /// 0 … 1, for the stage; the cells fill after the arrows.
    float grown() const;

  private:
    double share_ = 1, seconds_ = 0.3;
    int64_t seen_moves_ = 0;
};

class StepView : public View, public Presentation, public ShotControls {
  public:
    explicit StepView(Services& services);

    StepModel& model() { return model_; }
    CodeEdits& edits() { return edits_; }
    GpuCheck& gpu() { return gpu_; }
    /// Null where nothing is compared.
    Comparison* comparison() { return compare_.both.get(); }
    Predict& predict() { return asking_.predict; }
    OrderGame& order() { return order_; }
    Stops& stops() { return stops_; }
    CellInquiry& inquiry() { return over_.inquiry; }

    std::string_view name() const override { return "step"; }
    std::string_view title() const override { return "Step"; }
    /// While Predict asks, Enter is its own, unless a control has the focus.
    const KeyMap* keys() const override {
        return asking_.predict.active() && focus_.empty() ? &asking_.keys : &keys_;
    }
    /// While Predict asks, digits and what else an answer is written in go to the answer.
    bool on_answer(const KeyEvent& event) override;
    void on_help() override { look_.legend_seen = false; }
    std::vector<ViewWay> ways() override;
    /// Every algorithm, every template, and the files opened last.
    std::vector<PaletteEntry> offers() override;
    bool animating() const override;
    bool ready() const override;
    std::string spoken() override;
    std::string failure() const override { return model_.position() == nullptr ? model_.error() : ""; }

    void draw(Frame& frame) override;
    void advance(double dt) override;
    void open(const scenes::Destination& to) override;
    void show(const scenes::Scene& scene);
    /// The scene at its step with what was typed, and how it is looked at.
    std::optional<scenes::Destination> here() override;
    void seek(int64_t step) override;
    void look_from(stage::Zoom zoom) override { model_.set_zoom(zoom); }
    void show_code(replay::CodeForm form) override {
        code_.form = form;
        wanted_.form = true;
    }
    void ask(bool revealed) override;
    bool on_drop(const std::string& path) override;
    std::optional<SeekRange> seek_range() const override;
    /// Escape: closes the rail or a panel, leaves Predict, Compare or the scheduler's game.
    bool close_overlay() override;
    void restore(const Settings& settings) override;
    void save(Settings& settings) const override;
    int64_t place() const override { return model_.scenes(); }
    ShotControls& shot_controls() override { return *this; }
    Presentation& presentation() override { return *this; }
    std::optional<stage::Page> page() const override;
    void draw_presented(Frame& frame) override;
    void present_on() override { model_.forward(); }
    void present_back() override { model_.back(); }
    void presenting(bool on) override;
    bool look_back() override;
    int64_t moment() const override { return model_.moves(); }

  private:
    std::vector<PaletteEntry> setting_offers();
    void bind_keys();
    step::CodeTools tools() {
        return {model_, edits_, cures_, services_.notices, code_.later, stops_, panes_.inspector.race, gpu_};
    }
    step::UntilTools until() { return {stops_, until_, model_, services_.notices}; }
    /// Whether the code pane is an editor, which takes more room.
    bool is_edited() const { return code_.form == replay::CodeForm::full && edits_.editable(); }
    /// An own program opens as a text that can be edited.
    void show_own_text();
    bool close_predict();
    /// Compare, Predict and the scheduler's game are on or off; one at a time.
    void turn_compare();
    void leave_compare_for_its_left();
    void turn_predict();
    void turn_order();
    /// Cuts Predict's card from the foot of `rest`, where it is active, and says what the stage shows then.
    void draw_question(Frame& frame, Rect& rest, stage::StageOptions& options, bool presented = false);
    /// Marks the cell that was chosen where the scene was opened, until it is written.
    void show_awaited(stage::StageOptions& options);
    void open_first();
    void open_scene(const std::string& path);
    void open_trace(const std::string& path);
    void open_program(const std::string& path);
    void open_template(std::string_view text);
    /// The panel that opens programs.
    void show_open();
    void draw_panel(Frame& frame, Rect rect);
    /// The panel with what can be taken home.
    void show_home();
    float draw_home_button(Frame& frame, Rect rect, float left);
    /// Why nothing is on the stage, where it would be.
    void draw_failure(Frame& frame, Rect rect);
    void draw_stage(Frame& frame, Rect rect);
    /// Both scenes, with their counts below.
    void draw_compared(Frame& frame, Rect rect);
    void draw_both_presented(Frame& frame, Rect rect);
    void draw_zoom(Frame& frame, Rect rect);
    float draw_symbols(Frame& frame, Rect rect, float left);
    void draw_loading(Frame& frame, Rect rect);
    /// What the stage shows, but for its buttons.
    void choose_words();
    stage::StageOptions stage_options() const;
    /// Ctrl and the wheel over the stage: nearer and farther.
    void turn_wheel();
    void obey(const stage::StageEvents& events);
    /// The waiting block starts before or after the other one: another order of blocks, the same step.
    void move_block(const stage::BlockDrop& drop);
    bool drag_input(const Frame& frame, const CellPointer::Cell& held);
    void open_clicked_line();
    /// The history of the cell that has the focus, else of the one that the step writes.
    void turn_history();
    /// What is shown joins the Race.
    void race_edit();
    void ask_about(const std::optional<replay::CellPlace>& cell);
    void draw_right(Frame& frame, Rect rect);
    void draw_narrow(Frame& frame, Rect rect);
    /// The option that cures bank conflicts, where it is off; else null.
    const Option* cure() const;
    /// The first switch that is off and leaves out what keeps the kernel right; else null.
    const Option* left_out() const;
    void turn_on(const Option& option);

    /// Requests that came before the scene was there.
    struct Wanted {
        std::optional<int64_t> step;
        std::optional<bool> question;  ///< of ask(): its `revealed`
        bool form = false;  ///< show_code() chose the form in which programs of the user's own open, too
    };
    /// A cell of the input that is being dragged.
    struct InputDrag {
        int64_t element = 0;
        double from = 0;  ///< its value when that began, and where the pointer was
        float y = 0;
        int steps = 0;
        bool moved = false;
    };
    /// How the stage is seen.
    struct Look {
        std::optional<InputDrag> drag;
        stage::StageState stage;
        std::vector<stage::StageMark> asked;     ///< marked cells, while they are drawn
        bool symbols = false, rounding = false;  ///< cells show what they hold, or how far they are from it
        bool legend_seen = false;                ///< in an earlier session: it is in the help now
        float wheel = 0;                         ///< turned with Ctrl, and not used yet
        stage::Zoom presented_from = stage::Zoom::block;  ///< when presenting began
        bool presented_comparing = false;                 ///< likewise
        StepMotion motion;
    };
    /// Predict's questions.
    struct Asking {
        Predict predict;
        step::PredictCard card = {};
        KeyMap keys = {};
    };
    /// The panels that are shown in the stage's place.
    struct Over {
        step::OpenState open;
        step::HomeState home;
        CellInquiry inquiry;
        void close_files() { open.shown = home.shown = false; }
    };
    /// What the panes beside the stage remember.
    struct Panes {
        step::RailState rail;
        step::HeaderState header;
        step::InspectorState inspector;
        step::OutputState output;
        step::CornerState corner;
        int tab = 0;  ///< narrow windows: stage, code, counts
    };

    Services& services_;
    StepModel model_;
    CodeEdits edits_;
    CureTrials cures_;
    KeyMap keys_;
    Asking asking_;
    OrderGame order_;
    Stops stops_;
    step::UntilState until_;
    GpuCheck gpu_;
    std::string focus_;        ///< the control that has the keyboard's focus
    std::string own_file_;     ///< the own program that was shown last
    std::string shown_error_;  ///< the model's, as a notice
    step::CodeState code_;
    Wanted wanted_;
    Look look_;
    Panes panes_;
    Over over_;
    step::CompareState compare_;  ///< ends before the model that it rides
};

std::unique_ptr<View> make_step_view(Services& services);

}  // namespace upsweep::app
