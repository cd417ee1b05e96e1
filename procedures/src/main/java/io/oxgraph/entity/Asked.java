package io.oxgraph.entity;

/** A mention as it is compared: its name, and a bearer that has what is known of the one who is meant. */
record Asked(Name name, Bearer bearer, Mention mention) {
    static Asked of(String key, Mention mention) {
        Bearer bearer = new Bearer(
                null,
                "",
                EntityNodes.display(mention.name()),
                mention.type(),
                EntityNodes.attributes(mention.attributes()));
        return new Asked(new Name(key), bearer, mention);
    }
}
