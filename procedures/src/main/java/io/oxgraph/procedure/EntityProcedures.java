package io.oxgraph.procedure;

import io.oxgraph.entity.Aliases;
import io.oxgraph.entity.EntityMerge;
import io.oxgraph.entity.Resolve;
import io.oxgraph.model.EntityResults.AliasResult;
import io.oxgraph.model.EntityResults.MergeResult;
import io.oxgraph.model.EntityResults.ResolveResult;
import io.oxgraph.semantic.SubjectReassignment;
import io.oxgraph.text.Names;
import io.oxgraph.text.TextSimilarity.Trigrams;
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

/** Entity resolution, aliases, merges and splits. */
public final class EntityProcedures {
    @Context
    public Transaction tx;

    @UserFunction("oxgraph.name_key")
    @Description("The normalised key of a name: its words in NFKC and lower case, joined by one space.")
    public String nameKey(@Name("text") String text) {
        return text == null ? null : Names.key(text);
    }

    @UserFunction("oxgraph.grams")
    @Description("The distinct trigrams of a name's words, each as one token of hexadecimal code points.")
    public String grams(@Name("text") String text) {
        return text == null ? null : String.join(" ", Trigrams.tokens(Trigrams.of(text)));
    }

    @Procedure(name = "oxgraph.resolve", mode = Mode.WRITE)
    @Description(
            "Resolves each item {name, id, type, attributes, judged} to an entity, one row each, in order; with create, "
                    + "missing entities are created. The items match each other too. A user's names ('': shared ones) mean "
                    + "what is the user's own or shared, and make what is the user's own.")
    public Stream<ResolveResult> resolve(
            @Name("workspace_id") String workspaceId,
            @Name("items") List<Map<String, Object>> items,
            @Name("create") Boolean create,
            @Name("now") ZonedDateTime now,
            @Name(value = "user_id", defaultValue = "") String userId) {
        Arguments.required(workspaceId, items, now, "items");
        boolean creating = Arguments.given("create", create);
        return Resolve.all(tx, workspaceId, items, creating, userId == null ? "" : userId, now).stream();
    }

    @Procedure(name = "oxgraph.alias", mode = Mode.WRITE)
    @Description("Adds an alias to an entity.")
    public Stream<AliasResult> alias(
            @Name("workspace_id") String workspaceId,
            @Name("entity_id") String entityId,
            @Name("alias") String alias,
            @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, entityId, now, "entity_id");
        return Stream.of(Aliases.add(tx, workspaceId, entityId, alias, now));
    }

    @Procedure(name = "oxgraph.merge_entities", mode = Mode.WRITE)
    @Description("Merges two entities: names, memories and references of absorb move to keep.")
    public Stream<MergeResult> merge(
            @Name("workspace_id") String workspaceId,
            @Name("keep") String keep,
            @Name("absorb") String absorb,
            @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, keep, now, "keep");
        Arguments.required(workspaceId, absorb, now, "absorb");
        return Stream.of(EntityMerge.merge(
                tx,
                workspaceId,
                keep,
                absorb,
                now,
                (workspace, memories) -> SubjectReassignment.merged(tx, workspace, memories, now)));
    }

    @Procedure(name = "oxgraph.split_entity", mode = Mode.WRITE)
    @Description("Undoes a merge: moves back what the merge moved; later writes stay.")
    public Stream<MergeResult> split(
            @Name("workspace_id") String workspaceId,
            @Name("absorbed") String absorbed,
            @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, absorbed, now, "absorbed");
        return Stream.of(EntityMerge.split(
                tx,
                workspaceId,
                absorbed,
                now,
                (workspace, memories) -> SubjectReassignment.split(tx, workspace, memories, now)));
    }
}
