// The Step view: any algorithm of the catalog, statement by statement.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/host/view.h"
#include "app/step/model/cell_inquiry.h"
#include "app/step/model/predict.h"
#include "app/step/model/step_model.h"
#include "app/step/model/stops.h"
#include "app/step/view/step_compare.h"
#include "app/step/view/step_home.h"
#include "app/step/view/step_open.h"
#include "app/step/view/step_order.h"
#include "app/step/view/step_parts.h"
#include "app/step/view/step_predict.h"
#include "stage/stage.h"

namespace upsweep::app {

class StepView : public View {
  public:
    explicit StepView(Services& services);

    StepModel& model() { return model_; }
    CodeEdits& edits() { return edits_; }
    GpuCheck& gpu() { return gpu_; }
    /// Null where nothing is compared.
    Comparison* comparison() { return compare_.both.get(); }
    Predict& predict() { return predict_; }
    OrderGame& order() { return order_; }
    Stops& stops() { return stops_; }
    CellInquiry& inquiry() { return inquiry_; }

    std::string_view name() const override { return "step"; }
    std::string_view title() const override { return "Step"; }
    /// While Predict asks, Enter is its own, unless a control has the focus.
    const KeyMap* keys() const override {
        return predict_.active() && focus_.empty() ? &predict_keys_ : &keys_;
    }
    std::vector<ViewWay> ways() override;
    /// Every algorithm, every template, and the files opened last.
    std::vector<PaletteEntry> offers() override;
    bool animating() const override;
    bool ready() const override;
    std::string failure() const override { return model_.position() == nullptr ? model_.error() : ""; }

    void draw(Frame& frame) override;
    void advance(double dt) override;
    void open(const scenes::Destination& to) override;
    void show(const scenes::Scene& scene);
    void seek(std::int64_t step) override;
    void look_from(stage::Zoom zoom) override { model_.set_zoom(zoom); }
    void show_code(replay::CodeForm form) override {
        code_.form = form;
        form_is_asked_ = true;
    }
    void ask(bool revealed) override;
    bool on_drop(const std::string& path) override;
    std::optional<SeekRange> seek_range() const override;
    /// Escape: closes the rail, leaves Predict, else looks from farther.
    bool close_overlay() override;
    /// The first finding, where there is one.
    void pose() override { model_.next_finding(); }
    void restore(const Settings& settings) override;
    void save(Settings& settings) const override;
    std::int64_t place() const override { return model_.scenes(); }
    std::optional<stage::Page> page() const override;
    void draw_presented(Frame& frame) override;
    void present_on() override { model_.forward(); }
    void present_back() override { model_.back(); }
    void presenting(bool on) override;
    bool look_back() override;
    std::int64_t moment() const override { return model_.moves(); }

  private:
    void bind_keys();
    step::CodeTools tools() {
        return {model_, edits_, cures_, services_.notices, code_.later, stops_, inspector_.race};
    }
    step::UntilTools until() { return {stops_, until_, model_, services_.notices}; }
    /// Whether the code pane is an editor, which takes more room.
    bool is_edited() const { return code_.form == replay::CodeForm::full && edits_.editable(); }
    /// An own program opens as a text that can be edited.
    void show_own_text();
    bool close_predict();
    /// Compare, Predict and the scheduler's game are on or off; one at a time.
    void turn_compare();
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

    Services& services_;
    StepModel model_;
    CodeEdits edits_;
    CureTrials cures_;
    KeyMap keys_, predict_keys_;
    Predict predict_{model_};
    step::PredictCard predict_card_;
    OrderGame order_;
    Stops stops_;
    step::UntilState until_;
    CellInquiry inquiry_{model_};
    std::string focus_;                          ///< the control that has the keyboard's focus
    std::vector<stage::StageMark> asked_cells_;  ///< while they are drawn
    std::optional<bool> wanted_question_;        ///< ask() came before the scene was there: its `revealed`
    stage::StageState stage_;
    step::RailState rail_;
    step::HeaderState header_;
    step::CodeState code_;
    step::InspectorState inspector_;
    GpuCheck gpu_;
    step::OutputState output_;
    step::HomeState home_;
    step::CompareState compare_;  ///< ends before the model that it rides
    std::shared_ptr<step::OpenState> open_ = std::make_shared<step::OpenState>();
    stage::Zoom presented_from_ = stage::Zoom::block;  ///< when presenting began
    int tab_ = 0;                                      ///< narrow windows: stage, code, counts
    std::optional<std::int64_t> wanted_step_;
    std::int64_t seen_moves_ = 0;
    bool form_is_asked_ = false;  ///< own programs open in the form that `shot --code` asked for
    std::string own_file_;        ///< the own program that was shown last
    double motion_ = 1, motion_seconds_ = 0.3;
    std::string shown_error_;
    float wheel_ = 0;                          ///< turned with Ctrl, and not used yet
    bool symbols_ = false, rounding_ = false;  ///< cells show what they hold, or how far they are from it
};

std::unique_ptr<View> make_step_view(Services& services);

}  // namespace upsweep::app
