package io.oxgraph.semantic;

import io.oxgraph.entity.EntityResolver;
import io.oxgraph.entity.Resolution;
import io.oxgraph.entity.Resolution.Mention;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.semantic.IdentityMap.MemoryNodes;
import io.oxgraph.semantic.Statement.ResolvedStatement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.TransientTransactionFailureException;

/**
 * Resolves and locks the subjects and objects of a batch, so that their memories stay unchanged until the call ends.
 */
final class StatementEntities {
    private static final int ATTEMPTS = 5;

    private final CallContext call;
    private final List<Statement> statements;
    private final Map<String, Optional<Node>> messages = new HashMap<>();
    private EntityResolver resolver;
    private List<ResolvedStatement> resolved;

    StatementEntities(CallContext call, List<Statement> statements) {
        this.call = call;
        this.statements = statements;
    }

    /**
     * Returns each statement with subject and object. Entities merged or deleted while waiting for locks are resolved
     * again.
     */
    List<ResolvedStatement> find() {
        resolve();
        for (int attempt = 1; !lock(); attempt++) {
            if (attempt == ATTEMPTS) {
                throw TransientTransactionFailureException.outdatedRead();
            }
            resolve();
        }
        lockMessages();
        return resolved;
    }

    /** The node of a subject or object; creates a missing entity and its alias. */
    Node create(Resolution resolution) {
        return resolver.create(resolution);
    }

    /** The message with this id, if any. */
    Optional<Node> message(String evidence) {
        return messages.computeIfAbsent(evidence, id -> Lookup.byId(call.tx, Labels.MESSAGE, call.workspace.id(), id));
    }

    private void resolve() {
        resolver = new EntityResolver(call.tx, call.workspace, call.now);
        Iterator<Resolution> found = resolver.find(statements.stream()
                        .flatMap(statement -> Stream.of(
                                mention(statement, statement.subject()), mention(statement, statement.object())))
                        .filter(Objects::nonNull)
                        .toList())
                .iterator();
        resolved = new ArrayList<>(statements.size());
        for (Statement statement : statements) {
            Resolution subject = statement.subject() == null ? null : found.next();
            Resolution object = statement.object() == null ? null : found.next();
            resolved.add(new ResolvedStatement(resolved.size(), statement, subject, object));
        }
    }

    private static Mention mention(Statement statement, Statement.Party party) {
        return party == null
                ? null
                : new Mention(
                        party.name(),
                        party.id(),
                        party.type(),
                        Map.of(),
                        statement.judgements().entityJudged().get(party.name()),
                        statement.userId());
    }

    private boolean lock() {
        SubjectLocks locks = call.locks();
        for (ResolvedStatement each : resolved) {
            if (each.subject() == null) {
                locks.subject("");
            } else if (each.subject().entity() != null) {
                locks.add(each.subject().entity());
            }
            if (each.object() != null && each.object().entity() != null) {
                locks.addSparse(each.object().entity());
            }
            each.statement().supersedes().forEach(id -> lockSubjectOf(id, locks));
        }
        return locks.take() && resolved.stream().allMatch(each -> stands(each.subject()) && stands(each.object()));
    }

    private void lockSubjectOf(String memoryId, SubjectLocks locks) {
        Lookup.byId(call.tx, Labels.MEMORY, call.workspace.id(), memoryId)
                .ifPresent(node -> locks.subject((String) node.getProperty(MemoryNodes.SUBJECT_ID, "")));
    }

    private static boolean stands(Resolution resolution) {
        Node node = resolution == null ? null : resolution.entity();
        try {
            return node == null || !(node.hasProperty("merged_into") || node.hasProperty("deleted_at"));
        } catch (NotFoundException e) {
            return false;
        }
    }

    private void lockMessages() {
        SubjectLocks locks = call.locks();
        for (Statement statement : statements) {
            statement.evidence().forEach(id -> message(id).ifPresent(locks::addSparse));
        }
        if (!locks.take()) {
            messages.clear();
        }
    }
}
