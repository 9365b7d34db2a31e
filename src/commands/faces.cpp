// `upsweep faces`: face detection in a picture, on the chosen machine.
#include <string>
#include <vector>

#include <fmt/core.h>

#include "cascade/cascade.h"
#include "commands/command_line.h"
#include "commands/films.h"
#include "commands/messages.h"
#include "core/error.h"
#include "core/json.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/words.h"
#include "core/write_file.h"
#include "media/film_writer.h"
#include "media/image.h"
#include "media/npy.h"
#include "pipelines/parts/frames_plan.h"
#include "vision/face_detector.h"

namespace upsweep::commands {
namespace {

struct FacesRequest {
    std::string picture, output, cascade, rule = "opencv", on = "cpu", scaling = "picture";
    vision::FaceRequest faces;
    int frames = 0;
    bool hardware = false;
    bool json = false;
};

vision::FaceRule parse_rule(const std::string& text) {
    if (text == "opencv") return vision::FaceRule::opencv;
    if (text == "paper") return vision::FaceRule::paper;
    throw UsageError("Unknown rule {}; use opencv or paper.", in_quotes(text));
}

vision::FaceScaling parse_scaling(const std::string& text) {
    if (text == "picture") return vision::FaceScaling::picture;
    if (text == "filter") return vision::FaceScaling::filter;
    throw UsageError("Unknown scaling {}; scale the picture or the filter.", in_quotes(text));
}

/// Under OpenCV's rule colours become grey as OpenCV makes them.
Array load(const std::string& name, vision::FaceRule rule) {
    const media::Luma weights = rule == vision::FaceRule::opencv ? media::Luma::opencv : media::Luma::ours;
    Array picture =
        name.ends_with(".npy") ? media::load_samples(name) : media::load_image(name, {}, weights).grey;
    if (picture.type() != ScalarType::u8)
        throw UsageError("{} has elements of {}; face detection takes u8.", in_quotes(name),
                         name_of(picture.type()));
    return picture;
}

bool is_list(const std::string& name) {
    return name.ends_with(".npy") || name.ends_with(".json") || name.ends_with(".csv");
}

/// A part of the work: its key in JSON and its name in the text, in order.
struct FacePart {
    const char *key, *name;
    double vision::FaceParts::*ms;
};
constexpr FacePart face_parts[] = {{"upload", "upload", &vision::FaceParts::upload_ms},
                                   {"pyramid", "pyramid", &vision::FaceParts::pyramid_ms},
                                   {"tables", "tables", &vision::FaceParts::tables_ms},
                                   {"cascade", "cascade", &vision::FaceParts::cascade_ms},
                                   {"group", "grouping", &vision::FaceParts::group_ms},
                                   {"draw", "drawing", &vision::FaceParts::draw_ms},
                                   {"download", "download", &vision::FaceParts::download_ms}};

Json document_of(const std::string& rule, const vision::FaceRun& run) {
    Json scales = Json::array(), raw = Json::array(), faces = Json::array();
    for (const vision::FaceLevel& level : run.levels) scales.push_back(level.scale);
    for (const vision::FaceRectangle& r : run.raw) raw.push_back({r.x, r.y, r.width, r.height});
    for (const vision::FaceRectangle& r : run.faces)
        faces.push_back({r.x, r.y, r.width, r.height, r.neighbours});
    Json parts_ms;
    for (const FacePart& part : face_parts) parts_ms[part.key] = run.parts.*part.ms;
    return {{"rule", rule},
            {"scales", std::move(scales)},
            {"raw", std::move(raw)},
            {"faces", std::move(faces)},
            {"parts_ms", std::move(parts_ms)},
            {"kernels_ms", run.parts.kernels_ms}};
}

/// A row a face: x, y, width, height, neighbours.
Array as_rows(const std::vector<vision::FaceRectangle>& faces) {
    Array rows(ScalarType::i32, {5, int64_t(faces.size())});
    int32_t* to = rows.view<int32_t>().data();
    for (const vision::FaceRectangle& face : faces)
        for (const int64_t value : {face.x, face.y, face.width, face.height, int64_t{face.neighbours}})
            *to++ = int32_t(value);
    return rows;
}

vision::FaceParts medians_of(const std::vector<vision::FaceParts>& frames) {
    vision::FaceParts medians;
    const auto take = [&](double vision::FaceParts::*part) {
        std::vector<double> times;
        for (const vision::FaceParts& frame : frames) times.push_back(frame.*part);
        sort(times);
        medians.*part = times[times.size() / 2];
    };
    for (const FacePart& part : face_parts) take(part.ms);
    take(&vision::FaceParts::kernels_ms);
    return medians;
}

struct Found {
    vision::FaceRun run;
    Array drawn;  ///< where it was requested
};

/// The picture as so many frames of a film, by one detector: what the last one gave, with the medians of the
/// times. A first frame more, which warms a GPU up, does not count.
Found detect(const FacesRequest& request, const Array& picture, const cascade::Cascade& cascade,
             const backends::Backend& on) {
    const bool drawn = !request.output.empty() && !is_list(request.output);
    vision::FaceDetector detector(picture.extent(), cascade, request.faces, on);
    Found found;
    std::vector<vision::FaceParts> frames;
    const int warming = &on == &backends::gpu() || request.frames > 1 ? 1 : 0,
              times = std::max(request.frames, 1);
    for (int i = 0; i < times + warming; ++i) {
        found.run = detector.detect(picture);
        if (drawn) found.drawn = detector.draw(picture, found.run.faces, found.run.parts);
        if (i >= warming) frames.push_back(found.run.parts);
    }
    found.run.parts = medians_of(frames);
    return found;
}

void save(const FacesRequest& request, const Found& found) {
    const std::string& name = request.output;
    if (name.ends_with(".npy")) return media::save_npy(name, as_rows(found.run.faces));
    if (name.ends_with(".json")) return write_file(name, document_of(request.rule, found.run).dump() + "\n");
    media::save_image(name, found.drawn);
}

/// The parts that took time, in their order.
std::string times_text(const vision::FaceParts& times) {
    std::string text;
    for (const FacePart& part : face_parts)
        if (const double ms = times.*part.ms; ms > 0)
            text += fmt::format("{}{} {:.3f} ms", text.empty() ? "" : ", ", part.name, ms);
    return text;
}

void print_report(const FacesRequest& request, Extent extent, const cascade::Cascade& cascade,
                  const vision::FaceRun& run, const backends::Backend& on) {
    fmt::print("{} in {} ({} × {}), {} of {} passed all stages; {}, {}, on the {}.\n",
               counted(int64_t(run.faces.size()), "face"), in_quotes(request.picture), extent.width,
               extent.height, counted(int64_t(run.raw.size()), "window"), run.left.empty() ? 0 : run.left[0],
               request.rule == "opencv" ? "OpenCV's rule" : "the paper's rule",
               counted(int64_t(run.levels.size()), "scale"), on.title());
    for (const vision::FaceRectangle& face : run.faces)
        fmt::print("  {} × {} at ({}, {}), from {}\n", face.width, face.height, face.x, face.y,
                   counted(face.neighbours, "window"));
    if (const std::string times = times_text(run.parts); !times.empty()) fmt::print("Times: {}.\n", times);
    if (const double ms = run.parts.kernels_ms; ms > 0)
        fmt::print("Kernels alone: {:.3f} ms, {:.0f} frames/s.\n", ms, 1000 / ms);
    fmt::print("Cascade: {}, {} stages, {} stumps; {}\n", one_line(cascade.name), cascade.stages.size(),
               cascade.stumps.size(), cascade.licence.empty() ? "it names no licence." : cascade.licence);
    if (!request.output.empty()) fmt::print("Written: {}.\n", in_quotes(request.output));
}

/// A row a face.
std::string as_csv(const Json& frames) {
    std::string text = "frame,seconds,x,y,width,height,neighbours\n";
    for (const Json& frame : frames)
        for (const Json& face : frame["faces"]) {
            text += fmt::format("{},{:.6f}", frame["frame"].get<int64_t>(), frame["seconds"].get<double>());
            for (const Json& number : face) text += fmt::format(",{}", number.get<int64_t>());
            text += '\n';
        }
    return text;
}

/// Each frame by one detector, whose memory and tables stay.
void run_film(const FacesRequest& request, const cascade::Cascade& cascade, const backends::Backend& on) {
    const std::string& output = request.output;
    const bool drawn = !output.empty() && !is_list(output);
    const FilmRequest film{request.picture, drawn ? output : "", drawn, request.frames, request.hardware};
    std::unique_ptr<vision::FaceDetector> detector;
    Json frames = Json::array();
    std::vector<vision::FaceParts> parts;
    int64_t faces = 0;
    size_t most = 0;
    const FilmTotals totals = process_film(film, [&](const media::Frame& frame) {
        if (!detector)
            detector =
                std::make_unique<vision::FaceDetector>(frame.grey.extent(), cascade, request.faces, on);
        vision::FaceRun run = detector->detect(frame.grey);
        Json found = Json::array();
        for (const vision::FaceRectangle& r : run.faces)
            found.push_back({r.x, r.y, r.width, r.height, r.neighbours});
        frames.push_back({{"frame", frame.number}, {"seconds", frame.seconds}, {"faces", std::move(found)}});
        faces += std::ssize(run.faces);
        most = std::max(most, run.faces.size());
        std::vector<Array> shown = frame.colour.empty() ? std::vector<Array>{frame.grey} : frame.colour;
        std::vector<FramedRectangle> framed;
        for (const vision::FaceRectangle& r : run.faces) framed.push_back({r.x, r.y, r.width, r.height});
        if (drawn)
            for (Array& channel : shown) draw_framed(channel, framed);
        parts.push_back(run.parts);
        return shown;
    });
    if (output.ends_with(".csv")) write_file(output, as_csv(frames));
    const vision::FaceParts times = parts.empty() ? vision::FaceParts{} : medians_of(parts);
    if (request.json || output.ends_with(".json")) {
        Json document = document_of(totals, std::move(frames));
        document["rule"] = request.rule;
        for (const FacePart& part : face_parts) document["parts_ms"][part.key] = times.*part.ms;
        if (output.ends_with(".json")) write_file(output, document.dump() + "\n");
        if (request.json) return print(document);
    }
    print_film(film, totals,
               fmt::format("{}, at most {} in a frame, {}", counted(faces, "face"), most,
                           request.rule == "opencv" ? "OpenCV's rule" : "the paper's rule"),
               on.title());
    if (const std::string text = times_text(times); !text.empty()) fmt::print("Medians: {}.\n", text);
    if (const double ms = times.kernels_ms; ms > 0)
        fmt::print("Kernels alone: {:.3f} ms, {:.0f} frames/s.\n", ms, 1000 / ms);
}

void run_faces(const FacesRequest& asked) {
    FacesRequest request = asked;
    request.faces.rule = parse_rule(request.rule);
    request.faces.scaling = parse_scaling(request.scaling);
    const backends::Backend& on = backends::find(request.on);
    if (!request.output.empty()) {
        const bool film = media::is_moving(request.picture);
        if (film && request.output.ends_with(".npy"))
            throw UsageError("Faces of a film go into .csv or .json, or are drawn into a film (.mp4).");
        if (!film && request.output.ends_with(".csv"))
            throw UsageError("Faces of one picture go into .npy or .json; .csv is for those of a film.");
        if (!is_list(request.output))
            film ? media::check_film_name(request.output) : media::check_image_name(request.output);
        check_output(request.output, {request.picture, request.cascade});
    }
    const cascade::Cascade cascade = request.cascade.empty()    ? cascade::frontal_face_cascade()
                                     : request.cascade == "toy" ? cascade::toy_cascade()
                                                                : cascade::load_cascade(request.cascade);
    if (media::is_moving(request.picture)) return run_film(request, cascade, on);
    const Array picture = load(request.picture, request.faces.rule);
    const Found found = detect(request, picture, cascade, on);
    if (!request.output.empty()) save(request, found);
    if (request.json)
        print(document_of(request.rule, found.run));
    else
        print_report(request, picture.extent(), cascade, found.run, on);
}

}  // namespace

void add_faces_command(Command program) {
    const auto [command, request] =
        program.add_command("faces", "Face detection: a cascade over a pyramid of the picture", run_faces);
    command.option("IMAGE", request.picture, image_help("a .npy array of u8, or a film")).required();
    command.option(
        "--rule", request.rule,
        "opencv: the same windows as OpenCV's detectMultiScale; paper: every window, step one pixel");
    command.option("--factor", request.faces.factor, "from each scale to the next, 1.01 to 4");
    command.option("--neighbours", request.faces.neighbours,
                   "a face is a group of more windows than this; 0: no grouping");
    command.option("--cascade", request.cascade,
                   "a cascade of OpenCV (XML), or toy; without it Debian's frontal faces (opencv-data)");
    command.option("--scaling", request.scaling,
                   "what is scaled: the picture, or (with --rule paper) the filter");
    command.option("--on", request.on, "cpu, gpu or emulator");
    command
        .option("--frames", request.frames,
                "process the picture N times, 1 to 10000, as video frames; times are medians; of a film, "
                "only its first "
                "N frames")
        .range(1, 10000);
    command.flag("--hardware", request.hardware, hardware_help);
    command.flag("--json", request.json, "print JSON: rule, scales, raw, faces, parts_ms, kernels_ms");
    command.option(
        "-o,--output", request.output,
        "the picture with frames around the faces (.png, .pgm; of a film .mp4 …), or the faces as .npy or "
        ".json (of a film .csv or .json)");
}

}  // namespace upsweep::commands
