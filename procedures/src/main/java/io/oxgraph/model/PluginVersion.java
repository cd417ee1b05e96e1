package io.oxgraph.model;

import io.oxgraph.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The plugin's version and its compatibility with clients. */
public final class PluginVersion {
    private static final String CURRENT = read();

    private PluginVersion() {}

    /** The version in the POM. */
    public static String current() {
        return CURRENT;
    }

    /** Refuses a client with another major.minor version; null or '' skips the check. */
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
