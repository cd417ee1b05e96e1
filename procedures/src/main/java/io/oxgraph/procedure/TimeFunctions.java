package io.oxgraph.procedure;

import io.oxgraph.time.Decay;
import io.oxgraph.time.SequenceNumbers;
import java.time.ZonedDateTime;
import java.util.List;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.UserFunction;

/** Functions on times. */
public final class TimeFunctions {
    @UserFunction("oxgraph.freshness")
    @Description("Freshness of a memory: 2^(-days since last access / half-life) * min(3, 1.2^access_count).")
    public Double freshness(
            @Name("last_accessed") ZonedDateTime lastAccessed,
            @Name("half_life_days") Number halfLifeDays,
            @Name("access_count") Number count,
            @Name("now") ZonedDateTime now) {
        return Arguments.anyNull(lastAccessed, halfLifeDays, count, now)
                ? null
                : (Double) Decay.freshness(lastAccessed, halfLifeDays.doubleValue(), count.longValue(), now);
    }

    @UserFunction("oxgraph.decay")
    @Description(
            "Weekly decay of a pattern's confidence: * factor for each week begun after after_days without reinforcement.")
    public Double decay(
            @Name("confidence") Number confidence,
            @Name("last_seen") ZonedDateTime lastSeen,
            @Name("now") ZonedDateTime now,
            @Name("after_days") Number afterDays,
            @Name("factor") Number factor) {
        return Arguments.anyNull(confidence, lastSeen, now, afterDays, factor)
                ? null
                : (Double) Decay.decay(
                        confidence.doubleValue(), lastSeen, now, afterDays.doubleValue(), factor.doubleValue());
    }

    @UserFunction("oxgraph.sequence_numbers")
    @Description("The sequence number, from 0, of each action: a new sequence begins when more than gap_seconds lie "
            + "between a start and the latest end before it. starts must be in time order.")
    public List<Long> sequenceNumbers(
            @Name("starts") List<ZonedDateTime> starts,
            @Name("ends") List<ZonedDateTime> ends,
            @Name("gap_seconds") Number gapSeconds) {
        if (Arguments.anyNull(starts, ends, gapSeconds)) {
            return null;
        }
        Arguments.sameSize(starts.size(), ends.size());
        return SequenceNumbers.of(starts, ends, gapSeconds.doubleValue());
    }
}
