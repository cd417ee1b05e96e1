package io.oxgraph.recall;

import io.oxgraph.graph.Lookup;
import io.oxgraph.recall.Candidates.Candidate;
import io.oxgraph.recall.RecallRequest.Rules;
import io.oxgraph.recall.Relevance.RelevanceScorer;
import io.oxgraph.recall.SearchBackend.NamedEntity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/** Finds the entities that a request names, and decides which entities of the business graph are results. */
final class EntityResults {
    /** Maximum number of entities that are returned beside the results, in addition to the targets. */
    private static final int MOST_APART = 5;

    private static final int MAX_IDENTIFIERS = 32;
    private static final Pattern BLANKS = Pattern.compile("[\\s,;]+", Pattern.UNICODE_CHARACTER_CLASS);
    /** Quotes, brackets and full stops around a word. */
    private static final Pattern AROUND = Pattern.compile("^[\\p{Ps}\\p{Pi}\"'`]+|[\\p{Pe}\\p{Pf}\"'`.!?:]+$");

    private final Transaction tx;
    private final String workspaceId;
    private final RecallRequest request;
    private final SearchBackend sources;

    EntityResults(Transaction tx, String workspaceId, RecallRequest request, SearchBackend sources) {
        this.tx = tx;
        this.workspaceId = workspaceId;
        this.request = request;
        this.sources = sources;
    }

    /** The entities that the query mentions by a name or a node_id, then those given in the options. */
    List<NamedEntity> named() {
        List<NamedEntity> named = new ArrayList<>(sources.named(request.query()));
        identifiers(request.query()).flatMap(id -> byNodeId(id).stream()).forEach(named::add);
        request.entityNames().forEach(name -> named.addAll(sources.named(name)));
        request.entityIds().forEach(id -> byId(id).ifPresent(named::add));
        Map<String, NamedEntity> entities = new LinkedHashMap<>();
        named.forEach(entity -> entities.putIfAbsent(entity.id(), entity));
        return List.copyOf(entities.values());
    }

    /** The words of a text that look like ids: with a letter and with something that is no letter. */
    private static Stream<String> identifiers(String text) {
        return Arrays.stream(BLANKS.split(text))
                .map(word -> AROUND.matcher(word).replaceAll(""))
                .filter(word -> word.chars().anyMatch(Character::isLetter)
                        && !word.chars().allMatch(Character::isLetter))
                .limit(MAX_IDENTIFIERS);
    }

    private Optional<NamedEntity> byNodeId(String nodeId) {
        return Lookup.entity(tx, workspaceId, nodeId)
                .filter(request.scope()::readsEntity)
                .map(node -> named(node, nodeId));
    }

    private Optional<NamedEntity> byId(String id) {
        return Lookup.entityById(tx, workspaceId, id)
                .or(() -> Lookup.entity(tx, workspaceId, id))
                .filter(request.scope()::readsEntity)
                .map(node -> named(node, id));
    }

    private static NamedEntity named(Node node, String mention) {
        return new NamedEntity((String) node.getProperty("id"), (String) node.getProperty("name", mention), mention);
    }

    /**
     * Removes the entities that are not named and do not reach the threshold by themselves: a catalogue of thousands has
     * something that is a little like any query.
     */
    void dropIrrelevant(List<Candidate> ranking, Candidates found, RelevanceScorer judgement, double threshold) {
        if (request.bySimilarity() || !request.applies(Rules.THRESHOLD)) {
            return;
        }
        judgement.judge(ranking.stream().filter(Candidate::isEntity).toList(), found, SpeakerLead.NONE);
        ranking.removeIf(candidate ->
                candidate.isEntity() && candidate.relevance < threshold && !candidate.isFoundBy(Retriever.ENTITY_NAME));
    }

    /** Takes the entities out of a ranking: the targets first, in their order, then the best others. */
    List<Candidate> takeApart(List<Candidate> ranking, Candidates found, RelevanceScorer judgement) {
        Map<String, Candidate> apart = new LinkedHashMap<>();
        targets().forEach(entity -> apart.put(entity.id(), new Candidate(null, null, entity)));
        int most = apart.size() + MOST_APART;
        for (Candidate candidate : ranking) {
            boolean isTarget = candidate.isEntity() && apart.containsKey(candidate.id());
            if (isTarget || (candidate.isEntity() && apart.size() < most)) {
                apart.put(candidate.id(), candidate);
            }
        }
        ranking.removeIf(Candidate::isEntity);
        judgement.judge(apart.values(), found, SpeakerLead.NONE);
        return List.copyOf(apart.values());
    }

    private Collection<EntityItem> targets() {
        List<String> ids = request.targets().stream()
                .flatMap(target -> byId(target).stream())
                .map(NamedEntity::id)
                .distinct()
                .toList();
        return request.wantsEntities() ? sources.entities(ids) : List.of();
    }
}
