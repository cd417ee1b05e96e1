package io.oxgraph.graph;

/** Property names used by several packages. */
public final class Keys {
    public static final String ID = "id";
    public static final String WORKSPACE_ID = "workspace_id";
    public static final String CREATED_AT = "created_at";
    public static final String REV = "rev";
    /** On a workspace that moves to another server, or has moved there: nothing writes it here. */
    public static final String MOVING = "moving";
    /** On one whose move is about to be decided, or was: nothing reads it here either. */
    public static final String CLOSED = "closed";

    private Keys() {}
}
