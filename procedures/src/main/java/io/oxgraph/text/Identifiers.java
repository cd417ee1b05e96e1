package io.oxgraph.text;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.StringJoiner;
import java.util.UUID;

/** Hashes and deterministic ids, the same as {@code oxgraph.ids} in Python. */
public final class Identifiers {
    /** oxgraph's namespace for UUIDv5: uuid5(NAMESPACE_DNS, 'oxgraph'). */
    public static final String NAMESPACE = "85495b4c-963d-525a-ab84-ce03ce2c1db5";

    private static final UUID NAMESPACE_UUID = UUID.fromString(NAMESPACE);
    private static final String SEPARATOR = "\u001f";

    private Identifiers() {}

    /** SHA-256 of the text's UTF-8 bytes in hexadecimal. */
    public static String sha256(String text) {
        return HexFormat.of().formatHex(digest("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** UUID version 5 (RFC 9562) of a name in a namespace. */
    public static UUID uuid5(UUID namespace, String name) {
        MessageDigest sha1 = digest("SHA-1");
        sha1.update(ByteBuffer.allocate(16)
                .putLong(namespace.getMostSignificantBits())
                .putLong(namespace.getLeastSignificantBits())
                .flip());
        ByteBuffer hash = ByteBuffer.wrap(sha1.digest(name.getBytes(StandardCharsets.UTF_8)));
        long high = (hash.getLong() & ~0xF000L) | 0x5000L;
        long low = (hash.getLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
        return new UUID(high, low);
    }

    /** Deterministic id (UUID version 5) from a workspace, kind and parts; a null part counts as ''. */
    public static String stableId(String workspaceId, String kind, List<String> parts) {
        StringJoiner name = new StringJoiner(SEPARATOR).add(workspaceId).add(kind);
        parts.forEach(part -> name.add(part == null ? "" : part));
        return uuid5(NAMESPACE_UUID, name.toString()).toString();
    }

    private static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has " + algorithm, e);
        }
    }
}
