package io.oxgraph.outcomes;

import io.oxgraph.outcomes.StratifiedTest.Stratum;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Runs grouped by what they are about, so that only comparable ones are compared. */
final class Strata {
    /** Smallest stratum of its own; smaller ones are one together. */
    private static final int MIN_RUNS = 10;

    private final List<BitSet> groups;
    private final BitSet failed;

    private Strata(List<BitSet> groups, BitSet failed) {
        this.groups = groups;
        this.failed = failed;
    }

    /** Groups runs by a key; what is rarer than ten runs goes together. */
    static Strata by(List<Run> runs, BitSet failed, Function<Run, String> key) {
        Map<String, BitSet> groups = new TreeMap<>();
        for (int i = 0; i < runs.size(); i++) {
            groups.computeIfAbsent(key.apply(runs.get(i)), name -> new BitSet()).set(i);
        }
        BitSet small = new BitSet();
        List<BitSet> kept = new ArrayList<>();
        for (BitSet group : groups.values()) {
            if (group.cardinality() >= MIN_RUNS) {
                kept.add(group);
            } else {
                small.or(group);
            }
        }
        if (!small.isEmpty()) {
            kept.add(small);
        }
        return new Strata(kept, failed);
    }

    /** The same groups, each split by whether a run is in {@code part}. */
    Strata split(BitSet part) {
        List<BitSet> halves = new ArrayList<>();
        for (BitSet group : groups) {
            BitSet in = and(group, part);
            BitSet out = (BitSet) group.clone();
            out.andNot(part);
            halves.add(in);
            halves.add(out);
        }
        return new Strata(halves, failed);
    }

    /** Compares the runs of {@code scope} that are in {@code with} to the others. */
    StratifiedTest test(BitSet with, BitSet scope) {
        StratifiedTest test = new StratifiedTest();
        groups.forEach(group -> test.add(stratum(and(group, scope), with)));
        return test;
    }

    private Stratum stratum(BitSet within, BitSet with) {
        BitSet in = and(within, with);
        long bad = and(in, failed).cardinality();
        long all = within.cardinality();
        long allBad = and(within, failed).cardinality();
        return new Stratum(in.cardinality(), bad, all - in.cardinality(), allBad - bad);
    }

    static BitSet and(BitSet one, BitSet other) {
        BitSet both = (BitSet) one.clone();
        both.and(other);
        return both;
    }
}
