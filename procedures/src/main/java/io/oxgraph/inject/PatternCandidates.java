package io.oxgraph.inject;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Relations;
import io.oxgraph.graph.Workspace;
import io.oxgraph.inject.InjectRequest.InjectTargets;
import io.oxgraph.inject.Warnings.Warning;
import io.oxgraph.model.Pattern;
import io.oxgraph.situation.Contexts;
import io.oxgraph.situation.Holdout;
import io.oxgraph.text.Identifiers;
import io.oxgraph.text.OutcomeText;
import io.oxgraph.text.SituationText;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Transaction;

/** Finds the active plain patterns that match the targets, by seeks in composite indexes. */
final class PatternCandidates {
    private static final String ACTION_TYPE = "action_type";
    private static final String NODE_TYPE = "node_type";
    private static final String STATUS = "status";
    private static final String ACTIVE = "active";
    private static final String EDGE_KEY = "key";

    /** Active patterns of one action type, or of one node type, that are looked at. */
    private static final int MAX_READ = 2_000;

    /** Edges of a target that are read where its patterns are not sought by action type. */
    private static final int MAX_EDGES = 500;

    /** Edges that are read one by one rather than sought. */
    private static final int MAX_TRAVERSED = 100;

    private final Transaction tx;
    private final Workspace workspace;
    private final InjectRequest request;

    private final HoldoutFilter withheld;
    private final AgentFilter agent;

    PatternCandidates(Transaction tx, Workspace workspace, InjectRequest request, AgentFilter agent) {
        this.tx = tx;
        this.workspace = workspace;
        this.request = request;
        this.withheld = new HoldoutFilter(workspace, request.sessionId());
        this.agent = agent;
    }

    /** The patterns that may be shown. */
    List<Candidate> find(InjectTargets targets) {
        return find(targets, node -> !isSilent(node));
    }

    /** The ways that worked for runs that begin on these types of nodes. */
    List<Candidate> ways(Set<String> types) {
        try (ResourceIterator<Node> found =
                tx.findNodes(Labels.PATTERN, Keys.WORKSPACE_ID, workspace.id(), STATUS, ACTIVE, NODE_TYPE, "(run)")) {
            return found.stream()
                    .limit(MAX_READ)
                    .filter(node -> node.hasLabel(Labels.MEM) && isWayOf(node, types) && !isSilent(node))
                    .map(node -> new Candidate(Pattern.of(node.getAllProperties()), true, null))
                    .toList();
        }
    }

    private static boolean isWayOf(Node node, Set<String> types) {
        String context = (String) node.getProperty("context", "");
        return types.stream().anyMatch(type -> context.startsWith(OutcomeText.WAY + type + "|"));
    }

    /** The patterns that are suppressed, withheld in this session, or do not hold for its agent. */
    List<Candidate> silent(InjectTargets targets) {
        return find(targets, this::isSilent);
    }

    private List<Candidate> find(InjectTargets targets, Predicate<Node> wanted) {
        List<Node> nodes = nodes(targets).stream().filter(wanted).toList();
        Set<Node> direct = direct(nodes, targets.entities());
        return nodes.stream()
                .filter(node -> direct.contains(node) || concerns(node, targets.types()))
                .map(node -> new Candidate(Pattern.of(node.getAllProperties()), direct.contains(node), null))
                .toList();
    }

    private boolean isSilent(Node node) {
        return isSuppressed(node) || agent.holdsBack(node) || withheld.holds(Pattern.of(node.getAllProperties()));
    }

    /**
     * Seeks by action type if given, which is more selective and also finds patterns without a node type; else by the types
     * of the targets, and what references the targets themselves, whatever type the agents gave them.
     */
    private Set<Node> nodes(InjectTargets targets) {
        Set<Node> nodes = new LinkedHashSet<>();
        if (request.actionType() != null) {
            collect(ACTION_TYPE, request.actionType(), nodes);
        } else {
            targets.types().forEach(type -> collect(NODE_TYPE, type, nodes));
            collectReferencing(targets.entities(), nodes);
        }
        return nodes;
    }

    /**
     * Patterns with an edge to a target. Of a target with very many edges the latest are read, and the patterns of the
     * actions among them are sought.
     */
    private void collectReferencing(Set<Node> entities, Set<Node> nodes) {
        Set<String> actionTypes = new LinkedHashSet<>();
        boolean isRead = true;
        for (Node entity : entities) {
            isRead &= collectReferencing(entity, nodes, actionTypes);
        }
        if (!isRead) {
            Set<Node> sought = new LinkedHashSet<>();
            actionTypes.forEach(type -> collect(ACTION_TYPE, type, sought));
            nodes.addAll(direct(sought, entities));
        }
    }

    /** Whether all edges of the target were read. */
    private boolean collectReferencing(Node entity, Set<Node> nodes, Set<String> actionTypes) {
        try (ResourceIterator<Relationship> edges = entity.getRelationships(Direction.INCOMING, Relations.REFERENCES)
                .iterator()) {
            for (int i = 0; i < MAX_EDGES && edges.hasNext(); i++) {
                Node other = edges.next().getStartNode();
                if (!other.hasLabel(Labels.PATTERN)) {
                    actionTypes.add((String) other.getProperty(ACTION_TYPE, ""));
                } else if (isActive(other) && mayConcern(other)) {
                    nodes.add(other);
                }
            }
            return !edges.hasNext();
        }
    }

    private boolean isActive(Node pattern) {
        return ACTIVE.equals(pattern.getProperty(STATUS, null))
                && workspace.id().equals(pattern.getProperty(Keys.WORKSPACE_ID, null));
    }

    private static boolean concerns(Node pattern, Set<String> types) {
        return types.isEmpty() || types.contains(pattern.getProperty(NODE_TYPE, null));
    }

    private void collect(String key, String value, Set<Node> nodes) {
        try (ResourceIterator<Node> found =
                tx.findNodes(Labels.PATTERN, Keys.WORKSPACE_ID, workspace.id(), STATUS, ACTIVE, key, value)) {
            found.stream().limit(MAX_READ).filter(this::mayConcern).forEach(nodes::add);
        }
    }

    /**
     * Reads only the deciding properties. Context patterns are excluded; they are shown in their situation only. What is
     * suppressed stays silent however certain it is.
     */
    private boolean mayConcern(Node node) {
        return node.hasLabel(Labels.MEM)
                && !node.hasProperty("context")
                && (isAnnotated(node)
                        || isSuppressed(node)
                        || (isCertain(node, workspace) && isSampled(node, workspace)));
    }

    /** Whether enough sequences are behind it, also after earlier ones have left the evidence window. */
    static boolean isSampled(Node node, Workspace workspace) {
        return !(node.getProperty("sample_count", null) instanceof Number samples)
                || samples.longValue() >= workspace.promoteSamples();
    }

    static boolean isSuppressed(Node node) {
        return Boolean.TRUE.equals(node.getProperty("suppressed", false));
    }

    static boolean isCertain(Node node, Workspace workspace) {
        return node.getProperty("confidence", null) instanceof Number confidence
                && confidence.doubleValue() >= workspace.injectConfidence();
    }

    static boolean isAnnotated(Node node) {
        return node.getProperty("annotation", null) instanceof String text && !text.isBlank();
    }

    /**
     * The patterns with an edge to a target: traversed from the side with fewer edges or, where both have many, by a seek
     * of each edge's key.
     */
    private Set<Node> direct(Collection<Node> patterns, Set<Node> entities) {
        Set<Node> direct = new HashSet<>();
        if (patterns.isEmpty() || entities.isEmpty()) {
            return direct;
        }
        long fromPatterns = degree(patterns, Direction.OUTGOING);
        long fromEntities = degree(entities, Direction.INCOMING);
        if (Math.min(fromPatterns, fromEntities) > Math.max(MAX_TRAVERSED, (long) patterns.size() * entities.size())) {
            patterns.stream()
                    .filter(pattern -> entities.stream().anyMatch(entity -> isReferenced(pattern, entity)))
                    .forEach(direct::add);
        } else if (fromPatterns <= fromEntities) {
            joined(patterns, Direction.OUTGOING, entities, (pattern, entity) -> direct.add(pattern));
        } else {
            joined(entities, Direction.INCOMING, new HashSet<>(patterns), (entity, pattern) -> direct.add(pattern));
        }
        return direct;
    }

    /** A copy of the workspace in the same database has the same keys. */
    private boolean isReferenced(Node pattern, Node entity) {
        String key = (String) pattern.getProperty(Keys.ID) + entity.getProperty(Keys.ID);
        try (ResourceIterator<Relationship> found = tx.findRelationships(Relations.REFERENCES, EDGE_KEY, key)) {
            return found.stream()
                    .anyMatch(edge -> edge.getStartNode().equals(pattern)
                            && edge.getEndNode().equals(entity));
        }
    }

    private static long degree(Iterable<Node> nodes, Direction direction) {
        long degree = 0;
        for (Node node : nodes) {
            degree += node.getDegree(Relations.REFERENCES, direction);
        }
        return degree;
    }

    private static void joined(Iterable<Node> from, Direction direction, Set<Node> to, BiConsumer<Node, Node> found) {
        for (Node node : from) {
            for (Relationship edge : node.getRelationships(direction, Relations.REFERENCES)) {
                Node other = edge.getOtherNode(node);
                if (to.contains(other)) {
                    found.accept(node, other);
                }
            }
        }
    }

    /**
     * A pattern that may be shown to the agent.
     *
     * @param direct whether it references a target or the situation, not only a type
     * @param warning the situation's warning; null for a plain pattern
     */
    record Candidate(Pattern pattern, boolean direct, Warning warning) {
        /** Order of display: annotated, then failures, then direct, then by what it costs to ignore them. */
        static final Comparator<Candidate> ORDER = Comparator.comparing(
                        (Candidate candidate) -> !candidate.isAnnotated())
                .thenComparing(candidate -> candidate.pattern().isSuccess())
                .thenComparing(candidate -> !candidate.direct())
                .thenComparing(candidate -> -candidate.pattern().cost())
                .thenComparing(candidate -> -candidate.pattern().shownConfidence())
                .thenComparing(candidate -> candidate.pattern().name());

        /** Whether it is a failure pattern of this action type. */
        boolean warnsOf(String actionType) {
            return !pattern.isSuccess() && pattern.actionType().equals(actionType);
        }

        /** Whether it makes the other warning redundant. */
        boolean covers(Candidate other) {
            return mayStandFor(other) && !other.pattern().context().isWorse();
        }

        /**
         * Whether the other warning would take its place, being silent: whatever the situation, until that is a pattern of
         * its own, which is measured and can be suppressed. That a tool is out of order is other news.
         */
        boolean silences(Candidate other) {
            return mayStandFor(other)
                    && !SituationText.OUTAGE.equals(other.pattern.context().name());
        }

        private boolean mayStandFor(Candidate other) {
            return !pattern.isSuccess()
                    && other.warning().isCandidate()
                    && isOfSameAction(other)
                    && isOnSameType(other);
        }

        /** Whether it tells which action to choose; a failure does, or what an operator annotated. */
        boolean helpsToChoose(List<Candidate> all, String askedActionType) {
            return !pattern.isSuccess()
                    || isAnnotated()
                    || (askedActionType == null
                            ? all.stream().noneMatch(this::isContradictedBy)
                            : all.stream().anyMatch(this::isAlternativeTo));
        }

        /** Whether the other one is a failure of the same action on the same type of node. */
        private boolean isContradictedBy(Candidate other) {
            return !other.pattern.isSuccess() && isOfSameAction(other) && isOnSameType(other);
        }

        /** Whether the same action fails on another type of node. */
        private boolean isAlternativeTo(Candidate other) {
            return !other.pattern.isSuccess() && isOfSameAction(other) && !isOnSameType(other);
        }

        private boolean isOfSameAction(Candidate other) {
            return pattern.actionType().equals(other.pattern.actionType());
        }

        private boolean isOnSameType(Candidate other) {
            return Objects.equals(pattern.nodeType(), other.pattern.nodeType());
        }

        private boolean isAnnotated() {
            return pattern.annotation() != null;
        }
    }

    /** The patterns withheld from this session for the holdout. */
    record HoldoutFilter(Workspace workspace, String sessionId) {
        /** Whether everything is withheld: the holdout is drawn for sessions. */
        static boolean holdsAll(Workspace workspace, String sessionId) {
            return workspace.holdsOutSessions()
                    && Holdout.withholds(workspace.id(), Workspace.SESSION, sessionId, workspace.holdoutRate());
        }

        /** @param keyId id of the pattern_key; null for a context that never becomes a pattern */
        boolean holds(String keyId) {
            return !workspace.holdsOutSessions()
                    && keyId != null
                    && Holdout.withholds(workspace.id(), keyId, sessionId, workspace.holdoutRate());
        }

        /** Whether a pattern is withheld. */
        boolean holds(Pattern pattern) {
            if (workspace.holdoutRate() <= 0) {
                return false;
            }
            if (pattern.context() != null) {
                String context = pattern.context().name();
                return holds(Contexts.keyId(workspace.id(), pattern.actionType(), pattern.nodeType(), context));
            }
            List<String> key = Arrays.asList(pattern.actionType(), pattern.nodeType(), pattern.errorCode());
            return holds(Identifiers.stableId(workspace.id(), "pattern_key", key));
        }
    }
}
