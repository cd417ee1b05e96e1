package io.oxgraph.semantic;

import io.oxgraph.time.Validity;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A memory as the rules see it, from the graph or new. They change it here; it is written at the end.
 *
 * <p>Each exists once in a call, so identity is equality.
 */
final class Memory {
    /** The order in which rivals are taken. */
    static final Comparator<Memory> BY_TIME =
            Comparator.comparing((Memory m) -> m.validFrom.toInstant()).thenComparing(Memory::id);

    private final Claim claim;
    private final Backing backing;
    private final Set<String> evidence = new LinkedHashSet<>();
    private final List<ZonedDateTime> validToHistory = new ArrayList<>();
    private final List<ZonedDateTime> validToKnownAt = new ArrayList<>();
    Status status = Status.ACTIVE;
    double confidence = 1;
    long repetitions = 1;
    double rankWeight = 1;
    boolean needsReview;
    long accessCount;
    ZonedDateTime validFrom;
    boolean validFromAssumed;
    /** The end that was stated, whatever ended it since; {@link Validity#OPEN} without. */
    ZonedDateTime statedValidTo;

    ZonedDateTime lastStatedAt;
    ZonedDateTime lastAccessedAt;
    ZonedDateTime reinforcedAt;
    ZonedDateTime retiredAt;
    ZonedDateTime supersededAt;
    ZonedDateTime expiredAt;
    ZonedDateTime forgottenAt;
    private ZonedDateTime validTo;

    Memory(Claim claim, Backing backing) {
        this.claim = claim;
        this.backing = backing;
    }

    Claim claim() {
        return claim;
    }

    String id() {
        return claim.id();
    }

    Backing backing() {
        return backing;
    }

    Links links() {
        return backing.links();
    }

    Set<String> evidence() {
        return evidence;
    }

    ZonedDateTime validTo() {
        return validTo;
    }

    List<ZonedDateTime> validToHistory() {
        return validToHistory;
    }

    List<ZonedDateTime> validToKnownAt() {
        return validToKnownAt;
    }

    boolean isActive() {
        return status == Status.ACTIVE;
    }

    /** Superseded because the world changed, so that it was true once. */
    boolean isHistory() {
        return status == Status.SUPERSEDED && retiredAt == null;
    }

    /** Sets when it holds, as it stands in the graph. */
    void valid(
            ZonedDateTime from, ZonedDateTime to, Collection<ZonedDateTime> ends, Collection<ZonedDateTime> knownAts) {
        validFrom = from;
        validTo = to;
        validToHistory.addAll(ends);
        validToKnownAt.addAll(knownAts);
    }

    /** Sets when a new memory holds. */
    void begin(ZonedDateTime from, ZonedDateTime to, ZonedDateTime now) {
        valid(from, to, List.of(to), List.of(now));
    }

    /** Sets its end; what was known before stays on record. */
    void end(ZonedDateTime at, ZonedDateTime now) {
        if (!at.isEqual(validTo)) {
            validTo = at;
            validToHistory.add(at);
            validToKnownAt.add(now);
        }
    }

    boolean overlaps(Memory other) {
        return validFrom.isBefore(other.validTo) && other.validFrom.isBefore(validTo);
    }

    boolean holdsAt(ZonedDateTime time) {
        return !time.isBefore(validFrom) && time.isBefore(validTo);
    }

    void accessed(ZonedDateTime at) {
        lastAccessedAt = Validity.later(lastAccessedAt, at);
    }

    /** The moments of states that it is in no longer go; a forgotten one may still come back as superseded. */
    void turn(Status to, ZonedDateTime now) {
        status = to;
        expiredAt = to == Status.EXPIRED ? now : null;
        forgottenAt = to == Status.FORGOTTEN ? now : null;
        if (to == Status.ACTIVE) {
            supersededAt = null;
        } else if (to == Status.SUPERSEDED && supersededAt == null) {
            supersededAt = now;
        }
    }
}
