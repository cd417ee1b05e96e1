package io.oxgraph.input;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VectorsTest {
    @Test
    void bytes_are_little_endian_floats() {
        assertArrayEquals(
                new float[] {1, -2.5f}, Vectors.read(new byte[] {0, 0, (byte) 0x80, 0x3f, 0, 0, 0x20, (byte) 0xc0}));
        assertArrayEquals(new float[] {1, -2.5f}, Vectors.read(List.of(1L, -2.5)));
    }

    static Stream<Object> bad() {
        return Stream.of(
                "text",
                List.of(),
                List.of("1"),
                List.of(0.0, 0.0),
                List.of(Double.NaN),
                List.of(1e300),
                new byte[0],
                new byte[5],
                new byte[8],
                Collections.nCopies(4_097, 1.0));
    }

    @ParameterizedTest
    @MethodSource("bad")
    void what_is_no_vector_is_refused(Object value) {
        assertThrows(IllegalArgumentException.class, () -> Vectors.read(value));
    }

    @Test
    void cosines_come_out_by_hand() {
        float[] a = Vectors.unit(new float[] {3, 4, 0});
        float[] b = Vectors.unit(new float[] {4, 3, 0});
        assertEquals(24.0 / 25, Vectors.dot(a, b), 1e-7);
        assertEquals(1, Vectors.dot(a, a), 1e-7);
    }

    @Test
    void what_cypher_wrote_is_read_too() {
        assertArrayEquals(new float[] {0.5f}, Vectors.stored(new double[] {0.5}));
        assertArrayEquals(new float[] {0.5f}, Vectors.stored(new float[] {0.5f}));
    }
}
