package io.oxgraph.patterns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.oxgraph.patterns.DayWindow.Days;
import io.oxgraph.patterns.FigureHistory.Figures;
import io.oxgraph.patterns.FoldResult.Fields;
import io.oxgraph.patterns.PromotionRules.Verdict;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FigureHistoryTest {
    private static final ZonedDateTime START = Days.start(20_000);

    private static Figures at(ZonedDateTime instant, long actions) {
        DayWindow window = DayWindow.of(new Fields(Map.of()), List.of(DayWindow.SEQUENCES, DayWindow.ACTIONS));
        window.add(Days.of(instant), 1, actions);
        Map<String, Number> compared = Map.of("other_count", 7L, "other_failures", 2L, "lift", 1.5);
        return Figures.of(instant, window, instant.minusMinutes(5), new Verdict(10, true, false, compared));
    }

    private static Map<String, Object> stored(FigureHistory history) {
        Map<String, Object> properties = new HashMap<>();
        history.store(properties);
        return properties;
    }

    @Test
    void aDayKeepsItsLastFigures() {
        FigureHistory history = new FigureHistory();
        history.record(at(START.plusHours(1), 3));
        history.record(at(START.plusHours(9), 4).then(new Recoveries.Best("look", 2L, 5)));
        history.record(at(START.plusDays(2), 6));
        Map<String, Object> properties = stored(history);
        assertEquals(List.of(4L, 6L), properties.get("figure_actions"));
        assertEquals(List.of("look", ""), properties.get("figure_next"));
        assertEquals(
                List.of(20_000 * 86_400_000_000L + 9 * 3_600_000_000L, 20_002 * 86_400_000_000L),
                properties.get("figure_instants"));
        assertEquals(List.of(1.5, 1.5), properties.get("figure_lift"));
    }

    @Test
    void whatIsStoredIsReadAgain() {
        FigureHistory history = new FigureHistory();
        history.record(at(START, 3));
        history.record(at(START.plusDays(1), 4));
        FigureHistory again = FigureHistory.of(new Fields(stored(history)));
        assertEquals(stored(history), stored(again));
        again.record(at(START.plusDays(1).plusHours(2), 5));
        assertEquals(List.of(3L, 5L), stored(again).get("figure_actions"));
    }

    @Test
    void theOldestDaysAreDropped() {
        FigureHistory history = new FigureHistory();
        for (int day = 0; day < FigureHistory.MAX_DAYS + 3; day++) {
            history.record(at(START.plusDays(day), day));
        }
        List<?> actions = (List<?>) stored(history).get("figure_actions");
        assertEquals(FigureHistory.MAX_DAYS, actions.size());
        assertEquals(3L, actions.getFirst());
    }

    @Test
    void anEmptyHistoryTakesAwayWhatWasStored() {
        assertNull(stored(new FigureHistory()).get("figure_instants"));
    }
}
