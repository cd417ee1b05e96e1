package io.oxgraph.semantic;

import io.oxgraph.semantic.Duplicates.DistinguishingTokens;
import io.oxgraph.time.Validity;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The in-memory state of a memory, stored or new. The rules change it here; it is written at the end of the call.
 *
 * <p>Each memory exists once per call (see {@link IdentityMap}), so identity is equality.
 */
final class Memory {
    /** Order by start of validity, then id. */
    static final Comparator<Memory> BY_TIME =
            Comparator.comparing((Memory m) -> m.validFrom.toInstant()).thenComparing(Memory::id);

    private final Assertion assertion;
    private final LazyFields lazy;
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
    /** The stated end of validity, whatever ended it since; {@link Validity#OPEN} when none was stated. */
    ZonedDateTime statedValidTo;

    ZonedDateTime lastStatedAt;
    ZonedDateTime lastAccessedAt;
    ZonedDateTime reinforcedAt;
    ZonedDateTime retiredAt;
    ZonedDateTime supersededAt;
    /** When the memory begins by which this one, active until then, is superseded; null without one. */
    ZonedDateTime supersededFrom;

    ZonedDateTime expiredAt;
    ZonedDateTime forgottenAt;
    private ZonedDateTime validTo;

    Memory(Assertion assertion, LazyFields lazy) {
        this.assertion = assertion;
        this.lazy = lazy;
    }

    Assertion assertion() {
        return assertion;
    }

    String id() {
        return assertion.id();
    }

    LazyFields lazy() {
        return lazy;
    }

    MemoryLinks links() {
        return lazy.links();
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

    /** Superseded because the world changed: it was true once. */
    boolean isHistory() {
        return status == Status.SUPERSEDED && retiredAt == null;
    }

    /** Sets the stored validity. */
    void valid(
            ZonedDateTime from, ZonedDateTime to, Collection<ZonedDateTime> ends, Collection<ZonedDateTime> knownAts) {
        validFrom = from;
        validTo = to;
        validToHistory.addAll(ends);
        validToKnownAt.addAll(knownAts);
    }

    /** Sets the validity of a new memory. */
    void begin(ZonedDateTime from, ZonedDateTime to, ZonedDateTime now) {
        valid(from, to, List.of(to), List.of(now));
    }

    /** Sets the end of validity and records it in the history (bitemporal). */
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

    /** Whether only its end is known: it contradicts nothing and replaces nothing. */
    boolean hasOnlyEnd() {
        return validFromAssumed && !validFrom.plus(Validity.MOMENT).isBefore(validTo);
    }

    boolean holdsAt(ZonedDateTime time) {
        return !time.isBefore(validFrom) && time.isBefore(validTo);
    }

    void accessed(ZonedDateTime at) {
        lastAccessedAt = Validity.later(lastAccessedAt, at);
    }

    /**
     * Changes the status. Times of earlier states are removed, except superseded_at, since a forgotten memory may be
     * revived as superseded.
     */
    void turn(Status to, ZonedDateTime now) {
        status = to;
        expiredAt = to == Status.EXPIRED ? now : null;
        forgottenAt = to == Status.FORGOTTEN ? now : null;
        if (to == Status.ACTIVE) {
            supersededAt = null;
        } else if (to == Status.SUPERSEDED) {
            supersededAt = supersededAt == null ? now : supersededAt;
            supersededFrom = null;
        }
    }

    /**
     * The immutable part of a memory: what it asserts.
     *
     * @param userId the user to whom it belongs; '' where it is shared
     * @param subjectId '' when there is none
     * @param predicate '' when there is none
     * @param objectId null when there is none
     * @param topicKey null when there is none
     * @param contentHash SHA-256 of the normalised content
     */
    record Assertion(
            String id,
            String userId,
            String type,
            String policy,
            String subjectId,
            String predicate,
            String objectId,
            String topicKey,
            String contentHash,
            ZonedDateTime recordedAt) {
        static final String EVENT = "event";
        static final String TASK = "task";
        static final String FACT = "fact";
        static final String PREFERENCE = "preference";
        static final String ENTITY = "entity";
        static final String FRESHNESS = "freshness";
        /**
         * The policy of user memory, whose confidence is reinforced by repetition and decays; the other policy is
         * freshness.
         */
        static final String CONFIDENCE = "confidence";

        boolean isEvent() {
            return type.equals(EVENT);
        }

        /** Its value: the object's id, or the content hash. */
        String value() {
            return objectId == null ? contentHash : objectId;
        }

        /** Whether both belong to the same user, and have the same type and subject. */
        boolean sameMatter(Assertion other) {
            return userId.equals(other.userId) && type.equals(other.type) && subjectId.equals(other.subjectId);
        }
    }

    /** Properties of a memory that are read on first use: content, vector and links. */
    static final class LazyFields {
        private final Supplier<String> contentSource;
        private final Supplier<float[]> vectorSource;
        private final Supplier<MemoryLinks> linksSource;
        private String content;
        private float[] vector;
        private boolean vectorRead;
        private MemoryLinks links;
        private DistinguishingTokens tokens;

        LazyFields(Supplier<String> content, Supplier<float[]> vector, Supplier<MemoryLinks> links) {
            this.contentSource = content;
            this.vectorSource = vector;
            this.linksSource = links;
        }

        /** For a new memory. */
        static LazyFields of(String content, float[] vector) {
            return new LazyFields(() -> content, () -> vector, MemoryLinks::new);
        }

        String content() {
            if (content == null) {
                content = contentSource.get();
            }
            return content;
        }

        /** The distinguishing tokens of its content. */
        DistinguishingTokens tokens() {
            if (tokens == null) {
                tokens = DistinguishingTokens.of(content());
            }
            return tokens;
        }

        /** Its unit vector; null when there is none. */
        float[] vector() {
            if (!vectorRead) {
                vector = vectorSource.get();
                vectorRead = true;
            }
            return vector;
        }

        void vector(float[] given) {
            vector = given;
            vectorRead = true;
        }

        MemoryLinks links() {
            if (links == null) {
                links = linksSource.get();
            }
            return links;
        }
    }

    /** Links of a memory: those that superseded it, and those that contradict it, in either direction. */
    record MemoryLinks(Set<Memory> later, Set<Memory> opposed) {
        MemoryLinks() {
            this(new LinkedHashSet<>(), new LinkedHashSet<>());
        }

        /** Whether a chain of supersessions leads from start to goal. */
        static boolean leads(Memory start, Memory goal) {
            Set<Memory> seen = new HashSet<>(Set.of(start));
            Deque<Memory> ahead = new ArrayDeque<>(seen);
            while (!ahead.isEmpty()) {
                Memory next = ahead.poll();
                if (next == goal) {
                    return true;
                }
                next.links().later().stream().filter(seen::add).forEach(ahead::add);
            }
            return false;
        }
    }

    /** The statuses of a memory. */
    enum Status {
        ACTIVE,
        SUPERSEDED,
        EXPIRED,
        FORGOTTEN;

        /** As stored. */
        String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Status of(String text) {
            return valueOf(text.toUpperCase(Locale.ROOT));
        }
    }
}
