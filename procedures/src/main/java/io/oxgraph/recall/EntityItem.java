package io.oxgraph.recall;

import io.oxgraph.text.InjectionBlock.Lines;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What recall returns of an entity of the business graph. Entities that only have a name, such as those that extraction
 * makes, and those that stand for users are none.
 */
public interface EntityItem {
    /** Type of the entities that stand for users of the workspace; recall never returns them. */
    String USER = "user";

    String id();

    /** Id by which agents and the workspace's systems name it. */
    String nodeId();

    String name();

    /** Empty when there is none. */
    String type();

    /** Empty when there is none. */
    String description();

    /** The source that it is known from; empty when there is none. */
    String connection();

    /** The chosen properties, each as {@code key: value}. */
    List<String> shown();

    /** Whether its node_id says more than its id and its name. */
    default boolean isNamedByNodeId() {
        return !nodeId().isEmpty() && !nodeId().equals(id()) && !nodeId().equals(name());
    }

    /** One line: {@code name (type, node_id): description. key: value}. */
    default String text() {
        StringBuilder text = new StringBuilder(name());
        String about =
                type() + (!type().isEmpty() && isNamedByNodeId() ? ", " : "") + (isNamedByNodeId() ? nodeId() : "");
        text.append(about.isEmpty() ? "" : " (" + about + ')');
        String separator = ": ";
        for (String part : parts()) {
            text.append(separator).append(part);
            separator = part.endsWith(".") ? " " : ". ";
        }
        return Lines.single(text.toString());
    }

    /** The description and the chosen properties that are there. */
    private List<String> parts() {
        List<String> parts = new ArrayList<>(shown());
        if (!description().isBlank()) {
            parts.addFirst(description().strip());
        }
        return parts;
    }

    /** The chosen properties by name. */
    default Map<String, Object> properties() {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (String line : shown()) {
            int colon = line.indexOf(": ");
            if (colon > 0) {
                properties.put(line.substring(0, colon), line.substring(colon + 2));
            }
        }
        return properties;
    }
}
