package io.oxgraph.model;

import io.oxgraph.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The plugin's version, and which clients it speaks with. */
public final class PluginVersion {
    private static final String CURRENT = read();

    private PluginVersion() {}

    /** As in the pom. */
    public static String current() {
        return CURRENT;
    }

    /** Refuses a client of another major.minor; null or '' is a client that does not ask. */
    public static void check(String clientVersion) {
        if (clientVersion != null
                && !clientVersion.isEmpty()
                && !series(clientVersion).equals(series(CURRENT))) {
            throw ErrorCode.PLUGIN_VERSION_MISMATCH.with("plugin", CURRENT, "client", clientVersion);
        }
    }

    private static String series(String version) {
        String[] parts = version.split("\\.", 3);
        return parts.length < 2 ? version : parts[0] + "." + parts[1];
    }

    private static String read() {
        Properties properties = new Properties();
        try (InputStream in = PluginVersion.class.getResourceAsStream("/oxgraph/plugin.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }
}
