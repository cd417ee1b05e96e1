package io.oxgraph.inject;

/**
 * What a pattern says of the very situation that it is shown in.
 *
 * @param probability that the action fails
 * @param status active, or candidate for what is no pattern yet
 */
record Warning(double probability, String status) {
    boolean isCandidate() {
        return "candidate".equals(status);
    }
}
