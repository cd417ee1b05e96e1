package io.oxgraph.semantic;

import io.oxgraph.entity.Resolution;
import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Workspace;
import io.oxgraph.model.RememberResult;
import io.oxgraph.text.Identifiers;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.neo4j.graphdb.Transaction;

/** Takes statements in: who is meant, who said so already, what they change, and then all of it into the graph. */
public final class Remember {
    private final Call call;
    private final Parties parties;
    private final Duplicates duplicates;
    private final Merging merging;
    private final Replacement replacement;
    private final NewMemories created;
    private final Map<String, String> stated = new HashMap<>();
    private final List<Resolution> used = new ArrayList<>();

    private Remember(Call call, Parties parties, Embeddings embeddings) {
        this.call = call;
        this.parties = parties;
        this.duplicates = new Duplicates(call.conflicts, call.settings);
        this.merging = new Merging(call.settings.userReinforce(), call.journal);
        this.replacement = new Replacement(call.journal);
        this.created = new NewMemories(call, parties, embeddings);
    }

    /** Remembers a batch, all or nothing; a message names the offending item by its index. */
    public static List<RememberResult> all(
            Transaction tx, String workspaceId, List<Map<String, Object>> items, ZonedDateTime now) {
        List<Statement> statements = Statements.readAll(items, now);
        Workspace workspace = Embeddings.hold(tx, workspaceId, statements);
        if (!workspace.memoryEnabled()) {
            return Outcomes.rejected(statements, Outcomes.MEMORY_DISABLED);
        }
        Call call = new Call(tx, workspace, now);
        Statements.checkTypes(statements, call.settings);
        Embeddings embeddings = Embeddings.of(call, statements);
        Parties parties = new Parties(call, statements);
        return new Remember(call, parties, embeddings).take(parties.find());
    }

    /** All reading and deciding first, then all writing. */
    private List<RememberResult> take(List<Resolved> batch) {
        batch.forEach(this::expect);
        List<RememberResult> rows = batch.stream().map(this::state).toList();
        call.conflicts.weigh();
        used.forEach(parties::create);
        created.write();
        return rows;
    }

    private void expect(Resolved resolved) {
        if (resolved.subject() != null && resolved.subject().entity() == null) {
            call.groups.expectNothing(resolved.subjectId());
        }
        call.groups.expect(resolved.subjectId(), resolved.statement().predicate());
    }

    private RememberResult state(Resolved resolved) {
        Statement statement = resolved.statement();
        String transitionId = Identifiers.stableId(call.workspace.id(), "statement", List.of(statement.id()));
        Optional<String> known = known(transitionId);
        if (known.isPresent()) {
            return Outcomes.known(
                    resolved, known.get(), call.picture.find(known.get()).orElse(null));
        }
        List<Resolution> doubtful = doubtful(resolved);
        if (!doubtful.isEmpty()) {
            return Outcomes.undecided(resolved, doubtful);
        }
        RememberResult row = decide(resolved, transitionId);
        if (row.outcome().equals(Outcomes.CREATED) || row.outcome().equals(Outcomes.MERGED)) {
            stated.put(transitionId, row.memory_id());
        }
        return row;
    }

    /** The memory that has this statement. */
    private Optional<String> known(String transitionId) {
        return Optional.ofNullable(stated.get(transitionId))
                .or(() -> Lookup.byId(call.tx, Labels.TRANSITION, call.workspace.id(), transitionId)
                        .map(node -> (String) node.getProperty("subject_id")));
    }

    /** New names that are similar to others, where a model is to say whether they are the same. */
    private static List<Resolution> doubtful(Resolved resolved) {
        return Stream.of(resolved.subject(), resolved.object())
                .filter(party -> party != null
                        && resolved.statement().judgements().wanted()
                        && party.stage().equals(Resolution.NEW)
                        && party.mention().judged() == null
                        && !party.candidates().isEmpty())
                .toList();
    }

    private RememberResult decide(Resolved resolved, String transitionId) {
        Statement statement = resolved.statement();
        Memory fresh = created.imagine(resolved);
        if (!statement.supersedes().isEmpty()) {
            return replace(resolved, fresh, transitionId);
        }
        Duplicates.Found found = duplicates.find(fresh, statement.judgements(), call.groups.alike(fresh));
        if (found.match() != null) {
            return merge(resolved, fresh, found.match(), transitionId);
        }
        return found.undecided().isEmpty()
                ? create(resolved, fresh, transitionId, List.of())
                : Outcomes.undecided(resolved, found.undecided());
    }

    private RememberResult merge(Resolved resolved, Memory fresh, Duplicates.Match match, String transitionId) {
        Memory memory = match.memory();
        created.embed(memory, fresh, resolved.statement());
        if (Merging.isEcho(memory, fresh)) {
            return Outcomes.echo(resolved, memory);
        }
        created.derive(memory, fresh);
        merging.merge(match, fresh, transitionId);
        if (resolved.subject() != null) {
            used.add(resolved.subject());
        }
        return Outcomes.merged(resolved, match, call.settle(memory));
    }

    private RememberResult replace(Resolved resolved, Memory fresh, String transitionId) {
        List<Memory> olds =
                resolved.statement().supersedes().stream().map(this::standing).toList();
        return create(resolved, fresh, transitionId, olds);
    }

    private Memory standing(String id) {
        return call.picture
                .find(id)
                .filter(memory -> memory.status != Status.FORGOTTEN)
                .orElseThrow(() -> ErrorCode.NOT_FOUND.with("kind", "memory", "id", id));
    }

    private RememberResult create(Resolved resolved, Memory fresh, String transitionId, List<Memory> olds) {
        if (Lookup.byId(call.tx, call.workspace.id(), fresh.id()).isPresent()) {
            String field = Statements.prefix(resolved.item()) + "id";
            throw ErrorCode.INVALID_INPUT.with("field", field, "reason", "belongs to another node");
        }
        created.add(fresh, resolved);
        call.journal.state(transitionId, fresh, Rule.REMEMBERED, null, inputs(fresh, resolved.statement()));
        olds.forEach(old -> replacement.replace(old, fresh, resolved.statement().correction()));
        Conflicts.Settled settled = call.settle(fresh);
        settled.superseded().addAll(olds);
        return Outcomes.of(resolved, fresh, Outcomes.CREATED, "", settled);
    }

    private static Map<String, Object> inputs(Memory fresh, Statement statement) {
        Map<String, Object> inputs = new LinkedHashMap<>();
        inputs.put("source", statement.source());
        inputs.put("confidence", fresh.confidence);
        inputs.put("valid_from", fresh.validFrom);
        inputs.put("stated_at", statement.statedAt());
        return inputs;
    }
}
