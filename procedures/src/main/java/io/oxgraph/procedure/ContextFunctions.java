package io.oxgraph.procedure;

import io.oxgraph.situation.Contexts;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.UserFunction;

/** What contexts mean. */
public final class ContextFunctions {
    @UserFunction("oxgraph.context_words")
    @Description("A context of a pattern, such as run=2, in words that follow the action's name; null for null.")
    public String contextWords(@Name("context") String context) {
        return context == null ? null : Contexts.words(context);
    }
}
