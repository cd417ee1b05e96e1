package io.oxgraph.recall.held;

import io.oxgraph.recall.Filter;
import io.oxgraph.recall.Hit;
import io.oxgraph.recall.MemoryItem;
import io.oxgraph.recall.MessageItem;
import io.oxgraph.recall.NamedEntity;
import io.oxgraph.recall.SaidFilter;
import io.oxgraph.recall.Sources;
import io.oxgraph.recall.Window;
import io.oxgraph.text.Names;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Searches in an image: exactly, as all of it is looked at. */
final class HeldSources implements Sources {
    private static final int LONGEST_NAME = 5;
    private static final int LONGEST_ENDING = 2;
    private static final double HOP = 0.5;
    private static final double PREDICATE = 0.5;
    /** So many questions a memory are looked at first. */
    private static final int QUESTIONS = 4;

    private static final String EVENT = "event";

    private static final Comparator<Hit<MemoryItem>> BEST_FIRST = Comparator.comparingDouble(
                    (Hit<MemoryItem> hit) -> -hit.score())
            .thenComparing(hit -> hit.item().id());

    private final Image image;
    private final SaidSearch said;

    HeldSources(Image image) {
        this.image = image;
        said = new SaidSearch(image);
    }

    Image image() {
        return image;
    }

    @Override
    public String path() {
        return "held";
    }

    @Override
    public boolean isEmpty() {
        return image.memories().live() + said.live() == 0;
    }

    @Override
    public List<Hit<MemoryItem>> meaning(float[] vector, Filter filter, int limit) {
        Fixed query = Fixed.of(vector);
        return query == null ? List.of() : memories(image.memories().cosines(query.query()), filter, limit);
    }

    @Override
    public List<Hit<MemoryItem>> words(String query, Filter filter, int limit) {
        return inPartsOfTheBest(memories(image.memories().words(terms(query)), filter, limit));
    }

    private List<Hit<MemoryItem>> memories(double[] scores, Filter filter, int limit) {
        return widened(image.memories().best(scores, memory -> memory.passes(filter), limit));
    }

    private static <T> List<Hit<T>> widened(List<? extends Hit<? extends T>> hits) {
        List<Hit<T>> widened = new ArrayList<>(hits.size());
        hits.forEach(hit -> widened.add(new Hit<>(hit.item(), hit.score())));
        return widened;
    }

    private int[] terms(String query) {
        return Analysis.query(query, image.vocabulary());
    }

    private static <T> List<Hit<T>> inPartsOfTheBest(List<Hit<T>> hits) {
        double best = hits.isEmpty() ? 1 : hits.getFirst().score();
        return hits.stream()
                .map(hit -> new Hit<>(hit.item(), hit.score() / best))
                .toList();
    }

    /** Several questions may lead to one memory, so that more of them are looked at until there are enough memories. */
    @Override
    public List<Hit<MemoryItem>> questions(float[] vector, Filter filter, int limit) {
        Fixed query = Fixed.of(vector);
        if (query == null) {
            return List.of();
        }
        double[] cosines = image.questions().cosines(query.query());
        for (long looked = QUESTIONS * (long) limit; ; looked *= QUESTIONS) {
            int most = (int) Math.min(looked, Integer.MAX_VALUE);
            List<Hit<HeldQuestion>> hits = image.questions().best(cosines, question -> true, most);
            List<Hit<MemoryItem>> found = answering(hits, filter);
            boolean complete = hits.size() < most
                    || (found.size() > limit
                            && found.get(limit).score() > hits.getLast().score());
            if (complete) {
                return found.stream().limit(limit).toList();
            }
        }
    }

    /** The questions come best first, so the first of a memory is its best. */
    private List<Hit<MemoryItem>> answering(List<Hit<HeldQuestion>> questions, Filter filter) {
        Map<String, Hit<MemoryItem>> found = new LinkedHashMap<>();
        for (Hit<HeldQuestion> hit : questions) {
            HeldMemory memory = image.memory(hit.item().memoryId());
            if (memory != null && memory.passes(filter)) {
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
            for (int to = Math.min(words.length, from + LONGEST_NAME); to > from; to--) {
                named.addAll(bearers(String.join(" ", Arrays.asList(words).subList(from, to))));
            }
        }
        return List.copyOf(named);
    }

    private List<NamedEntity> bearers(String key) {
        List<HeldAlias> aliases = image.names().get(key);
        return aliases == null
                ? List.of()
                : aliases.stream()
                        .map(alias -> image.entity(alias.entityId()))
                        .filter(Objects::nonNull)
                        .map(entity -> new NamedEntity(entity.id(), entity.name(), key))
                        .toList();
    }

    @Override
    public List<Hit<MemoryItem>> entity(Collection<String> entityIds, Filter filter, int limit) {
        Set<String> asked = new HashSet<>(entityIds);
        asked.remove("");
        double[] scores = image.memories().scores(memory -> isAbout(memory, asked) ? 1 : 0);
        List<Hit<MemoryItem>> found = new ArrayList<>(memories(scores, filter, limit));
        if (!found.isEmpty() && found.size() < limit) {
            found.addAll(further(asked, found, filter, limit - found.size()));
        }
        return found;
    }

    /** What stands one hop beyond these, through their other ends. */
    private List<Hit<MemoryItem>> further(Set<String> asked, List<Hit<MemoryItem>> about, Filter filter, int limit) {
        Set<String> beyond = new HashSet<>();
        about.forEach(hit -> {
            beyond.add(hit.item().subjectId());
            beyond.add(hit.item().objectId());
        });
        beyond.remove("");
        beyond.removeAll(asked);
        double[] scores =
                image.memories().scores(memory -> isAbout(memory, beyond) && !isAbout(memory, asked) ? HOP : 0);
        return memories(scores, filter, limit);
    }

    private static boolean isAbout(HeldMemory memory, Set<String> entityIds) {
        return entityIds.contains(memory.subjectId()) || entityIds.contains(memory.objectId());
    }

    @Override
    public List<Hit<MemoryItem>> time(Window window, Filter filter, int limit) {
        double[] scores = image.memories()
                .scores(memory -> window.nearness(memory.validFrom(), memory.validTo(), isEvent(memory)));
        return memories(scores, filter, limit);
    }

    private static boolean isEvent(HeldMemory memory) {
        return memory.type().equals(EVENT);
    }

    @Override
    public List<Hit<MemoryItem>> topic(
            Collection<String> topicKeys, Collection<String> predicates, Filter filter, int limit) {
        Set<String> topics = new HashSet<>(topicKeys);
        Set<String> relations = new HashSet<>(predicates);
        topics.remove("");
        relations.remove("");
        double[] scores = image.memories()
                .scores(memory -> topics.contains(memory.topicKey())
                        ? 1
                        : relations.contains(memory.predicate()) ? PREDICATE : 0);
        return memories(scores, filter, limit);
    }

    @Override
    public List<Hit<MessageItem>> messageMeaning(float[] vector, SaidFilter filter, int limit) {
        Fixed fixed = Fixed.of(vector);
        if (fixed == null) {
            return List.of();
        }
        Fixed.Query query = fixed.query();
        return said.found(messages -> messages.cosines(query), episodes -> episodes.cosines(query), filter, limit);
    }

    @Override
    public List<Hit<MessageItem>> messageWords(String query, SaidFilter filter, int limit) {
        int[] terms = terms(query);
        return inPartsOfTheBest(said.found(
                messages -> messages.words(terms, said::rarity),
                episodes -> episodes.words(terms, said::rarity),
                filter,
                limit));
    }

    /**
     * By how few memories, messages and episodes have it, as BM25 weighs it. A stem that is cut shorter than here stands for the
     * words that it begins.
     */
    @Override
    public double rarity(String word) {
        int[] terms = Analysis.all(word, image.vocabulary());
        int[] meant = terms.length > 0
                ? terms
                : image.vocabulary().numbers(word, LONGEST_ENDING).toArray();
        long frequency = 0;
        for (int term : meant) {
            frequency += image.memories().frequency(term) + said.frequency(term);
        }
        long texts = image.memories().live() + said.live();
        return new Bm25(texts, 1).rarity(Math.min(texts, frequency));
    }

    @Override
    public List<String> speakers() {
        return said.speakers();
    }

    @Override
    public List<MessageItem> messagesAt(String conversationId, Collection<Long> positions) {
        return said.messagesAt(conversationId, positions);
    }
}
