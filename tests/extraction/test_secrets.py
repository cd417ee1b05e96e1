"""What no memory may hold: secrets are found by their values, and words about them are none."""

import pytest

from oxgraph.actions.captured_values import luhn
from oxgraph.extraction.secrets import MASK, holds_secret, masked, secrets_in

CARD = "4111 1111 1111 1111"


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("My password is hunter2.", "hunter2"),
        ("my wifi password: Tr0ub4dor&3", "Tr0ub4dor&3"),
        ("The password for the staging server is swordfish.", "swordfish"),
        ('User\'s password is "correct horse"', "correct horse"),
        ("My PIN is 4821", "4821"),
        ("the pin code for the gate: 0 4 2 1", "0 4 2 1"),
        ("CVV 123 on the back", "123"),
        (f"My card is {CARD}, valid to 2030.", CARD),
        ("Amex 378282246310005 please", "378282246310005"),
        ("use api key 9f8a7b6c5d4e3f2a1b0c", "9f8a7b6c5d4e3f2a1b0c"),
        ("OPENAI_API_KEY=abcd1234efgh5678", "abcd1234efgh5678"),
        ("Here: sk-proj-abcdEFGH1234567890abcd", "sk-proj-abcdEFGH1234567890abcd"),
        ("token ghp_abcdefghijklmnopqrstuvwxyz0123456789", "ghp_abcdefghijklmnopqrstuvwxyz0123456789"),
        ("AWS gave me AKIAIOSFODNN7EXAMPLE today", "AKIAIOSFODNN7EXAMPLE"),
        ("postgres://app:s3cr3t@db.local/app", "s3cr3t"),
        ("My social security number is 078-05-1120", "078-05-1120"),
        ("my seed phrase is abandon ability able about above absent", "abandon ability able about above absent"),
        ("Mein Passwort lautet Sonne123.", "Sonne123"),
        ("Mon mot de passe est Soleil99 !", "Soleil99"),
        ("Mi contraseña es girasol7", "girasol7"),
        ("Мой пароль: лето2024", "лето2024"),
        ("我的密码是abc12345。", "abc12345"),
        ("パスワードはhimitsu77です", "himitsu77"),
    ],
)
def test_values_are_found(text: str, secret: str) -> None:
    assert secret in secrets_in(text)
    hidden, found = masked(text)
    assert secret not in hidden and MASK in hidden and secret in found
    assert holds_secret([text])


@pytest.mark.parametrize(
    "text",
    [
        "Our password policy is strict and was changed in 2024.",
        "I forgot my password again.",
        "My password is too long to type.",
        "The password is expired.",
        "The password is in the safe.",
        "I changed my password yesterday.",
        "A password manager is what Ana prefers.",
        "Ana's order number is 4111111111111111.",
        "Tracking number 1234567890123456 arrived.",
        "Call me at +49 170 1234567 or 0301 2345678901.",
        "My phone number is 555-123-4567.",
        "The book's ISBN is 9783161484100.",
        "I was born on 1990-05-17 and paid 1,234,567 yen.",
        "Ana pinned the photo and has pins on her jacket, 40 of them.",
        "She bought 1234 tokens for the arcade.",
        "Ana is the key to our success, the API team says.",
        "My card number is not something I share.",
        "Ana's postal code is 94103.",
        "Das Passwort ist abgelaufen.",
        "J'ai oublié mon mot de passe.",
        "我忘了密码。",
    ],
)
def test_words_about_them_are_kept(text: str) -> None:
    assert secrets_in(text) == []


def test_a_known_secret_is_found_under_another_name() -> None:
    assert holds_secret(["Ana's lucky number is 4821."], ["4821"])
    assert holds_secret([f"Ana's password is {MASK}."])
    assert not holds_secret(["Ana's lucky number is 4821.", None])


def test_check_digits() -> None:
    assert luhn(CARD.replace(" ", ""))
    assert not luhn("4111111111111112")
    assert secrets_in("My card is 4111 1111 1111 1112") == []
