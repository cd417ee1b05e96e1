package io.oxgraph.semantic;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.PredicateNames;
import io.oxgraph.semantic.Embeddings.VectorSlot;
import io.oxgraph.semantic.IdentityMap.MemoryNodes;
import io.oxgraph.semantic.Memory.Assertion;
import io.oxgraph.text.Wording;
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
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

/**
 * Loads the memories of one owner that share subject and predicate, or subject and topic_key.
 *
 * <p>A small group is read completely. Of a large one only what the rules need is read through indexes, so that cost
 * does not grow with a subject's history.
 */
final class MemoryGroups {
    private static final int SMALL_GROUP = 128;
    private static final int MAX_GROUP = 2_048;

    private final Transaction tx;
    private final String workspaceId;
    private final IdentityMap identityMap;
    private final Conflicts conflicts;
    private final PredicateNames names;
    private final LargeGroupQueries large;
    private final Map<Key, Group> groups = new HashMap<>();
    private final Map<Key, Integer> expected = new HashMap<>();
    private final Set<String> newSubjects = new HashSet<>();
    private final Set<String> hashes = new HashSet<>();

    MemoryGroups(
            Transaction tx,
            String workspaceId,
            IdentityMap identityMap,
            Conflicts conflicts,
            VectorSlot slot,
            PredicateNames names) {
        this.tx = tx;
        this.workspaceId = workspaceId;
        this.identityMap = identityMap;
        this.conflicts = conflicts;
        this.names = names;
        this.large = new LargeGroupQueries(tx, workspaceId, slot);
    }

    /** @param property predicate or topic_key */
    private record Key(String property, String userId, String subjectId, String value) {
        static Key predicate(Assertion assertion) {
            return new Key(MemoryNodes.PREDICATE, assertion.userId(), assertion.subjectId(), assertion.predicate());
        }

        static Key topic(Assertion assertion) {
            return new Key(MemoryNodes.TOPIC_KEY, assertion.userId(), assertion.subjectId(), assertion.topicKey());
        }
    }

    private static final class Group {
        private final Set<Memory> members = new LinkedHashSet<>();
        private boolean whole;
        private boolean currentWhole;
        private boolean currentRead;
        private final Set<Period> periods = new HashSet<>();
    }

    /** A period of a large group that was read. */
    private record Period(ZonedDateTime from, ZonedDateTime to) {}

    /** Announces a statement of a group: reading a group once is cheaper than many searches. */
    void expect(String userId, String subjectId, String predicate) {
        expected.merge(new Key(MemoryNodes.PREDICATE, userId, subjectId, predicate), 1, Integer::sum);
    }

    /** Announces a new subject, which has no stored memories. */
    void expectNothing(String subjectId) {
        newSubjects.add(subjectId);
    }

    void add(Memory fresh) {
        group(Key.predicate(fresh.assertion())).members.add(fresh);
        if (fresh.assertion().topicKey() != null) {
            group(Key.topic(fresh.assertion())).members.add(fresh);
        }
    }

    /** All possible rivals of a memory. */
    Collection<Memory> rivals(Memory memory) {
        if (!conflicts.hasKeys(memory.assertion())) {
            return List.of();
        }
        Set<Memory> around = new LinkedHashSet<>();
        if (conflicts.isSingleValued(memory.assertion())) {
            around.addAll(standing(Key.predicate(memory.assertion()), memory));
        }
        if (memory.assertion().topicKey() != null) {
            around.addAll(standing(Key.topic(memory.assertion()), memory));
        }
        return around;
    }

    /** All possible duplicates of a new memory. */
    Collection<Memory> alike(Memory fresh) {
        Set<Memory> around = new LinkedHashSet<>(rivals(fresh));
        Group group = group(Key.predicate(fresh.assertion()));
        if (!group.whole) {
            readHash(fresh);
            if (!group.currentWhole) {
                large.nearest(fresh, values(Key.predicate(fresh.assertion()))).forEach(node -> join(group, node));
            }
        }
        around.addAll(group.members);
        return around;
    }

    /** The memories of the same type and subject with the nearest vectors, whatever their predicates. */
    Collection<Memory> nearest(Memory fresh) {
        return newSubjects.contains(fresh.assertion().subjectId())
                ? List.of()
                : large.nearest(fresh, null).stream().map(identityMap::of).toList();
    }

    /** Of a large group the current members, and the past ones whose validity overlaps the memory's. */
    private Set<Memory> standing(Key key, Memory memory) {
        Group group = group(key);
        if (!group.whole) {
            if (!group.currentRead) {
                List<Node> current = large.current(key, values(key));
                current.forEach(node -> join(group, node));
                group.currentRead = true;
                group.currentWhole = current.size() < LargeGroupQueries.MAX_CURRENT;
            }
            if (group.periods.add(new Period(memory.validFrom, memory.validTo()))) {
                large.past(key, values(key), memory).forEach(node -> join(group, node));
            }
        }
        return group.members;
    }

    private Group group(Key key) {
        return groups.computeIfAbsent(key, this::read);
    }

    private Group read(Key key) {
        int limit = Math.min(MAX_GROUP, SMALL_GROUP * expected.getOrDefault(key, 1));
        Group group = new Group();
        List<Node> nodes = newSubjects.contains(key.subjectId()) ? List.of() : nodes(key, limit);
        group.whole = nodes.size() <= limit;
        if (group.whole) {
            nodes.stream().filter(node -> isOf(key.userId(), node)).forEach(node -> join(group, node));
        }
        return group;
    }

    private static boolean isOf(String userId, Node memory) {
        return userId.equals(memory.getProperty(MemoryNodes.USER_ID, ""));
    }

    /** Reads up to one more than the limit, of all owners, to detect a large group. */
    private List<Node> nodes(Key key, int limit) {
        List<Node> found = new ArrayList<>();
        for (String value : values(key)) {
            try (ResourceIterator<Node> nodes = tx.findNodes(
                    Labels.MEMORY,
                    Keys.WORKSPACE_ID,
                    workspaceId,
                    MemoryNodes.SUBJECT_ID,
                    key.subjectId(),
                    key.property(),
                    value)) {
                while (nodes.hasNext() && found.size() <= limit) {
                    found.add(nodes.next());
                }
            }
        }
        return found;
    }

    /** The wordings under which the members of a group may be stored. */
    private Collection<String> values(Key key) {
        return key.property().equals(MemoryNodes.PREDICATE)
                ? names.spellings(key.value())
                : Wording.topicSpellings(key.value());
    }

    private void readHash(Memory fresh) {
        Assertion assertion = fresh.assertion();
        String hash = assertion.contentHash();
        if (!hashes.add(hash + assertion.userId() + assertion.subjectId() + assertion.predicate())) {
            return;
        }
        Group group = group(Key.predicate(assertion));
        try (ResourceIterator<Node> nodes =
                tx.findNodes(Labels.MEMORY, Keys.WORKSPACE_ID, workspaceId, MemoryNodes.CONTENT_HASH, hash)) {
            while (nodes.hasNext()) {
                Node node = nodes.next();
                if (isOf(assertion.userId(), node)
                        && assertion.subjectId().equals(node.getProperty(MemoryNodes.SUBJECT_ID, ""))
                        && assertion.predicate().equals(names.resolve((String)
                                node.getProperty(MemoryNodes.PREDICATE, "")))) {
                    join(group, node);
                }
            }
        }
    }

    private void join(Group group, Node node) {
        group.members.add(identityMap.of(node));
    }

    /** Index queries for groups that are too large to read completely. */
    static final class LargeGroupQueries {
        /** Maximum number of current members read. */
        static final int MAX_CURRENT = 1_024;

        private static final int MAX_PAST = 256;
        private static final int NEAREST = 32;

        private static final String CURRENT =
                """
            MATCH (m:memory) USING RANGE INDEX SEEK m:memory(workspace_id, subject_id, %1$s, status, valid_to)
            WHERE m.workspace_id = $workspace_id AND m.subject_id = $subject_id AND m.%1$s IN $values
              AND m.status IN ['active', 'expired'] AND m.valid_to IS NOT NULL AND m.user_id = $user_id
            RETURN m LIMIT $limit""";
        /** Those that end first: the ones valid at its start, and the next one. */
        private static final String PAST =
                """
            MATCH (m:memory) USING RANGE INDEX SEEK m:memory(workspace_id, subject_id, %1$s, status, valid_to)
            WHERE m.workspace_id = $workspace_id AND m.subject_id = $subject_id AND m.%1$s IN $values
              AND m.status = 'superseded' AND m.valid_to > $from AND m.valid_from < $to AND m.retired_at IS NULL
              AND m.user_id = $user_id
            RETURN m ORDER BY m.valid_to LIMIT $limit""";
        /** 'active' and 'expired' sort before the other statuses. */
        private static final String NEAR =
                """
            CYPHER 25 MATCH (m:memory)
            SEARCH m IN (VECTOR INDEX %1$s FOR $vector
              WHERE m.workspace_id = $workspace_id AND m.user_id = $user_id AND m.subject_id = $subject_id
                AND m.type = $type AND m.status <= 'expired' LIMIT $limit)
            WHERE $values IS NULL OR m.predicate IN $values
            RETURN m""";

        private static final Map<String, String> STATEMENTS = new HashMap<>();

        static {
            for (String property : List.of(MemoryNodes.PREDICATE, MemoryNodes.TOPIC_KEY)) {
                STATEMENTS.put("current " + property, CURRENT.formatted(property));
                STATEMENTS.put("past " + property, PAST.formatted(property));
            }
            for (String index : List.of("oxgraph_memory_embedding", "oxgraph_memory_embedding_alt")) {
                STATEMENTS.put(index, NEAR.formatted(index));
            }
        }

        private final Transaction tx;
        private final String workspaceId;
        private final VectorSlot slot;

        LargeGroupQueries(Transaction tx, String workspaceId, VectorSlot slot) {
            this.tx = tx;
            this.workspaceId = workspaceId;
            this.slot = slot;
        }

        /** The active and expired members, of all types. */
        List<Node> current(Key key, Collection<String> values) {
            return nodes("current " + key.property(), parameters(key, values, MAX_CURRENT));
        }

        /** The superseded members whose validity overlaps the memory's. */
        List<Node> past(Key key, Collection<String> values, Memory memory) {
            Map<String, Object> parameters = parameters(key, values, MAX_PAST);
            parameters.put("from", memory.validFrom);
            parameters.put("to", memory.validTo());
            return nodes("past " + key.property(), parameters);
        }

        /** Those with the nearest vectors among some predicates, or among all where that is null; none without a vector. */
        List<Node> nearest(Memory fresh, Collection<String> predicates) {
            float[] vector = fresh.lazy().vector();
            if (vector == null) {
                return List.of();
            }
            Map<String, Object> parameters = parameters(Key.predicate(fresh.assertion()), predicates, NEAREST);
            parameters.put("vector", vector);
            parameters.put("type", fresh.assertion().type());
            return nodes(slot.index(), parameters);
        }

        private Map<String, Object> parameters(Key key, Collection<String> values, int limit) {
            Map<String, Object> parameters = new HashMap<>();
            parameters.put("workspace_id", workspaceId);
            parameters.put("user_id", key.userId());
            parameters.put("subject_id", key.subjectId());
            parameters.put("values", values == null ? null : List.copyOf(values));
            parameters.put("limit", (long) limit);
            return parameters;
        }

        private List<Node> nodes(String statement, Map<String, Object> parameters) {
            List<Node> nodes = new ArrayList<>();
            try (Result result = tx.execute(STATEMENTS.get(statement), parameters)) {
                while (result.hasNext()) {
                    nodes.add((Node) result.next().get("m"));
                }
            }
            return nodes;
        }
    }
}
