package io.oxgraph.semantic;

import java.util.Locale;

/** Why a memory changed; each change leaves a transition that names its rule. */
enum Rule {
    REMEMBERED,
    MERGED,
    SUPERSEDED,
    CORRECTED,
    CONTRADICTED,
    REVIEWED,
    REVIVED,
    FORGOTTEN,
    RESTORED;

    /** As it stands in the graph. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
