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
                yield previous(value.substring(0, bar)) + ", " + run(value.substring(bar + 1));
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
    public static Family family(String context) {
        String word = word(context);
        return Family.all().stream()
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
        return family(context) == Family.PREVIOUS_RUN ? context.substring(context.lastIndexOf('|')) : word(context);
    }

    /** The context that it narrows beside its family's: the first part of one in two parts; null for none. */
    public static String wider(String context) {
        return family(context) == Family.PREVIOUS_RUN
                ? Family.PREVIOUS.context(
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
}
