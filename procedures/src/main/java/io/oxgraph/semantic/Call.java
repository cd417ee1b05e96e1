package io.oxgraph.semantic;

import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Workspace;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Map;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/** The means of one call: what it knows of the workspace, the rules, and what they have changed so far. */
final class Call {
    final Transaction tx;
    final Workspace workspace;
    final ZonedDateTime now;
    final Node workspaceNode;
    final Settings settings;
    final Slot slot;
    final Picture picture;
    final Journal journal;
    final Conflicts conflicts;
    final Groups groups;

    /** The workspace is held by the caller. */
    Call(Transaction tx, Workspace workspace, ZonedDateTime now) {
        this.tx = tx;
        this.workspace = workspace;
        this.now = now.withZoneSameInstant(ZoneOffset.UTC);
        this.workspaceNode = Lookup.byId(tx, Labels.WORKSPACE, workspace.id(), workspace.id())
                .orElseThrow();
        Map<String, Object> properties = workspaceNode.getAllProperties();
        this.settings = Settings.of(properties);
        this.slot = Slot.of(properties);
        this.picture = new Picture(tx, workspace.id(), slot);
        this.journal = new Journal(this.now);
        this.conflicts = new Conflicts(new Predicates(tx, workspace.id())::get, settings.reviewImportance(), journal);
        this.groups = new Groups(tx, workspace.id(), picture, conflicts, slot);
    }

    /** Decides between a memory and its rivals; nothing to decide where it is not active. */
    Conflicts.Settled settle(Memory memory) {
        return memory.isActive() && conflicts.hasKeys(memory.claim())
                ? conflicts.settle(memory, groups.rivals(memory))
                : Conflicts.Settled.alone();
    }

    SubjectLocks locks() {
        return new SubjectLocks(tx, workspace.id(), now);
    }

    Writer writer() {
        return new Writer(tx, workspace.id(), picture, journal);
    }
}
