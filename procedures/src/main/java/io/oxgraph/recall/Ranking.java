package io.oxgraph.recall;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Relations;
import io.oxgraph.recall.Candidates.Candidate;
import io.oxgraph.recall.RecallRequest.Rules;
import io.oxgraph.time.Decay;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/**
 * Computes the final score: fused score × confidence × freshness × contradiction weight, and × task_ended_weight for a
 * task whose session has ended.
 */
final class Ranking {
    private final RecallSettings settings;
    private final Predicate<MemoryItem> ended;
    /** By type. */
    private final Map<String, Double> halfLives = new HashMap<>();

    private final Function<String, Double> halfLife;
    private final Instant now;
    private final boolean byConfidence;
    private final boolean byFreshness;
    private final boolean byContradictions;

    /** @param ended whether a memory is a task whose session has ended */
    Ranking(RecallSettings settings, RecallRequest request, Predicate<MemoryItem> ended) {
        this.settings = settings;
        this.ended = ended;
        this.halfLife = settings::halfLife;
        this.now = request.now().toInstant();
        this.byConfidence = request.applies(Rules.CONFIDENCE);
        this.byFreshness = request.applies(Rules.FRESHNESS);
        this.byContradictions = request.applies(Rules.CONTRADICTIONS);
    }

    /** Messages and entities keep confidence and freshness 1. */
    void weigh(Candidate candidate) {
        if (candidate.isMemory()) {
            MemoryItem memory = candidate.memory;
            candidate.confidence = memory.confidence();
            candidate.freshness = freshness(memory);
            candidate.rankWeight = memory.rankWeight();
            candidate.sessionWeight = ended.test(memory) ? settings.endedTaskWeight() : 1;
        }
        candidate.score = candidate.fused
                * (byConfidence ? candidate.confidence : 1)
                * (byFreshness ? Math.min(1, candidate.freshness) * candidate.sessionWeight : 1)
                * (byContradictions ? candidate.rankWeight : 1);
    }

    /** Freshness is cut at 1: above it, frequent access alone would raise a memory (a feedback loop). */
    private double freshness(MemoryItem memory) {
        return memory.ages()
                ? Decay.freshness(
                        memory.lastAccessedAt(),
                        halfLives.computeIfAbsent(memory.type(), halfLife),
                        memory.accessCount(),
                        now)
                : 1;
    }

    /**
     * Ranks an episode behind those of its messages that were found, since it adds nothing to them.
     */
    static final class EpisodeOrder {
        private EpisodeOrder() {}

        /** Lowers each episode's score below those of its found messages. */
        static void putFirst(Collection<Candidate> candidates) {
            Map<String, Double> least = new HashMap<>();
            for (Candidate candidate : candidates) {
                if (candidate.isMessage() && candidate.message.episodeId() != null) {
                    least.merge(candidate.message.episodeId(), candidate.score, Math::min);
                }
            }
            for (Candidate candidate : candidates) {
                Double behind = candidate.isEpisode() ? least.get(candidate.id()) : null;
                if (behind != null) {
                    candidate.coveredBySources = true;
                    candidate.score = Math.min(candidate.score, Math.nextDown(behind));
                }
            }
        }
    }

    /**
     * Filters memories by conversation: that of their evidence messages, or of the episodes these were summarised in.
     */
    static final class ConversationFilter {
        private static final String CONVERSATION_ID = "conversation_id";

        private final Transaction tx;
        private final String workspaceId;
        private final RecallRequest request;
        private final Map<String, String> known = new HashMap<>();

        ConversationFilter(Transaction tx, String workspaceId, RecallRequest request) {
            this.tx = tx;
            this.workspaceId = workspaceId;
            this.request = request;
        }

        /**
         * A memory without messages is of no conversation, as entities are; one with evidence from another conversation
         * too is not excluded.
         */
        boolean leavesOut(Candidate candidate) {
            String only = request.conversationId();
            String without = request.excludedId();
            if ((only == null && without == null) || candidate.isMessage()) {
                return false;
            }
            List<String> conversations = candidate.isMemory() ? conversations(candidate.memory) : List.of();
            boolean elsewhere = only != null && !conversations.contains(only);
            return elsewhere
                    || (!conversations.isEmpty() && conversations.stream().allMatch(id -> id.equals(without)));
        }

        private List<String> conversations(MemoryItem memory) {
            List<String> ids = new ArrayList<>();
            memory.evidence().stream()
                    .map(id -> known.computeIfAbsent(id, this::conversation))
                    .filter(id -> !id.isEmpty())
                    .forEach(ids::add);
            return ids.size() == memory.evidence().size() ? ids : withEpisodes(memory, ids);
        }

        private String conversation(String messageId) {
            return Lookup.byId(tx, Labels.MESSAGE, workspaceId, messageId)
                    .map(message -> Objects.toString(message.getProperty(CONVERSATION_ID, null), ""))
                    .orElse("");
        }

        private List<String> withEpisodes(MemoryItem memory, List<String> ids) {
            Lookup.byId(tx, Labels.MEMORY, workspaceId, memory.id())
                    .ifPresent(node -> node.getRelationships(Direction.OUTGOING, Relations.DERIVED_FROM)
                            .forEach(edge -> add(edge.getEndNode(), ids)));
            return ids;
        }

        private void add(Node source, List<String> ids) {
            boolean here = workspaceId.equals(source.getProperty(Keys.WORKSPACE_ID, null));
            if (here && source.getProperty(CONVERSATION_ID, null) instanceof String id) {
                ids.add(id);
            }
        }
    }
}
