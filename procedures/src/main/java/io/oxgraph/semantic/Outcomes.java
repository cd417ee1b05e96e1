package io.oxgraph.semantic;

import io.oxgraph.entity.Candidate;
import io.oxgraph.entity.Resolution;
import io.oxgraph.model.RememberResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The rows that tell what became of statements. */
final class Outcomes {
    static final String MEMORY_DISABLED = "memory_disabled";
    static final String KNOWN_STATEMENT = "known_statement";
    static final String KNOWN_EVIDENCE = "known_evidence";

    static final String CREATED = "created";
    static final String MERGED = "merged";

    private static final String UNCHANGED = "unchanged";

    private Outcomes() {}

    /** All of a batch, for one reason. */
    static List<RememberResult> rejected(List<Statement> statements, String reason) {
        List<RememberResult> rows = new ArrayList<>(statements.size());
        for (Statement statement : statements) {
            rows.add(new RememberResult(
                    rows.size(),
                    statement.id(),
                    null,
                    "rejected",
                    reason,
                    null,
                    null,
                    List.of(),
                    null,
                    List.of(),
                    List.of()));
        }
        return rows;
    }

    /** What has been stated before, of a memory that may be gone since. */
    static RememberResult known(Resolved resolved, String memoryId, Memory memory) {
        return row(resolved, memoryId, memory, UNCHANGED, KNOWN_STATEMENT, Conflicts.Settled.alone());
    }

    static RememberResult echo(Resolved resolved, Memory memory) {
        return row(resolved, memory.id(), memory, UNCHANGED, KNOWN_EVIDENCE, Conflicts.Settled.alone());
    }

    static RememberResult of(
            Resolved resolved, Memory memory, String outcome, String reason, Conflicts.Settled settled) {
        return row(resolved, memory.id(), memory, outcome, reason, settled);
    }

    static RememberResult merged(Resolved resolved, Duplicates.Match match, Conflicts.Settled settled) {
        return of(resolved, match.memory(), MERGED, match.by().text(), settled);
    }

    /** Two memories may say the same. */
    static RememberResult undecided(Resolved resolved, List<Duplicates.Match> near) {
        return undecided(
                resolved, "memory", near.stream().map(Outcomes::candidate).toList());
    }

    /** A name may mean an entity of a similar name. */
    static RememberResult undecided(Resolved resolved, Collection<Resolution> names) {
        return undecided(
                resolved, "entity", names.stream().flatMap(Outcomes::candidates).toList());
    }

    private static Map<String, Object> candidate(Duplicates.Match match) {
        return Map.of(
                "memory_id", match.memory().id(),
                "content", match.memory().backing().content(),
                "cosine", match.cosine());
    }

    private static Stream<Map<String, Object>> candidates(Resolution resolution) {
        return resolution.candidates().stream().map(candidate -> candidate(resolution, candidate));
    }

    private static Map<String, Object> candidate(Resolution resolution, Candidate candidate) {
        return Map.of(
                "name", resolution.mention().name(),
                "entity_id", candidate.entityId(),
                "entity_name", candidate.name(),
                "score", candidate.score());
    }

    private static RememberResult undecided(Resolved resolved, String reason, List<Map<String, Object>> candidates) {
        return new RememberResult(
                resolved.item(),
                resolved.statement().id(),
                null,
                "undecided",
                reason,
                null,
                null,
                List.of(),
                null,
                List.of(),
                candidates);
    }

    private static RememberResult row(
            Resolved resolved,
            String memoryId,
            Memory memory,
            String outcome,
            String reason,
            Conflicts.Settled settled) {
        return new RememberResult(
                resolved.item(),
                resolved.statement().id(),
                memoryId,
                outcome,
                reason,
                memory == null || memory.claim().subjectId().isEmpty()
                        ? null
                        : memory.claim().subjectId(),
                memory == null ? null : memory.claim().objectId(),
                ids(settled.superseded()),
                settled.supersededBy() == null ? null : settled.supersededBy().id(),
                ids(settled.contradicts()),
                List.of());
    }

    private static List<String> ids(Collection<Memory> memories) {
        return memories.stream().map(Memory::id).toList();
    }
}
