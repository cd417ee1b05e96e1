package io.oxgraph.recall.cache;

import io.oxgraph.recall.EntityItem;
import io.oxgraph.recall.cache.CachedItem.CachedDocument;
import io.oxgraph.recall.cache.Postings.TermCounts;
import java.util.List;

/** A cached entity: what name look-ups need, and for one that recall can return also its texts and its vector. */
final class CachedEntity extends CachedDocument<CachedEntity> implements EntityItem {
    private static final EntityFields NAME_ONLY = new EntityFields("", "", "", "", List.of());

    private final String name;
    private final String owner;
    private final String mergedInto;
    private final boolean hidden;
    private final EntityFields fields;

    /**
     * @param owner the user who alone knows it; '' where it is shared
     * @param mergedInto id of the entity it was merged into; null when not merged
     * @param fields {@link #NAME_ONLY} when recall never returns it
     */
    private CachedEntity(
            String node,
            String id,
            String name,
            String owner,
            String mergedInto,
            boolean hidden,
            QuantizedVector vector,
            TermCounts words,
            EntityFields fields) {
        super(node, id, vector, words);
        this.name = name;
        this.owner = owner;
        this.mergedInto = mergedInto;
        this.hidden = hidden;
        this.fields = fields;
    }

    /** An entity that only its names lead to. */
    static CachedEntity ofName(String node, String id, String name, String owner, String mergedInto, boolean hidden) {
        return new CachedEntity(node, id, name, owner, mergedInto, hidden, null, TermCounts.NONE, NAME_ONLY);
    }

    /** The same entity as one that recall can return. */
    CachedEntity with(EntityFields given, QuantizedVector vector, TermCounts words) {
        return new CachedEntity(node(), id(), name, owner, mergedInto, hidden, vector, words, given);
    }

    String owner() {
        return owner;
    }

    /** Whether recall may return it. */
    boolean isResult() {
        return !fields.equals(NAME_ONLY) && mergedInto == null && !hidden;
    }

    String mergedInto() {
        return mergedInto;
    }

    boolean isHidden() {
        return hidden;
    }

    @Override
    public String nodeId() {
        return fields.nodeId();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String type() {
        return fields.type();
    }

    @Override
    public String description() {
        return fields.description();
    }

    @Override
    public String connection() {
        return fields.connection();
    }

    @Override
    public List<String> shown() {
        return fields.shown();
    }

    @Override
    public int compareTo(CachedEntity other) {
        return id().compareTo(other.id());
    }

    @Override
    long bytes() {
        long shown = fields.shown().stream().mapToLong(CachedItem::size).sum();
        return super.bytes() + size(name) + size(fields.nodeId()) + size(fields.description()) + shown;
    }

    @Override
    public String toString() {
        return "entity " + id() + " " + name + " " + mergedInto + " " + hidden + " " + fields;
    }

    /** The properties of an entity that results need; empty where it has none. */
    record EntityFields(String nodeId, String type, String description, String connection, List<String> shown) {}
}
