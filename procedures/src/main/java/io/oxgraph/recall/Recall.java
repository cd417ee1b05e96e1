package io.oxgraph.recall;

import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Workspace;
import io.oxgraph.model.RecallResult;
import io.oxgraph.recall.held.Held;
import io.oxgraph.recall.indexed.IndexedSources;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.neo4j.graphdb.Transaction;

/** Finds what answers a query: retrieve, fuse, weigh, filter, choose, pack. Reads only. */
public final class Recall {
    private final Transaction tx;
    private final String workspaceId;
    private final RecallRequest request;
    private final RecallSettings settings;
    private final Sources sources;
    private final Deadline deadline;
    private final Notes notes;

    Recall(Transaction tx, String workspaceId, RecallRequest request, RecallSettings settings, Sources sources) {
        this.tx = tx;
        this.workspaceId = workspaceId;
        this.request = request;
        this.settings = settings;
        this.sources = sources;
        deadline = new Deadline(request.deadlineMillis());
        notes = new Notes(request, settings);
    }

    /** The answer to a query, always well-formed. */
    public static RecallResult answer(
            Transaction tx, String workspaceId, String query, Map<String, Object> options, ZonedDateTime now) {
        RecallRequest request = RequestReader.read(query, options, now);
        Workspace.load(tx, workspaceId);
        RecallSettings settings = RecallSettings.of(Lookup.byId(tx, Labels.WORKSPACE, workspaceId, workspaceId)
                .orElseThrow()
                .getAllProperties());
        Sources sources =
                Held.of(tx, workspaceId).orElseGet(() -> new IndexedSources(tx, workspaceId, settings.slot()));
        return new Recall(tx, workspaceId, request, settings, sources).answer();
    }

    RecallResult answer() {
        notes.path(sources.path());
        if (sources.isEmpty()) {
            return notes.nothing("nothing_stored");
        }
        List<String> speakers = deadline.leaves(0) && request.wantsMessages() ? sources.speakers() : List.of();
        notes.speakers(speakers);
        Aboutness about = new Aboutness(request.query(), speakers);
        Negation negation = Negation.of(sources, request);
        Found found = retrieve(about, negation);
        notes.found(found);
        return select(found, negation, about);
    }

    private Found retrieve(Aboutness about, Negation negation) {
        String missing = new VectorCheck(settings.slot(), request).missing();
        return new Retrieval(sources, request, filter(), deadline, about, missing).run(negation.without(entities()));
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
    private List<NamedEntity> entities() {
        if (!deadline.leaves(0) || !request.applies(Retriever.ENTITY.key()) || !request.wantsMemories()) {
            return List.of();
        }
        List<NamedEntity> named = new ArrayList<>(sources.named(request.query()));
        request.entityNames().forEach(name -> named.addAll(sources.named(name)));
        request.entityIds().forEach(id -> entity(id).ifPresent(named::add));
        Map<String, NamedEntity> entities = new LinkedHashMap<>();
        named.forEach(entity -> entities.putIfAbsent(entity.id(), entity));
        return List.copyOf(entities.values());
    }

    private Optional<NamedEntity> entity(String id) {
        return Lookup.byId(tx, Labels.ENTITY, workspaceId, id)
                .or(() -> Lookup.entity(tx, workspaceId, id))
                .filter(node -> !node.hasProperty("deleted_at"))
                .map(node ->
                        new NamedEntity((String) node.getProperty("id"), (String) node.getProperty("name", id), id));
    }

    private RecallResult select(Found found, Negation negation, Aboutness about) {
        List<Candidate> ranking = new ArrayList<>(found.candidates.values());
        boolean byRank = RecallRequest.RRF.equals(request.fusion() == null ? settings.fusion() : request.fusion());
        double lead = new Fusion(request.weights(), request, about).fuse(ranking, byRank);
        rank(ranking, negation);
        Judgement judgement = new Judgement(request, sources, about);
        List<Candidate> chosen = choose(ranking, found, judgement);
        if (chosen.isEmpty()) {
            return ranking.isEmpty() && request.bySimilarity() && !found.candidates.isEmpty()
                    ? notes.nothingRelevant()
                    : notes.nothing(found);
        }
        judgement.judge(chosen, found, lead);
        double best = chosen.getFirst().relevance;
        notes.relevance(best, ranking.size());
        return request.applies(Rules.THRESHOLD) && !request.bySimilarity() && best < settings.threshold()
                ? notes.nothingRelevant()
                : pack(new ResultRows(tx, workspaceId, sources, request).of(chosen));
    }

    private List<Candidate> choose(List<Candidate> ranking, Found found, Judgement judgement) {
        return request.bySimilarity()
                ? new Similarity(request, judgement).choose(ranking, settings.minimum(request))
                : new Selection(request).choose(ranking, found);
    }

    private void rank(List<Candidate> candidates, Negation negation) {
        SaidIn saidIn = new SaidIn(tx, workspaceId, request);
        candidates.removeIf(negation::keepsOut);
        candidates.removeIf(saidIn::leavesOut);
        candidates.removeIf(candidate -> candidate.isAmong(request.excludedIds()));
        Weighing weighing = new Weighing(settings, request);
        candidates.forEach(weighing::weigh);
        candidates.removeIf(candidate -> candidate.score <= 0 && !request.bySimilarity());
        Kept.putFirst(candidates);
        candidates.sort(Comparator.comparingDouble((Candidate candidate) -> -candidate.score)
                .thenComparing(Candidate::isMessage)
                .thenComparing(Candidate::id));
    }

    private RecallResult pack(List<Map<String, Object>> rows) {
        Context.Block block = Context.pack(rows, request.budget());
        rows.forEach(row -> row.put("in_context", block.ids().contains((String) row.get("id"))));
        return notes.results(rows, block);
    }
}
