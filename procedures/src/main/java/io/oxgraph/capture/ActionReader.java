package io.oxgraph.capture;

import io.oxgraph.capture.SessionCapture.SessionReader;
import io.oxgraph.input.FieldReader;
import io.oxgraph.input.InputProperty;
import io.oxgraph.model.Action;
import io.oxgraph.model.ActionCodes;
import io.oxgraph.table.Limits;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Parses and validates an action; {@code invalid_input} names the offending field. */
public final class ActionReader {
    private static final Set<String> NAMED =
            Set.of("session_id", "agent_id", "action_type", "target_node_type", "error_code", "latency_ms", "seq");
    private static final Set<String> OTHERS =
            Set.of("id", "target_node_ids", "outcome", "started_at", "injected_patterns");
    /** Properties that a caller may give and that have no rule of their own here. */
    private static final List<InputProperty> FURTHER = InputProperty.of("action").stream()
            .filter(property -> !NAMED.contains(property.name()))
            .toList();

    private static final Set<String> FIELDS = Stream.of(
                    NAMED.stream(), OTHERS.stream(), FURTHER.stream().map(InputProperty::name))
            .flatMap(names -> names)
            .collect(Collectors.toUnmodifiableSet());
    private static final int NAME = Limits.of("name");
    private static final int IDENTIFIER = Limits.of("id");
    private static final int TARGETS = Limits.of("targets");
    private static final double MAX_LATENCY_MS = (double) Limits.large("latency_ms");
    private static final double NANOS_A_MS = 1e6;
    private static final String FAILURE = "failure";

    private final FieldReader fields;
    private final ZonedDateTime now;

    private ActionReader(FieldReader fields, ZonedDateTime now) {
        this.fields = fields;
        this.now = now;
    }

    /**
     * Reads one action.
     *
     * @param prefix prefix of field names in error messages
     */
    public static Action read(Map<String, Object> map, String prefix, ZonedDateTime now) {
        FieldReader fields = new FieldReader(map, prefix, now);
        fields.allowOnly(FIELDS);
        return new ActionReader(fields, now).action();
    }

    private Action action() {
        String id = fields.uuid("id");
        Number latency = fields.number("latency_ms", MAX_LATENCY_MS);
        Duration duration = Duration.ofNanos(latency == null ? 0 : Math.round(latency.doubleValue() * NANOS_A_MS));
        ZonedDateTime started = startedAt(duration);
        String outcome = outcome();
        return new Action(
                id == null ? UUID.randomUUID().toString() : id,
                fields.required("session_id", IDENTIFIER),
                fields.optional("agent_id", NAME),
                fields.required("action_type", NAME),
                fields.optional("target_node_type", NAME),
                fields.texts("target_node_ids", TARGETS, IDENTIFIER),
                outcome,
                errorCode(outcome),
                latency,
                started,
                started.plus(duration),
                fields.integer("seq"),
                fields.texts("injected_patterns", TARGETS, IDENTIFIER),
                further());
    }

    private Map<String, Object> further() {
        Map<String, Object> values = new HashMap<>();
        for (InputProperty property : FURTHER) {
            Object value = property.read(fields);
            if (value != null) {
                values.put(property.name(), value);
            }
        }
        return values;
    }

    private ZonedDateTime startedAt(Duration duration) {
        ZonedDateTime given = fields.time("started_at");
        return given == null ? fields.plausible("started_at", now.minus(duration)) : given;
    }

    private String outcome() {
        String outcome = fields.word("outcome", SessionReader.OUTCOMES);
        if (outcome == null) {
            throw fields.refusal("outcome", "is missing");
        }
        return outcome;
    }

    private String errorCode(String outcome) {
        String code = fields.optional("error_code", NAME);
        if (!outcome.equals(FAILURE)) {
            if (code != null) {
                throw fields.refusal("error_code", "goes only with a failure");
            }
            return null;
        }
        if (ActionCodes.SUCCESS.equals(code)) {
            throw fields.refusal("error_code", "'%s' stands for success".formatted(ActionCodes.SUCCESS));
        }
        return code == null ? ActionCodes.UNKNOWN_ERROR : code;
    }
}
