package io.oxgraph.recall;

import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.PredicateNames;
import io.oxgraph.graph.Workspace;
import io.oxgraph.model.MemoryResults.RecallResult;
import io.oxgraph.recall.Candidates.Candidate;
import io.oxgraph.recall.Ranking.ConversationFilter;
import io.oxgraph.recall.Ranking.EpisodeOrder;
import io.oxgraph.recall.RecallRequest.Rules;
import io.oxgraph.recall.Relevance.RelevanceScorer;
import io.oxgraph.recall.Retrieval.Deadline;
import io.oxgraph.recall.SearchBackend.MemoryFilter;
import io.oxgraph.recall.SearchBackend.NamedEntity;
import io.oxgraph.recall.Selection.SimilaritySearch;
import io.oxgraph.recall.VectorSlot.VectorCheck;
import io.oxgraph.recall.cache.IndexCache;
import io.oxgraph.recall.indexed.IndexBackend;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.neo4j.graphdb.Transaction;

/** Answers a recall query; {@link #answer()} lists the steps in their order. Reads only. */
public final class Recall {
    private final Transaction tx;
    private final String workspaceId;
    private final RecallRequest request;
    private final RecallSettings settings;
    private final SearchBackend sources;
    private final Deadline deadline;
    private final Notes notes;

    Recall(Transaction tx, String workspaceId, RecallRequest request, RecallSettings settings, SearchBackend sources) {
        this.tx = tx;
        this.workspaceId = workspaceId;
        this.request = request;
        this.settings = settings;
        this.sources = sources;
        deadline = new Deadline(request.deadlineMillis());
        notes = new Notes(request, settings);
    }

    /**
     * Answers a query: validates the options, loads the workspace's settings, and searches the in-memory cache or,
     * when the workspace is too large for it, the database indexes.
     */
    public static RecallResult answer(
            Transaction tx, String workspaceId, String query, Map<String, Object> options, ZonedDateTime now) {
        RecallRequest request = RequestReader.read(query, options, now);
        Workspace.load(tx, workspaceId);
        RecallSettings settings = RecallSettings.of(Lookup.byId(tx, Labels.WORKSPACE, workspaceId, workspaceId)
                .orElseThrow()
                .getAllProperties());
        SearchBackend sources =
                IndexCache.of(tx, workspaceId).orElseGet(() -> new IndexBackend(tx, workspaceId, settings.slot()));
        return new Recall(tx, workspaceId, request, settings, sources).answer();
    }

    /**
     * The steps of recall, in order:
     *
     * <ol>
     *   <li>find the speakers that the query mentions ({@link QuerySpeakers}) and what it negates ({@link Negation});
     *   <li>retrieve candidates with each retriever, within the deadline ({@link Retrieval});
     *   <li>fuse the retrievers' scores into one ({@link Fusion});
     *   <li>filter, and rank by confidence, freshness and contradictions ({@link Ranking});
     *   <li>select the first k without repetitions ({@link Selection});
     *   <li>judge relevance, and abstain below the threshold ({@link Relevance});
     *   <li>read the result rows and pack the context block ({@link ResultRows}, {@link ContextBlock}).
     * </ol>
     */
    RecallResult answer() {
        notes.path(sources.path());
        if (sources.isEmpty()) {
            return notes.nothing("nothing_stored");
        }
        List<String> speakers = deadline.leaves(0) && request.wantsMessages() ? sources.speakers() : List.of();
        notes.speakers(speakers);
        QuerySpeakers about = new QuerySpeakers(request.query(), speakers);
        Negation negation = Negation.of(sources, request);
        Candidates found = retrieve(about, negation);
        notes.found(found);
        return select(found, negation, about);
    }

    private Candidates retrieve(QuerySpeakers about, Negation negation) {
        String missing = new VectorCheck(settings.slot(), request).missing();
        return new Retrieval(sources, request, filter(), deadline, about, missing, new PredicateNames(tx, workspaceId))
                .run(negation.without(entities()));
    }

    private MemoryFilter filter() {
        return new MemoryFilter(
                request.memoryTypes(),
                request.historical(),
                request.asOf(),
                request.now().toInstant(),
                settings.floor(request));
    }

    /** The entities that the query mentions, then those given in the options. */
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

    private RecallResult select(Candidates found, Negation negation, QuerySpeakers about) {
        List<Candidate> ranking = new ArrayList<>(found.candidates.values());
        boolean byRank = RecallRequest.RRF.equals(request.fusion() == null ? settings.fusion() : request.fusion());
        double lead = new Fusion(request.weights(), request, about).fuse(ranking, byRank);
        rank(ranking, negation);
        RelevanceScorer judgement = new RelevanceScorer(request, sources, about);
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

    private List<Candidate> choose(List<Candidate> ranking, Candidates found, RelevanceScorer judgement) {
        return request.bySimilarity()
                ? new SimilaritySearch(request, judgement).choose(ranking, settings.minimum(request))
                : new Selection(request).choose(ranking, found);
    }

    private void rank(List<Candidate> candidates, Negation negation) {
        ConversationFilter saidIn = new ConversationFilter(tx, workspaceId, request);
        candidates.removeIf(negation::keepsOut);
        candidates.removeIf(saidIn::leavesOut);
        candidates.removeIf(candidate -> candidate.isAmong(request.excludedIds()));
        EndedSessions sessions =
                new EndedSessions(tx, workspaceId, settings, request.now().toInstant());
        Ranking weighing = new Ranking(settings, request, sessions::ended);
        candidates.forEach(weighing::weigh);
        candidates.removeIf(candidate -> candidate.score <= 0 && !request.bySimilarity());
        EpisodeOrder.putFirst(candidates);
        candidates.sort(Comparator.comparingDouble((Candidate candidate) -> -candidate.score)
                .thenComparing(Candidate::isMessage)
                .thenComparing(Candidate::id));
    }

    private RecallResult pack(List<Map<String, Object>> rows) {
        ContextBlock.Block block = ContextBlock.pack(rows, request.budget());
        rows.forEach(row -> row.put("in_context", block.ids().contains((String) row.get("id"))));
        return notes.results(rows, block);
    }
}
