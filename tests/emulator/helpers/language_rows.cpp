// The table of language_rows.h, put together from its parts.
#include "emulator/helpers/language_rows.h"

namespace upsweep::emulator {

const std::vector<LanguageRow>& language_rows() {
    static const std::vector<LanguageRow> rows = [] {
        std::vector<LanguageRow> all;
        for (const auto& part : {language_rows_declarations(), language_rows_types(),
                                 language_rows_statements(), language_rows_builtins(),
                                 language_rows_further(), language_rows_functions(), language_rows_objects()})
            all.insert(all.end(), part.begin(), part.end());
        return all;
    }();
    return rows;
}

}  // namespace upsweep::emulator
