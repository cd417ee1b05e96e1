package io.oxgraph.error;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The codes of {@code tables/errors.tsv} that the plugin throws. The table gives each its text. */
public enum ErrorCode {
    INVALID_INPUT("invalid_input"),
    NOT_FOUND("not_found"),
    MEMORY_REPLACED("memory_replaced"),
    UNAUTHENTICATED("unauthenticated"),
    WORKSPACE_NOT_FOUND("workspace_not_found"),
    EMBEDDING_MODEL_MISMATCH("embedding_model_mismatch"),
    EMBEDDING_MODEL_UNSET("embedding_model_unset"),
    PLUGIN_VERSION_MISMATCH("plugin_version_mismatch"),
    SCHEMA_OUTDATED("schema_outdated"),
    SCHEMA_INCOMPLETE("schema_incomplete"),
    GUARD_MISSING_SCOPE("guard_missing_scope"),
    GUARD_SCOPE_CHANGED("guard_scope_changed"),
    GUARD_CROSS_WORKSPACE("guard_cross_workspace"),
    GUARD_APPEND_ONLY("guard_append_only"),
    GUARD_INVALID_NODE("guard_invalid_node"),
    GUARD_KIND_CHANGED("guard_kind_changed"),
    GUARD_WORKSPACE_KEPT("guard_workspace_kept"),
    WORKSPACE_NOT_EMPTY("workspace_not_empty"),
    WORKSPACE_IMPORTING("workspace_importing"),
    WORKSPACE_MOVING("workspace_moving");

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w+)}");

    private final String code;

    ErrorCode(String code) {
        this.code = code;
    }

    /** The code as it stands in the table. */
    public String code() {
        return code;
    }

    /** The message with its placeholders, from the table. */
    public String template() {
        return ErrorTable.message(code);
    }

    /**
     * The exception to throw.
     *
     * @param pairs name and value of each placeholder in turn
     */
    public OxgraphException with(Object... pairs) {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            values.put(String.valueOf(pairs[i]), String.valueOf(pairs[i + 1]));
        }
        return new OxgraphException(this, fill(values));
    }

    /** In one go, so that a value that looks like a placeholder stays as it is. */
    private String fill(Map<String, String> values) {
        return PLACEHOLDER.matcher(template()).replaceAll(found -> {
            String value = values.getOrDefault(found.group(1), found.group());
            return Matcher.quoteReplacement(value);
        });
    }
}
