// Arrows: what this step read and wrote, what the step before did, who waits for whom.
#pragma once

#include <span>
#include <string_view>

#include "canvas/canvas.h"

namespace upsweep::stage {

using namespace canvas;  // the stage is written in the canvas's words

enum class ArrowKind {
    read,     ///< this step, from the source
    written,  ///< this step, into the target
    before,   ///< the step before
    waits,    ///< waits for
    raised,   ///< raised by, dashed
    spins,    ///< looks again and again
};

/// How far an arrow has grown, 0 … 1 (motion), and whether it carries its head.
struct ArrowOptions {
    float grown = 1;
    bool head = true;
};

/// From top of a cell over to the top of another: an arc `height` pixels high.
void draw_arc(Canvas& canvas, Point from, Point to, float height, ArrowKind kind,
              const ArrowOptions& options = {});
/// A cubic curve between rows: leaves straight down, arrives straight down.
void draw_flow(Canvas& canvas, Point from, Point to, ArrowKind kind, const ArrowOptions& options = {});
/// Along a curve, whose pen the kind gives.
void draw_curve(Canvas& canvas, const Curve& curve, ArrowKind kind, const ArrowOptions& options = {});
/// Along straight lines with round corners of `radius` pixels, with a head at the end.
void draw_route(Canvas& canvas, std::span<const Point> points, ArrowKind kind, float radius,
                bool head = true);
void draw_straight(Canvas& canvas, Point from, Point to, ArrowKind kind, const ArrowOptions& options = {});

/// An operation's whole picture over a tape: an arc from `source` to the plus node, from there into `target`,
/// with the symbol in the node and `label` ("lane 0") above. `height` of the node over the cells.
void draw_operation(Canvas& canvas, Point source, Point target, float height, std::string_view symbol,
                    std::string_view label, float grown = 1);
/// Values that meet in a node: straight lines into it, then the arrow into the target.
void draw_meeting(Canvas& canvas, std::span<const Point> from, Point node, Point target, float grown);
/// The disc with an operation's symbol: "+", "max".
void draw_operation_node(Canvas& canvas, Point centre, std::string_view symbol);

/// Lines of the space-time diagram.
enum class DiagramLine { past, read_now, written_now, to_come };
void draw_diagram_line(Canvas& canvas, Point from, Point to, DiagramLine kind);

}  // namespace upsweep::stage
