package io.oxgraph.model;

import java.time.ZonedDateTime;

/** Result rows of the working set's procedures. */
public final class SlotResults {
    private SlotResults() {}

    /**
     * An unexpired slot of the working set.
     *
     * @param value JSON
     * @param expires_at expiry, unless it is read before
     */
    public record SlotResult(String name, String value, ZonedDateTime expires_at) {}

    /**
     * The result of deleting slots.
     *
     * @param deleted number of deleted slots that had not expired
     */
    public record SlotsDeleted(long deleted) {}

    /**
     * The result of a sweep.
     *
     * @param swept number of deleted expired slots
     */
    public record SlotsSwept(long swept) {}
}
