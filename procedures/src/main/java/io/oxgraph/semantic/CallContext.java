package io.oxgraph.semantic;

import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.PredicateNames;
import io.oxgraph.graph.Workspace;
import io.oxgraph.semantic.Conflicts.ConflictResult;
import io.oxgraph.semantic.Embeddings.VectorSlot;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Map;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/** The state of one call: workspace, settings, rules, and the changes so far. */
final class CallContext {
    final Transaction tx;
    final Workspace workspace;
    final ZonedDateTime now;
    final Node workspaceNode;
    final Settings settings;
    final VectorSlot slot;
    final IdentityMap identityMap;
    final ChangeSet changes;
    final PredicateNames names;
    final Conflicts conflicts;
    final MemoryGroups groups;

    /** The caller has locked the workspace. */
    CallContext(Transaction tx, Workspace workspace, ZonedDateTime now) {
        this.tx = tx;
        this.workspace = workspace;
        this.now = now.withZoneSameInstant(ZoneOffset.UTC);
        this.workspaceNode = Lookup.byId(tx, Labels.WORKSPACE, workspace.id(), workspace.id())
                .orElseThrow();
        Map<String, Object> properties = workspaceNode.getAllProperties();
        this.settings = Settings.of(properties);
        this.slot = VectorSlot.of(properties);
        this.names = new PredicateNames(tx, workspace.id());
        this.identityMap = new IdentityMap(tx, workspace.id(), slot, names);
        this.changes = new ChangeSet(this.now);
        this.conflicts = new Conflicts(new Predicates(names)::get, settings, changes);
        this.groups = new MemoryGroups(tx, workspace.id(), identityMap, conflicts, slot, names);
    }

    /** The statement with the predicate that its own one means, and with the topic of a choice. */
    Statement meaning(Statement statement) {
        String predicate = names.resolve(statement.predicate());
        String topic = statement.topicKey() != null ? statement.topicKey() : Choices.topic(predicate, statement);
        return statement.meaning(predicate, topic);
    }

    /** Resolves conflicts between an active memory and its rivals. */
    ConflictResult resolveConflicts(Memory memory) {
        return memory.isActive() && conflicts.hasKeys(memory.assertion())
                ? conflicts.resolveConflicts(memory, groups.rivals(memory))
                : ConflictResult.alone();
    }

    /**
     * Finds the place of a memory that is active again among what was said meanwhile: of two that say the same one is
     * active, and what was said otherwise since it was last stated supersedes it.
     */
    void standAgain(Memory memory) {
        if (memory.isActive()) {
            Duplicates duplicates = new Duplicates(conflicts, settings);
            duplicates.twins(memory, groups.alike(memory)).forEach(twin -> conflicts.join(memory, twin));
        }
        if (memory.isActive()) {
            conflicts.giveWay(memory, groups.rivals(memory));
        }
        resolveConflicts(memory);
    }

    SubjectLocks locks() {
        return new SubjectLocks(tx, workspace.id(), now);
    }

    ChangeSetWriter writer() {
        return new ChangeSetWriter(tx, workspace.id(), identityMap, changes);
    }
}
