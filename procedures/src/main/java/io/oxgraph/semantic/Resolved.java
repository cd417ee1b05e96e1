package io.oxgraph.semantic;

import io.oxgraph.entity.Resolution;

/**
 * A statement with whom it is about.
 *
 * @param item its place in the batch
 * @param subject null without one
 * @param object null without one
 */
record Resolved(int item, Statement statement, Resolution subject, Resolution object) {
    String subjectId() {
        return subject == null ? "" : subject.entityId();
    }

    String objectId() {
        return object == null ? null : object.entityId();
    }
}
