package io.oxgraph.patterns;

import io.oxgraph.patterns.FoldResult.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Summarises a sequence of actions in one sentence, for a session without an intent. */
public final class SequenceSummary {
    private static final int MAX_LENGTH = 300;
    private static final String ELLIPSIS = " …";

    private SequenceSummary() {}

    private record Step(String what, int times) {
        @Override
        public String toString() {
            return times == 1 ? what : times + " × " + what;
        }
    }

    /** Repeated actions are combined; text that does not fit is left out of the middle, never the end. */
    public static String of(List<Map<String, Object>> actions) {
        if (actions.isEmpty()) {
            return "";
        }
        String end = ending(actions.getLast());
        StringBuilder text = new StringBuilder();
        for (Step step : steps(actions)) {
            String next = (text.isEmpty() ? "" : ", then ") + step;
            if (text.length() + next.length() + ELLIPSIS.length() + end.length() > MAX_LENGTH) {
                text.append(ELLIPSIS);
                break;
            }
            text.append(next);
        }
        return shorten(text + end);
    }

    private static List<Step> steps(List<Map<String, Object>> actions) {
        List<Step> steps = new ArrayList<>();
        for (Map<String, Object> action : actions) {
            String what = what(action);
            if (!steps.isEmpty() && steps.getLast().what.equals(what)) {
                steps.add(new Step(what, steps.removeLast().times + 1));
            } else {
                steps.add(new Step(what, 1));
            }
        }
        return steps;
    }

    private static String what(Map<String, Object> action) {
        Fields fields = new Fields(action);
        String on = fields.text("node_type").isEmpty() ? "" : " on " + fields.text("node_type");
        return fields.text("action_type") + on;
    }

    private static String ending(Map<String, Object> last) {
        Fields fields = new Fields(last);
        if ("success".equals(fields.text("outcome"))) {
            return "; ended with success";
        }
        String code = fields.text("error_code");
        return "; ended with " + (code.isEmpty() ? "failure" : code);
    }

    private static String shorten(String text) {
        return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH - ELLIPSIS.length()) + ELLIPSIS;
    }
}
