package io.oxgraph.procedure;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.model.WalkResults.NeighbourResult;
import io.oxgraph.model.WalkResults.StepResult;
import io.oxgraph.walk.GraphWalk;
import io.oxgraph.walk.NeighbourList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Transaction;
import org.neo4j.procedure.Context;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** Neighbours and walks in a workspace's graph. */
public final class WalkProcedures {
    private static final Map<String, Direction> DIRECTIONS =
            Map.of("out", Direction.OUTGOING, "in", Direction.INCOMING, "both", Direction.BOTH);

    @Context
    public Transaction tx;

    @Procedure(name = "oxgraph.neighbours", mode = Mode.READ)
    @Description("The neighbours of a memory node, round robin over groups of relationships, latest first; only nodes "
            + "of the given kinds (empty for all), continuing after the relationship numbers in the map after.")
    public Stream<NeighbourResult> neighbours(
            @Name("workspace_id") String workspaceId,
            @Name("id") String id,
            @Name("kinds") List<String> kinds,
            @Name("after") Map<String, Object> after,
            @Name("limit") Long limit) {
        Arguments.required(workspaceId, id, after, "id", "after");
        return new NeighbourList(tx, workspaceId, Arguments.texts("kinds", kinds))
                .of(id, after, Arguments.count("limit", limit));
    }

    @Procedure(name = "oxgraph.walk", mode = Mode.READ)
    @Description(
            "A breadth-first walk from an entity along domain relationships: direction out, in or both, at most depth "
                    + "steps and limit nodes; with memory also through memories. Of a user ('': of all) what is shared "
                    + "and the user's own.")
    public Stream<StepResult> walk(
            @Name("workspace_id") String workspaceId,
            @Name("id") String id,
            @Name("types") List<String> types,
            @Name("direction") String direction,
            @Name("depth") Long depth,
            @Name("limit") Long limit,
            @Name("memory") Boolean memory,
            @Name(value = "user_id", defaultValue = "") String userId) {
        Arguments.required(workspaceId, id, memory, "id", "memory");
        GraphWalk.Along along = new GraphWalk.Along(
                Arguments.texts("types", types),
                direction(direction),
                Arguments.count("depth", depth),
                Arguments.count("limit", limit),
                memory);
        return new GraphWalk(workspaceId, along, userId == null ? "" : userId).from(tx, workspaceId, id);
    }

    private static Direction direction(String word) {
        Direction direction = word == null ? null : DIRECTIONS.get(word);
        if (direction == null) {
            throw ErrorCode.INVALID_INPUT.with("field", "direction", "reason", "must be out, in or both");
        }
        return direction;
    }
}
