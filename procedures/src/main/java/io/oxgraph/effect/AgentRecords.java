package io.oxgraph.effect;

import io.oxgraph.effect.MeasuredPattern.ClosedSequence;
import io.oxgraph.effect.MeasuredPattern.ClosedSequence.SequenceAction;
import io.oxgraph.effect.MeasuredPattern.SituationHistory;
import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Relations;
import io.oxgraph.graph.Statements;
import io.oxgraph.graph.Workspace;
import io.oxgraph.model.ActionCodes;
import io.oxgraph.model.PatternResults.AgentRecordResult;
import io.oxgraph.situation.Contexts;
import io.oxgraph.situation.Contexts.ContextFamily;
import io.oxgraph.situation.Situation;
import io.oxgraph.situation.Situation.Counts;
import io.oxgraph.situation.Situation.Step;
import io.oxgraph.statistics.ConfidenceIntervals;
import io.oxgraph.statistics.ConfidenceIntervals.Wilson;
import io.oxgraph.text.Identifiers;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.ResourceIterable;
import org.neo4j.graphdb.Transaction;

/**
 * For which agents, and for which models, failure patterns hold: by their own last actions in the pattern's situation that
 * were shown nothing. Reads the last sequences of the evidence window, so the cost does not grow with the history.
 */
public final class AgentRecords {
    private final Transaction tx;
    private final Workspace workspace;
    private final Map<String, ZonedDateTime> changes = new HashMap<>();

    private AgentRecords(Transaction tx, Workspace workspace) {
        this.tx = tx;
        this.workspace = workspace;
    }

    /** Returns a row for each active failure pattern of actions. */
    public static Stream<AgentRecordResult> of(Transaction tx, String workspaceId, ZonedDateTime now) {
        AgentRecords records = new AgentRecords(tx, Workspace.load(tx, workspaceId));
        Map<Step, List<PatternRecord>> patterns = records.patterns();
        if (!patterns.isEmpty()) {
            records.readChanges();
            records.read(patterns, now);
        }
        return patterns.values().stream().flatMap(List::stream).map(PatternRecord::result);
    }

    private Map<Step, List<PatternRecord>> patterns() {
        try (var found = tx.execute(Statements.get("effect/active"), Map.of("workspace_id", workspace.id()))
                .<Node>columnAs("p")) {
            return found.stream()
                    .filter(node -> !ActionCodes.SUCCESS.equals(node.getProperty("error_code", null)))
                    .map(PatternRecord::new)
                    .collect(Collectors.groupingBy(pattern -> pattern.pair));
        }
    }

    /** The last changes of agents, as the pass that learns from runs found them. */
    private void readChanges() {
        String id = Identifiers.stableId(workspace.id(), "run_risk", List.of());
        Optional<Node> found = Lookup.byId(tx, workspace.id(), id);
        found.ifPresent(node -> {
            if (node.getProperty("changed_agents", null) instanceof String[] agents
                    && node.getProperty("changed_models", null) instanceof String[] models
                    && node.getProperty("changed_at", null) instanceof ZonedDateTime[] times) {
                for (int i = 0; i < Math.min(times.length, Math.min(agents.length, models.length)); i++) {
                    changes.put(agents[i] + "\u001f" + models[i], times[i]);
                }
            }
        });
    }

    /** From the latest sequence backwards, so that the last trials count. */
    private void read(Map<Step, List<PatternRecord>> patterns, ZonedDateTime now) {
        Map<String, Object> span = Map.of(
                "workspace_id", workspace.id(), "since", now.minusDays(workspace.evidenceWindowDays()), "now", now);
        try (var found = tx.execute(Statements.get("effect/latest"), span).<Node>columnAs("q")) {
            found.forEachRemaining(sequence -> count(patterns, sequence));
        }
    }

    /** A sequence that a pass replaces concurrently is skipped. */
    private void count(Map<Step, List<PatternRecord>> patterns, Node sequence) {
        try {
            String session = (String) sequence.getProperty("session_id");
            String agent = (String) sequence.getProperty("agent_id", "");
            String model = Lookup.session(tx, workspace.id(), session)
                    .map(node -> (String) node.getProperty("model", ""))
                    .orElse("");
            ZonedDateTime changed = changes.get(agent + "\u001f" + model);
            ClosedSequence run = ClosedSequence.of(sequence, null);
            if (changed == null || !run.closesAt().isBefore(changed)) {
                run.actions().stream()
                        .map(action -> pairOf(action.step()))
                        .distinct()
                        .filter(patterns::containsKey)
                        .forEach(pair -> count(pair, patterns.get(pair), run, agent, model));
            }
        } catch (NotFoundException e) {
            return;
        }
    }

    private static void count(Step pair, List<PatternRecord> own, ClosedSequence run, String agent, String model) {
        List<Situation> states = SituationHistory.of(pair, run.actions());
        for (int i = run.actions().size() - 1; i >= 0; i--) {
            SequenceAction action = run.actions().get(i);
            if (action.step().isLike(pair) && !isWarned(action)) {
                for (PatternRecord pattern : own) {
                    pattern.count(action, states.get(i), agent, model);
                }
            }
        }
    }

    private static Step pairOf(Step step) {
        return new Step(step.actionType(), step.nodeType(), null, false);
    }

    /**
     * What an agent was warned of tells nothing of what would have come true. An action may name warnings of other
     * actions, with which its session began.
     */
    private static boolean isWarned(SequenceAction action) {
        try (ResourceIterable<Relationship> shown =
                action.node().getRelationships(Direction.INCOMING, Relations.INJECTED)) {
            return shown.stream()
                    .map(one -> one.getStartNode().getProperty("action_type", null))
                    .anyMatch(action.step().actionType()::equals);
        }
    }

    /** A failure pattern, and how its situation ended by agent and by model. */
    private static final class PatternRecord {
        /** The last trials of each that count. */
        private static final int MAX_TRIALS = 50;

        private static final int MIN_TRIALS = 10;

        private final Node node;
        private final Step pair;
        private final String errorCode;
        private final String context;
        private final ContextFamily family;
        private final Map<String, Counts> agents = new TreeMap<>();
        private final Map<String, Counts> models = new TreeMap<>();

        PatternRecord(Node node) {
            this.node = node;
            this.pair = new Step(text(node, "action_type"), text(node, "node_type"), null, false);
            this.errorCode = text(node, "error_code");
            this.context = (String) node.getProperty("context", null);
            this.family = context == null ? null : Contexts.family(context);
        }

        private static String text(Node node, String key) {
            return (String) node.getProperty(key, "");
        }

        /** A node's history in earlier sessions is known to the pattern pass alone. */
        void count(SequenceAction action, Situation state, String agent, String model) {
            boolean isHere = family == null
                    || (family != ContextFamily.HISTORY
                            && Contexts.value(context).equals(state.values().get(family)));
            if (isHere) {
                boolean isFailure = action.step().failed() && (family != null || errorCode.equals(action.errorCode()));
                add(agents, agent, isFailure);
                add(models, model, isFailure);
            }
        }

        private static void add(Map<String, Counts> counts, String name, boolean isFailure) {
            Counts known = counts.getOrDefault(name, Counts.NONE);
            if (!name.isEmpty() && known.actions() < MAX_TRIALS) {
                counts.put(name, known.plus(1, isFailure ? 1 : 0));
            }
        }

        AgentRecordResult result() {
            return new AgentRecordResult(
                    (String) node.getProperty(Keys.ID),
                    names(agents, true),
                    names(agents, false),
                    names(models, true),
                    names(models, false));
        }

        /** Those with ten trials, of which clearly fewer failed than the pattern says, or not. */
        private List<String> names(Map<String, Counts> counts, boolean isHeld) {
            double claimed = ((Number) node.getProperty("interval_low", 0.0)).doubleValue();
            List<String> found = new ArrayList<>();
            counts.forEach((name, own) -> {
                boolean fails = Wilson.interval(own.failures(), own.actions(), ConfidenceIntervals.Z_95)
                                .getLast()
                        < claimed;
                if (own.actions() >= MIN_TRIALS && fails != isHeld) {
                    found.add(name);
                }
            });
            return found;
        }
    }
}
