package io.oxgraph.procedure;

import static io.oxgraph.error.ErrorCode.UNAUTHENTICATED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Neo4jExtension.class)
class ReadFunctionsTest {
    private TestGraph graph;

    @BeforeEach
    void fresh(TestGraph given) {
        graph = given;
    }

    @Test
    void a_token_is_valid_in_its_own_workspace_until_it_is_revoked() {
        graph.value("CREATE (t:_mem:token {workspace_id: 'w', id: 't', token_hash: 'h'}) RETURN t.id");
        assertTrue(graph.<Boolean>value("RETURN oxgraph.token_valid('w', 'h')"));
        assertTrue(graph.<Boolean>value("RETURN oxgraph.token_valid('w', null)"));
        assertFalse(graph.<Boolean>value("RETURN oxgraph.token_valid('other', 'h')"));
        assertFalse(graph.<Boolean>value("RETURN oxgraph.token_valid('w', 'unknown')"));
        assertTrue(graph.<Boolean>value("RETURN oxgraph.token_required('w', 'h')"));
        graph.refused(UNAUTHENTICATED, "RETURN oxgraph.token_required('w', 'unknown')");
        graph.value("MATCH (t:token {token_hash: 'h'}) SET t.revoked_at = $now RETURN t.id");
        assertFalse(graph.<Boolean>value("RETURN oxgraph.token_valid('w', 'h')"));
    }

    @Test
    void a_token_is_valid_until_it_expires() {
        graph.value("CREATE (t:_mem:token {workspace_id: 'w', id: 'expiring', token_hash: 'expiring',"
                + " expires_at: datetime() + duration({hours: 1})}) RETURN t.id");
        assertTrue(graph.<Boolean>value("RETURN oxgraph.token_valid('w', 'expiring')"));
        graph.value("MATCH (t:token {token_hash: 'expiring'}) SET t.expires_at = datetime() - duration({seconds: 1})"
                + " RETURN t.id");
        assertFalse(graph.<Boolean>value("RETURN oxgraph.token_valid('w', 'expiring')"));
    }

    @Test
    void a_memory_is_seen_with_its_relationships() {
        graph.value(
                """
                CREATE (:_mem:workspace {workspace_id: 'w', id: 'w', half_life_fact_days: 180.0})
                CREATE (:_mem:entity {workspace_id: 'w', id: 'e', name: 'Ada'})
                CREATE (m:_mem:memory {workspace_id: 'w', id: 'm', type: 'fact', status: 'active',
                  subject_id: 'e', valid_to: $now, valid_to_history: [$now + duration('P1D'), $now],
                  valid_to_known_at: [$now - duration('P2D'), $now]})
                CREATE (n:_mem:memory {workspace_id: 'w', id: 'n', type: 'fact', status: 'active'})
                CREATE (m)-[:`_mem:contradicts`]->(n), (m)-[:`_mem:superseded_by`]->(n)
                RETURN m.id""");
        Map<String, Object> now = view("null");
        assertEquals("Ada", now.get("subject"));
        assertNull(now.get("object"));
        assertEquals("n", now.get("superseded_by"));
        assertEquals(List.of("n"), now.get("contradicts"));
        assertEquals(180.0, now.get("half_life_days"));
        assertEquals(
                graph.<Object>value("RETURN $now + duration('P1D')"),
                view("$now - duration('P1D')").get("valid_to"));
        assertFalse(now.containsKey("embedding") || now.containsKey("rev"));
    }

    private Map<String, Object> view(String known) {
        return graph.value("MATCH (m:memory {workspace_id: 'w', id: 'm'}), (w:workspace {workspace_id: 'w', id: 'w'}) "
                + "RETURN oxgraph.memory_view(m, w, " + known + ")");
    }
}
