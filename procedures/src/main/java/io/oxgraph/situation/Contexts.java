package io.oxgraph.situation;

import io.oxgraph.text.Identifiers;
import java.util.List;

/** Names of contexts: as ids, and in words. */
public final class Contexts {
    /** The error code of a pattern of failures whatever their code. */
    public static final String ANY_ERROR = "AnyError";

    private Contexts() {}

    /** The id of the pattern_key that counts a context of a pair. */
    public static String keyId(String workspaceId, String actionType, String nodeType, String context) {
        return Identifiers.stableId(
                workspaceId, "pattern_key", List.of(actionType, nodeType == null ? "" : nodeType, ANY_ERROR, context));
    }

    /** The id of the node_tally that counts what was done on one target. The target's own id is not kept. */
    public static String nodeTallyId(String workspaceId, String actionType, String nodeType, String target) {
        return Identifiers.stableId(
                workspaceId, "node_tally", List.of(actionType, nodeType == null ? "" : nodeType, target));
    }

    /** A context such as run=2 in words that follow the action's name: right after it failed twice in a row. */
    public static String words(String context) {
        String value = value(context);
        return switch (family(context)) {
            case PREVIOUS -> previous(value);
            case RUN -> run(value);
            case PREVIOUS_RUN -> {
                int bar = value.lastIndexOf('|');
                yield previous(value.substring(0, bar)) + having(value.substring(bar + 1));
            }
            case HERE ->
                "on a node "
                        + switch (value) {
                            case "bad" -> "on which it failed before in this session";
                            case "ok" -> "on which it worked before in this session";
                            default -> "that is new in this session";
                        };
            case HISTORY ->
                "on a node "
                        + switch (value) {
                            case "bad" -> "on which it has always failed";
                            case "ok" -> "on which it has always worked";
                            case "mixed" -> "on which it has failed before";
                            default -> "on which it was never tried";
                        };
            case NODE -> "on this very node";
        };
    }

    /** The family of a context such as run=2. */
    public static ContextFamily family(String context) {
        String word = word(context);
        return ContextFamily.all().stream()
                .filter(family -> family.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no context: " + context));
    }

    /** What a context such as run=2 says of its family. */
    public static String value(String context) {
        return context.substring(context.indexOf('=') + 1);
    }

    /** What a context is compared with: its family; of one in two parts, those with the same second part. */
    public static String rivals(String context) {
        return family(context) == ContextFamily.PREVIOUS_RUN
                ? context.substring(context.lastIndexOf('|'))
                : word(context);
    }

    /** The context that it narrows beside its family's: the first part of one in two parts; null for none. */
    public static String wider(String context) {
        return family(context) == ContextFamily.PREVIOUS_RUN
                ? ContextFamily.PREVIOUS.context(
                        value(context).substring(0, value(context).lastIndexOf('|')))
                : null;
    }

    private static String word(String context) {
        return context.substring(0, Math.max(0, context.indexOf('=')));
    }

    private static String previous(String value) {
        if (value.equals("^")) {
            return "as the first action of a session";
        }
        int colon = value.lastIndexOf(':');
        return "right after " + value.substring(0, colon) + (value.endsWith(":bad") ? " failed" : " succeeded");
    }

    private static String run(String value) {
        return switch (value) {
            case "0" -> "when it has not just failed";
            case "1" -> "after it failed";
            case "2" -> "after it failed twice in a row";
            default -> "after it failed three times in a row or more";
        };
    }

    private static String having(String run) {
        return switch (run) {
            case "0" -> "";
            case "1" -> ", having failed once before";
            case "2" -> ", having failed twice before";
            default -> ", having failed three times or more before";
        };
    }

    /**
     * The kinds of context that an action is looked at in. Each narrows another one, or the plain pair of action type and
     * node type, and borrows from it where little has been seen.
     */
    public enum ContextFamily {
        /** The action before it in the session, and how that went. */
        PREVIOUS("previous", null),
        /** How often the same failed directly before in the session. */
        RUN("run", null),
        /** Both. */
        PREVIOUS_RUN("previous+run", RUN),
        /** How the same went last on this very node in the session. */
        HERE("here", null),
        /** How the same went on this very node in earlier sessions. */
        HISTORY("history", null),
        /** This very node in earlier sessions. */
        NODE("node", HISTORY);

        private static final List<ContextFamily> ALL = List.of(values());

        private final String word;
        private final ContextFamily parent;

        ContextFamily(String word, ContextFamily parent) {
            this.word = word;
            this.parent = parent;
        }

        /** All of them, each after its parent. */
        public static List<ContextFamily> all() {
            return ALL;
        }

        /** As it stands in a context's name. */
        public String word() {
            return word;
        }

        /** The family that it narrows; null for the plain pair. */
        public ContextFamily parent() {
            return parent;
        }

        /** Whether it speaks of the target; such a family is silent where a target is known only after a success. */
        public boolean isOfTarget() {
            return this == HERE || this == HISTORY || this == NODE;
        }

        /** Whether its contexts can become patterns: a single node is seen too seldom to claim anything of it. */
        public boolean isPromoted() {
            return this != NODE;
        }

        /** A context's name, such as run=2. */
        public String context(String value) {
            return word + "=" + value;
        }
    }
}
