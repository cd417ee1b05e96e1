package io.oxgraph.recall;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxgraph.recall.Candidates.Candidate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The order of candidates. */
class CandidatesTest {
    private static final int COUNT = 300;

    @Test
    void sorted_by_numbers_as_by_comparing() {
        Random chance = new Random(3);
        List<Candidate> candidates = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            Candidate candidate = new Candidate(null, null, new Named("entity-" + chance.nextInt(COUNT)));
            // Many are equal, some only as floats, some are below 0.
            candidate.score = (chance.nextInt(20) - 5) / 10.0 + (chance.nextInt(3) - 1) * 1e-12;
            candidates.add(candidate);
        }
        List<Candidate> expected = new ArrayList<>(candidates);
        expected.sort((one, other) ->
                one.score == other.score ? one.id().compareTo(other.id()) : Double.compare(other.score, one.score));
        Collections.shuffle(candidates, chance);
        Candidate.sortByScore(candidates);
        assertEquals(said(expected), said(candidates));
    }

    @Test
    void those_that_stand_for_one_message_are_told_apart_by_their_own_scores() {
        Candidate message = new Candidate(null, null, new Named("message"));
        message.fused = 2;
        List<Candidate> candidates = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Candidate candidate = new Candidate(null, null, new Named("memory-" + i));
            candidate.fused = i / 10.0;
            candidate.standFor(message);
            candidate.score = candidate.fused;
            candidates.add(candidate);
        }
        Candidate.sortByScore(candidates);
        assertEquals(
                List.of("memory-2", "memory-1", "memory-0"),
                candidates.stream().map(Candidate::id).toList());
    }

    private record Named(String id) implements EntityItem {
        @Override
        public String nodeId() {
            return id;
        }

        @Override
        public String name() {
            return id;
        }

        @Override
        public String type() {
            return "";
        }

        @Override
        public String description() {
            return "";
        }

        @Override
        public String connection() {
            return "";
        }

        @Override
        public List<String> shown() {
            return List.of();
        }
    }

    private static List<String> said(List<Candidate> candidates) {
        return candidates.stream()
                .map(candidate -> candidate.id() + ' ' + candidate.score)
                .toList();
    }
}
