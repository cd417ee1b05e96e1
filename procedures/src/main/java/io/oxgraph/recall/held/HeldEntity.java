package io.oxgraph.recall.held;

/** An entity as far as names need it. */
final class HeldEntity extends Item {
    private final String name;
    private final String mergedInto;
    private final boolean hidden;

    /** @param mergedInto the entity that absorbed it; null without */
    HeldEntity(String node, String id, String name, String mergedInto, boolean hidden) {
        super(node, id);
        this.name = name;
        this.mergedInto = mergedInto;
        this.hidden = hidden;
    }

    String name() {
        return name;
    }

    String mergedInto() {
        return mergedInto;
    }

    boolean isHidden() {
        return hidden;
    }

    @Override
    long bytes() {
        return super.bytes() + size(name);
    }

    @Override
    public String toString() {
        return "entity " + id() + " " + name + " " + mergedInto + " " + hidden;
    }
}
