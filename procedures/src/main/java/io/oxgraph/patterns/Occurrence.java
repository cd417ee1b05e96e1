package io.oxgraph.patterns;

import java.util.ArrayList;
import java.util.List;

/** What one sequence holds of one context: its actions there, those that failed, and what worked after the first. */
final class Occurrence {
    private final List<String> failed = new ArrayList<>();
    private long actions;
    private String recovery = "";

    void add(Case one) {
        actions++;
        if (one.step().failed()) {
            failed.add(one.id());
            recovery = recovery.isEmpty() ? one.recovery() : recovery;
        }
    }

    long actions() {
        return actions;
    }

    long failures() {
        return failed.size();
    }

    /** The ids of the actions that failed. */
    List<String> failed() {
        return failed;
    }

    /** '' for none. */
    String recovery() {
        return recovery;
    }
}
