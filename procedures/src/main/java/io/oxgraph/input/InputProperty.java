package io.oxgraph.input;

import io.oxgraph.table.Limits;
import io.oxgraph.table.Table;
import java.util.List;

/**
 * A property that a caller may give, as {@code tables/properties.tsv} declares it.
 *
 * @param type text, integer, number or boolean
 * @param max upper bound: characters of a text, or the largest number
 */
public record InputProperty(String name, String type, long max) {
    /** The properties of a kind of node that a caller may give. */
    public static List<InputProperty> of(String kind) {
        return Table.read("properties").stream()
                .filter(row -> row.get("kind").equals(kind) && !row.get("input").isEmpty())
                .map(row -> new InputProperty(row.get("property"), row.get("type"), Limits.parse(row.get("input"))))
                .toList();
    }

    /** The value of the property among the fields, validated; null where it is not given. */
    public Object read(FieldReader fields) {
        return switch (type) {
            case "text" -> fields.optional(name, Math.toIntExact(max));
            case "integer" -> fields.integer(name, max);
            case "number", "float" -> fields.number(name, (double) max);
            case "boolean" -> fields.value(name) == null ? null : fields.flag(name);
            default -> throw new IllegalStateException("properties.tsv: no caller can give a " + type);
        };
    }
}
