package io.oxgraph.guard;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commits for which no listener ran leave a gap until they are examined. */
class OtherCommitsTest {
    private final OtherCommits others = new OtherCommits(() -> 0);

    @BeforeEach
    void begun() {
        others.examined(100);
    }

    @Test
    void own_commits_leave_none_in_whatever_order_they_end() {
        others.note(102);
        assertTrue(others.leaveGap(102));
        others.note(101);
        assertFalse(others.leaveGap(102));
        assertTrue(others.leaveGap(103), "one of another");
    }

    @Test
    void a_later_own_commit_does_not_hide_the_gap() {
        others.note(151);
        assertTrue(others.leaveGap(151));
        others.examined(150);
        assertFalse(others.leaveGap(151));
    }

    @Test
    void what_was_examined_stays_so() {
        others.examined(120);
        others.examined(110);
        others.note(110);
        assertFalse(others.leaveGap(120));
        assertTrue(others.leaveGap(121));
    }
}
