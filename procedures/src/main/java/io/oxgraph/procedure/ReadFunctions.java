package io.oxgraph.procedure;

import io.oxgraph.access.Tokens;
import io.oxgraph.error.ErrorCode;
import io.oxgraph.guard.NodeFault;
import io.oxgraph.semantic.MemoryView;
import io.oxgraph.semantic.Predicates;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Transaction;
import org.neo4j.procedure.Context;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.UserFunction;

/** What many reading statements share: the caller's token, predicates, the view of a memory, faults of nodes. */
public final class ReadFunctions {
    @Context
    public Transaction tx;

    @UserFunction("oxgraph.token_valid")
    @Description("Whether a token may use a workspace: true without a token (the database's login), else whether it "
            + "belongs to the workspace and is neither revoked nor expired.")
    public Boolean tokenValid(@Name("workspace_id") String workspaceId, @Name("token_hash") String tokenHash) {
        return tokenHash == null || Tokens.isValid(tx, workspaceId, tokenHash);
    }

    @UserFunction("oxgraph.token_required")
    @Description("True where oxgraph.token_valid is; raises unauthenticated otherwise.")
    public Boolean tokenRequired(@Name("workspace_id") String workspaceId, @Name("token_hash") String tokenHash) {
        if (!tokenValid(workspaceId, tokenHash)) {
            throw ErrorCode.UNAUTHENTICATED.with();
        }
        return true;
    }

    @UserFunction("oxgraph.predicate")
    @Description("The predicate that a text names in a workspace: spelling and case do not matter, and a synonym "
            + "resolves to the predicate that it means.")
    public String predicate(@Name("workspace_id") String workspaceId, @Name("text") String text) {
        return Arguments.anyNull(workspaceId, text) ? null : Predicates.resolve(tx, workspaceId, text);
    }

    @UserFunction("oxgraph.predicate_names")
    @Description("All names under which memories with the predicate that a text names may be stored: the predicate, "
            + "its synonyms and their spellings.")
    public List<String> predicateNames(@Name("workspace_id") String workspaceId, @Name("text") String text) {
        return Arguments.anyNull(workspaceId, text) ? null : Predicates.names(tx, workspaceId, text);
    }

    @UserFunction("oxgraph.memory_view")
    @Description("A memory as reads return it: properties, names of subject and object, superseded_by, contradicts, "
            + "half_life_days. known: recorded time as of which valid_to, status, superseded_by and contradicts are given; "
            + "null for now.")
    public Map<String, Object> memoryView(
            @Name("memory") Node memory, @Name("workspace") Node workspace, @Name("known") ZonedDateTime known) {
        return Arguments.anyNull(memory, workspace) ? null : MemoryView.of(tx, memory, workspace, known);
    }

    @UserFunction("oxgraph.status_at")
    @Description("The status of a memory as it was recorded at a time.")
    public String statusAt(@Name("memory") Node memory, @Name("known") ZonedDateTime known) {
        return Arguments.anyNull(memory, known) ? null : MemoryView.statusAt(tx, memory, known);
    }

    @UserFunction("oxgraph.fault")
    @Description("What keeps a memory node from the form of its kind: an unknown kind, a missing property, or a value "
            + "that is not allowed; null where nothing does.")
    public String fault(@Name("node") Node node) {
        try {
            return node == null ? null : NodeFault.of(node);
        } catch (NotFoundException e) {
            return null; // Deleted since it was found.
        }
    }
}
