package io.oxgraph.semantic;

import io.oxgraph.entity.Resolution;
import io.oxgraph.entity.Resolution.SimilarEntity;
import io.oxgraph.model.MemoryResults.RememberResult;
import io.oxgraph.semantic.Conflicts.ConflictResult;
import io.oxgraph.semantic.Statement.ResolvedStatement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Builds the result rows of remember. */
final class RememberRows {
    static final String LOW_CONFIDENCE = "low_confidence";
    static final String KNOWN_STATEMENT = "known_statement";
    static final String DELETED = "deleted";
    static final String KNOWN_EVIDENCE = "known_evidence";

    static final String CREATED = "created";
    static final String MERGED = "merged";

    private static final String REJECTED = "rejected";
    private static final String UNCHANGED = "unchanged";

    private RememberRows() {}

    /** Rejects a whole batch. */
    static List<RememberResult> rejected(List<Statement> statements, String reason) {
        List<RememberResult> rows = new ArrayList<>(statements.size());
        for (Statement statement : statements) {
            rows.add(new RememberResult(
                    rows.size(),
                    statement.id(),
                    null,
                    REJECTED,
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

    /** The statement's confidence is below the workspace's floor. */
    static RememberResult belowFloor(ResolvedStatement resolved) {
        return row(resolved, null, null, REJECTED, LOW_CONFIDENCE, ConflictResult.alone());
    }

    /** The statement is known already; {@code memory} is null where its memory was deleted since. */
    static RememberResult known(ResolvedStatement resolved, String memoryId, Memory memory) {
        String reason = memory == null ? DELETED : KNOWN_STATEMENT;
        return row(resolved, memoryId, memory, UNCHANGED, reason, ConflictResult.alone());
    }

    static RememberResult echo(ResolvedStatement resolved, Memory memory) {
        return row(resolved, memory.id(), memory, UNCHANGED, KNOWN_EVIDENCE, ConflictResult.alone());
    }

    static RememberResult of(
            ResolvedStatement resolved, Memory memory, String outcome, String reason, ConflictResult result) {
        return row(resolved, memory.id(), memory, outcome, reason, result);
    }

    static RememberResult merged(ResolvedStatement resolved, Duplicates.Match match, ConflictResult result) {
        return of(resolved, match.memory(), MERGED, match.by().text(), result);
    }

    /** Undecided whether two memories are duplicates. */
    static RememberResult undecided(ResolvedStatement resolved, List<Duplicates.Match> near) {
        return undecided(
                resolved, "memory", near.stream().map(RememberRows::candidate).toList());
    }

    /** Undecided whether a name means an entity with a similar name. */
    static RememberResult undecided(ResolvedStatement resolved, Collection<Resolution> names) {
        return undecided(
                resolved,
                "entity",
                names.stream().flatMap(RememberRows::candidates).toList());
    }

    private static Map<String, Object> candidate(Duplicates.Match match) {
        return Map.of(
                "memory_id", match.memory().id(),
                "content", match.memory().lazy().content(),
                "cosine", match.cosine());
    }

    private static Stream<Map<String, Object>> candidates(Resolution resolution) {
        return resolution.candidates().stream().map(candidate -> candidate(resolution, candidate));
    }

    private static Map<String, Object> candidate(Resolution resolution, SimilarEntity candidate) {
        return Map.of(
                "name", resolution.mention().name(),
                "entity_id", candidate.entityId(),
                "entity_name", candidate.name(),
                "score", candidate.score());
    }

    private static RememberResult undecided(
            ResolvedStatement resolved, String reason, List<Map<String, Object>> candidates) {
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
            ResolvedStatement resolved,
            String memoryId,
            Memory memory,
            String outcome,
            String reason,
            ConflictResult result) {
        return new RememberResult(
                resolved.item(),
                resolved.statement().id(),
                memoryId,
                outcome,
                reason,
                memory == null || memory.assertion().subjectId().isEmpty()
                        ? null
                        : memory.assertion().subjectId(),
                memory == null ? null : memory.assertion().objectId(),
                ids(result.superseded()),
                result.supersededBy() == null ? null : result.supersededBy().id(),
                ids(result.contradicts()),
                List.of());
    }

    private static List<String> ids(Collection<Memory> memories) {
        return memories.stream().map(Memory::id).toList();
    }
}
