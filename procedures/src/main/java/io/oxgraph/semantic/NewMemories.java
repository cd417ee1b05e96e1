package io.oxgraph.semantic;

import io.oxgraph.graph.Relations;
import io.oxgraph.input.Vectors;
import io.oxgraph.semantic.IdentityMap.MemoryNodes;
import io.oxgraph.semantic.Memory.Assertion;
import io.oxgraph.semantic.Memory.LazyFields;
import io.oxgraph.semantic.Statement.ResolvedStatement;
import io.oxgraph.text.Identifiers;
import io.oxgraph.text.Names.Normaliser;
import io.oxgraph.text.WorkspaceTerm;
import io.oxgraph.time.Validity;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.neo4j.graphdb.Node;

/** The new memories of a batch, and vectors and evidence for existing ones. */
final class NewMemories {
    private final CallContext call;
    private final StatementEntities entities;
    private final Embeddings embeddings;
    private final Map<Memory, ResolvedStatement> fresh = new LinkedHashMap<>();
    private final Map<Memory, Statement> embedded = new LinkedHashMap<>();
    private final Map<Memory, Set<String>> sources = new LinkedHashMap<>();

    NewMemories(CallContext call, StatementEntities entities, Embeddings embeddings) {
        this.call = call;
        this.entities = entities;
        this.embeddings = embeddings;
    }

    /** Builds the memory that a statement would create. */
    Memory build(ResolvedStatement resolved) {
        Statement statement = resolved.statement();
        Assertion assertion = new Assertion(
                statement.id(),
                statement.userId(),
                statement.type(),
                resolved.policy(),
                resolved.subjectId(),
                statement.predicate(),
                resolved.objectId(),
                statement.topicKey(),
                Identifiers.sha256(Normaliser.normalise(statement.content())),
                call.now);
        float[] vector =
                statement.isEmbedded() ? Vectors.unit(statement.embedding().numbers()) : null;
        Memory memory = new Memory(assertion, LazyFields.of(statement.content(), vector));
        memory.confidence = statement.confidence();
        memory.validFromAssumed = statement.validFrom() == null;
        memory.statedValidTo = statement.validTo() == null ? Validity.OPEN : statement.validTo();
        memory.begin(
                memory.validFromAssumed
                        ? Validity.earlier(statement.statedAt(), memory.statedValidTo.minus(Validity.MOMENT))
                        : statement.validFrom(),
                memory.statedValidTo,
                call.now);
        memory.lastStatedAt = statement.statedAt();
        memory.lastAccessedAt = call.now;
        memory.reinforcedAt = call.now;
        memory.evidence().addAll(statement.evidence());
        return memory;
    }

    void add(Memory memory, ResolvedStatement resolved) {
        fresh.put(memory, resolved);
        call.identityMap.add(memory);
        call.groups.add(memory);
    }

    /** Adds the statement's vector to a memory with the same content that lacks one. */
    void embed(Memory memory, Memory said, Statement statement) {
        boolean sameWords =
                memory.assertion().contentHash().equals(said.assertion().contentHash());
        if (sameWords && statement.isEmbedded() && lacksVector(memory)) {
            memory.lazy().vector(said.lazy().vector());
            embedded.put(memory, statement);
        }
    }

    /** Adds evidence to a stored memory. */
    void derive(Memory memory, Memory said) {
        if (call.identityMap.stored(memory) != null) {
            Set<String> added = new LinkedHashSet<>(said.evidence());
            added.removeAll(memory.evidence());
            sources.computeIfAbsent(memory, key -> new LinkedHashSet<>()).addAll(added);
        }
    }

    private boolean lacksVector(Memory memory) {
        IdentityMap.Stored stored = call.identityMap.stored(memory);
        return stored == null ? memory.lazy().vector() == null : stored.node().hasProperty(Embeddings.UNEMBEDDED);
    }

    /** Writes the new memories and all changes of the call. */
    void write() {
        ChangeSetWriter writer = call.writer();
        fresh.forEach((memory, resolved) -> write(writer, memory, resolved));
        embedded.forEach(this::writeVector);
        sources.forEach((memory, added) -> join(call.identityMap.stored(memory).node(), added));
        writer.write();
    }

    private void write(ChangeSetWriter writer, Memory memory, ResolvedStatement resolved) {
        Statement statement = resolved.statement();
        Node node = writer.create(memory, unlabelled -> {
            writeAssertion(unlabelled, memory.assertion());
            writeStatement(unlabelled, statement);
            embeddings.write(unlabelled, embedded.getOrDefault(memory, statement));
        });
        if (resolved.subject() != null) {
            node.createRelationshipTo(entities.create(resolved.subject()), Relations.SUBJECT);
        }
        if (resolved.object() != null) {
            node.createRelationshipTo(entities.create(resolved.object()), Relations.OBJECT);
        }
        join(node, memory.evidence());
    }

    private void join(Node memory, Set<String> evidence) {
        for (String source : evidence) {
            entities.message(source).ifPresent(message -> memory.createRelationshipTo(message, Relations.DERIVED_FROM));
        }
    }

    private void writeAssertion(Node node, Assertion assertion) {
        ChangeSetWriter.set(node, MemoryNodes.USER_ID, assertion.userId());
        ChangeSetWriter.set(node, "type", assertion.type());
        ChangeSetWriter.set(node, "policy", assertion.policy());
        ChangeSetWriter.set(node, MemoryNodes.SUBJECT_ID, assertion.subjectId());
        ChangeSetWriter.set(node, MemoryNodes.PREDICATE, assertion.predicate());
        ChangeSetWriter.set(node, "object_id", assertion.objectId());
        ChangeSetWriter.set(node, MemoryNodes.TOPIC_KEY, assertion.topicKey());
        ChangeSetWriter.set(node, MemoryNodes.CONTENT_HASH, assertion.contentHash());
        ChangeSetWriter.set(node, "recorded_at", assertion.recordedAt());
        ChangeSetWriter.set(node, "workspace_term", WorkspaceTerm.of(call.workspace.id(), assertion.userId()));
        // Tasks are too short-lived to get generated questions.
        ChangeSetWriter.set(node, "unquestioned", assertion.type().equals(Assertion.TASK) ? null : Boolean.TRUE);
    }

    private static void writeStatement(Node node, Statement statement) {
        ChangeSetWriter.set(node, "agent_id", statement.agentId());
        ChangeSetWriter.set(node, "content", statement.content());
        ChangeSetWriter.set(node, "keywords", statement.keywords().toArray(String[]::new));
        ChangeSetWriter.set(node, "category", statement.category());
        ChangeSetWriter.set(node, "stated_at", statement.statedAt());
        ChangeSetWriter.set(node, "session_id", statement.sessionId());
        ChangeSetWriter.set(node, "source", statement.source());
    }

    private void writeVector(Memory memory, Statement statement) {
        IdentityMap.Stored stored = call.identityMap.stored(memory);
        if (stored != null) {
            embeddings.write(stored.node(), statement);
            stored.node().removeProperty(Embeddings.UNEMBEDDED);
        }
    }
}
