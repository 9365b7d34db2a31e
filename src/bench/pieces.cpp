#include "bench/pieces.h"

#include <algorithm>

#include "core/ranges.h"

namespace upsweep::bench {

std::vector<RaceSettings> pieces_of(const std::vector<RaceSettings>& races, const Recording* known) {
    std::vector<RaceSettings> pieces;
    for (const RaceSettings& race : races)
        for (const Extent extent : race.extents) {
            RaceSettings piece = race;
            piece.extents = {extent};
            std::erase_if(piece.competitors, [&](const Competitor& competitor) {
                return known != nullptr && any_of(known->times, [&](const RecordedTime& time) {
                           return time.seconds > 0 && time.extent == extent && time.types == race.types &&
                                  line_of(time) + " " + time.on == key_of(competitor);
                       });
            });
            if (!piece.competitors.empty()) pieces.push_back(std::move(piece));
        }
    return pieces;
}

size_t run_pieces(const std::vector<RaceSettings>& pieces, double limit,
                  const std::function<void(const RaceSettings&)>& run, const Clock& clock) {
    const double started = clock();
    double longest = 0, last = 0;
    for (size_t i = 0; i < pieces.size(); ++i) {
        const double began = clock();
        if (i > 0) {
            const double growth =
                double(pieces[i].extents[0].count()) / double(pieces[i - 1].extents[0].count());
            if (began - started + std::max(longest, last * growth) > limit) return pieces.size() - i;
        }
        run(pieces[i]);
        last = clock() - began;
        longest = std::max(longest, last);
    }
    return 0;
}

}  // namespace upsweep::bench
