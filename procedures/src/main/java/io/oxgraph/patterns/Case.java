package io.oxgraph.patterns;

import io.oxgraph.situation.Step;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One action of a sequence and what stood around it.
 *
 * @param before the actions before it, in order
 * @param warned whether the agent had been warned of its situation, so that it tells nothing of the forecast
 * @param recovery the action type that succeeded first after it; '' for none
 */
record Case(String id, Step step, List<Step> before, boolean warned, String recovery) {
    private static final Comparator<Fields> ORDER = Comparator.<Fields, ZonedDateTime>comparing(
                    action -> action.time("started_at"))
            // The order of the chain, in which an action without seq comes last.
            .thenComparing(action -> action.number("seq", Double.POSITIVE_INFINITY))
            .thenComparing(action -> action.text("id"));

    /** A sequence's cases, by pair. */
    static Map<Pair, List<Case>> of(List<Map<String, Object>> actions) {
        List<Fields> ordered = actions.stream().map(Fields::new).sorted(ORDER).toList();
        List<Step> steps = ordered.stream().map(action -> Step.of(action.map())).toList();
        List<String> recoveries = recoveries(steps);
        Map<Pair, List<Case>> cases = new LinkedHashMap<>();
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            Fields action = ordered.get(i);
            boolean warned = Boolean.TRUE.equals(action.map().get("warned"));
            cases.computeIfAbsent(new Pair(step.actionType(), step.nodeType()), pair -> new ArrayList<>())
                    .add(new Case(action.text("id"), step, steps.subList(0, i), warned, recoveries.get(i)));
        }
        return cases;
    }

    /** For each step what succeeded first after it. */
    private static List<String> recoveries(List<Step> steps) {
        ArrayDeque<String> recoveries = new ArrayDeque<>();
        String next = "";
        for (Step step : steps.reversed()) {
            recoveries.addFirst(next);
            next = step.failed() ? next : step.actionType();
        }
        return new ArrayList<>(recoveries);
    }
}
