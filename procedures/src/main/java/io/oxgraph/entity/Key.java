package io.oxgraph.entity;

import io.oxgraph.text.Names;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A name's key, or why it has none.
 *
 * @param reason empty when the key can be used
 */
record Key(String text, Optional<String> reason) {
    /** Characters of a name. */
    static final int LONGEST_NAME = 1_000;

    /** Bytes of a key: what an index entry holds. */
    private static final int LONGEST_KEY = 4_000;

    /** @param name may be null */
    static Key of(String name) {
        if (name == null) {
            return refused("is missing");
        }
        if (name.length() > LONGEST_NAME) {
            return refused("is longer than " + LONGEST_NAME + " characters");
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
            return refused("is no valid Unicode text");
        }
        String key = Names.key(name);
        if (key.isEmpty()) {
            return refused("has no letter and no digit");
        }
        boolean tooLong = key.getBytes(StandardCharsets.UTF_8).length > LONGEST_KEY;
        return tooLong ? refused("is too long") : new Key(key, Optional.empty());
    }

    private static Key refused(String reason) {
        return new Key("", Optional.of(reason));
    }
}
