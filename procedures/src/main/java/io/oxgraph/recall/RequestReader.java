package io.oxgraph.recall;

import io.oxgraph.graph.Scope;
import io.oxgraph.input.FieldReader;
import io.oxgraph.input.Vectors;
import io.oxgraph.recall.RecallRequest.QueryText;
import io.oxgraph.recall.RecallRequest.Rules;
import io.oxgraph.recall.SearchBackend.MemoryFilter;
import io.oxgraph.recall.SearchBackend.Window;
import io.oxgraph.table.Limits;
import io.oxgraph.time.Validity;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Parses and validates the options of a recall call; an error names the field. */
final class RequestReader {
    private static final Set<String> FIELDS = Set.of(
            "k",
            "least",
            "kinds",
            "types",
            "embedding",
            "embedding_model",
            "rewrites",
            "entities",
            "window",
            "predicates",
            "topic_keys",
            "negated",
            "weights",
            "plan",
            "fusion",
            "without",
            "as_of",
            "historical",
            "confidence_floor",
            "budget",
            "deadline_ms",
            "explain",
            "conversation_id",
            "exclude_conversation_id",
            "exclude_ids",
            "minimum",
            "targets",
            "entity_budget",
            "user_id",
            "all_users",
            "agent_id");
    private static final int MAX_QUERY_LENGTH = Limits.of("recall_query");
    private static final int NAME = Limits.of("name");
    private static final int IDENTIFIER = Limits.of("id");
    private static final int MAX_ITEMS = Limits.of("targets");
    private static final int MAX_REWRITES = 8;
    private static final long MAX_RESULTS = Limits.of("recall_results");
    private static final long RESULTS = Limits.of("recall_least");
    private static final long TOKENS = Limits.of("recall_budget");
    private static final long MAX_TOKENS = Limits.of("recall_tokens");
    private static final double MAX_DEADLINE_MS = 1_000.0 * Limits.of("recall_seconds");
    private static final double HEAVIEST = 100;
    private static final Instant YEAR_ONE =
            ZonedDateTime.of(1, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC).toInstant();

    private final FieldReader fields;
    private final ZonedDateTime now;

    private RequestReader(FieldReader fields, ZonedDateTime now) {
        this.fields = fields;
        this.now = now;
    }

    static RecallRequest read(String query, Map<String, Object> options, ZonedDateTime now) {
        FieldReader fields = new FieldReader(options, "", now);
        fields.allowOnly(FIELDS);
        return new RequestReader(fields, now).read(query);
    }

    private RecallRequest read(String query) {
        List<String> names = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        readEntities(names, ids);
        return new RecallRequest(
                asked(query),
                fields.optional("embedding_model", NAME),
                (int) between(fields.value("k") == null ? "least" : "k", 1, MAX_RESULTS, RESULTS),
                fields.value("k") == null,
                kinds(),
                Set.copyOf(fields.texts("types", MAX_ITEMS, NAME)),
                names,
                ids,
                window(),
                fields.texts("predicates", MAX_ITEMS, NAME),
                fields.texts("topic_keys", MAX_ITEMS, NAME),
                fields.texts("negated", MAX_ITEMS, NAME),
                plan(),
                weights(),
                fields.word("fusion", List.of("sum", RecallRequest.RRF)),
                without(),
                asOf(),
                fields.flag("historical"),
                number(fields.number("confidence_floor", 1)),
                between("budget", 0, MAX_TOKENS, TOKENS),
                number(fields.number("deadline_ms", MAX_DEADLINE_MS)),
                fields.flag("explain"),
                fields.optional("conversation_id", IDENTIFIER),
                fields.optional("exclude_conversation_id", IDENTIFIER),
                Set.copyOf(fields.texts("exclude_ids", MAX_ITEMS, IDENTIFIER)),
                isMinimumGiven(),
                minimum(),
                fields.texts("targets", MAX_ITEMS, IDENTIFIER),
                fields.value("entity_budget") == null ? null : (Long) between("entity_budget", 0, MAX_TOKENS, TOKENS),
                scope(),
                now);
    }

    private Scope scope() {
        String userId = fields.optional("user_id", IDENTIFIER);
        boolean allUsers = fields.flag("all_users");
        if (userId != null && allUsers) {
            throw fields.refusal("all_users", "goes only without user_id");
        }
        return new Scope(userId == null ? "" : userId, allUsers, fields.optional("agent_id", NAME));
    }

    private List<QueryText> asked(String query) {
        List<QueryText> asked = new ArrayList<>();
        asked.add(asked("", query, fields.value("embedding")));
        int i = 0;
        for (Map<String, Object> rewrite : maps("rewrites", MAX_REWRITES)) {
            String prefix = "rewrites[" + i++ + "].";
            FieldReader reader = new FieldReader(rewrite, prefix, now);
            reader.allowOnly(Set.of("query", "embedding"));
            asked.add(asked(prefix, reader.required("query", MAX_QUERY_LENGTH), reader.value("embedding")));
        }
        return asked;
    }

    private QueryText asked(String prefix, String text, Object embedding) {
        if (FieldReader.isLonger(text, MAX_QUERY_LENGTH)) {
            throw fields.refusal("query", "is longer than " + MAX_QUERY_LENGTH + " characters");
        }
        if (embedding == null) {
            return new QueryText(text, null);
        }
        try {
            return new QueryText(text, Vectors.unit(Vectors.read(embedding)));
        } catch (IllegalArgumentException e) {
            throw fields.refusal(prefix + "embedding", e.getMessage());
        }
    }

    private Set<String> kinds() {
        Set<String> kinds = new LinkedHashSet<>(fields.texts("kinds", RecallRequest.KINDS.size(), NAME));
        if (!RecallRequest.KINDS.containsAll(kinds)) {
            throw fields.refusal("kinds", "must be of memory, message, episode, entity");
        }
        return kinds.isEmpty() ? RecallRequest.KINDS : kinds;
    }

    private boolean isMinimumGiven() {
        Object value = fields.value("minimum");
        return value != null && !Boolean.FALSE.equals(value);
    }

    /** True means the workspace's setting. */
    private Double minimum() {
        return fields.value("minimum") instanceof Boolean ? null : number(fields.number("minimum", 1));
    }

    private void readEntities(List<String> names, List<String> ids) {
        int i = 0;
        for (Map<String, Object> entity : maps("entities", MAX_ITEMS)) {
            FieldReader reader = new FieldReader(entity, "entities[" + i++ + "].", now);
            reader.allowOnly(Set.of("name", "id"));
            Stream.ofNullable(reader.optional("id", IDENTIFIER)).forEach(ids::add);
            Stream.ofNullable(reader.optional("name", NAME)).forEach(names::add);
        }
    }

    private Window window() {
        FieldReader reader = nested("window", Set.of("from", "to"));
        if (reader == null) {
            return null;
        }
        Instant from = instant(reader.timeSinceYearOne("from", true), YEAR_ONE);
        Instant to = instant(reader.timeSinceYearOne("to", true), Validity.OPEN.toInstant());
        if (!from.isBefore(to)) {
            throw fields.refusal("window", "must begin before it ends");
        }
        return new Window(from, to);
    }

    private MemoryFilter.AsOf asOf() {
        FieldReader reader = nested("as_of", Set.of("valid", "known"));
        return reader == null
                ? null
                : new MemoryFilter.AsOf(
                        instant(reader.timeSinceYearOne("valid", true), now.toInstant()),
                        instant(reader.timeSinceYearOne("known", true), now.toInstant()));
    }

    private FieldReader nested(String field, Set<String> names) {
        if (fields.value(field) == null) {
            return null;
        }
        FieldReader reader = new FieldReader(fields.map(field), field + ".", now);
        reader.allowOnly(names);
        return reader;
    }

    private String plan() {
        String plan = fields.optional("plan", NAME);
        if (plan != null && Plans.get(plan) == null) {
            throw fields.refusal("plan", "is not a kind of query in recall_plans.tsv");
        }
        return plan == null ? Plans.GENERAL : plan;
    }

    /** The plan's weights, overridden by those of the call. */
    private Map<Retriever, Double> weights() {
        Map<Retriever, Double> weights = new EnumMap<>(Plans.get(plan()));
        if (fields.value("weights") != null) {
            FieldReader reader = nested("weights", Set.copyOf(Retriever.keys()));
            for (Retriever retriever : Retriever.values()) {
                Number weight = reader.number(retriever.key(), HEAVIEST);
                if (weight != null) {
                    weights.put(retriever, weight.doubleValue());
                }
            }
        }
        return weights;
    }

    private Set<String> without() {
        List<String> names = fields.texts("without", MAX_ITEMS, NAME);
        List<String> known =
                Stream.concat(Retriever.keys().stream(), Rules.ALL.stream()).toList();
        if (!known.containsAll(names)) {
            throw fields.refusal("without", "must be of " + String.join(", ", known));
        }
        return Set.copyOf(names);
    }

    private long between(String field, long least, long most, long fallback) {
        Long value = fields.integer(field);
        if (value != null && (value < least || value > most)) {
            throw fields.refusal(field, "must be an integer from " + least + " to " + most);
        }
        return value == null ? fallback : value;
    }

    private List<Map<String, Object>> maps(String field, int most) {
        Object value = fields.value(field);
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> list) || list.stream().anyMatch(item -> !(item instanceof Map<?, ?>))) {
            throw fields.refusal(field, "must be a list of maps");
        }
        if (list.size() > most) {
            throw fields.refusal(field, "has more than " + most + " entries");
        }
        List<Map<String, Object>> maps = new ArrayList<>();
        for (Object item : list) {
            Map<String, Object> map = new LinkedHashMap<>();
            ((Map<?, ?>) item).forEach((key, entry) -> map.put(String.valueOf(key), entry));
            maps.add(map);
        }
        return maps;
    }

    private static Double number(Number number) {
        return number == null ? null : (Double) number.doubleValue();
    }

    private static Instant instant(ZonedDateTime time, Instant fallback) {
        return time == null ? fallback : time.toInstant();
    }
}
