package io.oxgraph.recall.cache;

import io.oxgraph.graph.Scope;
import io.oxgraph.recall.Contradictions;
import io.oxgraph.recall.EntityItem;
import io.oxgraph.recall.MemoryItem;
import io.oxgraph.recall.MessageItem;
import io.oxgraph.recall.MessageItem.ConversationKey;
import io.oxgraph.recall.MessagePreference;
import io.oxgraph.recall.SearchBackend;
import io.oxgraph.recall.SearchBackend.Hit;
import io.oxgraph.recall.SearchBackend.MemoryFilter;
import io.oxgraph.recall.SearchBackend.MessageFilter;
import io.oxgraph.recall.SearchBackend.MessageScores;
import io.oxgraph.recall.SearchBackend.NamedEntity;
import io.oxgraph.recall.SearchBackend.Window;
import io.oxgraph.recall.cache.CachedItem.CachedAlias;
import io.oxgraph.recall.cache.CachedItem.CachedQuestion;
import io.oxgraph.recall.cache.KeyIndex.ItemKey;
import io.oxgraph.recall.cache.Postings.Bm25;
import io.oxgraph.recall.cache.Vocabulary.TextAnalysis;
import io.oxgraph.text.Names;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Searches a snapshot by brute force: every item is scored, so that results are exact. */
final class CacheBackend implements SearchBackend {
    private static final int MAX_NAME_WORDS = 5;
    private static final int MAX_STEM_ENDING = 2;
    private static final double ONE_HOP_SCORE = 0.5;
    private static final double PREDICATE_SCORE = 0.5;
    /** Initial number of questions per wanted memory. */
    private static final int QUESTIONS = 4;

    /** Messages that are ranked: with more, recall finds no more (docs/recall.md). */
    private static final int MESSAGES = 500;

    private static final String ACTIVE = "active";

    private static final Comparator<Hit<MemoryItem>> BEST_FIRST = Comparator.comparingDouble(
                    (Hit<MemoryItem> hit) -> -hit.score())
            .thenComparing(hit -> hit.item().id());

    private final Snapshot snapshot;
    private final Scope scope;
    private final CachedMessageSearch said;
    private final Consumer<Collection<CachedMemory>> contradictions;

    /** @param contradictions sets those of memories that do not know theirs */
    CacheBackend(Snapshot snapshot, Scope scope, Consumer<Collection<CachedMemory>> contradictions) {
        this.snapshot = snapshot;
        this.scope = scope;
        this.contradictions = contradictions;
        said = new CachedMessageSearch(snapshot, scope);
    }

    Snapshot snapshot() {
        return snapshot;
    }

    @Override
    public String path() {
        return "cache";
    }

    @Override
    public boolean isEmpty() {
        return snapshot.memories().live() + snapshot.results().live() + said.live() == 0;
    }

    @Override
    public List<Hit<MemoryItem>> meaning(float[] vector, MemoryFilter filter, int limit) {
        Nearness<CachedMemory> nearness = Nearness.of(snapshot.memories(), vector);
        return widened(nearness.hits(memory -> passes(memory, filter), limit));
    }

    @Override
    public List<Hit<MemoryItem>> words(String query, MemoryFilter filter, int limit) {
        return relativeToBest(memories(snapshot.memories().words(terms(query)), filter, limit));
    }

    private List<Hit<MemoryItem>> memories(double[] scores, MemoryFilter filter, int limit) {
        return widened(snapshot.memories().hits(scores, memory -> passes(memory, filter), limit));
    }

    private boolean passes(CachedMemory memory, MemoryFilter filter) {
        return scope.reads(memory.userId(), memory.agentId()) && memory.passes(filter);
    }

    private static <T> List<Hit<T>> widened(List<? extends Hit<? extends T>> hits) {
        List<Hit<T>> widened = new ArrayList<>(hits.size());
        hits.forEach(hit -> widened.add(new Hit<>(hit.item(), hit.score())));
        return widened;
    }

    private int[] terms(String query) {
        return TextAnalysis.query(query, snapshot.vocabulary());
    }

    private static <T> List<Hit<T>> relativeToBest(List<Hit<T>> hits) {
        double best = hits.isEmpty() ? 1 : hits.getFirst().score();
        return hits.stream()
                .map(hit -> new Hit<>(hit.item(), hit.score() / best))
                .toList();
    }

    /** Several questions may belong to one memory, so the limit on questions grows until there are enough memories. */
    @Override
    public List<Hit<MemoryItem>> questions(float[] vector, MemoryFilter filter, int limit) {
        Nearness<CachedQuestion> nearness = Nearness.of(snapshot.questions(), vector);
        for (long looked = QUESTIONS * (long) limit; ; looked *= QUESTIONS) {
            int most = (int) Math.min(looked, Integer.MAX_VALUE);
            List<Hit<CachedQuestion>> hits = nearness.hits(question -> scope.reads(question.userId()), most);
            List<Hit<MemoryItem>> found = answering(hits, filter);
            boolean complete = hits.size() < most
                    || (found.size() > limit
                            && found.get(limit).score() > hits.getLast().score());
            if (complete) {
                return found.stream().limit(limit).toList();
            }
        }
    }

    /** Questions come best first, so the first one of a memory has its best score. */
    private List<Hit<MemoryItem>> answering(List<Hit<CachedQuestion>> questions, MemoryFilter filter) {
        Map<String, Hit<MemoryItem>> found = new LinkedHashMap<>();
        for (Hit<CachedQuestion> hit : questions) {
            CachedMemory memory = snapshot.memory(hit.item().memoryId());
            if (memory != null && passes(memory, filter)) {
                found.putIfAbsent(memory.id(), new Hit<>(memory, hit.score()));
            }
        }
        return found.values().stream().sorted(BEST_FIRST).toList();
    }

    @Override
    public List<NamedEntity> named(String text) {
        String[] words = Names.key(text).split(" ");
        Set<NamedEntity> named = new LinkedHashSet<>();
        for (int from = 0; from < words.length; from++) {
            for (int to = Math.min(words.length, from + MAX_NAME_WORDS); to > from; to--) {
                named.addAll(holders(String.join(" ", Arrays.asList(words).subList(from, to))));
            }
        }
        return List.copyOf(named);
    }

    private List<NamedEntity> holders(String key) {
        List<CachedAlias> aliases = snapshot.names().get(key);
        return aliases == null
                ? List.of()
                : aliases.stream()
                        .map(alias -> snapshot.entity(alias.entityId()))
                        .filter(entity -> entity != null && scope.reads(entity.owner()))
                        .map(entity -> new NamedEntity(entity.id(), entity.name(), key))
                        .toList();
    }

    @Override
    public List<Hit<MemoryItem>> entity(Collection<String> entityIds, MemoryFilter filter, int limit) {
        Set<String> asked = new HashSet<>(entityIds);
        asked.remove("");
        double[] scores = snapshot.memories().scores(ItemKey.ENTITY, asked, 1);
        List<Hit<MemoryItem>> found = new ArrayList<>(memories(scores, filter, limit));
        if (!found.isEmpty() && found.size() < limit) {
            found.addAll(oneHopFurther(asked, found, filter, limit - found.size()));
        }
        return found;
    }

    /** Memories one hop further: about the other entities of these memories. */
    private List<Hit<MemoryItem>> oneHopFurther(
            Set<String> asked, List<Hit<MemoryItem>> about, MemoryFilter filter, int limit) {
        Set<String> beyond = new HashSet<>();
        about.forEach(hit -> {
            beyond.add(hit.item().subjectId());
            beyond.add(hit.item().objectId());
        });
        beyond.remove("");
        beyond.removeAll(asked);
        double[] scores = snapshot.memories().scores(ItemKey.ENTITY, beyond, ONE_HOP_SCORE);
        snapshot.memories().score(ItemKey.ENTITY, asked, 0, scores);
        return memories(scores, filter, limit);
    }

    @Override
    public List<Hit<MemoryItem>> time(Window window, MemoryFilter filter, int limit) {
        return memories(snapshot.memories().nearness(window), filter, limit);
    }

    @Override
    public List<Hit<MemoryItem>> topic(
            Collection<String> topicKeys, Collection<String> predicates, MemoryFilter filter, int limit) {
        Set<String> topics = new HashSet<>(topicKeys);
        Set<String> relations = new HashSet<>(predicates);
        topics.remove("");
        relations.remove("");
        double[] scores = snapshot.memories().scores(ItemKey.PREDICATE, relations, PREDICATE_SCORE);
        snapshot.memories().score(ItemKey.TOPIC, topics, 1, scores);
        return memories(scores, filter, limit);
    }

    @Override
    public MessageScores messages(MessageFilter filter, MessagePreference preference, int limit) {
        return said.scores(filter, preference, limit);
    }

    @Override
    public int messageLimit() {
        return MESSAGES;
    }

    @Override
    public List<Hit<EntityItem>> entityMeaning(float[] vector, int limit) {
        Nearness<CachedEntity> nearness = Nearness.of(snapshot.results(), vector);
        return widened(nearness.hits(entity -> scope.reads(entity.owner()), limit));
    }

    @Override
    public List<Hit<EntityItem>> entityWords(String query, int limit) {
        return relativeToBest(entities(snapshot.results().words(terms(query)), limit));
    }

    private List<Hit<EntityItem>> entities(double[] scores, int limit) {
        return widened(snapshot.results().hits(scores, entity -> scope.reads(entity.owner()), limit));
    }

    @Override
    public Map<String, List<String>> contradictions(Collection<MemoryItem> memories) {
        List<CachedMemory> asked =
                memories.stream().map(CachedMemory.class::cast).toList();
        List<CachedMemory> unknown =
                asked.stream().filter(memory -> memory.contradictions() == null).toList();
        if (!unknown.isEmpty()) {
            contradictions.accept(unknown);
        }
        Map<String, List<String>> active = new HashMap<>();
        for (CachedMemory memory : asked) {
            if (!memory.contradictions().isEmpty()) {
                active.put(
                        memory.id(),
                        memory.contradictions().stream()
                                .filter(this::isActive)
                                .limit(Contradictions.MOST)
                                .sorted()
                                .toList());
            }
        }
        return active;
    }

    private boolean isActive(String memoryId) {
        CachedMemory memory = snapshot.memory(memoryId);
        return memory != null && memory.status().equals(ACTIVE);
    }

    @Override
    public Optional<String> knownName(String entityId) {
        CachedEntity entity = snapshot.entities().get(entityId);
        return entity == null || entity.isHidden() || entity.name().equals(entityId)
                ? Optional.empty()
                : Optional.of(entity.name());
    }

    @Override
    public List<EntityItem> entities(Collection<String> ids) {
        return ids.stream()
                .map(snapshot::entity)
                .filter(entity -> entity != null && entity.isResult() && scope.reads(entity.owner()))
                .<EntityItem>map(entity -> entity)
                .toList();
    }

    /**
     * Inverse document frequency over memories, messages and episodes. An unknown word counts for the known words that
     * it is a prefix of.
     */
    @Override
    public double rarity(String word) {
        int[] terms = TextAnalysis.all(word, snapshot.vocabulary());
        int[] meant = terms.length > 0
                ? terms
                : snapshot.vocabulary().numbers(word, MAX_STEM_ENDING).toArray();
        return rarity(Arrays.stream(meant).mapToLong(this::frequency).sum());
    }

    @Override
    public double[] rarities(String text) {
        return Arrays.stream(TextAnalysis.query(text, snapshot.vocabulary()))
                .mapToDouble(term -> rarity(frequency(term)))
                .toArray();
    }

    private long frequency(int term) {
        return snapshot.memories().frequency(term) + said.frequency(term);
    }

    private double rarity(long frequency) {
        long texts = snapshot.memories().live() + said.live();
        return new Bm25(texts, 1).rarity(Math.min(texts, frequency));
    }

    @Override
    public List<String> speakers(String query) {
        return said.speakers(query);
    }

    @Override
    public List<MessageItem> messagesAt(Map<ConversationKey, ? extends Collection<Long>> positions) {
        List<MessageItem> found = new ArrayList<>();
        positions.forEach((conversation, some) -> found.addAll(said.messagesAt(conversation, some)));
        return found;
    }
}
