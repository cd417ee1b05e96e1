package io.oxgraph.graph;

import org.neo4j.graphdb.Label;

/** The labels of memory nodes: {@code _mem} and the kind beside it. */
public final class Labels {
    public static final Label MEM = Label.label("_mem");
    public static final Label WORKSPACE = Label.label("workspace");
    public static final Label SESSION = Label.label("session");
    public static final Label ACTION = Label.label("action");
    public static final Label PATTERN = Label.label("pattern");
    public static final Label PATTERN_KEY = Label.label("pattern_key");
    public static final Label ENTITY = Label.label("entity");
    public static final Label ALIAS = Label.label("alias");
    public static final Label MEMORY = Label.label("memory");
    public static final Label PREDICATE = Label.label("predicate");
    public static final Label MESSAGE = Label.label("message");
    public static final Label EPISODE = Label.label("episode");
    public static final Label QUESTION = Label.label("question");
    public static final Label CONVERSATION = Label.label("conversation");
    public static final Label SLOT = Label.label("slot");
    public static final Label LOCK = Label.label("lock");
    public static final Label TOKEN = Label.label("token");
    public static final Label TOMBSTONE = Label.label("tombstone");
    public static final Label TRANSITION = Label.label("transition");

    private Labels() {}
}
