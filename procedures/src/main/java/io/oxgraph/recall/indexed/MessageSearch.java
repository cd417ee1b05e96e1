package io.oxgraph.recall.indexed;

import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Scope;
import io.oxgraph.graph.Scope.OwnerRange;
import io.oxgraph.recall.MessageItem;
import io.oxgraph.recall.MessageItem.ConversationKey;
import io.oxgraph.recall.MessagePreference;
import io.oxgraph.recall.SearchBackend.Hit;
import io.oxgraph.recall.SearchBackend.MessageFilter;
import io.oxgraph.recall.SearchBackend.Window;
import io.oxgraph.recall.VectorSlot;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;

/** Searches messages by vector and by words. */
final class MessageSearch {
    private static final String INDEX = "oxgraph_message_";

    private static final String WORDS_INDEX = "oxgraph_message_words";

    /** Speakers that are named whatever the query says; each takes a seek in an index. */
    private static final int SPEAKERS = 50;
    /** Messages in whose speakers' names words of the query are sought. */
    private static final int NAMED = 50;

    /** Speakers whose messages are sought apart by vector; each takes a search. */
    private static final int ASKED_ABOUT = 3;
    /** What is asked for is sought apart where not even this part of the best is such. */
    private static final int FEW = 4;

    private static final String SPEAKER = "speaker";

    private final IndexReader rows;
    private final String workspaceId;
    private final VectorSlot slot;
    private final DeletedConversations deletions;
    private final Scope scope;
    private final WideSearch wide;
    private final Map<Place, Optional<MessageItem>> known = new HashMap<>();
    /** A message that several searches find is read once. */
    private final Map<Node, NodeMessage> found = new HashMap<>();

    MessageSearch(IndexReader rows, String workspaceId, VectorSlot slot, DeletedConversations deletions, Scope scope) {
        this.rows = rows;
        this.scope = scope;
        this.workspaceId = workspaceId;
        this.slot = slot;
        this.deletions = deletions;
        wide = new WideSearch(rows, workspaceId, scope);
    }

    /**
     * The nearest, and the nearest among those that are asked for: by these speakers, in this time, or both. Of many
     * messages, few of the nearest are such ones.
     */
    List<Hit<MessageItem>> meaning(float[] vector, MessagePreference preference, MessageFilter filter, int limit) {
        List<Hit<MessageItem>> hits = nearest(vector, filter, limit);
        if (filter.conversationId() != null || hits.size() < limit || !rows.online(vectors())) {
            return hits;
        }
        List<Hit<MessageItem>> all = hits;
        for (Condition condition : conditions(preference)) {
            if (few(condition.kind(), all, limit)) {
                all = joined(all, filtered(condition, vector, filter, limit / 2));
            }
        }
        return all.size() == hits.size() ? hits : IndexReader.ordered(all, MessageItem::id, all.size());
    }

    /** The hits, and those of more that are not among them. */
    private static List<Hit<MessageItem>> joined(List<Hit<MessageItem>> hits, List<Hit<MessageItem>> more) {
        Map<String, Hit<MessageItem>> all = new LinkedHashMap<>();
        Stream.of(hits, more)
                .flatMap(List::stream)
                .forEach(hit -> all.putIfAbsent(hit.item().id(), hit));
        return List.copyOf(all.values());
    }

    /** What is asked for, the narrowest first: where it is met often enough, what is wider need not be sought. */
    private static List<Condition> conditions(MessagePreference preference) {
        List<Condition> conditions = new ArrayList<>();
        List<Condition> during =
                preference.window().map(Condition::during).stream().toList();
        List<Condition> by = preference.speakers().stream()
                .limit(ASKED_ABOUT)
                .map(Condition::by)
                .toList();
        during.forEach(time -> by.forEach(speaker -> conditions.add(speaker.and(time))));
        conditions.addAll(by);
        conditions.addAll(during);
        return conditions;
    }

    private static boolean areRare(Collection<String> speakers, List<Hit<MessageItem>> best, int limit) {
        return few(item -> item.speaker() != null && speakers.contains(item.speaker()), best, limit);
    }

    /** Whether so few of the best are of a kind that these are worth a search of their own. */
    private static boolean few(Predicate<MessageItem> kind, List<Hit<MessageItem>> best, int limit) {
        return best.stream().map(Hit::item).filter(kind).count() < limit / FEW;
    }

    private List<Hit<MessageItem>> filtered(Condition condition, float[] vector, MessageFilter filter, int limit) {
        Map<String, Object> parameters = parameters();
        parameters.put("vector", vector);
        parameters.putAll(condition.parameters());
        String statement = condition.statement() + (scope.allUsers() ? "" : "_of_user");
        List<Hit<MessageItem>> hits = new ArrayList<>();
        scope.ranges().forEach(owners -> {
            IndexReader.put(owners, parameters);
            hits.addAll(
                    rows.nearest(statement, parameters, limit, passing(filter)).hits());
        });
        return hits;
    }

    /** Of any owner, or else one search per owner, as the vector index knows no alternatives. */
    private List<Hit<MessageItem>> nearest(float[] vector, MessageFilter filter, int limit) {
        List<Hit<MessageItem>> hits = new ArrayList<>();
        if (filter.conversationId() == null && rows.online(vectors())) {
            hits.addAll(wide.nearest("message_meaning_of_any", vector, limit, passing(filter)));
        }
        if (hits.size() < limit) {
            hits.clear();
            scope.ranges().forEach(owners -> hits.addAll(meaning(vector, owners, filter, limit)));
        }
        return IndexReader.ordered(hits, MessageItem::id, limit);
    }

    private List<Hit<MessageItem>> meaning(float[] vector, OwnerRange owners, MessageFilter filter, int limit) {
        String statement = filter.conversationId() == null ? "message_meaning" : "message_meaning_within";
        Map<String, Object> parameters = parameters();
        IndexReader.put(owners, parameters);
        parameters.put("vector", vector);
        parameters.put("conversation_id", filter.conversationId());
        List<Hit<MessageItem>> hits = List.of();
        if (rows.online(vectors())) {
            hits = rows.nearest(statement, parameters, limit, passing(filter)).hits();
        }
        if (hits.size() < limit) {
            parameters.put("slot", slot.property());
            String exact = scope.allUsers() ? "_exact" : "_exact_of_user";
            hits = rows.best(statement + exact, parameters, limit, passing(filter))
                    .hits();
        }
        return hits;
    }

    private String vectors() {
        return INDEX + slot.property();
    }

    /** The best by words, and of the speakers who are asked about those that are the best among theirs. */
    List<Hit<MessageItem>> words(String query, Collection<String> speakers, MessageFilter filter, int limit) {
        rows.require(WORDS_INDEX);
        String sought = FulltextQuery.query(workspaceId, scope, query, "text", SPEAKER);
        if (sought.isEmpty()) {
            return List.of();
        }
        List<Hit<MessageItem>> hits = withWords(sought, filter, limit);
        if (!speakers.isEmpty() && hits.size() == limit && areRare(speakers, hits, limit)) {
            hits = joined(hits, withWords(FulltextQuery.of(SPEAKER, speakers) + sought, filter, limit / 2));
        }
        return relativeToBest(hits);
    }

    private List<Hit<MessageItem>> withWords(String sought, MessageFilter filter, int limit) {
        Map<String, Object> parameters = parameters();
        parameters.put("query", sought);
        return rows.nearest("message_words", parameters, limit, passing(filter)).hits();
    }

    private static List<Hit<MessageItem>> relativeToBest(List<Hit<MessageItem>> hits) {
        double best = hits.stream().mapToDouble(Hit::score).max().orElse(1);
        List<Hit<MessageItem>> parts = hits.stream()
                .map(hit -> new Hit<>(hit.item(), hit.score() / best))
                .toList();
        return IndexReader.ordered(parts, MessageItem::id, parts.size());
    }

    /** One index seek per owner and name, each of which finds the next one; of very many the rest by their words. */
    List<String> speakers(String query) {
        SortedSet<String> speakers = new TreeSet<>();
        scope.ranges().forEach(owners -> speakers(owners, speakers));
        String sought = FulltextQuery.query(workspaceId, scope, query, SPEAKER);
        if (speakers.size() >= SPEAKERS && !sought.isEmpty() && rows.online(WORDS_INDEX)) {
            withWords(sought, MessageFilter.ALL, NAMED)
                    .forEach(hit -> speakers.add(hit.item().speaker()));
        }
        return List.copyOf(speakers);
    }

    private void speakers(OwnerRange owners, SortedSet<String> speakers) {
        Optional<String> next = next(owners, "");
        for (int i = 0; next.isPresent() && i < SPEAKERS; i++) {
            speakers.add(next.get());
            next = next(owners, next.get());
        }
    }

    private Optional<String> next(OwnerRange owners, String after) {
        Map<String, Object> parameters = parameters();
        IndexReader.put(owners, parameters);
        parameters.put("after", after);
        String statement = scope.allUsers() ? "speaker_after" : "speaker_after_of_user";
        return rows
                .best(statement, parameters, 1, node -> Optional.of((String) node.getProperty(SPEAKER)))
                .hits()
                .stream()
                .map(Hit::item)
                .findFirst();
    }

    /** The messages at these places; each is read once in a call. */
    List<MessageItem> at(Map<ConversationKey, ? extends Collection<Long>> positions) {
        List<Place> places = new ArrayList<>();
        positions.forEach((conversation, some) -> {
            if (scope.reads(conversation.userId())) {
                some.forEach(position -> places.add(new Place(conversation, position)));
            }
        });
        return places.stream()
                .flatMap(place -> known.computeIfAbsent(place, this::read).stream())
                .toList();
    }

    private Optional<MessageItem> read(Place place) {
        return rows.nodes(Labels.MESSAGE, place.properties(workspaceId)).stream()
                .flatMap(node -> passing(MessageFilter.ALL).apply(node).stream())
                .findFirst();
    }

    private Map<String, Object> parameters() {
        return new HashMap<>(Map.of("workspace_id", workspaceId));
    }

    private Function<Node, Optional<MessageItem>> passing(MessageFilter filter) {
        return node -> Optional.of(found.computeIfAbsent(node, NodeMessage::of))
                .filter(message -> message.isRead(scope) && !message.text().equals(MessageItem.ERASED))
                .filter(message -> deletions.pass(filter, message))
                .map(Function.identity());
    }

    /** A search by vector with more conditions, and what meets them. */
    private record Condition(String statement, Map<String, Object> parameters, Predicate<MessageItem> kind) {
        private static final String MEANING = "message_meaning";

        static Condition by(String speaker) {
            return new Condition(
                    MEANING + "_by", Map.of(SPEAKER, speaker), message -> speaker.equals(message.speaker()));
        }

        static Condition during(Window window) {
            Map<String, Object> times = Map.of(
                    "from",
                    window.from().atZone(ZoneOffset.UTC),
                    "to",
                    window.to().atZone(ZoneOffset.UTC));
            return new Condition(MEANING + "_during", times, message -> window.contains(message.saidAt()));
        }

        /** Both; the statement has this one's name and then the other's. */
        Condition and(Condition other) {
            Map<String, Object> both = new HashMap<>(parameters);
            both.putAll(other.parameters);
            return new Condition(statement + other.statement.substring(MEANING.length()), both, kind.and(other.kind));
        }
    }

    /** A place in a conversation. */
    private record Place(ConversationKey conversation, long position) {
        private Map<String, Object> properties(String workspaceId) {
            return Map.of(
                    "workspace_id",
                    workspaceId,
                    Scope.USER_ID,
                    conversation.userId(),
                    "conversation_id",
                    conversation.id(),
                    "position",
                    position);
        }
    }
}
