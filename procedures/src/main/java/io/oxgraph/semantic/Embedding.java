package io.oxgraph.semantic;

/** A vector that came with a statement, and whose it is. */
final class Embedding {
    private final String model;
    private final float[] numbers;

    Embedding(String model, float[] numbers) {
        this.model = model;
        this.numbers = numbers;
    }

    String model() {
        return model;
    }

    float[] numbers() {
        return numbers;
    }

    int dimension() {
        return numbers.length;
    }
}
