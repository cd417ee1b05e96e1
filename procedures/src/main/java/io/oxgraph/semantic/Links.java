package io.oxgraph.semantic;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/** How a memory stands to others: those that superseded it, and those of a contradiction, whichever way it points. */
record Links(Set<Memory> later, Set<Memory> opposed) {
    Links() {
        this(new LinkedHashSet<>(), new LinkedHashSet<>());
    }

    /** Whether the goal stands on the way of what superseded the start. */
    static boolean leads(Memory start, Memory goal) {
        Set<Memory> seen = new HashSet<>(Set.of(start));
        Deque<Memory> ahead = new ArrayDeque<>(seen);
        while (!ahead.isEmpty()) {
            Memory next = ahead.poll();
            if (next == goal) {
                return true;
            }
            next.links().later().stream().filter(seen::add).forEach(ahead::add);
        }
        return false;
    }
}
