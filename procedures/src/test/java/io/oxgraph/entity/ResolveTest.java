package io.oxgraph.entity;

import static io.oxgraph.error.ErrorCode.INVALID_INPUT;
import static io.oxgraph.error.ErrorCode.NOT_FOUND;
import static io.oxgraph.error.ErrorCode.WORKSPACE_NOT_FOUND;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import io.oxgraph.text.Identifiers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(Neo4jExtension.class)
class ResolveTest {
    private static final String RESOLVE = "CALL oxgraph.resolve($w, $items, $create, $now)";
    private TestGraph graph;

    @BeforeEach
    void fresh(TestGraph given) {
        graph = given;
    }

    @Test
    void a_name_is_made_once_with_the_id_of_its_key() {
        Map<String, Object> made = one("  Ada\tLovelace ");
        assertEquals("new", made.get("stage"));
        assertEquals(true, made.get("created"));
        assertEquals(
                Identifiers.stableId(graph.workspaceId(), "entity", List.of("ada lovelace")), made.get("entity_id"));
        Map<String, Object> again = one("ADA LOVELACE!");
        assertEquals(List.of("exact", false), List.of(again.get("stage"), again.get("created")));
        assertEquals(made.get("entity_id"), again.get("entity_id"));
        assertEquals(
                List.of("Ada Lovelace", true),
                graph.value(
                        """
                        MATCH (a:_mem:alias {workspace_id: $w})-[:`_mem:names`]->(e:_mem:entity)
                        RETURN [e.name, e.owned AND a.canonical AND a.entity_id = e.id]"""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Transcend JetFlash V10 8GB USB Drive | Transcend 8GB JetFlash V10 USB Drive | trigram",
                "Volkswagen | Volkswagon | trigram",
                "Alessandra | Alessandro | new",
                "International Business Machines Corporation | Internationl Business Machines Corporation | trigram",
                "Ada Lovelace | Lovelace Ada | trigram",
                "Boeing 737 Next Generation | Boeing 747 Next Generation | new",
                "Department of North Sudan Affairs Office | Department of South Sudan Affairs Office | new",
                "Sony Cyber-shot DSC-W150 Camera | Sony Silver Cyber-shot Camera DSCW150 | trigram",
                "Sony Cyber-shot DSC-W150 Camera | Sony Silver Cyber-shot Camera DSCW170 | new",
                "House 11 of Linden Street 1 | House 1 of Linden Street 11 | new",
                "Volkswagen | Audi | new",
                "tea over coffee | coffee over tea | new",
                "Ada owes Ben | Ben owes Ada | new",
                "from Paris to Rome | from Rome to Paris | new",
                "C++ | C# | new",
                "C | C++ | new",
                "東京大学 | 東京大學 | new",
                "Александр Пушкин | АЛЕКСАНДР ПУШКИН | exact",
            })
    void names_alike(String first, String second, String stage) {
        for (boolean together : List.of(true, false)) {
            fresh(graph.another());
            List<Map<String, Object>> rows = together
                    ? resolve(List.of(named(first), named(second)))
                    : Stream.of(first, second)
                            .flatMap(name -> resolve(List.of(named(name))).stream())
                            .toList();
            assertEquals(stage, rows.get(1).get("stage"));
            assertEquals(
                    stage.equals("new"),
                    !rows.get(0).get("entity_id").equals(rows.get(1).get("entity_id")));
        }
    }

    @Test
    void what_was_taken_for_the_same_name_is_an_alias_from_then_on() {
        one("International Business Machines Corporation");
        Map<String, Object> similar = one("Internationl Business Machines Corporation");
        assertTrue((double) similar.get("score") > 0.85);
        assertEquals("alias", one("internationl business machines corporation").get("stage"));
        assertEquals(
                1L,
                graph.<Long>value(
                        "MATCH (t:transition {workspace_id: $w, rule: 'aliased'}) WHERE t.inputs CONTAINS 'trigram'"
                                + " RETURN count(t)"));
    }

    @Test
    void names_of_one_call_and_of_many_calls_mean_the_same() {
        List<String> names = IntStream.range(0, 60)
                .mapToObj(i -> List.of(
                                "Customer Relations Department " + i / 6,
                                "Customr Relations Department " + i / 6,
                                "Department Customer Relations " + i / 6)
                        .get(i % 3))
                .toList();
        List<Object> together =
                ids(resolve(names.stream().map(ResolveTest::named).toList()));
        fresh(graph.another());
        List<Object> single =
                names.stream().map(name -> one(name).get("entity_id")).toList();
        assertEquals(partition(together), partition(single));
        assertEquals(10, single.stream().distinct().count());
    }

    @Test
    void a_preview_resolves_and_keeps_nothing() {
        List<Map<String, Object>> items = List.of(named("Ada Lovelace"), named("Lovelace Ada"), named("ada lovelace"));
        List<Map<String, Object>> rows = graph.run(RESOLVE, "items", items, "create", false);
        assertEquals(List.of("new", "trigram", "exact"), column(rows, "stage"));
        assertEquals(1, ids(rows).stream().distinct().count());
        assertEquals(List.of(false, false, false), column(rows, "created"));
        assertEquals(1L, graph.<Long>value("MATCH (n:_mem {workspace_id: $w}) RETURN count(n)"));
    }

    @Test
    void entities_of_one_name_are_distinguished_by_type() {
        Map<String, Object> planet = item("Mercury", Map.of("type", "Planet"));
        Map<String, Object> metal = item("Mercury", Map.of("type", "Element"));
        List<Object> ids = ids(resolve(List.of(planet, metal, planet, metal, named("Mercury"))));
        assertEquals(ids.get(0), ids.get(2));
        assertEquals(ids.get(1), ids.get(3));
        assertNotEquals(ids.get(0), ids.get(1));
        assertEquals(ids.get(0), ids.get(4)); // The first is what the name means by itself.
    }

    @Test
    void a_type_is_learned_where_none_was_known() {
        one("Mercury");
        resolve(List.of(item("Mercury", Map.of("type", "Planet"))));
        assertEquals("Planet", graph.value("MATCH (e:entity {workspace_id: $w}) RETURN e.type"));
    }

    @Test
    void entities_of_one_name_are_distinguished_by_attributes() {
        Map<String, Object> first = Map.of("attributes", Map.of("born", "19080412", "street", "12 High Street"));
        Map<String, Object> other = Map.of("attributes", Map.of("born", "19550630", "street", "7 Station Road"));
        Map<String, Object> mistyped = Map.of("attributes", Map.of("born", "19550360", "street", "7 Statoin Road"));
        List<Map<String, Object>> rows = resolve(List.of(
                item("John Smith", first),
                item("John Smith", other),
                item("John Smith", mistyped),
                named("John Smith")));
        List<Object> ids = ids(rows);
        assertEquals(List.of("new", "new", "exact", "exact"), column(rows, "stage"));
        assertNotEquals(ids.get(0), ids.get(1));
        assertEquals(ids.get(1), ids.get(2));
        assertEquals(ids.get(0), ids.get(3));
        assertEquals(
                ids,
                ids(resolve(List.of(
                        item("John Smith", first),
                        item("John Smith", other),
                        item("John Smith", mistyped),
                        named("John Smith")))));
    }

    @Test
    void agreeing_attributes_match_less_similar_names() {
        Map<String, Object> known =
                Map.of("attributes", Map.of("born", "19080412", "street", "12 High Street", "phone", "555 1234"));
        List<Map<String, Object>> rows = resolve(List.of(
                item("Jonathan Smith", known),
                item("Jonathan", known),
                item("Peter Smith", known),
                named("Jonathan Smyth")));
        assertEquals(List.of("new", "trigram", "new", "new"), column(rows, "stage"));
    }

    @Test
    void attributes_stand_on_the_entity_but_never_over_what_is_ours() {
        resolve(List.of(item(
                "Ada",
                Map.of("attributes", Map.of("id", "x", "workspace_id", "y", "city", "London", "tags", List.of("a"))))));
        Map<String, Object> row = graph.run(
                        "MATCH (e:entity {workspace_id: $w}) RETURN e.city AS city, e.tags AS tags, e.id = 'x' AS id")
                .getFirst();
        assertEquals("London", row.get("city"));
        assertEquals(false, row.get("id"));
    }

    @Test
    void an_id_names_an_entity_by_itself() {
        graph.run("CREATE (:Customer:_mem:entity {id: randomUUID(), workspace_id: $w, node_id: 'c-1', name: 'Ada'})");
        Map<String, Object> found = resolve(List.of(Map.of("id", "c-1"))).getFirst();
        assertEquals(List.of("exact", "c-1"), List.of(found.get("stage"), found.get("node_id")));
        assertEquals(ids(List.of(found)), ids(resolve(List.of(Map.of("id", found.get("entity_id"))))));
        graph.refused(NOT_FOUND, RESOLVE, "items", List.of(Map.of("id", "c-2")), "create", true);
    }

    @Test
    void a_models_judgement_is_followed_and_remembered() {
        Object id = one("Volkswagen").get("entity_id");
        Map<String, Object> judged =
                resolve(List.of(item("VW", Map.of("judged", id)))).getFirst();
        assertEquals(List.of("model", id), List.of(judged.get("stage"), judged.get("entity_id")));
        assertEquals("alias", one("vw").get("stage"));
        assertEquals(
                "new",
                resolve(List.of(item("BMW", Map.of("judged", "")))).getFirst().get("stage"));
    }

    @Test
    void an_ambiguous_name_means_the_default_entity() {
        for (String type : List.of("Planet", "Element")) {
            graph.run(
                    """
                    CREATE (e:_mem:entity {id: randomUUID(), workspace_id: $w, node_id: $type, name: 'Mercury', type: $type})
                    CREATE (:_mem:alias {id: randomUUID(), workspace_id: $w, key: 'mercury', text: 'Mercury',
                      grams: oxgraph.grams('Mercury'), gram_count: 8, canonical: true, entity_id: e.id,
                      origin_id: e.id})-[:`_mem:names`]->(e)""",
                    "type",
                    type);
        }
        Map<String, Object> row = one("Mercury");
        assertEquals("new", row.get("stage"));
        assertEquals(2, ((List<?>) row.get("candidates")).size());
        assertEquals(row.get("entity_id"), one("Mercury").get("entity_id"));
        Map<String, Object> planet =
                resolve(List.of(item("Mercury", Map.of("type", "planet")))).getFirst();
        assertEquals(
                "Planet",
                graph.value(
                        "MATCH (e:entity {workspace_id: $w, id: $id}) RETURN e.type", "id", planet.get("entity_id")));
    }

    @Test
    void hidden_entities_are_not_found_and_their_id_is_not_taken_again() {
        Object hidden = one("Ada").get("entity_id");
        graph.run("MATCH (e:entity {workspace_id: $w}) SET e.deleted_at = $now");
        assertNotEquals(hidden, one("Ada").get("entity_id"));
    }

    @Test
    void an_alias_leads_to_its_entity() {
        Object id = one("Volkswagen").get("entity_id");
        String alias = "CALL oxgraph.alias($w, $id, 'VW', $now)";
        assertEquals(true, graph.run(alias, "id", id).getFirst().get("created"));
        assertEquals(false, graph.run(alias, "id", id).getFirst().get("created"));
        Map<String, Object> found = one("vw");
        assertEquals(List.of("alias", id), List.of(found.get("stage"), found.get("entity_id")));
        graph.refused(NOT_FOUND, alias, "id", "nobody");
        graph.refused(INVALID_INPUT, "CALL oxgraph.alias($w, $id, '!', $now)", "id", id);
    }

    @Test
    void another_workspace_knows_none_of_the_names() {
        one("Ada Lovelace");
        String first = graph.workspaceId();
        fresh(graph.another());
        assertNotEquals(first, graph.workspaceId());
        assertEquals("new", one("Ada Lovelace").get("stage"));
        one("Bernhard Riemann");
        fresh(graph.another());
        assertEquals("new", one("Riemann, Bernhard").get("stage"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "?!", "❤️", "\u0301", "\ud800"})
    void names_without_letters_are_refused(String name) {
        graph.refused(INVALID_INPUT, RESOLVE, "items", List.of(named(name)), "create", true);
    }

    @Test
    void poor_items_are_refused() {
        for (Map<String, Object> item : List.of(
                Map.<String, Object>of("name", "x".repeat(10_000)),
                Map.<String, Object>of("name", "ﷺ".repeat(900)),
                Map.<String, Object>of("nam", "x"),
                Map.<String, Object>of(),
                item("x", Map.of("attributes", "y")),
                item("x", Map.of("attributes", Map.of("a", Map.of("b", 1L)))))) {
            graph.refused(INVALID_INPUT, RESOLVE, "items", List.of(item), "create", true);
        }
        graph.refused(WORKSPACE_NOT_FOUND, RESOLVE, "w", "none", "items", List.of(), "create", true);
    }

    private Map<String, Object> one(String name) {
        return resolve(List.of(named(name))).getFirst();
    }

    private List<Map<String, Object>> resolve(List<Map<String, Object>> items) {
        return graph.run(RESOLVE, "items", items, "create", true);
    }

    private static Map<String, Object> named(String name) {
        return Map.of("name", name);
    }

    private static Map<String, Object> item(String name, Map<String, Object> more) {
        Map<String, Object> item = new HashMap<>(more);
        item.put("name", name);
        return item;
    }

    private static List<Object> ids(List<Map<String, Object>> rows) {
        return column(rows, "entity_id");
    }

    private static List<Object> column(List<Map<String, Object>> rows, String name) {
        return rows.stream().map(row -> row.get(name)).toList();
    }

    /** For each name the first that means the same. */
    private static List<Integer> partition(List<Object> ids) {
        List<Integer> firsts = new ArrayList<>();
        ids.forEach(id -> firsts.add(IntStream.range(0, ids.size())
                .filter(i -> Objects.equals(ids.get(i), id))
                .findFirst()
                .orElseThrow()));
        return firsts;
    }
}
