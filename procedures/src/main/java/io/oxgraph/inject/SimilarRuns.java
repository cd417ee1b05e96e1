package io.oxgraph.inject;

import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Statements;
import io.oxgraph.input.FieldReader;
import io.oxgraph.outcomes.Ways;
import io.oxgraph.table.Limits;
import java.time.ZonedDateTime;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

/** Runs whose intent shares words with what is about to be done. */
public final class SimilarRuns {
    private static final int MOST = Limits.of("rows");
    private static final String[] RUN = {"id", "outcome", "run_at", "run_steps"};

    private SimilarRuns() {}

    /**
     * The way that worked best in them, as a map; null where none did.
     *
     * @param request query (of the fulltext index), limit and reach (how many runs are looked at, and found by the index),
     *     least (the share of the best score from which a run counts)
     */
    public static Map<String, Object> way(
            Transaction tx, String workspaceId, Map<String, Object> request, ZonedDateTime now) {
        FieldReader fields = new FieldReader(request, "request.", now);
        Map<String, Object> given = Map.of(
                "workspace_id", workspaceId,
                "query", fields.required("query", Integer.MAX_VALUE),
                "limit", count(fields, "limit"),
                "reach", count(fields, "reach"),
                "now", now);
        Number least = fields.number("least", 1);
        List<Map<String, Object>> runs = near(tx, given, least == null ? 0 : least.doubleValue()).stream()
                .map(id -> Lookup.session(tx, workspaceId, id))
                .flatMap(Optional::stream)
                .map(SimilarRuns::ended)
                .flatMap(Optional::stream)
                .toList();
        return Ways.worked(runs);
    }

    private static long count(FieldReader fields, String field) {
        Long count = fields.integer(field, MOST);
        if (count == null) {
            throw fields.refusal(field, "is missing");
        }
        return count;
    }

    private static Set<String> near(Transaction tx, Map<String, Object> given, double least) {
        Set<String> near = new LinkedHashSet<>();
        try (Result found = tx.execute(Statements.get("inject/alike"), given)) {
            double bound = 0;
            while (found.hasNext()) {
                Map<String, Object> row = found.next();
                double score = ((Number) row.get("score")).doubleValue();
                bound = near.isEmpty() ? score * least : bound;
                if (score >= bound) {
                    near.add((String) row.get("session_id"));
                }
            }
        }
        return near;
    }

    /** Empty while a run goes on, and where its session was deleted meanwhile. */
    private static Optional<Map<String, Object>> ended(Node session) {
        try {
            Map<String, Object> run = session.getProperties(RUN);
            return run.containsKey("run_steps") && run.containsKey("outcome") ? Optional.of(run) : Optional.empty();
        } catch (NotFoundException e) {
            return Optional.empty();
        }
    }
}
