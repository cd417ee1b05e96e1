package io.oxgraph.table;

import java.util.Map;
import java.util.stream.Collectors;

/** Settings of a workspace, with the default of {@code tables/settings.tsv} for those that it lacks. */
public final class SettingDefaults {
    private static final Map<String, String> DEFAULTS = Table.read("settings").stream()
            .collect(Collectors.toUnmodifiableMap(row -> row.get("name"), row -> row.get("default")));

    private SettingDefaults() {}

    /** A number: a setting's value among a workspace's properties, or its default. */
    public static double number(Map<String, Object> workspace, String setting) {
        return workspace.get(setting) instanceof Number number ? number.doubleValue() : number(setting);
    }

    /** The default of a numeric setting. */
    public static double number(String setting) {
        return Double.parseDouble(text(setting));
    }

    /** The default of a setting that is on or off. */
    public static boolean flag(String setting) {
        return Boolean.parseBoolean(text(setting));
    }

    /** The default of a setting, as it stands in the table. */
    public static String text(String setting) {
        String value = DEFAULTS.get(setting);
        if (value == null) {
            throw new IllegalStateException("settings.tsv has no " + setting);
        }
        return value;
    }
}
