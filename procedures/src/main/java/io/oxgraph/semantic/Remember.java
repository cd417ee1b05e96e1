package io.oxgraph.semantic;

import io.oxgraph.entity.Resolution;
import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Workspace;
import io.oxgraph.model.MemoryResults.RememberResult;
import io.oxgraph.semantic.ChangeSet.TransitionRule;
import io.oxgraph.semantic.Conflicts.ConflictResult;
import io.oxgraph.semantic.Conflicts.ExplicitReplacement;
import io.oxgraph.semantic.Memory.Status;
import io.oxgraph.semantic.Statement.ResolvedStatement;
import io.oxgraph.text.Identifiers;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.neo4j.graphdb.Transaction;

/**
 * Remembers statements. For each, in order: resolve its subject and object, look for a known statement or a duplicate,
 * merge it or create a memory, and resolve conflicts; then write everything.
 */
public final class Remember {
    private final CallContext call;
    private final StatementEntities entities;
    private final Duplicates duplicates;
    private final DuplicateMerge merging;
    private final ExplicitReplacement replacement;
    private final NewMemories created;
    private final Map<String, String> stated = new HashMap<>();
    private final List<Resolution> used = new ArrayList<>();

    private Remember(CallContext call, StatementEntities entities, Embeddings embeddings) {
        this.call = call;
        this.entities = entities;
        this.duplicates = new Duplicates(call.conflicts, call.settings);
        this.merging = new DuplicateMerge(call.settings.userReinforce(), call.changes);
        this.replacement = new ExplicitReplacement(call.changes);
        this.created = new NewMemories(call, entities, embeddings);
    }

    /** Remembers a batch, all or nothing; an error names the item by index. */
    public static List<RememberResult> all(
            Transaction tx, String workspaceId, List<Map<String, Object>> items, ZonedDateTime now) {
        List<Statement> statements = StatementReader.readAll(items, now);
        Workspace workspace = Embeddings.hold(tx, workspaceId, statements);
        if (!workspace.memoryEnabled()) {
            return RememberRows.rejected(statements, Workspace.MEMORY_DISABLED);
        }
        CallContext call = new CallContext(tx, workspace, now);
        StatementReader.checkTypes(statements, call.settings);
        statements = statements.stream().map(call::meaning).toList();
        Embeddings embeddings = Embeddings.of(call, statements);
        StatementEntities entities = new StatementEntities(call, statements);
        return new Remember(call, entities, embeddings).take(entities.find());
    }

    /** Reads and decides everything first, then writes. */
    private List<RememberResult> take(List<ResolvedStatement> batch) {
        batch.forEach(this::expect);
        List<RememberResult> rows = batch.stream().map(this::state).toList();
        call.conflicts.weigh();
        used.forEach(entities::create);
        created.write();
        return rows;
    }

    private void expect(ResolvedStatement resolved) {
        if (resolved.subject() != null && resolved.subject().entity() == null) {
            call.groups.expectNothing(resolved.subjectId());
        }
        call.groups.expect(
                resolved.statement().userId(),
                resolved.subjectId(),
                resolved.statement().predicate());
    }

    private RememberResult state(ResolvedStatement resolved) {
        Statement statement = resolved.statement();
        String transitionId = transitionId(statement);
        Optional<String> known = known(transitionId);
        if (known.isPresent()) {
            return RememberRows.known(
                    resolved, known.get(), call.identityMap.find(known.get()).orElse(null));
        }
        if (statement.confidence() + Conflicts.TOLERANCE < call.settings.rememberConfidence()) {
            return RememberRows.belowFloor(resolved);
        }
        List<Resolution> doubtful = doubtful(resolved);
        if (!doubtful.isEmpty()) {
            return RememberRows.undecided(resolved, doubtful);
        }
        RememberResult row = decide(resolved, transitionId);
        if (row.outcome().equals(RememberRows.CREATED) || row.outcome().equals(RememberRows.MERGED)) {
            stated.put(transitionId, row.memory_id());
        }
        return row;
    }

    /** A statement's own, in its owner's scope: one of another user with the same id is not the same. */
    private String transitionId(Statement statement) {
        List<String> parts = statement.userId().isEmpty()
                ? List.of(statement.id())
                : List.of(statement.id(), "user", statement.userId());
        return Identifiers.stableId(call.workspace.id(), "statement", parts);
    }

    /** Id of the memory that contains this statement. */
    private Optional<String> known(String transitionId) {
        return Optional.ofNullable(stated.get(transitionId))
                .or(() -> Lookup.byId(call.tx, Labels.TRANSITION, call.workspace.id(), transitionId)
                        .map(node -> (String) node.getProperty("subject_id")));
    }

    /** New names with similar entities, for a model to judge. */
    private static List<Resolution> doubtful(ResolvedStatement resolved) {
        return Stream.of(resolved.subject(), resolved.object())
                .filter(party -> party != null
                        && resolved.statement().judgements().wanted()
                        && party.stage().equals(Resolution.NEW)
                        && party.mention().judged() == null
                        && !party.candidates().isEmpty())
                .toList();
    }

    private RememberResult decide(ResolvedStatement resolved, String transitionId) {
        Statement statement = resolved.statement();
        Memory fresh = created.build(resolved);
        if (!statement.supersedes().isEmpty()) {
            return replace(resolved, fresh, transitionId);
        }
        boolean judged = statement.judgements().wanted()
                || !statement.judgements().judged().isEmpty();
        Duplicates.Found found = duplicates.find(
                fresh,
                statement.judgements(),
                call.groups.alike(fresh),
                judged ? call.groups.nearest(fresh) : List.of());
        if (found.match() != null) {
            return merge(resolved, fresh, found.match(), transitionId);
        }
        return found.undecided().isEmpty()
                ? create(resolved, fresh, transitionId, List.of())
                : RememberRows.undecided(resolved, found.undecided());
    }

    private RememberResult merge(
            ResolvedStatement resolved, Memory fresh, Duplicates.Match match, String transitionId) {
        Memory memory = match.memory();
        created.embed(memory, fresh, resolved.statement());
        if (DuplicateMerge.isEcho(memory, fresh)) {
            return RememberRows.echo(resolved, memory);
        }
        created.derive(memory, fresh);
        merging.merge(match, fresh, resolved.statement().stated(), transitionId);
        if (resolved.subject() != null) {
            used.add(resolved.subject());
        }
        return RememberRows.merged(resolved, match, call.resolveConflicts(memory));
    }

    private RememberResult replace(ResolvedStatement resolved, Memory fresh, String transitionId) {
        List<Memory> olds = resolved.statement().supersedes().stream()
                .map(id -> standing(id, fresh))
                .toList();
        olds.stream()
                .filter(old -> replacement.wasReplaced(old, fresh))
                .findFirst()
                .ifPresent(old -> {
                    throw ErrorCode.MEMORY_REPLACED.with("id", old.id());
                });
        return create(resolved, fresh, transitionId, olds);
    }

    /** A memory of another user is not found. */
    private Memory standing(String id, Memory fresh) {
        return call.identityMap
                .find(id)
                .filter(memory -> memory.status != Status.FORGOTTEN
                        && memory.assertion().userId().equals(fresh.assertion().userId()))
                .orElseThrow(() -> ErrorCode.NOT_FOUND.with("kind", "memory", "id", id));
    }

    private RememberResult create(ResolvedStatement resolved, Memory fresh, String transitionId, List<Memory> olds) {
        if (Lookup.byId(call.tx, call.workspace.id(), fresh.id()).isPresent()) {
            String field = StatementReader.prefix(resolved.item()) + "id";
            throw ErrorCode.INVALID_INPUT.with("field", field, "reason", "belongs to another node");
        }
        created.add(fresh, resolved);
        call.changes.state(transitionId, fresh, TransitionRule.REMEMBERED, null, inputs(fresh, resolved.statement()));
        List<Memory> nexts = olds.stream()
                .map(old -> replacement.replace(old, fresh, resolved.statement().correction()))
                .filter(Objects::nonNull)
                .toList();
        ConflictResult result = call.resolveConflicts(fresh);
        result.superseded().addAll(olds);
        return RememberRows.of(
                resolved,
                fresh,
                RememberRows.CREATED,
                "",
                nexts.isEmpty() ? result : result.supersededBy(nexts.getFirst()));
    }

    private static Map<String, Object> inputs(Memory fresh, Statement statement) {
        Map<String, Object> inputs = new LinkedHashMap<>();
        inputs.put("source", statement.source());
        if (statement.stated() != null) {
            inputs.put("stated_predicate", statement.stated());
        }
        inputs.put("confidence", fresh.confidence);
        inputs.put("valid_from", fresh.validFrom);
        inputs.put("stated_at", statement.statedAt());
        return inputs;
    }
}
