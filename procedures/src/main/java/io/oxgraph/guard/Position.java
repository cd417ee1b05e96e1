package io.oxgraph.guard;

import java.time.ZonedDateTime;

/**
 * How far the numbers are settled.
 *
 * @param position every number at or below it is committed and visible, or will never be
 * @param inFlight how many transactions are being committed
 * @param waitingSince when the first of them drew its numbers; null when there is none
 */
public record Position(long position, int inFlight, ZonedDateTime waitingSince) {}
