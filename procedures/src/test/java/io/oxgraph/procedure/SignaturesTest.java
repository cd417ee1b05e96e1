package io.oxgraph.procedure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The procedures' and functions' signatures equal the golden file. */
@ExtendWith(Neo4jExtension.class)
class SignaturesTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden/signatures.txt");

    @Test
    void signatures_are_those_of_the_golden_file(TestGraph graph) throws IOException {
        String signatures = Stream.of("PROCEDURES", "FUNCTIONS")
                .flatMap(kind -> graph
                        .run(
                                "SHOW " + kind + " YIELD name, signature WHERE name STARTS WITH 'oxgraph'"
                                        + " RETURN $kind + ' ' + signature AS line ORDER BY line",
                                "kind",
                                kind)
                        .stream())
                .map(row -> (String) row.get("line"))
                .collect(Collectors.joining("\n", "", "\n"));
        assertEquals(Files.readString(GOLDEN), signatures);
    }
}
