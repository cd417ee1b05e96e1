package io.oxgraph.semantic;

import io.oxgraph.graph.Relations;
import io.oxgraph.input.Vectors;
import io.oxgraph.text.Identifiers;
import io.oxgraph.text.Names.Normaliser;
import io.oxgraph.time.Validity;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.neo4j.graphdb.Node;

/** Memories that a batch makes, and the vectors that it brings to those that had none. */
final class NewMemories {
    private final Call call;
    private final Parties parties;
    private final Embeddings embeddings;
    private final Map<Memory, Resolved> fresh = new LinkedHashMap<>();
    private final Map<Memory, Statement> embedded = new LinkedHashMap<>();
    private final Map<Memory, Set<String>> sources = new LinkedHashMap<>();

    NewMemories(Call call, Parties parties, Embeddings embeddings) {
        this.call = call;
        this.parties = parties;
        this.embeddings = embeddings;
    }

    /** The memory that a statement would make. */
    Memory imagine(Resolved resolved) {
        Statement statement = resolved.statement();
        Claim claim = new Claim(
                statement.id(),
                statement.type(),
                statement.policy(),
                resolved.subjectId(),
                statement.predicate(),
                resolved.objectId(),
                statement.topicKey(),
                Identifiers.sha256(Normaliser.normalise(statement.content())),
                call.now);
        float[] vector =
                statement.isEmbedded() ? Vectors.unit(statement.embedding().numbers()) : null;
        Memory memory = new Memory(claim, Backing.of(statement.content(), vector));
        memory.confidence = statement.confidence();
        memory.validFromAssumed = statement.validFrom() == null;
        memory.statedValidTo = statement.validTo() == null ? Validity.OPEN : statement.validTo();
        memory.begin(
                memory.validFromAssumed ? statement.statedAt() : statement.validFrom(), memory.statedValidTo, call.now);
        memory.lastStatedAt = statement.statedAt();
        memory.lastAccessedAt = call.now;
        memory.reinforcedAt = call.now;
        memory.evidence().addAll(statement.evidence());
        return memory;
    }

    void add(Memory memory, Resolved resolved) {
        fresh.put(memory, resolved);
        call.picture.add(memory);
        call.groups.add(memory);
    }

    /** The same words came with a vector, which the memory may lack. */
    void embed(Memory memory, Memory said, Statement statement) {
        boolean sameWords = memory.claim().contentHash().equals(said.claim().contentHash());
        if (sameWords && statement.isEmbedded() && lacksVector(memory)) {
            memory.backing().vector(said.backing().vector());
            embedded.put(memory, statement);
        }
    }

    /** A memory of the graph rests on more from now on. */
    void derive(Memory memory, Memory said) {
        if (call.picture.stored(memory) != null) {
            Set<String> added = new LinkedHashSet<>(said.evidence());
            added.removeAll(memory.evidence());
            sources.computeIfAbsent(memory, key -> new LinkedHashSet<>()).addAll(added);
        }
    }

    private boolean lacksVector(Memory memory) {
        Picture.Stored stored = call.picture.stored(memory);
        return stored == null
                ? memory.backing().vector() == null
                : stored.node().hasProperty(Embeddings.UNEMBEDDED);
    }

    /** Writes them and all that the call changed. */
    void write() {
        Writer writer = call.writer();
        fresh.forEach((memory, resolved) -> write(writer, memory, resolved));
        embedded.forEach(this::writeVector);
        sources.forEach((memory, added) -> join(call.picture.stored(memory).node(), added));
        writer.write();
    }

    private void write(Writer writer, Memory memory, Resolved resolved) {
        Statement statement = resolved.statement();
        Node node = writer.create(memory, unlabelled -> {
            writeClaim(unlabelled, memory.claim());
            writeStatement(unlabelled, statement);
            embeddings.write(unlabelled, embedded.getOrDefault(memory, statement));
        });
        if (resolved.subject() != null) {
            node.createRelationshipTo(parties.create(resolved.subject()), Relations.SUBJECT);
        }
        if (resolved.object() != null) {
            node.createRelationshipTo(parties.create(resolved.object()), Relations.OBJECT);
        }
        join(node, memory.evidence());
    }

    private void join(Node memory, Set<String> evidence) {
        for (String source : evidence) {
            parties.message(source).ifPresent(message -> memory.createRelationshipTo(message, Relations.DERIVED_FROM));
        }
    }

    private void writeClaim(Node node, Claim claim) {
        Writer.set(node, "type", claim.type());
        Writer.set(node, "policy", claim.policy());
        Writer.set(node, MemoryNodes.SUBJECT_ID, claim.subjectId());
        Writer.set(node, MemoryNodes.PREDICATE, claim.predicate());
        Writer.set(node, "object_id", claim.objectId());
        Writer.set(node, MemoryNodes.TOPIC_KEY, claim.topicKey());
        Writer.set(node, MemoryNodes.CONTENT_HASH, claim.contentHash());
        Writer.set(node, "recorded_at", claim.recordedAt());
        Writer.set(node, "workspace_term", "ws" + call.workspace.id().replace("-", ""));
        // Tasks are over before anybody asks for them in other words.
        Writer.set(node, "unquestioned", claim.type().equals(Claim.TASK) ? null : Boolean.TRUE);
    }

    private static void writeStatement(Node node, Statement statement) {
        Writer.set(node, "content", statement.content());
        Writer.set(node, "keywords", statement.keywords().toArray(String[]::new));
        Writer.set(node, "category", statement.category());
        Writer.set(node, "stated_at", statement.statedAt());
        Writer.set(node, "session_id", statement.sessionId());
        Writer.set(node, "source", statement.source());
    }

    private void writeVector(Memory memory, Statement statement) {
        Picture.Stored stored = call.picture.stored(memory);
        if (stored != null) {
            embeddings.write(stored.node(), statement);
            stored.node().removeProperty(Embeddings.UNEMBEDDED);
        }
    }
}
