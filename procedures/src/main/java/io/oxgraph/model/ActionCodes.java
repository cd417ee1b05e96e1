package io.oxgraph.model;

/** The error codes that oxgraph itself gives to actions; all others are those of tools. */
public final class ActionCodes {
    /** The code of success in the keys of patterns; no failure may have it. */
    public static final String SUCCESS = "None";
    /** A failure whose caller gave no code. */
    public static final String UNKNOWN_ERROR = "UnknownError";
    /** All failures together, in situational patterns. */
    public static final String ANY_ERROR = "AnyError";

    private ActionCodes() {}
}
