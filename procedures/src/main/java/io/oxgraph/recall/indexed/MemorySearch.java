package io.oxgraph.recall.indexed;

import io.oxgraph.graph.Scope;
import io.oxgraph.graph.Scope.OwnerRange;
import io.oxgraph.recall.MemoryItem;
import io.oxgraph.recall.SearchBackend.Hit;
import io.oxgraph.recall.SearchBackend.MemoryFilter;
import io.oxgraph.recall.SearchBackend.Window;
import io.oxgraph.recall.VectorSlot;
import io.oxgraph.time.Validity;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.neo4j.graphdb.Node;

/** Searches memories for each retriever. */
final class MemorySearch {
    private static final ZonedDateTime YEAR_ONE = ZonedDateTime.of(1, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);
    private static final String INDEX = "oxgraph_memory_";
    private static final double ONE_HOP_SCORE = 0.5;
    private static final double PREDICATE_SCORE = 0.5;
    /** Maximum number of entities one hop further. */
    private static final int MAX_FURTHER = 50;

    private final IndexReader rows;
    private final String workspaceId;
    private final VectorSlot slot;
    private final Scope scope;
    private final WideSearch wide;

    MemorySearch(IndexReader rows, String workspaceId, VectorSlot slot, Scope scope) {
        this.scope = scope;
        this.rows = rows;
        this.workspaceId = workspaceId;
        this.slot = slot;
        wide = new WideSearch(rows, workspaceId, scope);
    }

    /** Of any owner and status, or else one search for each; of some types always so. */
    List<Hit<MemoryItem>> meaning(float[] vector, MemoryFilter filter, int limit) {
        List<Hit<MemoryItem>> hits = List.of();
        if (filter.types().isEmpty() && rows.online(INDEX + slot.property())) {
            hits = wide.nearest("meaning_of_any", vector, limit, passing(filter));
        }
        return IndexReader.ordered(hits.size() < limit ? ofEach(vector, filter, limit) : hits, MemoryItem::id, limit);
    }

    /** The vector index knows no alternatives. */
    private List<Hit<MemoryItem>> ofEach(float[] vector, MemoryFilter filter, int limit) {
        List<Hit<MemoryItem>> hits = new ArrayList<>();
        Collection<String> types = filter.types().isEmpty() ? List.of("") : filter.types();
        for (String status : statuses(filter)) {
            for (String type : types) {
                for (OwnerRange owners : scope.ranges()) {
                    hits.addAll(meaning(vector, status, type.isEmpty() ? null : type, owners, filter, limit));
                }
            }
        }
        return hits;
    }

    private List<Hit<MemoryItem>> meaning(
            float[] vector, String status, String type, OwnerRange owners, MemoryFilter filter, int limit) {
        Map<String, Object> parameters = validity(filter);
        IndexReader.put(owners, parameters);
        parameters.put("vector", vector);
        parameters.put("status", status);
        parameters.put("type", type);
        String statement = type == null ? "meaning" : "meaning_of_type";
        List<Hit<MemoryItem>> hits = List.of();
        if (rows.online(INDEX + slot.property())) {
            hits = rows.nearest(statement, parameters, limit, passing(filter)).hits();
        }
        if (hits.size() < limit) {
            parameters.put("slot", slot.property());
            hits = rows.best(exact(statement), parameters, limit, passing(filter))
                    .hits();
        }
        return hits;
    }

    /** Of all users each memory is compared, of one only that user's. */
    private String exact(String statement) {
        return statement + (scope.allUsers() ? "_exact" : "_exact_of_user");
    }

    /** Bounds on validity; for as_of they are checked again against the recorded history. */
    private Map<String, Object> validity(MemoryFilter filter) {
        Map<String, Object> parameters = parameters();
        boolean now = filter.asOf() == null && !filter.historical();
        parameters.put("after", now ? filter.now().atZone(ZoneOffset.UTC) : YEAR_ONE);
        parameters.put(
                "before",
                filter.asOf() == null
                        ? Validity.OPEN
                        : filter.asOf().valid().plusNanos(1).atZone(ZoneOffset.UTC));
        return parameters;
    }

    List<Hit<MemoryItem>> questions(float[] vector, MemoryFilter filter, int limit) {
        List<Hit<MemoryItem>> hits = new ArrayList<>();
        scope.ranges().forEach(owners -> hits.addAll(questions(vector, owners, filter, limit)));
        return IndexReader.ordered(hits, MemoryItem::id, limit);
    }

    private List<Hit<MemoryItem>> questions(float[] vector, OwnerRange owners, MemoryFilter filter, int limit) {
        Map<String, Object> parameters = parameters();
        IndexReader.put(owners, parameters);
        parameters.put("vector", vector);
        List<Hit<MemoryItem>> hits = List.of();
        if (rows.online("oxgraph_question_" + slot.property())) {
            hits = rows.nearest("questions", parameters, limit, passing(filter)).hits();
        }
        if (hits.size() < limit) {
            parameters.put("slot", slot.property());
            hits = rows.best(exact("questions"), parameters, limit, passing(filter))
                    .hits();
        }
        return hits;
    }

    List<Hit<MemoryItem>> words(String query, MemoryFilter filter, int limit) {
        rows.require("oxgraph_memory_words");
        String sought = FulltextQuery.query(workspaceId, scope, query, "content", "keywords");
        if (sought.isEmpty()) {
            return List.of();
        }
        Map<String, Object> parameters = parameters();
        parameters.put("query", sought);
        List<Hit<MemoryItem>> hits =
                rows.nearest("words", parameters, limit, passing(filter)).hits();
        double best = hits.stream().mapToDouble(Hit::score).max().orElse(1);
        List<Hit<MemoryItem>> parts = hits.stream()
                .map(hit -> new Hit<>(hit.item(), hit.score() / best))
                .toList();
        return IndexReader.ordered(parts, MemoryItem::id, limit);
    }

    List<Hit<MemoryItem>> entity(Collection<String> entityIds, MemoryFilter filter, int limit) {
        rows.require("oxgraph_memory_predicate");
        rows.require("oxgraph_memory_object");
        Map<String, Hit<MemoryItem>> found = new LinkedHashMap<>();
        about(entityIds, filter, limit, 1, found);
        Set<String> further = new LinkedHashSet<>();
        found.values()
                .forEach(hit -> further.addAll(
                        List.of(hit.item().subjectId(), hit.item().objectId())));
        further.removeAll(Set.copyOf(entityIds));
        further.remove("");
        if (found.size() < limit) {
            about(further.stream().limit(MAX_FURTHER).toList(), filter, limit, ONE_HOP_SCORE, found);
        }
        return IndexReader.ordered(List.copyOf(found.values()), MemoryItem::id, limit);
    }

    private void about(
            Collection<String> ids, MemoryFilter filter, int limit, double score, Map<String, Hit<MemoryItem>> found) {
        Map<String, Object> parameters = stated(filter);
        parameters.put("ids", List.copyOf(ids));
        for (String statement : List.of("subject_memories", "object_memories")) {
            collect(rows.best(statement, parameters, limit, passing(filter)).hits(), score, found);
        }
    }

    private static void collect(List<Hit<MemoryItem>> hits, double score, Map<String, Hit<MemoryItem>> found) {
        hits.forEach(hit -> found.putIfAbsent(hit.item().id(), new Hit<>(hit.item(), score)));
    }

    List<Hit<MemoryItem>> time(Window window, MemoryFilter filter, int limit) {
        rows.require("oxgraph_memory_state");
        List<Hit<MemoryItem>> hits = new ArrayList<>();
        Map<String, Object> parameters = parameters();
        parameters.put("from", window.from().atZone(ZoneOffset.UTC));
        parameters.put("to", window.to().atZone(ZoneOffset.UTC));
        for (String status : statuses(filter)) {
            parameters.put("status", status);
            for (String statement : List.of("begun_within", "begun_before")) {
                owned(statement, parameters, filter, limit).stream()
                        .map(hit -> new Hit<>(hit.item(), nearness(window, hit.item())))
                        .forEach(hits::add);
            }
        }
        return IndexReader.ordered(hits, MemoryItem::id, limit);
    }

    /** The first of all users, or of each owner of the scope: those of one never take the places of the other's. */
    private List<Hit<MemoryItem>> owned(
            String statement, Map<String, Object> parameters, MemoryFilter filter, int limit) {
        List<Hit<MemoryItem>> hits = new ArrayList<>();
        for (OwnerRange owners : scope.ranges()) {
            IndexReader.put(owners, parameters);
            hits.addAll(
                    rows.best(scope.allUsers() ? statement : statement + "_of_user", parameters, limit, passing(filter))
                            .hits());
        }
        return hits;
    }

    private static double nearness(Window window, MemoryItem memory) {
        return window.nearness(Window.micros(memory.validFrom()), Window.micros(memory.validTo()), memory.isEvent());
    }

    List<Hit<MemoryItem>> topic(
            Collection<String> topicKeys, Collection<String> predicates, MemoryFilter filter, int limit) {
        rows.require("oxgraph_memory_key");
        rows.require("oxgraph_memory_hint");
        Map<String, Hit<MemoryItem>> found = new LinkedHashMap<>();
        Map<String, Object> parameters = stated(filter);
        parameters.put("keys", List.copyOf(topicKeys));
        parameters.put("predicates", List.copyOf(predicates));
        collect(owned("topic_memories", parameters, filter, limit), 1, found);
        collect(owned("predicate_memories", parameters, filter, limit), PREDICATE_SCORE, found);
        return IndexReader.ordered(List.copyOf(found.values()), MemoryItem::id, limit);
    }

    private Map<String, Object> stated(MemoryFilter filter) {
        Map<String, Object> parameters = parameters();
        parameters.put("statuses", statuses(filter));
        parameters.put("owners", scope.allUsers() ? null : scope.owners());
        return parameters;
    }

    private Map<String, Object> parameters() {
        return new HashMap<>(Map.of("workspace_id", workspaceId));
    }

    private static List<String> statuses(MemoryFilter filter) {
        return filter.historical() || filter.asOf() != null
                ? List.of("active", "superseded", "expired")
                : List.of("active");
    }

    private Function<Node, Optional<MemoryItem>> passing(MemoryFilter filter) {
        return node -> Optional.of(NodeMemory.of(node))
                .filter(memory -> memory.isRead(scope) && memory.passes(filter))
                .map(Function.identity());
    }
}
