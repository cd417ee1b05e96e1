package io.oxgraph.situation;

import java.util.List;

/**
 * The probability from which an agent is warned.
 *
 * @param value in hundredths' steps
 * @param drifting whether warnings do not come true as they should
 */
record Threshold(double value, boolean drifting) {
    static final int START = 44;
    private static final int LOWEST = 40;
    private static final int HIGHEST = 60;
    private static final long ENOUGH = 10;
    private static final double MORE = 0.75;
    private static final double LESS = 0.6;
    private static final double PRIOR = 5;

    /** Cases with one probability. */
    record Point(double probability, long actions, long failures) {}

    /**
     * Lower while what is warned of comes true in three of four cases, higher while it clearly does so in less than
     * 60%.
     */
    static Threshold fit(List<Point> points) {
        if (comesTrue(at(points, START))) {
            int found = START;
            while (found > LOWEST && comesTrue(at(points, found - 1))) {
                found--;
            }
            return new Threshold(found / 100.0, false);
        }
        int found = START;
        while (found < HIGHEST && failsToComeTrue(at(points, found))) {
            found++;
        }
        return new Threshold(found / 100.0, found > START);
    }

    private static boolean comesTrue(Counts warned) {
        return warned.actions() >= ENOUGH && warned.rate(LESS, PRIOR) >= MORE;
    }

    private static boolean failsToComeTrue(Counts warned) {
        return warned.actions() >= ENOUGH
                && Forecast.interval(warned.failures(), warned.actions()).get(1) < LESS;
    }

    private static Counts at(List<Point> points, int hundredths) {
        Counts counts = Counts.NONE;
        for (Point point : points) {
            if (point.probability >= hundredths / 100.0) {
                counts = counts.plus(point.actions, point.failures);
            }
        }
        return counts;
    }
}
