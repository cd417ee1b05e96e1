package io.oxgraph.graph;

import io.oxgraph.table.Table;
import io.oxgraph.text.Wording;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Transaction;

/**
 * Resolves the names of predicates in a workspace: synonyms to the predicate that they mean, by the workspace's own
 * definitions or else by {@code tables/predicates.tsv}. Each name is looked up once per call.
 */
public final class PredicateNames {
    private static final String NAME = "name";
    private static final String SYNONYMS = "synonyms";
    private static final String SYNONYM_OF = "synonym_of";
    /** Synonyms of synonyms are followed this far; definitions in a circle end there. */
    private static final int MAX_STEPS = 4;

    private static final Map<String, List<String>> BUILT_IN = Table.read("predicates").stream()
            .collect(Collectors.toUnmodifiableMap(row -> row.get(NAME), PredicateNames::synonyms));
    private static final Map<String, String> MEANT = new HashMap<>();

    static {
        BUILT_IN.forEach((name, synonyms) -> synonyms.forEach(synonym -> means(synonym, name)));
        BUILT_IN.keySet().forEach(name -> means(name, name));
    }

    private final Transaction tx;
    private final String workspaceId;
    private final Map<String, String> resolved = new HashMap<>();
    private final Map<String, Set<String>> spelled = new HashMap<>();
    private final Map<String, Optional<Node>> definitions = new HashMap<>();

    public PredicateNames(Transaction tx, String workspaceId) {
        this.tx = tx;
        this.workspaceId = workspaceId;
    }

    private static List<String> synonyms(Map<String, String> row) {
        return Stream.of(row.get(SYNONYMS).split("\\|", -1))
                .filter(name -> !name.isEmpty())
                .toList();
    }

    private static void means(String name, String predicate) {
        MEANT.put(name, predicate);
        MEANT.putIfAbsent(Wording.squashed(name), predicate);
    }

    /** The predicate that a text names; empty for an empty one. */
    public String resolve(String text) {
        String name = Wording.predicate(text);
        String known = resolved.get(name);
        if (known == null) {
            known = meant(name);
            resolved.put(name, known);
        }
        return known;
    }

    private String meant(String name) {
        String meant = name;
        for (int step = 0; step < MAX_STEPS && !meant.isEmpty(); step++) {
            String next = next(meant);
            if (next.equals(meant)) {
                return meant;
            }
            meant = next;
        }
        return meant;
    }

    /** A definition of the workspace takes precedence: with one of its own a built-in synonym stands for itself. */
    private String next(String name) {
        Node definition = definition(name);
        return definition == null ? MEANT.getOrDefault(name, name) : (String) definition.getProperty(SYNONYM_OF, name);
    }

    /** The workspace's own definition of a name, in whatever spelling; null without one. */
    public Node definition(String name) {
        return definitions.computeIfAbsent(name, this::find).orElse(null);
    }

    private Optional<Node> find(String name) {
        return Stream.concat(Wording.predicateSpellings(name).stream(), Stream.of(name.replace('_', '-')))
                .distinct()
                .map(this::named)
                .filter(Objects::nonNull)
                .findFirst();
    }

    private Node named(String name) {
        try (ResourceIterator<Node> nodes =
                tx.findNodes(Labels.PREDICATE, Keys.WORKSPACE_ID, workspaceId, NAME, name)) {
            return nodes.hasNext() ? nodes.next() : null;
        }
    }

    /** All forms under which memories with this predicate may be stored, the predicate itself first. */
    public Set<String> spellings(String predicate) {
        Set<String> known = spelled.get(predicate);
        if (known == null) {
            known = read(predicate);
            spelled.put(predicate, known);
        }
        return known;
    }

    /** The forms of several predicates, which are named by any of their names. */
    public List<String> spellings(Collection<String> texts) {
        return texts.stream()
                .map(this::resolve)
                .flatMap(name -> spellings(name).stream())
                .distinct()
                .toList();
    }

    private Set<String> read(String predicate) {
        Set<String> found = new LinkedHashSet<>();
        for (String name : predicate.isEmpty() ? List.of("") : names(predicate)) {
            found.addAll(Wording.predicateSpellings(name));
        }
        found.add(predicate.replace('_', '-'));
        found.add(Wording.squashed(predicate));
        return found;
    }

    /** A predicate with its synonyms, and with theirs. */
    private Set<String> names(String predicate) {
        Deque<String> ahead = new ArrayDeque<>(List.of(predicate));
        Set<String> names = new LinkedHashSet<>(ahead);
        while (!ahead.isEmpty()) {
            synonyms(ahead.poll()).filter(names::add).forEach(ahead::add);
        }
        return names;
    }

    private Stream<String> synonyms(String name) {
        Node definition = definition(name);
        Stream<String> own = definition == null
                ? Stream.of()
                : Stream.of((String[]) definition.getProperty(SYNONYMS, new String[0]));
        Stream<String> builtIn = BUILT_IN.getOrDefault(name, List.of()).stream().filter(this::isUndefined);
        return Stream.concat(own, builtIn);
    }

    /** A definition of its own takes a built-in synonym out of its row. */
    private boolean isUndefined(String synonym) {
        return named(synonym) == null;
    }
}
