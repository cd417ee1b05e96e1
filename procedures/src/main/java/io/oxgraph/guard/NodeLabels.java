package io.oxgraph.guard;

import io.oxgraph.graph.Labels;
import io.oxgraph.table.NodeKind;
import java.util.List;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;

/**
 * What a node is, by its labels.
 *
 * @param memory whether it has the memory label
 * @param kind null when no label is a kind, or more than one is
 * @param own whether it is an entity with labels of its users' own, whose properties are theirs too
 */
record NodeLabels(boolean memory, NodeKind kind, boolean own) {
    static NodeLabels of(Node node) {
        return of(node.getLabels());
    }

    static NodeLabels of(Iterable<Label> labels) {
        Reader reader = new Reader();
        labels.forEach(label -> reader.read(label.name()));
        return reader.found();
    }

    static NodeLabels ofNames(List<String> names) {
        Reader reader = new Reader();
        names.forEach(reader::read);
        return reader.found();
    }

    boolean is(Label label) {
        return kind != null && kind.name().equals(label.name());
    }

    /**
     * An entity first, then a memory: the domain labels of the one and the types of the other are their users' own, and
     * may be named like a kind.
     */
    private static final class Reader {
        private static final String ENTITY = Labels.ENTITY.name();
        private static final String MEMORY = Labels.MEMORY.name();

        private boolean memory;
        private boolean entity;
        private boolean typed;
        private int others;
        private int kinds;
        private NodeKind kind;

        private void read(String label) {
            if (Labels.MEM.name().equals(label)) {
                memory = true;
                return;
            }
            others++;
            boolean isEntity = ENTITY.equals(label);
            boolean isMemory = MEMORY.equals(label);
            if (entity || (typed && !isEntity)) {
                return;
            }
            NodeKind found = NodeKind.of(label);
            if (found != null) {
                kinds++;
                kind = found;
                entity = isEntity;
                typed = isMemory;
            }
        }

        private NodeLabels found() {
            boolean one = kinds == 1 || entity || typed;
            return new NodeLabels(memory, one ? kind : null, entity && others > 1);
        }
    }
}
