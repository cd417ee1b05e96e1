package io.oxgraph.procedure;

import io.oxgraph.model.MemoryResults.RecallJson;
import io.oxgraph.model.MemoryResults.RecallResult;
import io.oxgraph.recall.ContextBlock;
import io.oxgraph.recall.Recall;
import io.oxgraph.text.JsonWriter;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Transaction;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;
import org.neo4j.procedure.UserFunction;

/** Recall. */
public final class RecallProcedures {
    @org.neo4j.procedure.Context
    public Transaction tx;

    @org.neo4j.procedure.Context
    public GraphDatabaseService database;

    @Procedure(name = "oxgraph.recall", mode = Mode.READ)
    @Description("The memories, messages and episodes that answer a query, best first, the context block, and notes "
            + "(diagnostics; context_ids: what stands in the context; memories: which count as read). Options, all optional: k (without "
            + "it, as many as fill the context), least, kinds, types, embedding, embedding_model, rewrites, entities, "
            + "window, predicates, topic_keys, negated, weights, plan, fusion, without, as_of, historical, "
            + "confidence_floor, budget, deadline_ms, explain, conversation_id, exclude_conversation_id, minimum.")
    public Stream<RecallResult> recall(
            @Name("workspace_id") String workspaceId,
            @Name("query") String query,
            @Name("options") Map<String, Object> options,
            @Name("now") ZonedDateTime now) {
        return Stream.of(answer(workspaceId, query, options, now));
    }

    @Procedure(name = "oxgraph.recall_json", mode = Mode.READ)
    @Description(
            "oxgraph.recall for programs: results and notes as JSON, which is made and read in a fraction of the time of "
                    + "maps. Times are UTC in ISO 8601; a map's nulls and empty lists and maps are left out.")
    public Stream<RecallJson> recallJson(
            @Name("workspace_id") String workspaceId,
            @Name("query") String query,
            @Name("options") Map<String, Object> options,
            @Name("now") ZonedDateTime now) {
        RecallResult found = answer(workspaceId, query, options, now);
        JsonWriter json = JsonWriter.forClients();
        return Stream.of(new RecallJson(json.of(found.results()), found.context(), json.of(found.notes())));
    }

    private RecallResult answer(String workspaceId, String query, Map<String, Object> options, ZonedDateTime now) {
        Arguments.required(workspaceId, query, now, "query");
        return Recall.answer(database, tx, workspaceId, query, options == null ? Map.of() : options, now);
    }

    @UserFunction("oxgraph.recall_context")
    @Description("Packs results, in their order, into a context block within a token budget: "
            + "{context, tokens, ids}, where ids are those of the packed results.")
    public Map<String, Object> recallContext(
            @Name("results") List<Map<String, Object>> results, @Name("budget") Long budget) {
        if (results == null) {
            return null;
        }
        return ContextBlock.pack(Arguments.whole("results", results), Arguments.count("budget", budget))
                .asMap();
    }
}
