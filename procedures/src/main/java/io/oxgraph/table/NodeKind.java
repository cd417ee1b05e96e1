package io.oxgraph.table;

import java.lang.reflect.Array;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A kind of memory nodes and its properties: {@code tables/nodes.tsv}, {@code properties.tsv} and {@code values.tsv},
 * and the settings of a workspace.
 *
 * @param name the label
 * @param properties by name; properties that the tables do not name are free
 * @param required how many of them every node of the kind has
 */
public record NodeKind(String name, Map<String, Property> properties, int required) {
    /** The years of Python's datetime: the client could not read a list that has another one. */
    private static final String IN_YEARS = " in the years 1 to 9999";

    private static final Map<String, ValueType> VALUE_TYPES = valueTypes();
    private static final Property CREATED_AT = property("created_at", "time", false, null);
    private static final Map<String, NodeKind> ALL = readAll();

    /** The kind of a label; null where the label is none. */
    public static NodeKind of(String label) {
        return ALL.get(label);
    }

    /**
     * What a property may hold.
     *
     * @param required whether every node of the kind has it
     * @param type for messages, such as {@code a number}
     * @param fits whether a stored value is of that type
     * @param values the allowed values; null where any will do
     */
    public record Property(String name, boolean required, String type, Predicate<Object> fits, Set<String> values) {
        /** What is wrong with a value, such as {@code must be a number}; null when nothing is. */
        public String fault(Object value) {
            if (!fits.test(value)) {
                return "must be " + type;
            }
            return values == null || values.contains((String) value)
                    ? null
                    : "must be one of " + values.stream().sorted().collect(Collectors.joining(", "));
        }
    }

    private static Map<String, NodeKind> readAll() {
        Map<String, Map<String, Property>> properties = new HashMap<>();
        Table.read("nodes")
                .forEach(row -> properties.put(row.get("kind"), new HashMap<>(Map.of(CREATED_AT.name(), CREATED_AT))));
        Map<String, Set<String>> values = values();
        for (Map<String, String> row : Table.read("properties")) {
            String name = row.get("property");
            boolean required = row.get("presence").equals("required");
            Set<String> allowed = values.get(row.get("kind") + "." + name);
            properties.get(row.get("kind")).put(name, property(name, row.get("type"), required, allowed));
        }
        settings().forEach(setting -> properties.get("workspace").put(setting.name(), setting));
        return properties.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, kind -> of(kind.getKey(), kind.getValue())));
    }

    private static NodeKind of(String name, Map<String, Property> properties) {
        long required = properties.values().stream().filter(Property::required).count();
        return new NodeKind(name, Map.copyOf(properties), Math.toIntExact(required));
    }

    private static Map<String, Set<String>> values() {
        return Table.read("values").stream()
                .collect(Collectors.toUnmodifiableMap(
                        row -> row.get("kind") + "." + row.get("property"), row -> words(row.get("values"))));
    }

    private static Set<String> words(String cell) {
        return Set.of(cell.split("\\|"));
    }

    /** The settings of a workspace; the half-lives of types are named by {@code HalfLives}. */
    private static List<Property> settings() {
        return Table.read("settings").stream()
                .filter(row -> !row.get("name").contains("{"))
                .map(row -> setting(row.get("name"), row.get("type")))
                .toList();
    }

    private static Property setting(String name, String type) {
        return switch (type) {
            case "bool" -> property(name, "boolean", false, null);
            case "int" -> property(name, "integer", false, null);
            case "float" -> property(name, "float", false, null);
            default -> property(name, "text", false, words(type));
        };
    }

    private static Property property(String name, String type, boolean required, Set<String> values) {
        ValueType found = VALUE_TYPES.get(type);
        if (found == null) {
            throw new IllegalStateException("properties.tsv: no type " + type);
        }
        return new Property(name, required, found.words(), found.fits(), values);
    }

    /** Numbers may be stored whole where the table says float: Cypher writes 1 for 1.0 where a caller gives 1. */
    private static Map<String, ValueType> valueTypes() {
        ValueType text = new ValueType("a text", String.class::isInstance);
        ValueType number = new ValueType("a number", NodeKind::isNumber);
        ValueType numbers = list("numbers", double[].class, float[].class, long[].class, int[].class);
        return Map.ofEntries(
                Map.entry("text", text),
                Map.entry("json", text),
                Map.entry("integer", new ValueType("an integer", NodeKind::isInteger)),
                Map.entry("float", number),
                Map.entry("number", number),
                Map.entry("boolean", new ValueType("true or false", Boolean.class::isInstance)),
                Map.entry("time", new ValueType("a time with a zone" + IN_YEARS, NodeKind::isTime)),
                Map.entry("day", new ValueType("a date" + IN_YEARS, NodeKind::isDay)),
                Map.entry("texts", list("texts", String[].class)),
                Map.entry("times", times()),
                Map.entry("integers", list("integers", long[].class, int[].class)),
                Map.entry("numbers", numbers),
                Map.entry("vector", numbers));
    }

    private static boolean isInteger(Object value) {
        return value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte;
    }

    private static boolean isNumber(Object value) {
        return isInteger(value)
                || (value instanceof Double number && !number.isNaN())
                || (value instanceof Float single && !single.isNaN());
    }

    private static boolean isTime(Object value) {
        return value instanceof ZonedDateTime time
                && isReadable(time.getYear())
                && isReadable(time.withZoneSameInstant(ZoneOffset.UTC).getYear());
    }

    private static boolean isDay(Object value) {
        return value instanceof LocalDate day && isReadable(day.getYear());
    }

    private static boolean isReadable(int year) {
        return year >= 1 && year <= 9999;
    }

    private static ValueType times() {
        ValueType any = list("times", ZonedDateTime[].class);
        return new ValueType(
                any.words() + IN_YEARS,
                value -> any.fits().test(value)
                        && (!(value instanceof ZonedDateTime[] times)
                                || Stream.of(times).allMatch(NodeKind::isTime)));
    }

    /** An empty list has no type of its own: whatever array stands for it will do. */
    private static ValueType list(String items, Class<?>... arrays) {
        return new ValueType("a list of " + items, value -> {
            for (Class<?> array : arrays) {
                if (array.isInstance(value)) {
                    return true;
                }
            }
            return value != null && value.getClass().isArray() && Array.getLength(value) == 0;
        });
    }

    /**
     * A type of {@code properties.tsv}.
     *
     * @param words for messages
     */
    private record ValueType(String words, Predicate<Object> fits) {}
}
