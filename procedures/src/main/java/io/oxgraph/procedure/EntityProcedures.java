package io.oxgraph.procedure;

import io.oxgraph.entity.Aliasing;
import io.oxgraph.entity.Merge;
import io.oxgraph.entity.Resolve;
import io.oxgraph.model.AliasResult;
import io.oxgraph.model.MergeResult;
import io.oxgraph.model.ResolveResult;
import io.oxgraph.semantic.Moved;
import io.oxgraph.text.Names;
import io.oxgraph.text.Trigrams;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.graphdb.Transaction;
import org.neo4j.procedure.Context;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;
import org.neo4j.procedure.UserFunction;

/** What names mean, and how entities get and change them. */
public final class EntityProcedures {
    @Context
    public Transaction tx;

    @UserFunction("oxgraph.name_key")
    @Description("What is compared of a name: its words in NFKC and lower case, joined by one blank.")
    public String nameKey(@Name("text") String text) {
        return text == null ? null : Names.key(text);
    }

    @UserFunction("oxgraph.grams")
    @Description("The distinct trigrams of a name's words, each as one token of hexadecimal code points.")
    public String grams(@Name("text") String text) {
        return text == null ? null : String.join(" ", Trigrams.tokens(Trigrams.of(text)));
    }

    @Procedure(name = "oxgraph.resolve", mode = Mode.WRITE)
    @Description("Finds the entity of each item {name, id, type, attributes, judged}, one row each, in order; with "
            + "create those that are missing are made. The items find each other too.")
    public Stream<ResolveResult> resolve(
            @Name("workspace_id") String workspaceId,
            @Name("items") List<Map<String, Object>> items,
            @Name("create") boolean create,
            @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, items, now, "items");
        return Resolve.all(tx, workspaceId, items, create, now).stream();
    }

    @Procedure(name = "oxgraph.alias", mode = Mode.WRITE)
    @Description("Gives an entity another name to go by.")
    public Stream<AliasResult> alias(
            @Name("workspace_id") String workspaceId,
            @Name("entity_id") String entityId,
            @Name("alias") String alias,
            @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, entityId, now, "entity_id");
        return Stream.of(Aliasing.add(tx, workspaceId, entityId, alias, now));
    }

    @Procedure(name = "oxgraph.merge_entities", mode = Mode.WRITE)
    @Description("Makes two entities one: names, memories and references of absorb move to keep.")
    public Stream<MergeResult> merge(
            @Name("workspace_id") String workspaceId,
            @Name("keep") String keep,
            @Name("absorb") String absorb,
            @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, keep, now, "keep");
        Arguments.required(workspaceId, absorb, now, "absorb");
        return Stream.of(Merge.merge(
                tx,
                workspaceId,
                keep,
                absorb,
                now,
                (workspace, memories) -> Moved.merged(tx, workspace, memories, now)));
    }

    @Procedure(name = "oxgraph.split_entity", mode = Mode.WRITE)
    @Description("Undoes a merge: what was taken from the absorbed entity goes back to it, what came since stays.")
    public Stream<MergeResult> split(
            @Name("workspace_id") String workspaceId,
            @Name("absorbed") String absorbed,
            @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, absorbed, now, "absorbed");
        return Stream.of(Merge.split(
                tx, workspaceId, absorbed, now, (workspace, memories) -> Moved.split(tx, workspace, memories, now)));
    }
}
