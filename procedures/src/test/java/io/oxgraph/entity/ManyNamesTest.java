package io.oxgraph.entity;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.entity.Resolution.Mention;
import io.oxgraph.graph.Workspace;
import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Resolving names in a workspace that grows: how many names each is compared with. */
@Tag("deep")
@ExtendWith(Neo4jExtension.class)
class ManyNamesTest {
    /** Work grows with the number of names: twice the names, about twice the comparisons. */
    @Test
    void comparisons_grow_in_step_with_names(TestGraph graph) {
        List<Mention> mentions =
                SyntheticNames.people(2_000, 7).stream().map(Mention::of).toList();
        long ofHalf = examined(graph, mentions.subList(0, 1_000));
        long ofAll = ofHalf + examined(graph, mentions.subList(1_000, 2_000));
        assertTrue(ofAll < 2.5 * ofHalf, ofHalf + " of half, " + ofAll + " of all");
        assertTrue(ofAll <= 2_000L * 3 * AliasIndex.LIMIT, ofAll + " of all");
    }

    private static long examined(TestGraph graph, List<Mention> mentions) {
        long examined = 0;
        for (int from = 0; from < mentions.size(); from += 250) {
            try (var tx = graph.database().beginTx()) {
                EntityResolver resolver =
                        new EntityResolver(tx, Workspace.hold(tx, graph.workspaceId()), TestGraph.NOW);
                resolver.find(mentions.subList(from, from + 250)).forEach(resolver::create);
                examined += resolver.examined();
                tx.commit();
            }
        }
        return examined;
    }
}
