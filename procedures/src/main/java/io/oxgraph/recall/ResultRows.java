package io.oxgraph.recall;

import io.oxgraph.graph.Lookup;
import io.oxgraph.recall.Candidates.Candidate;
import io.oxgraph.recall.ContextBlock.ContextGroup;
import io.oxgraph.recall.MessageItem.ConversationKey;
import io.oxgraph.recall.MessageItem.EpisodeItem;
import io.oxgraph.recall.RecallRequest.Rules;
import io.oxgraph.time.Validity;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.neo4j.graphdb.Transaction;

/** Builds the result rows for Cypher; reads the properties that ranking did not need. */
final class ResultRows {
    private static final int MAX_EVIDENCE = 20;
    /** Of a row that is neither explained nor compared, at most: the map of such a row never grows. */
    private static final int FIELDS = 24;

    private static final Instant OPEN = Validity.OPEN.toInstant();

    private final Transaction tx;
    private final String workspaceId;
    private final SearchBackend sources;
    private final RecallRequest request;
    private final Excerpts excerpts;
    /** Of the entities that the rows are about, by id. */
    private final Map<String, Optional<String>> names = new HashMap<>();

    ResultRows(Transaction tx, String workspaceId, SearchBackend sources, RecallRequest request) {
        this.tx = tx;
        this.workspaceId = workspaceId;
        this.sources = sources;
        this.request = request;
        excerpts = new Excerpts(request, sources);
    }

    List<Map<String, Object>> of(List<Candidate> candidates) {
        List<Map<String, Object>> rows = new ArrayList<>();
        Map<String, List<String>> contradictions = sources.contradictions(candidates.stream()
                .filter(Candidate::isMemory)
                .map(candidate -> candidate.memory)
                .filter(memory -> memory.status().equals("active"))
                .toList());
        Map<ConversationKey, Map<Long, MessageItem>> neighbours = neighbours(candidates);
        for (Candidate candidate : candidates) {
            Map<String, Object> row = common(candidate, rows.size() + 1);
            if (candidate.message instanceof EpisodeItem episode) {
                addEpisode(episode, row);
            } else if (candidate.isMessage()) {
                addMessage(candidate.message, row, neighbours);
            } else if (candidate.isEntity()) {
                addEntity(candidate.entity, row);
            } else {
                addMemory(candidate.memory, row);
                row.put("contradicts", contradictions.getOrDefault(candidate.id(), List.of()));
            }
            if (request.bySimilarity()) {
                row.put("similarity", candidate.similarity);
            }
            if (request.explain()) {
                Explanation.add(candidate, row, request);
            }
            rows.add(row);
        }
        return rows;
    }

    /**
     * Shows more of those that are shown briefly, the first of them first, where the context has room; whether it did.
     *
     * @param rows by id
     * @param room tokens that the context has left
     */
    boolean lengthen(List<Candidate> candidates, Map<Object, Map<String, Object>> rows, long room) {
        boolean longer = false;
        long left = room;
        for (Candidate candidate : candidates) {
            Map<String, Object> row = rows.get(candidate.id());
            if (left < Excerpts.BRIEF) {
                break;
            }
            if (candidate.brief && row.get("excerpt") instanceof String excerpt) {
                row.remove("excerpt");
                Optional.ofNullable(excerpts.longer(candidate.text(), excerpt, left))
                        .ifPresent(more -> row.put("excerpt", more));
                left -= Excerpts.tokens(ContextBlock.shown(row)) - Excerpts.tokens(excerpt);
                longer = true;
            }
        }
        return longer;
    }

    /** What only fills the context was not judged, and is shown without its neighbours. */
    private Map<String, Object> common(Candidate candidate, int rank) {
        Map<String, Object> row = LinkedHashMap.newLinkedHashMap(FIELDS);
        String type = type(candidate);
        row.put("rank", (long) rank);
        row.put("id", candidate.id());
        row.put("user_id", candidate.userId());
        row.put("kind", kind(candidate));
        row.put("type", type);
        row.put("content", candidate.text());
        if (!candidate.isEntity()) {
            Optional.ofNullable(excerpts.of(candidate)).ifPresent(excerpt -> row.put("excerpt", excerpt));
        }
        row.put("score", candidate.score);
        row.put("relevance", rank <= request.k() ? candidate.relevance : null);
        row.put("confidence", candidate.confidence);
        row.put("freshness", !candidate.isMemory() || candidate.memory.ages() ? candidate.freshness : null);
        row.put("group", ContextGroup.of(candidate.isEntity() ? RecallRequest.ENTITY : type));
        return row;
    }

    private static String type(Candidate candidate) {
        if (candidate.isEntity()) {
            return candidate.entity.type().isEmpty() ? RecallRequest.ENTITY : candidate.entity.type();
        }
        return candidate.isMessage() ? candidate.message.role() : candidate.memory.type();
    }

    private static String kind(Candidate candidate) {
        if (candidate.isEpisode()) {
            return RecallRequest.EPISODE;
        }
        if (candidate.isEntity()) {
            return RecallRequest.ENTITY;
        }
        return candidate.isMessage() ? RecallRequest.MESSAGE : RecallRequest.MEMORY;
    }

    private static void addEntity(EntityItem entity, Map<String, Object> row) {
        row.put("status", null);
        row.put("evidence", List.of());
        row.put("evidence_count", 0L);
        row.put("contradicts", List.of());
        row.put("name", entity.name());
        row.put("node_id", entity.nodeId());
        row.put("description", entity.description().isEmpty() ? null : entity.description());
        row.put("properties", entity.properties());
        row.put("connection", entity.connection().isEmpty() ? null : entity.connection());
    }

    private void addMemory(MemoryItem memory, Map<String, Object> row) {
        row.put("status", memory.status());
        row.put("valid_from", utc(memory.validFrom()));
        row.put("valid_to", memory.validTo().isBefore(OPEN) ? utc(memory.validTo()) : null);
        row.put("dated", memory.validFromAssumed() ? null : utc(memory.validFrom()));
        row.put("subject_id", memory.subjectId());
        row.put("subject", name(memory.subjectId()));
        row.put("predicate", memory.predicate().isEmpty() ? null : memory.predicate());
        row.put("object_id", memory.objectId().isEmpty() ? null : memory.objectId());
        row.put("object", name(memory.objectId()));
        row.put("evidence", memory.evidence().stream().limit(MAX_EVIDENCE).toList());
        row.put("evidence_count", (long) memory.evidence().size());
    }

    private String name(String entityId) {
        return entityId.isEmpty()
                ? null
                : names.computeIfAbsent(entityId, this::read).orElse(null);
    }

    private Optional<String> read(String entityId) {
        return sources.knownName(entityId)
                .or(() -> Lookup.byId(tx, workspaceId, entityId)
                        .filter(node -> !node.hasProperty("deleted_at"))
                        .map(node -> (String) node.getProperty("name", null)))
                .filter(name -> !name.isEmpty());
    }

    private void addMessage(
            MessageItem message, Map<String, Object> row, Map<ConversationKey, Map<Long, MessageItem>> neighbours) {
        addSaid(message, row);
        row.put("speaker", message.speaker());
        row.put("said_at", utc(message.saidAt()));
        row.put("position", message.position());
        row.put("neighbours", (long) row.get("rank") <= request.k() ? near(message, neighbours) : List.of());
    }

    private static List<Map<String, Object>> near(
            MessageItem message, Map<ConversationKey, Map<Long, MessageItem>> neighbours) {
        Map<Long, MessageItem> near = neighbours.getOrDefault(message.conversation(), Map.of());
        return places(message)
                .map(near::get)
                .filter(Objects::nonNull)
                .map(ResultRows::neighbour)
                .toList();
    }

    private static void addSaid(MessageItem said, Map<String, Object> row) {
        row.put("status", null);
        row.put("evidence", List.of());
        row.put("evidence_count", 0L);
        row.put("contradicts", List.of());
        row.put("conversation_id", said.conversationId());
    }

    private static void addEpisode(EpisodeItem episode, Map<String, Object> row) {
        addSaid(episode, row);
        row.put("started_at", utc(episode.startedAt()));
        row.put("ended_at", utc(episode.saidAt()));
        row.put("turn_count", episode.turnCount());
    }

    /** The messages before and after those of the first k, by conversation and position. */
    private Map<ConversationKey, Map<Long, MessageItem>> neighbours(List<Candidate> candidates) {
        Map<ConversationKey, Set<Long>> places = new HashMap<>();
        candidates.stream()
                .limit(request.k())
                .filter(candidate -> candidate.isSaid())
                .map(candidate -> candidate.message)
                .forEach(message -> places(message)
                        .forEach(place -> places.computeIfAbsent(message.conversation(), id -> new HashSet<>())
                                .add(place)));
        Map<ConversationKey, Map<Long, MessageItem>> neighbours = new HashMap<>();
        sources.messagesAt(places).forEach(found -> neighbours
                .computeIfAbsent(found.conversation(), id -> new HashMap<>())
                .put(found.position(), found));
        return neighbours;
    }

    private static Stream<Long> places(MessageItem message) {
        return Stream.of(message.position() - 1, message.position() + 1);
    }

    private static Map<String, Object> neighbour(MessageItem message) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("id", message.id());
        row.put("speaker", message.speaker());
        row.put("text", message.text());
        row.put("position", message.position());
        return row;
    }

    private static ZonedDateTime utc(Instant instant) {
        return instant.atZone(ZoneOffset.UTC);
    }

    /** Explains why a candidate was found (option explain). */
    static final class Explanation {
        private static final double CERTAIN = 0.995;

        private Explanation() {}

        static void add(Candidate candidate, Map<String, Object> row, RecallRequest request) {
            Map<String, Object> ranks = new LinkedHashMap<>();
            Map<String, Object> scores = new LinkedHashMap<>();
            for (Retriever retriever : candidate.retrievers()) {
                ranks.put(retriever.key(), (long) candidate.rankIn(retriever));
                scores.put(retriever.key(), candidate.scoreOf(retriever));
            }
            row.put("ranks", ranks);
            row.put("scores", scores);
            row.put("fused", candidate.fused);
            row.put("why", why(candidate, request));
        }

        private static List<String> why(Candidate candidate, RecallRequest request) {
            List<String> why = new ArrayList<>();
            for (Retriever retriever : candidate.retrievers()) {
                why.add(found(retriever, candidate.rankIn(retriever), candidate.scoreOf(retriever)));
            }
            if (why.isEmpty()) {
                why.add(candidate.isEntity() ? "The call names it." : "It is next to a message that was found.");
            }
            if (candidate.isMessage() && candidate.source != null) {
                why.add("It replies to the same question, asked before.");
            }
            weighed("confidence", Rules.CONFIDENCE, candidate.confidence, request, why);
            weighed("freshness", Rules.FRESHNESS, candidate.freshness, request, why);
            weighed("session, which has ended, with a weight", Rules.FRESHNESS, candidate.sessionWeight, request, why);
            weighed("standing among what contradicts it", Rules.CONTRADICTIONS, candidate.rankWeight, request, why);
            return why;
        }

        private static String found(Retriever retriever, int rank, double score) {
            String what =
                    switch (retriever) {
                        case MEANING -> "Its meaning is near the query's";
                        case QUESTIONS -> "It answers a question like the query";
                        case WORDS, MESSAGE_WORDS -> "It shares words with the query";
                        case ENTITY ->
                            score >= 1 ? "It is about what the query names" : "It is about what that is tied to";
                        case ENTITY_NAME -> "The query names it";
                        case ENTITY_MEANING -> "The meaning of its description is near the query's";
                        case ENTITY_WORDS -> "Its name, description or properties share words with the query";
                        case TIME -> "It belongs to the time that is asked for";
                        case TOPIC -> "It is of the kind that is asked for";
                        case MESSAGE_MEANING -> "What was said is near the query's meaning";
                    };
            return String.format(Locale.ROOT, "%s: place %d, score %.2f.", what, rank, score);
        }

        private static void weighed(String what, String rule, double value, RecallRequest request, List<String> why) {
            if (value < CERTAIN && request.applies(rule)) {
                why.add(String.format(Locale.ROOT, "Its %s of %.2f lowers it.", what, value));
            }
        }
    }
}
