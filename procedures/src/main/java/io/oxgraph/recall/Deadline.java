package io.oxgraph.recall;

/** How much time a call has left. */
final class Deadline {
    private static final double NANOS_A_MILLI = 1e6;

    private final double end;

    /** @param millis null without a deadline */
    Deadline(Double millis) {
        end = millis == null ? Double.POSITIVE_INFINITY : System.nanoTime() + millis * NANOS_A_MILLI;
    }

    /** Whether what takes so many nanoseconds can still be done. */
    boolean leaves(double nanos) {
        double left = end - System.nanoTime();
        return left > 0 && nanos < left;
    }
}
