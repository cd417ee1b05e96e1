package io.oxgraph.text;

import io.oxgraph.text.Names.Normaliser;
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

    /** Characters of a UUID as text. */
    public static final int UUID_LENGTH = 36;

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

    /**
     * Deterministic id (UUID version 5) from a workspace, kind and parts; a null part counts as ''. In a workspace that was
     * imported under another name, ids are those of the workspace that it is a copy of.
     */
    public static String stableId(String workspaceId, String kind, List<String> parts) {
        StringJoiner name = new StringJoiner(SEPARATOR).add(origin(workspaceId)).add(kind);
        parts.forEach(part -> name.add(part == null ? "" : part));
        return uuid5(NAMESPACE_UUID, name.toString()).toString();
    }

    /** The id of a session's node. */
    public static String sessionId(String workspaceId, String sessionId) {
        return stableId(workspaceId, "session", List.of(sessionId));
    }

    /** The id of a workspace by its name. */
    public static String workspaceId(String name) {
        return stableId("system", "workspace", List.of(Normaliser.normalise(name)));
    }

    /** The id of a workspace that keeps the ids of another one: its own when both have the same name. */
    public static String copyId(String origin, String name) {
        String own = workspaceId(name);
        return own.equals(origin) ? own : origin + '-' + own;
    }

    /** The workspace from which the ids in this one derive: of a copy the original, else itself. */
    public static String origin(String workspaceId) {
        return workspaceId.length() == 2 * UUID_LENGTH + 1 && workspaceId.charAt(UUID_LENGTH) == '-'
                ? workspaceId.substring(0, UUID_LENGTH)
                : workspaceId;
    }

    private static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has " + algorithm, e);
        }
    }
}
