package io.oxgraph.situation;

import io.oxgraph.model.ActionCodes;
import io.oxgraph.text.Identifiers;
import java.util.List;

/** Contexts of actions, such as run=2: ids of their counters, and their parts. */
public final class Contexts {

    private Contexts() {}

    /** Id of the pattern_key that counts a context of a pair. */
    public static String keyId(String workspaceId, String actionType, String nodeType, String context) {
        return Identifiers.stableId(
                workspaceId,
                "pattern_key",
                List.of(actionType, nodeType == null ? "" : nodeType, ActionCodes.ANY_ERROR, context));
    }

    /** Id of the node_tally that counts the actions on one target. It is a hash; the target's id is not stored. */
    public static String nodeTallyId(String workspaceId, String actionType, String nodeType, String target) {
        return Identifiers.stableId(
                workspaceId, "node_tally", List.of(actionType, nodeType == null ? "" : nodeType, target));
    }

    /** The family of a context such as run=2. */
    public static ContextFamily family(String context) {
        String word = word(context);
        return ContextFamily.all().stream()
                .filter(family -> family.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no context: " + context));
    }

    /** The value of a context: 2 for run=2. */
    public static String value(String context) {
        return context.substring(context.indexOf('=') + 1);
    }

    /** The comparison group of a context: its family; for previous+run those with the same run. */
    public static String rivals(String context) {
        return family(context) == ContextFamily.PREVIOUS_RUN
                ? context.substring(context.lastIndexOf('|'))
                : word(context);
    }

    /** The wider context that it must differ from as well: for previous+run the previous one; null otherwise. */
    public static String wider(String context) {
        return family(context) == ContextFamily.PREVIOUS_RUN
                ? ContextFamily.PREVIOUS.context(
                        value(context).substring(0, value(context).lastIndexOf('|')))
                : null;
    }

    private static String word(String context) {
        return context.substring(0, Math.max(0, context.indexOf('=')));
    }

    /**
     * The families of contexts. Each narrows a parent family, or the plain pair of action type and node type, and is
     * shrunk toward it when little was counted.
     */
    public enum ContextFamily {
        /** The previous action in the session and its outcome. */
        PREVIOUS("previous", null),
        /** Number of consecutive failures of the same pair right before, 0 to 3. */
        RUN("run", null),
        /** Both together. */
        PREVIOUS_RUN("previous+run", RUN),
        /** Last outcome of the same pair on this node in the session. */
        HERE("here", null),
        /** Outcomes of the same pair on this node in earlier sessions. */
        HISTORY("history", null),
        /** This node itself, in earlier sessions. */
        NODE("node", HISTORY);

        private static final List<ContextFamily> ALL = List.of(values());

        private final String word;
        private final ContextFamily parent;

        ContextFamily(String word, ContextFamily parent) {
            this.word = word;
            this.parent = parent;
        }

        /** All families, parents first. */
        public static List<ContextFamily> all() {
            return ALL;
        }

        /** The word in a context's name. */
        public String word() {
            return word;
        }

        /** The parent family; null for the plain pair. */
        public ContextFamily parent() {
            return parent;
        }

        /** Whether it depends on the target; such families are ignored when targets are known only after success. */
        public boolean isOfTarget() {
            return this == HERE || this == HISTORY || this == NODE;
        }

        /** Whether its contexts can become patterns; a single node is seen too seldom. */
        public boolean isPromoted() {
            return this != NODE;
        }

        /** A context's name, such as run=2. */
        public String context(String value) {
            return word + "=" + value;
        }
    }
}
