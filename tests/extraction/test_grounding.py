"""Grounding in several languages: what a turn says is kept, what another one says is refused."""

from datetime import UTC, datetime

import pytest

from oxgraph.extraction.grounding import Embed, Grounded, Grounding
from oxgraph.extraction.numbers import numbers_claimed, numbers_in
from oxgraph.extraction.terms import language_of, word_count
from oxgraph.extraction.turns import Turn
from oxgraph.models import embedder

SAID = datetime(2026, 5, 13, 15, tzinfo=UTC)

PAIRS: dict[str, list[tuple[str, str]]] = {
    "en": [
        ("I like tea.", "The user likes tea."),
        ("I've got two kids, Mia and Tom.", "The user has 2 children, Mia and Tom."),
        ("We moved from Leeds to York twenty-five years ago.", "The user moved from Leeds to York 25 years ago."),
        ("My sister's studying medicine.", "The user's sister studies medicine."),
        ("I don't eat meat.", "The user does not eat meat."),
        ("I quit smoking last March.", "The user no longer smokes."),
        ("Running calms me down.", "The user runs to calm down."),
        ("Our cat's called Pixel, she's three.", "The user's cat Pixel is 3 years old."),
        ("I was promoted to head nurse.", "The user got a promotion to head nurse."),
        ("Allergic to peanuts here!", "The user has a peanut allergy."),
    ],
    "de": [
        ("Ich trinke morgens am liebsten grünen Tee.", "Der Benutzer trinkt morgens am liebsten grünen Tee."),
        ("Seit drei Jahren wohne ich in Leipzig.", "Der Benutzer wohnt seit 3 Jahren in Leipzig."),
        ("Meine Schwester heißt Jana und studiert Medizin.", "Die Schwester des Benutzers heißt Jana."),
        ("Ich arbeite als Ingenieurin bei Bosch.", "Die Benutzerin ist Ingenieurin bei Bosch."),
        ("Ich esse kein Fleisch mehr.", "Der Benutzer isst kein Fleisch."),
        ("Wir haben zwei Hunde und eine Katze.", "Der Benutzer hat 2 Hunde und eine Katze."),
        ("Am Wochenende gehe ich gern klettern.", "Der Benutzer klettert gern am Wochenende."),
        ("Mein Sohn spielt Geige im Schulorchester.", "Der Sohn des Benutzers spielt Geige."),
        ("Ich bin gegen Nüsse allergisch.", "Der Benutzer hat eine Allergie gegen Nüsse."),
        ("Nächsten Monat ziehe ich nach Hamburg um.", "Der Benutzer zieht im Juni 2026 nach Hamburg."),
    ],
    "fr": [
        ("J'habite à Lyon depuis deux ans.", "L'utilisateur habite à Lyon depuis 2 ans."),
        ("Je suis professeur de mathématiques.", "L'utilisateur est professeur de mathématiques."),
        ("Ma fille s'appelle Chloé.", "La fille de l'utilisateur s'appelle Chloé."),
        ("Je n'aime pas le café.", "L'utilisateur n'aime pas le café."),
        ("Nous avons adopté un chien nommé Rex.", "L'utilisateur a adopté un chien nommé Rex."),
        ("Je joue du piano tous les soirs.", "L'utilisateur joue du piano le soir."),
        ("Mon frère travaille chez Renault.", "Le frère de l'utilisateur travaille chez Renault."),
        ("Je préfère voyager en train.", "L'utilisateur préfère les voyages en train."),
        ("J'ai vingt-cinq ans.", "L'utilisateur a 25 ans."),
        ("Je suis allergique aux fraises.", "L'utilisatrice est allergique aux fraises."),
    ],
    "es": [
        ("Vivo en Sevilla con mi madre.", "El usuario vive en Sevilla con su madre."),
        ("Trabajo como enfermera en un hospital.", "La usuaria trabaja como enfermera en un hospital."),
        ("Tengo tres gatos.", "El usuario tiene 3 gatos."),
        ("No como carne.", "El usuario no come carne."),
        ("Mi hermano se llama Diego.", "El hermano del usuario se llama Diego."),
        ("Me encanta nadar en el mar.", "Al usuario le encanta nadar en el mar."),
        ("Estudié derecho en Granada.", "El usuario estudió derecho en Granada."),
        ("Mi color favorito es el verde.", "El color favorito del usuario es el verde."),
        ("Soy alérgico al polen.", "El usuario es alérgico al polen."),
        ("Ayer compré una bicicleta roja.", "El usuario compró una bicicleta roja el 2026-05-12."),
    ],
    "ru": [
        ("Я живу в Казани.", "Пользователь живёт в Казани."),
        ("Я работаю учителем в школе.", "Пользователь работает учителем в школе."),
        ("У меня две кошки и собака.", "У пользователя 2 кошки и собака."),
        ("Моя сестра учится на врача.", "Сестра пользователя учится на врача."),
        ("Я не ем мясо.", "Пользователь не ест мясо."),
        ("Мне нравится зелёный чай.", "Пользователю нравится зелёный чай."),
        ("По выходным я катаюсь на лыжах.", "Пользователь катается на лыжах по выходным."),
        ("Мой сын играет на скрипке.", "Сын пользователя играет на скрипке."),
        ("У меня аллергия на орехи.", "У пользователя аллергия на орехи."),
        ("В прошлом году мы купили дом под Тулой.", "Пользователь купил дом под Тулой в 2025 году."),
    ],
    "zh": [
        ("我住在上海。", "用户住在上海。"),
        ("我喜欢喝绿茶。", "用户喜欢喝绿茶。"),
        ("我有两只猫。", "用户有2只猫。"),
        ("我妹妹在学医。", "用户的妹妹学医。"),
        ("我不吃肉。", "用户不吃肉。"),
        ("我在银行当会计。", "用户是银行的会计。"),
        ("我对花生过敏。", "用户对花生过敏。"),
        ("周末我常去爬山。", "用户周末爬山。"),
        ("我儿子在弹钢琴。", "用户的儿子弹钢琴。"),
        ("去年我们搬到了成都。", "用户2025年搬到成都。"),
    ],
    "ja": [
        ("私は大阪に住んでいます。", "ユーザーは大阪に住んでいる。"),
        ("緑茶が好きです。", "ユーザーは緑茶が好き。"),
        ("猫を二匹飼っています。", "ユーザーは猫を2匹飼っている。"),
        ("妹は医学を勉強しています。", "ユーザーの妹は医学を勉強している。"),
        ("肉は食べません。", "ユーザーは肉を食べない。"),
        ("銀行で働いています。", "ユーザーは銀行で働いている。"),
        ("ピーナッツにアレルギーがあります。", "ユーザーはピーナッツアレルギーがある。"),
        ("週末はよく山に登ります。", "ユーザーは週末に山に登る。"),
        ("息子はピアノを弾きます。", "ユーザーの息子はピアノを弾く。"),
        ("去年、京都に引っ越しました。", "ユーザーは2025年に京都に引っ越した。"),
    ],
}
MATCHED = [(language, at) for language, pairs in PAIRS.items() for at in range(len(pairs))]


def check(content: str, *said: str, embed: Embed | None = None) -> Grounded:
    """Whether the last of the turns says it."""
    turns = [(Turn(f"m{place}", text, SAID, "user", None, "c"), text) for place, text in enumerate(said)]
    return Grounding(turns, embed).check(content, [len(turns) - 1])


@pytest.mark.parametrize(("language", "at"), MATCHED)
def test_what_a_turn_says_is_kept(language: str, at: int) -> None:
    said, content = PAIRS[language][at]
    assert check(content, said).reason == ""


@pytest.mark.parametrize(("language", "at"), MATCHED)
def test_what_another_turn_says_is_refused(language: str, at: int) -> None:
    content = PAIRS[language][at][1]
    for step in range(1, len(PAIRS[language])):
        said = PAIRS[language][(at + step) % len(PAIRS[language])][0]
        assert check(content, said).reason, said


@pytest.mark.parametrize("language", list(PAIRS))
def test_the_same_holds_with_vectors(language: str) -> None:
    embed = embedder("minilm").embed_many
    for at, (said, content) in enumerate(PAIRS[language]):
        assert check(content, said, embed=embed).reason == "", said
        other = PAIRS[language][(at + 3) % 10][0]
        assert check(content, other, embed=embed).reason, (content, other)


@pytest.mark.parametrize(
    ("said", "content", "reason"),
    [
        ("I don't eat meat.", "The user eats meat.", "wrong_negation"),
        ("I eat meat.", "The user never eats meat.", "wrong_negation"),
        ("I've never been to Rome, but I love Paris.", "The user loves Paris.", ""),
        ("I've never been to Rome, but I love Paris.", "The user has been to Rome.", "wrong_negation"),
        ("I can't wait to see the lions.", "The user looks forward to seeing the lions.", ""),
        ("Ich mag keinen Kaffee.", "Der Benutzer mag Kaffee.", "wrong_negation"),
        ("我不喝咖啡。", "用户喝咖啡。", "wrong_negation"),
        ("I run 5 miles a day.", "The user runs 8 miles a day.", "wrong_number"),
        ("I have two brothers.", "The user has three brothers.", "wrong_number"),
        ("Tengo dos gatos.", "El usuario tiene 4 gatos.", "wrong_number"),
        ("I moved to Lisbon in April.", "The user moved to Lisbon in April 2026.", ""),
        ("I moved to Lisbon in January.", "The user moved to Lisbon in October.", "wrong_date"),
        ("I moved to Lisbon in 2019.", "The user moved to Lisbon in 2012.", "wrong_date"),
        ("I moved to Lisbon two years ago.", "The user moved to Lisbon in 2024.", ""),
        ("I baked a cake yesterday.", "The user baked a cake on 2026-05-12.", ""),
    ],
)
def test_numbers_and_negation_agree(said: str, content: str, reason: str) -> None:
    assert check(content, said).reason == reason


def test_a_short_answer_is_understood_from_the_turn_before() -> None:
    assert check("The user likes hiking.", "Do you like hiking?", "Yes, I love it!").reason == ""


def test_what_another_turn_says_much_better_is_refused() -> None:
    talk = [f"I talked to my colleague number {place} about the garden of the office." for place in range(30)]
    talk[3] = "My daughter Lea plays the violin in the youth orchestra of Bern."
    turns = [(Turn(f"m{place}", text, SAID, "user", "Ana", "c"), text) for place, text in enumerate(talk)]
    grounding = Grounding(turns)
    content = "Ana's daughter Lea plays the violin in the youth orchestra of Bern."
    assert grounding.check(content, [3]).reason == ""
    assert grounding.check(content, [20]).reason == "ungrounded"


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("twenty-five", {20, 5, 25}),
        ("three hundred and two", {3, 2, 302}),
        ("fünfundzwanzig", {25}),
        ("quatre-vingt-douze", {80, 12, 92}),
        ("veintidós", {22}),
        ("сорок два", {40, 2, 42}),
        ("二十五", {25}),
        ("1,200 or a dozen", {1200, 12}),
    ],
)
def test_numbers(text: str, values: set[int]) -> None:
    assert numbers_in(text) >= values


def test_a_common_word_claims_no_number() -> None:
    assert numbers_claimed("Ana is tired due to her six elves, one of them once.", "en") == {6}


def test_languages_and_words() -> None:
    assert [language_of(pairs[0][0]) for pairs in PAIRS.values()] == ["en", "de", "fr", "es", "ru", "cjk", "cjk"]
    assert word_count("I live in Rome.") == 4
    assert word_count("我去年搬到里斯本并养了一只狗。") >= 5
