package io.oxgraph.recall;

import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Workspace;
import io.oxgraph.model.RecallResult;
import io.oxgraph.recall.indexed.IndexedSources;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.neo4j.graphdb.Transaction;

/** Finds what answers a query: retrieve, fuse, weigh, filter, choose, pack. Reads only. */
public final class Recall {
    private static final String FILTERS = "filters";

    private final Transaction tx;
    private final String workspaceId;
    private final RecallRequest request;
    private final RecallSettings settings;
    private final Deadline deadline;
    private final Notes notes;

    private Recall(Transaction tx, String workspaceId, RecallRequest request, RecallSettings settings) {
        this.tx = tx;
        this.workspaceId = workspaceId;
        this.request = request;
        this.settings = settings;
        deadline = new Deadline(request.deadlineMillis());
        notes = new Notes(request, settings);
    }

    /** The answer to a query, always well-formed. */
    public static RecallResult answer(
            Transaction tx, String workspaceId, String query, Map<String, Object> options, ZonedDateTime now) {
        RecallRequest request = RequestReader.read(query, options, now);
        Workspace.load(tx, workspaceId);
        Map<String, Object> workspace = Lookup.byId(tx, Labels.WORKSPACE, workspaceId, workspaceId)
                .orElseThrow()
                .getAllProperties();
        return new Recall(tx, workspaceId, request, RecallSettings.of(workspace)).answer();
    }

    private RecallResult answer() {
        if (!settings.memoryEnabled()) {
            return notes.nothing("memory_disabled");
        }
        Sources sources = new IndexedSources(tx, workspaceId, settings.slot());
        notes.path(sources.path());
        if (sources.isEmpty()) {
            return notes.nothing("nothing_stored");
        }
        Negation negation = Negation.of(sources, request);
        Found found = retrieve(sources, negation);
        notes.found(found);
        List<Candidate> ranking = rank(sources, found, negation);
        return ranking.isEmpty()
                ? notes.nothing(request.narrows() ? FILTERS : "nothing_relevant")
                : select(sources, found, ranking);
    }

    private Found retrieve(Sources sources, Negation negation) {
        Map<Retriever, Double> weights = weights();
        String missing = new VectorCheck(settings.slot(), request).missing();
        Retrieval retrieval = new Retrieval(sources, request, filter(), deadline, missing);
        return retrieval.run(negation.without(entities(sources)), weights);
    }

    private Map<Retriever, Double> weights() {
        Map<Retriever, Double> weights = new EnumMap<>(Retriever.class);
        for (Retriever retriever : Retriever.values()) {
            weights.put(retriever, request.weights().getOrDefault(retriever, retriever.weight()));
        }
        return weights;
    }

    private Filter filter() {
        return new Filter(
                request.memoryTypes(),
                request.historical(),
                request.asOf(),
                request.now().toInstant(),
                settings.floor(request));
    }

    /** Those that the query's words name, then those that were given. */
    private List<NamedEntity> entities(Sources sources) {
        if (!deadline.leaves(0) || !request.applies(Retriever.ENTITY.key())) {
            return List.of();
        }
        Map<String, NamedEntity> entities = new LinkedHashMap<>();
        List<NamedEntity> named = new ArrayList<>(sources.named(request.query()));
        request.entityNames().forEach(name -> named.addAll(sources.named(name)));
        request.entityIds().forEach(id -> entity(id).ifPresent(named::add));
        named.forEach(entity -> entities.putIfAbsent(entity.id(), entity));
        return List.copyOf(entities.values());
    }

    private Optional<NamedEntity> entity(String id) {
        return Lookup.byId(tx, Labels.ENTITY, workspaceId, id)
                .or(() -> Lookup.entity(tx, workspaceId, id))
                .filter(node -> !node.hasProperty("deleted_at"))
                .map(node -> new NamedEntity(
                        (String) node.getProperty("id"), (String) node.getProperty("name", id), id));
    }

    private List<Candidate> rank(Sources sources, Found found, Negation negation) {
        List<Candidate> candidates = new ArrayList<>(found.candidates.values());
        boolean byRank = RecallRequest.RRF.equals(
                request.fusion() == null ? settings.fusion() : request.fusion());
        new Fusion(weights(), request).fuse(candidates, byRank);
        candidates.removeIf(negation::keepsOut);
        Weighing weighing = new Weighing(settings, request);
        candidates.forEach(weighing::weigh);
        candidates.sort(Comparator.comparingDouble((Candidate candidate) -> -candidate.score)
                .thenComparing(Candidate::id));
        return new Selection(request).distinct(candidates);
    }

    private RecallResult select(Sources sources, Found found, List<Candidate> ranking) {
        List<Candidate> first = new Selection(request).first(ranking, found);
        Relevance relevance = new Relevance(
                request.asked().stream().map(RecallRequest.Asked::text).toList(),
                sources::rarity,
                found.dropped.keySet().stream().noneMatch(Retriever::needsVector));
        first.forEach(
                candidate -> candidate.relevance = relevance.of(candidate.cosine(), candidate.searched()));
        double best = first.stream().mapToDouble(c -> c.relevance).max().orElse(0);
        notes.relevance(best, ranking.size());
        if (request.applies(Rules.THRESHOLD) && best < settings.threshold()) {
            return notes.nothing("nothing_relevant");
        }
        return pack(new ResultRows(tx, workspaceId, sources, request).of(first));
    }

    private RecallResult pack(List<Map<String, Object>> rows) {
        Context.Block block = Context.pack(rows, request.budget());
        rows.forEach(row -> row.put("in_context", block.ids().contains((String) row.get("id"))));
        rows.forEach(row -> row.remove("dated"));
        return notes.results(rows, block);
    }
}
