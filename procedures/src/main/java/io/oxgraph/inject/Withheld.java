package io.oxgraph.inject;

import io.oxgraph.graph.Workspace;
import io.oxgraph.model.Pattern;
import io.oxgraph.situation.Holdout;
import io.oxgraph.text.Identifiers;
import java.util.Arrays;
import java.util.List;

/** The patterns that this session does without, for the sake of comparison. */
record Withheld(Workspace workspace, String sessionId) {
    /** @param keyId the pattern_key's id; null for what is no pattern and never will be */
    boolean holds(String keyId) {
        return keyId != null && Holdout.withholds(workspace.id(), keyId, sessionId, workspace.holdoutRate());
    }

    /** The same for a plain pattern. */
    boolean holds(Pattern pattern) {
        if (workspace.holdoutRate() <= 0) {
            return false;
        }
        List<String> key = Arrays.asList(pattern.actionType(), pattern.nodeType(), pattern.errorCode());
        return holds(Identifiers.stableId(workspace.id(), "pattern_key", key));
    }
}
