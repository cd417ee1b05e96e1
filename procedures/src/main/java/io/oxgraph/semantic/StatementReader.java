package io.oxgraph.semantic;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.input.FieldReader;
import io.oxgraph.input.Vectors;
import io.oxgraph.semantic.Embeddings.Embedding;
import io.oxgraph.semantic.Memory.Assertion;
import io.oxgraph.semantic.Statement.ModelJudgements;
import io.oxgraph.table.Limits;
import io.oxgraph.text.Names;
import io.oxgraph.text.Wording;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Parses and validates statements; {@code invalid_input} names the offending field. */
final class StatementReader {
    static final int MAX_ITEMS = Limits.of("statements");

    private static final Set<String> FIELDS = Set.of(
            "id",
            "user_id",
            "agent_id",
            "type",
            "content",
            "subject",
            "subject_id",
            "subject_type",
            "predicate",
            "object",
            "object_id",
            "object_type",
            "topic_key",
            "keywords",
            "category",
            "confidence",
            "policy",
            "valid_from",
            "valid_to",
            "stated_at",
            "evidence",
            "session_id",
            "source",
            "embedding",
            "embedding_model",
            "given_vector",
            "supersedes",
            "correction",
            "judge",
            "judged",
            "entity_judged");
    private static final Pattern TYPE = Pattern.compile("[a-z][a-z0-9_]{0,30}");
    private static final List<String> POLICIES = List.of(Assertion.FRESHNESS, Assertion.CONFIDENCE);
    private static final List<String> SOURCES = List.of(Statement.CALLER, "rules", "model");
    private static final int CONTENT = Limits.of("content");
    private static final int WORDS = Limits.of("name");
    private static final int IDENTIFIER = Limits.of("id");
    private static final int KEYWORD = Limits.of("keyword");
    private static final int KEYWORDS = Limits.of("keywords");
    private static final int REFERENCES = Limits.of("targets");

    private final FieldReader fields;
    private final ZonedDateTime now;

    private StatementReader(FieldReader fields, ZonedDateTime now) {
        this.fields = fields;
        this.now = now;
    }

    /** Reads a batch; an error names the item by index. */
    static List<Statement> readAll(List<Map<String, Object>> maps, ZonedDateTime now) {
        if (maps.isEmpty() || maps.size() > MAX_ITEMS) {
            throw ErrorCode.INVALID_INPUT.with("field", "items", "reason", "must have 1 to " + MAX_ITEMS + " entries");
        }
        List<Statement> statements = new ArrayList<>(maps.size());
        for (int i = 0; i < maps.size(); i++) {
            statements.add(read(maps.get(i), prefix(i), now));
        }
        return statements;
    }

    /** Prefix of an item's field names in error messages. */
    static String prefix(int item) {
        return "items[" + item + "].";
    }

    /** Refuses memory types that the workspace does not define. */
    static void checkTypes(List<Statement> statements, Settings settings) {
        for (int i = 0; i < statements.size(); i++) {
            if (!settings.hasType(statements.get(i).type())) {
                throw ErrorCode.INVALID_INPUT.with(
                        "field", prefix(i) + "type", "reason", "is not a type of this workspace; define it first");
            }
        }
    }

    /** Reads one statement; {@code prefix} precedes field names in error messages. */
    static Statement read(Map<String, Object> map, String prefix, ZonedDateTime now) {
        FieldReader fields = new FieldReader(map, prefix, now);
        fields.allowOnly(FIELDS);
        return new StatementReader(fields, now).statement();
    }

    private Statement statement() {
        String id = fields.uuid("id");
        ZonedDateTime stated = fields.timeSinceYearOne("stated_at", false);
        stated = stated == null ? now : stated;
        ZonedDateTime from = fields.timeSinceYearOne("valid_from", true);
        List<String> supersedes = fields.uuids("supersedes", REFERENCES);
        return new Statement(
                id == null ? UUID.randomUUID().toString() : id,
                owner(),
                fields.optional("agent_id", WORDS),
                type(),
                fields.required("content", CONTENT),
                party("subject"),
                party("object"),
                predicate(),
                worded("topic_key", Wording::topic),
                fields.texts("keywords", KEYWORDS, KEYWORD),
                fields.optional("category", WORDS),
                confidence(),
                fields.word("policy", POLICIES),
                from,
                validTo(from),
                stated,
                fields.texts("evidence", REFERENCES, IDENTIFIER),
                fields.optional("session_id", IDENTIFIER),
                word("source", SOURCES),
                embedding(),
                supersedes,
                correction(supersedes),
                judgements(),
                null);
    }

    /** The user to whom it belongs; '' where it is shared. */
    private String owner() {
        String userId = fields.optional("user_id", IDENTIFIER);
        return userId == null ? "" : userId;
    }

    private String type() {
        String type = fields.required("type", WORDS);
        if (!TYPE.matcher(type).matches()) {
            throw fields.refusal("type", "must be lower-case letters, digits and underscores, a letter first");
        }
        return type;
    }

    /** Null when neither a name nor an id is given. */
    private Statement.Party party(String field) {
        String name = fields.optional(field, WORDS);
        String id = fields.optional(field + "_id", IDENTIFIER);
        String type = fields.optional(field + "_type", WORDS);
        if (name != null && id != null) {
            throw fields.refusal(field + "_id", "goes only without " + field);
        }
        if (name != null && Names.key(name).isEmpty()) {
            throw fields.refusal(field, "must have a letter or a digit");
        }
        return name == null && id == null ? null : new Statement.Party(name, id, type);
    }

    private String predicate() {
        String predicate = worded("predicate", Wording::predicate);
        return predicate == null ? "" : predicate;
    }

    /** A text in its one wording, which may be longer than the given one. */
    private String worded(String field, UnaryOperator<String> wording) {
        String text = fields.optional(field, WORDS);
        if (text == null) {
            return null;
        }
        String worded = text.isEmpty() ? text : wording.apply(text);
        if (worded.isEmpty() || FieldReader.isLonger(worded, WORDS)) {
            throw fields.refusal(
                    field, "must have letters or digits, at most " + WORDS + " characters once normalised");
        }
        return worded;
    }

    private double confidence() {
        Number confidence = fields.number("confidence", 1);
        return confidence == null ? 1 : confidence.doubleValue();
    }

    /** Reads an enumerated value; the first is the default. */
    private String word(String field, List<String> words) {
        String word = fields.word(field, words);
        return word == null ? words.getFirst() : word;
    }

    /** @param from null where it is not given: then the end may lie before the time of the statement */
    private ZonedDateTime validTo(ZonedDateTime from) {
        ZonedDateTime to = fields.timeSinceYearOne("valid_to", true);
        if (to != null && !to.isAfter(from == null ? FieldReader.YEAR_ONE : from)) {
            throw fields.refusal("valid_to", "must lie after valid_from");
        }
        return to;
    }

    private Embedding embedding() {
        String model = fields.optional("embedding_model", WORDS);
        Object value = fields.value("embedding");
        if (value == null) {
            return null;
        }
        if (model == null) {
            throw fields.refusal("embedding_model", "is missing");
        }
        try {
            return new Embedding(model, Vectors.read(value), fields.flag("given_vector"));
        } catch (IllegalArgumentException e) {
            throw fields.refusal("embedding", e.getMessage());
        }
    }

    private boolean correction(List<String> supersedes) {
        boolean correction = fields.flag("correction");
        if (correction && supersedes.isEmpty()) {
            throw fields.refusal("correction", "goes only with supersedes");
        }
        return correction;
    }

    private ModelJudgements judgements() {
        Map<String, Boolean> judged = new HashMap<>();
        entries("judged").forEach((id, same) -> {
            if (!(same instanceof Boolean isSame)) {
                throw fields.refusal("judged", "must map memory ids to true or false");
            }
            judged.put(id, isSame);
        });
        Map<String, String> entityJudged = new HashMap<>();
        entries("entity_judged").forEach((name, entity) -> {
            if (!(entity instanceof String entityId) || FieldReader.isLonger(entityId, IDENTIFIER)) {
                throw fields.refusal("entity_judged", "must map names to entity ids, or to '' for a new one");
            }
            entityJudged.put(name, entityId);
        });
        return new ModelJudgements(fields.flag("judge"), judged, entityJudged);
    }

    private Map<String, Object> entries(String field) {
        Map<String, Object> entries = fields.map(field);
        if (entries.size() > REFERENCES) {
            throw fields.refusal(field, "has more than " + REFERENCES + " entries");
        }
        return entries;
    }
}
