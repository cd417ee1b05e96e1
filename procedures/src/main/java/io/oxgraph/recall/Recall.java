package io.oxgraph.recall;

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
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Transaction;

/** Answers a recall query; {@link #answer()} lists the steps in their order. Reads only. */
public final class Recall {
    /** Number of memories without a message that are judged wherever they rank. */
    private static final int ALONE = 3;

    private final Transaction tx;
    private final String workspaceId;
    private final RecallRequest request;
    private final RecallSettings settings;
    private final SearchBackend sources;
    private final Deadline deadline;
    private final Notes notes;
    private final EntityResults entities;

    Recall(Transaction tx, String workspaceId, RecallRequest request, RecallSettings settings, SearchBackend sources) {
        this.tx = tx;
        this.workspaceId = workspaceId;
        this.request = request;
        this.settings = settings;
        this.sources = sources;
        deadline = new Deadline(request.deadlineMillis());
        notes = new Notes(request, settings);
        entities = new EntityResults(tx, workspaceId, request, sources);
    }

    /**
     * Answers a query: validates the options, loads the workspace's settings, and searches the in-memory cache or,
     * when the workspace is too large for it, the database indexes.
     */
    public static RecallResult answer(
            GraphDatabaseService database,
            Transaction tx,
            String workspaceId,
            String query,
            Map<String, Object> options,
            ZonedDateTime now) {
        RecallRequest request = RequestReader.read(query, options, now);
        RecallSettings settings = RecallSettings.of(Workspace.properties(tx, workspaceId));
        SearchBackend sources = IndexCache.of(tx, workspaceId, request.scope())
                .orElseGet(() -> new IndexBackend(database, tx, workspaceId, settings.slot(), request.scope()));
        return new Recall(tx, workspaceId, request, settings, sources).answer();
    }

    /**
     * The steps of recall, in order:
     *
     * <ol>
     *   <li>find the speakers that the query mentions ({@link QuerySpeakers}), what it negates ({@link Negation}) and
     *       the entities that it names ({@link EntityResults});
     *   <li>retrieve candidates with each retriever, within the deadline ({@link Retrieval});
     *   <li>fuse the retrievers' scores into one ({@link Fusion});
     *   <li>filter, and weigh by confidence, freshness and contradictions ({@link Ranking});
     *   <li>leave out the stored messages that only repeat the query ({@link EchoedQuestions}), and sort;
     *   <li>leave out irrelevant entities, and take them apart where the call asks for it ({@link EntityResults});
     *   <li>select the first k without repetitions ({@link Selection});
     *   <li>judge relevance, and abstain below the threshold ({@link Relevance});
     *   <li>without a bound on the results, choose what fills the context ({@link ContextChoice});
     *   <li>read the result rows and pack the context block ({@link ResultRows}, {@link ContextBlock}).
     * </ol>
     */
    RecallResult answer() {
        notes.path(sources.path());
        if (sources.isEmpty()) {
            return notes.nothing("nothing_stored");
        }
        List<String> speakers =
                deadline.leaves(0) && request.wantsMessages() ? sources.speakers(request.query()) : List.of();
        notes.speakers(speakers);
        QuerySpeakers about = new QuerySpeakers(request.query(), speakers);
        Negation negation = Negation.of(sources, request);
        Candidates found = retrieve(about, negation);
        notes.found(found);
        return select(found, negation, about);
    }

    private Candidates retrieve(QuerySpeakers about, Negation negation) {
        String missing = new VectorCheck(settings.slot(), request).missing();
        PredicateNames names = new PredicateNames(tx, workspaceId);
        return new Retrieval(sources, request, filter(), deadline, about, missing, byRank(), names)
                .run(negation.without(named()));
    }

    private boolean byRank() {
        return RecallRequest.RRF.equals(request.fusion() == null ? settings.fusion() : request.fusion());
    }

    private MemoryFilter filter() {
        return new MemoryFilter(
                request.memoryTypes(),
                request.historical(),
                request.asOf(),
                request.now().toInstant(),
                settings.floor(request));
    }

    private List<NamedEntity> named() {
        boolean wanted = (request.wantsMemories() && request.applies(Retriever.ENTITY.key()))
                || (request.wantsEntities() && request.applies(Retriever.ENTITY_NAME.key()));
        return wanted && deadline.leaves(0) ? entities.named() : List.of();
    }

    private RecallResult select(Candidates found, Negation negation, QuerySpeakers about) {
        List<Candidate> ranking = new ArrayList<>(found.candidates.values());
        SpeakerLead lead = new Fusion(request.weights(), request, about).fuse(found.candidates, byRank());
        RelevanceScorer judgement = new RelevanceScorer(request, sources, about);
        boolean fits = rank(ranking, found, negation);
        entities.dropIrrelevant(ranking, found, judgement, settings.threshold());
        List<Candidate> apart =
                request.entityBudget() == null ? List.of() : entities.takeApart(ranking, found, judgement);
        if (fits && ranking.isEmpty()) {
            return withEntities(notes.nothingRelevant(), apart);
        }
        return withEntities(results(ranking, found, judgement, lead), apart);
    }

    private RecallResult results(
            List<Candidate> ranking, Candidates found, RelevanceScorer judgement, SpeakerLead lead) {
        List<Candidate> chosen = choose(ranking, found, judgement);
        if (chosen.isEmpty()) {
            return ranking.isEmpty() && request.bySimilarity() && !found.candidates.isEmpty()
                    ? notes.nothingRelevant()
                    : notes.nothing(found);
        }
        double best = best(chosen, ranking, found, judgement, lead);
        notes.relevance(best, ranking.size());
        return request.applies(Rules.THRESHOLD) && !request.bySimilarity() && best < settings.threshold()
                ? notes.nothingRelevant()
                : pack(chosen, ranking);
    }

    /**
     * The best relevance among the first results, however many are returned: the one that ranks first need not be the
     * one that answers. Where it is below the threshold, that of the best memories without a message counts too.
     */
    private double best(
            List<Candidate> chosen,
            List<Candidate> ranking,
            Candidates found,
            RelevanceScorer judgement,
            SpeakerLead lead) {
        List<Candidate> first = request.bySimilarity()
                ? chosen.subList(0, 1)
                : ranking.subList(0, Math.min(ContextChoice.FIRST, ranking.size()));
        Set<Candidate> judged = new LinkedHashSet<>(chosen);
        judged.addAll(first);
        judgement.judge(judged, found, lead);
        double best = mostRelevant(first);
        if (request.bySimilarity() || best >= settings.threshold()) {
            return best;
        }
        List<Candidate> alone = withoutMessage(ranking, found);
        judgement.judge(alone, found, lead);
        return Math.max(best, mostRelevant(alone));
    }

    private static double mostRelevant(List<Candidate> judged) {
        return judged.stream()
                .mapToDouble(candidate -> candidate.relevance)
                .max()
                .orElse(0);
    }

    /**
     * The best memories of which no message was found, as it has expired: an old one ranks behind messages, which do
     * not age.
     */
    private static List<Candidate> withoutMessage(List<Candidate> ranking, Candidates found) {
        return ranking.stream()
                .filter(one ->
                        one.isMemory() && one.memory.evidence().stream().noneMatch(found.candidates::containsKey))
                .sorted(Comparator.comparingDouble((Candidate memory) -> -memory.fused))
                .limit(ALONE)
                .toList();
    }

    /** The result with the entities behind the others, and a text of them alone. */
    private RecallResult withEntities(RecallResult result, List<Candidate> apart) {
        if (apart.isEmpty()) {
            return result;
        }
        List<Map<String, Object>> rows = rows(apart);
        ContextBlock.Block block = ContextBlock.packEntities(rows, request.entityBudget());
        mark(rows, block);
        notes.entitiesApart(block, rows.size());
        List<Map<String, Object>> all = new ArrayList<>(result.results());
        all.addAll(rows);
        return new RecallResult(all, result.context(), result.notes());
    }

    private List<Map<String, Object>> rows(List<Candidate> candidates) {
        return new ResultRows(tx, workspaceId, sources, request).of(candidates);
    }

    private static void mark(List<Map<String, Object>> rows, ContextBlock.Block block) {
        Set<String> ids = new HashSet<>(block.ids());
        rows.forEach(row -> row.put("in_context", ids.contains((String) row.get("id"))));
    }

    private List<Candidate> choose(List<Candidate> ranking, Candidates found, RelevanceScorer judgement) {
        return request.bySimilarity()
                ? new SimilaritySearch(request, judgement).choose(ranking, settings.minimum(request))
                : new Selection(request).choose(ranking, found);
    }

    /** Filters and sorts the candidates; returns whether any passed the filters, echoes included. */
    private boolean rank(List<Candidate> candidates, Candidates found, Negation negation) {
        ConversationFilter saidIn = new ConversationFilter(tx, workspaceId, request);
        candidates.removeIf(negation::keepsOut);
        candidates.removeIf(saidIn::leavesOut);
        candidates.removeIf(candidate -> candidate.isAmong(request.excludedIds()));
        EndedSessions sessions =
                new EndedSessions(tx, workspaceId, settings, request.now().toInstant());
        Ranking weighing = new Ranking(settings, request, sessions::ended);
        candidates.forEach(weighing::weigh);
        candidates.removeIf(candidate -> candidate.score <= 0 && !request.bySimilarity());
        boolean fits = !candidates.isEmpty();
        new EchoedQuestions(request, found.nanos.containsKey(Retriever.MESSAGE_MEANING)).removeFrom(candidates);
        EpisodeOrder.putFirst(candidates);
        Candidate.sortByScore(candidates);
        return fits;
    }

    /** Without a bound on the results, those that fill the context are results too. */
    private RecallResult pack(List<Candidate> chosen, List<Candidate> ranking) {
        List<Candidate> packing = request.fillsContext() ? new ContextChoice(request).of(ranking, chosen) : chosen;
        Set<Candidate> all = new LinkedHashSet<>(chosen);
        all.addAll(packing);
        ResultRows reader = new ResultRows(tx, workspaceId, sources, request);
        List<Map<String, Object>> rows = reader.of(List.copyOf(all));
        Map<Object, Map<String, Object>> byId = new HashMap<>();
        rows.forEach(row -> byId.put(row.get("id"), row));
        ContextBlock.Block block = packed(packing, byId);
        Set<String> inside = Set.copyOf(block.ids());
        List<Candidate> shown = packing.stream()
                .filter(candidate -> inside.contains(candidate.id()))
                .toList();
        if (reader.lengthen(shown, byId, request.budget() - block.tokens())) {
            block = packed(shown, byId);
        }
        mark(rows, block);
        List<Map<String, Object>> results = new ArrayList<>(rows.subList(0, chosen.size()));
        rows.stream()
                .skip(chosen.size())
                .filter(row -> Boolean.TRUE.equals(row.get("in_context")))
                .sorted(Comparator.comparingDouble(row -> -(double) row.get("score")))
                .forEach(results::add);
        number(results);
        notes.memories(chosen.stream()
                .limit(request.k())
                .filter(Candidate::isMemory)
                .map(Candidate::id)
                .toList());
        return notes.results(results, block);
    }

    private ContextBlock.Block packed(List<Candidate> candidates, Map<Object, Map<String, Object>> rows) {
        return ContextBlock.pack(
                candidates.stream().map(candidate -> rows.get(candidate.id())).toList(), request.budget());
    }

    private static void number(List<Map<String, Object>> results) {
        for (int i = 0; i < results.size(); i++) {
            results.get(i).put("rank", i + 1L);
        }
    }
}
