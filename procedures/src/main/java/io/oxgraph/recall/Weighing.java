package io.oxgraph.recall;

import io.oxgraph.time.Ageing;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

/** Weighs what was found by how sure, how fresh and how undisputed it is (002). */
final class Weighing {
    private final RecallSettings settings;
    private final RecallRequest request;

    Weighing(RecallSettings settings, RecallRequest request) {
        this.settings = settings;
        this.request = request;
    }

    /** What was said was said: messages neither age nor doubt. */
    void weigh(Candidate candidate) {
        if (!candidate.isMessage()) {
            MemoryItem memory = candidate.memory;
            candidate.confidence = memory.confidence();
            candidate.freshness = freshness(memory);
            candidate.rankWeight = memory.rankWeight();
        }
        candidate.score = candidate.fused
                * (request.applies(Rules.CONFIDENCE) ? candidate.confidence : 1)
                * (request.applies(Rules.FRESHNESS) ? Math.min(1, candidate.freshness) : 1)
                * (request.applies(Rules.CONTRADICTIONS) ? candidate.rankWeight : 1);
    }

    /** Above 1 it would keep alive what is read only because it was read (002 warns of that), so it is cut there. */
    private double freshness(MemoryItem memory) {
        return memory.ages()
                ? Ageing.freshness(
                        utc(memory.lastAccessedAt()),
                        settings.halfLife(memory.type()),
                        memory.accessCount(),
                        request.now())
                : 1;
    }

    private static ZonedDateTime utc(Instant instant) {
        return instant.atZone(ZoneOffset.UTC);
    }
}
