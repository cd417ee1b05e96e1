package io.oxgraph.entity;

/** A name that an entity has and how well it fits what is asked. */
record Match(Known known, double score, Evidence evidence) {
    Bearer bearer() {
        return known.bearer();
    }

    Candidate candidate() {
        return new Candidate(bearer().id(), bearer().name(), score);
    }
}
