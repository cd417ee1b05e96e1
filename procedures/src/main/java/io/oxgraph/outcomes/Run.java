package io.oxgraph.outcomes;

import io.oxgraph.situation.Situation.Step;
import io.oxgraph.text.Identifiers;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * One run of an agent: a session, from its first action to the outcome that was given at its end.
 *
 * @param agentId '' for none
 * @param model the language model and its version; '' where it is not known
 * @param intent what its agent was to do; '' where it was not given
 * @param nodeType the node type of its first target; '' for none
 * @param failed whether it ended badly
 * @param scores what the model said of it before its end was known (see {@link RiskModel}); empty if nothing yet
 */
public record Run(
        String id,
        String agentId,
        String model,
        String intent,
        String nodeType,
        ZonedDateTime at,
        boolean failed,
        List<RunStep> steps,
        List<Double> scores) {
    /** Maximum number of steps read of a run. */
    static final int MAX_STEPS = 200;

    static Run of(Map<String, Object> map) {
        List<String> tokens = texts(map.get("run_steps"));
        List<String> targets = texts(map.get("run_targets"));
        List<RunStep> steps = new ArrayList<>(tokens.size());
        for (int i = 0; i < tokens.size(); i++) {
            steps.add(RunStep.of(tokens.get(i), i < targets.size() ? targets.get(i) : ""));
        }
        return new Run(
                text(map.get("id")),
                text(map.get("agent_id")),
                text(map.get("model")),
                text(map.get("intent")),
                text(map.get("run_kind")),
                (ZonedDateTime) map.get("run_at"),
                "failure".equals(map.get("outcome")),
                steps,
                numbers(map.get("run_scores")));
    }

    /** The agent with its model: another model is another agent. */
    String actor() {
        return model.isEmpty() ? agentId : agentId + "\u001e" + model;
    }

    /** Whether one of its actions failed. */
    boolean hasErrors() {
        return steps.stream().anyMatch(RunStep::failed);
    }

    private static String text(Object value) {
        return value instanceof String text ? text : "";
    }

    static List<String> texts(Object value) {
        if (value instanceof String[] array) {
            return Arrays.asList(array);
        }
        return value instanceof List<?> list ? list.stream().map(Run::text).toList() : List.of();
    }

    static List<Double> numbers(Object value) {
        if (value instanceof double[] array) {
            return Arrays.stream(array).boxed().toList();
        }
        return value instanceof List<?> list
                ? list.stream().map(one -> ((Number) one).doubleValue()).toList()
                : List.of();
    }

    /**
     * One action of a run.
     *
     * @param target a hash of its first target; '' for none
     */
    public record RunStep(String actionType, boolean failed, String target) {
        private static final String FAILED = "!";
        private static final int HASH = 13;

        /** Reads a stored step: its action type, with a ! behind where it failed. */
        static RunStep of(String token, String target) {
            boolean failed = token.endsWith(FAILED);
            return new RunStep(failed ? token.substring(0, token.length() - 1) : token, failed, target);
        }

        /** Makes a step of an action; the target's id is not kept. */
        public static RunStep of(String workspaceId, Step action) {
            String hash = action.target() == null
                    ? ""
                    : Identifiers.stableId(workspaceId, "run_target", List.of(action.target()))
                            .substring(0, HASH);
            return new RunStep(action.actionType(), action.failed(), hash);
        }

        /** The stored form. */
        public String token() {
            return failed ? actionType + FAILED : actionType;
        }
    }
}
