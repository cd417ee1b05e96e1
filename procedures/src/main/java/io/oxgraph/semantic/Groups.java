package io.oxgraph.semantic;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Transaction;

/**
 * Memories by what they share: subject and predicate, or subject and topic_key.
 *
 * <p>A small group is read whole. Of a large one only what a rule can ask for is, each by an index, so that no call
 * costs in proportion to what a subject's history holds.
 */
final class Groups {
    private static final int SMALL = 128;
    private static final int MOST = 2_048;

    private final Transaction tx;
    private final String workspaceId;
    private final Picture picture;
    private final Conflicts conflicts;
    private final LargeGroups large;
    private final Map<Key, Group> groups = new HashMap<>();
    private final Map<Key, Integer> expected = new HashMap<>();
    private final Set<String> newSubjects = new HashSet<>();
    private final Set<String> hashes = new HashSet<>();

    Groups(Transaction tx, String workspaceId, Picture picture, Conflicts conflicts, Slot slot) {
        this.tx = tx;
        this.workspaceId = workspaceId;
        this.picture = picture;
        this.conflicts = conflicts;
        this.large = new LargeGroups(tx, workspaceId, slot);
    }

    /** @param property predicate or topic_key */
    private record Key(String property, String subjectId, String value) {
        static Key predicate(Claim claim) {
            return new Key(MemoryNodes.PREDICATE, claim.subjectId(), claim.predicate());
        }

        static Key topic(Claim claim) {
            return new Key(MemoryNodes.TOPIC_KEY, claim.subjectId(), claim.topicKey());
        }
    }

    private static final class Group {
        private final Set<Memory> members = new LinkedHashSet<>();
        private boolean whole;
        private boolean currentWhole;
        private boolean currentRead;
        private final Set<Period> periods = new HashSet<>();
    }

    /** What of a large group's past was read. */
    private record Period(ZonedDateTime from, ZonedDateTime to) {}

    /** Says that a statement will ask for its group: reading many vectors once is cheaper than many searches. */
    void expect(String subjectId, String predicate) {
        expected.merge(new Key(MemoryNodes.PREDICATE, subjectId, predicate), 1, Integer::sum);
    }

    /** Says that a subject is new, so that the graph holds nothing of it. */
    void expectNothing(String subjectId) {
        newSubjects.add(subjectId);
    }

    void add(Memory fresh) {
        group(Key.predicate(fresh.claim())).members.add(fresh);
        if (fresh.claim().topicKey() != null) {
            group(Key.topic(fresh.claim())).members.add(fresh);
        }
    }

    /** All that could be a rival of the memory. */
    Collection<Memory> rivals(Memory memory) {
        if (!conflicts.hasKeys(memory.claim())) {
            return List.of();
        }
        Set<Memory> around = new LinkedHashSet<>();
        if (conflicts.isStateful(memory.claim())) {
            around.addAll(standing(Key.predicate(memory.claim()), memory));
        }
        if (memory.claim().topicKey() != null) {
            around.addAll(standing(Key.topic(memory.claim()), memory));
        }
        return around;
    }

    /** All that could say the same as the new memory. */
    Collection<Memory> alike(Memory fresh) {
        Set<Memory> around = new LinkedHashSet<>(rivals(fresh));
        Group group = group(Key.predicate(fresh.claim()));
        if (!group.whole) {
            readHash(fresh);
            if (!group.currentWhole) {
                large.nearest(fresh).forEach(node -> join(group, node));
            }
        }
        around.addAll(group.members);
        return around;
    }

    /** Of a large group those that are current, and those of the past that the memory's validity meets. */
    private Set<Memory> standing(Key key, Memory memory) {
        Group group = group(key);
        if (!group.whole) {
            if (!group.currentRead) {
                List<Node> current = large.current(key.property(), key.subjectId(), key.value());
                current.forEach(node -> join(group, node));
                group.currentRead = true;
                group.currentWhole = current.size() < LargeGroups.MOST_CURRENT;
            }
            if (group.periods.add(new Period(memory.validFrom, memory.validTo()))) {
                large.past(key.property(), key.subjectId(), key.value(), memory).forEach(node -> join(group, node));
            }
        }
        return group.members;
    }

    private Group group(Key key) {
        return groups.computeIfAbsent(key, this::read);
    }

    private Group read(Key key) {
        int limit = Math.min(MOST, SMALL * expected.getOrDefault(key, 1));
        Group group = new Group();
        List<Node> nodes = newSubjects.contains(key.subjectId()) ? List.of() : nodes(key, limit);
        group.whole = nodes.size() <= limit;
        if (group.whole) {
            nodes.forEach(node -> join(group, node));
        }
        return group;
    }

    /** One more than the limit tells that there are more. */
    private List<Node> nodes(Key key, int limit) {
        List<Node> found = new ArrayList<>();
        try (ResourceIterator<Node> nodes = tx.findNodes(
                Labels.MEMORY,
                Keys.WORKSPACE_ID,
                workspaceId,
                MemoryNodes.SUBJECT_ID,
                key.subjectId(),
                key.property(),
                key.value())) {
            while (nodes.hasNext() && found.size() <= limit) {
                found.add(nodes.next());
            }
        }
        return found;
    }

    private void readHash(Memory fresh) {
        Claim claim = fresh.claim();
        String hash = claim.contentHash();
        if (!hashes.add(hash + claim.subjectId() + claim.predicate())) {
            return;
        }
        Group group = group(Key.predicate(claim));
        try (ResourceIterator<Node> nodes =
                tx.findNodes(Labels.MEMORY, Keys.WORKSPACE_ID, workspaceId, MemoryNodes.CONTENT_HASH, hash)) {
            while (nodes.hasNext()) {
                Node node = nodes.next();
                if (claim.subjectId().equals(node.getProperty(MemoryNodes.SUBJECT_ID, ""))
                        && claim.predicate().equals(node.getProperty(MemoryNodes.PREDICATE, ""))) {
                    join(group, node);
                }
            }
        }
    }

    private void join(Group group, Node node) {
        group.members.add(picture.of(node));
    }
}
