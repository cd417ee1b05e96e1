package io.oxgraph.lift;

import io.oxgraph.situation.Counts;
import io.oxgraph.situation.Situation;
import io.oxgraph.situation.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * In what situations a pair of action type and node type stood in a sequence: before each action, whatever that was,
 * and at the end. Keeps only those of the earlier actions that a situation depends on, so that long sequences cost in
 * proportion to their length.
 */
final class States {
    private final Step pair;
    private final Deque<Step> alike = new ArrayDeque<>();
    private final Map<String, Step> lastOn = new HashMap<>();
    private Step last;

    private States(Step pair) {
        this.pair = pair;
    }

    /** One more than there are actions; that of an action of the pair knows its target too. */
    static List<Situation> of(Step pair, List<Run.Deed> deeds) {
        States states = new States(pair);
        List<Situation> found = new ArrayList<>(deeds.size() + 1);
        for (Run.Deed deed : deeds) {
            Step step = deed.step();
            found.add(states.before(step.isLike(pair) ? step : pair));
            states.remember(step);
        }
        found.add(states.before(pair));
        return found;
    }

    private Situation before(Step next) {
        List<Step> steps = new ArrayList<>(alike);
        Step same = lastOn.get(next.target());
        if (same != null && !steps.contains(same)) {
            steps.addFirst(same);
        }
        if (last != null && !last.isLike(pair)) {
            steps.add(last);
        }
        return Situation.of(steps, next, Counts.NONE);
    }

    private void remember(Step step) {
        last = step;
        if (!step.isLike(pair)) {
            return;
        }
        alike.add(step);
        if (alike.size() > Situation.MOST_FAILURES) {
            alike.remove();
        }
        if (step.target() != null) {
            lastOn.put(step.target(), step);
        }
    }
}
