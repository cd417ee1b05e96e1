"""Numbers in a text, in digits or in words, as values that can be compared."""

import re
import unicodedata
from collections.abc import Iterator

_LISTS = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen",
    "de": "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn"
    " siebzehn achtzehn neunzehn",
    "fr": "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis"
    " diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis"
    " veintisiete veintiocho veintinueve",
    "it": "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici",
    "pt": "zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze",
    "nl": "nul een twee drie vier vijf zes zeven acht negen tien elf twaalf",
    "ru": "ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать"
    " четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать",
}
_TENS = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety",
    "de": "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
    "fr": "vingt trente quarante cinquante soixante",
    "es": "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    "it": "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
    "pt": "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
    "ru": "двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто",
}
_OTHERS = {
    1: "first once single première premier erste ersten primero primera первый одна одну одного",
    2: "second twice couple pair both double twin twins zweite zweiten zweimal beide beiden paar deuxième seconde"
    " segundo segunda dos ambos две двух двое дважды оба обе второй",
    3: "third thrice triple triplets dritte dritten dreimal troisième tercero tercera трёх трех трое третий",
    4: "fourth quarter vierte vierten quatrième cuarto четырёх четырех четверо",
    5: "fifth fünfte fünften cinquième quinto пяти пятый",
    6: "sixth sechste sixième sexto шести",
    7: "seventh siebte septième séptimo семи",
    8: "eighth achte huitième octavo восьми",
    9: "ninth neunte neuvième девяти",
    10: "tenth zehnte dixième décimo десяти",
    12: "dozen dutzend douzaine docena дюжина",
    18: "dix-huit",
    17: "dix-sept",
    19: "dix-neuf",
    80: "quatre-vingts quatre-vingt huitante",
    70: "septante",
    90: "nonante",
}
_SCALES = {
    100: "hundred hundreds hundert cent cents cien ciento cento cem honderd сто сотня",
    1_000: "thousand thousands grand tausend mille mil mila duizend тысяча тысячи тысяч",
    1_000_000: "million millions millionen millones milione milhões miljoen миллион миллиона",
}


def _plain(word: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", word) if unicodedata.category(c) != "Mn")


def _cardinals(language: str) -> dict[str, int]:
    """Returns the number words of a language that are nothing else, from 2 on."""
    units, tens = (_plain(lists.get(language, "")).split() for lists in (_LISTS, _TENS))
    found = {word: value for value, word in enumerate(units) if value > 1}
    found |= {word: 10 * value for value, word in enumerate(tens, 2)}
    if language == "de":
        named = ["ein", *units[2:10]]
        found |= {f"{unit}und{ten}": 10 * b + a for a, unit in enumerate(named, 1) for b, ten in enumerate(tens, 2)}
    return found


CARDINALS = {language: _cardinals(language) for language in _LISTS}
VALUES: dict[str, int] = {
    **{_plain(word): value for line in _LISTS.values() for value, word in enumerate(line.split()[:2])},
    **{_plain(word): value for value, line in _OTHERS.items() for word in line.split()},
    **{word: value for words in CARDINALS.values() for word, value in words.items()},
}
SCALES = {_plain(word): scale for scale, line in _SCALES.items() for word in line.split()}

JOINS = frozenset({"and", "und", "et", "y", "e", "и"})
HAN = {c: v for v, cs in enumerate(("〇零", "一", "二两兩", "三", "四", "五", "六", "七", "八", "九")) for c in cs}
HAN_SCALES = {"十": 10, "百": 100, "千": 1_000, "万": 10_000, "萬": 10_000}
HAN_NUMBER = re.compile(f"[{''.join(HAN)}{''.join(HAN_SCALES)}]+")
DIGITS = re.compile(r"\d+(?:[.,]\d{3})+(?!\d)|\d+")
WORD = re.compile(r"[^\W\d_]+(?:-(?=vingt|sept|huit|neuf)[^\W\d_]+)*")


def numbers_in(text: str) -> frozenset[int]:
    """Returns the values of the numbers in a text, in every reading: `five and twenty` is 5, 20 and 25."""
    found: set[int] = set()
    for run in _runs(text):
        words = [word for word in run if word not in JOINS]
        found |= {_value(words)} | {VALUES[word] for word in words if word in VALUES}
    return frozenset(found | _digits(text) | {_han(match) for match in HAN_NUMBER.findall(text)})


def numbers_claimed(text: str, language: str) -> frozenset[int]:
    """Returns the values that a text certainly means: digits, and number words of its language from 2 on."""
    cardinals = CARDINALS.get(language, {})
    found = set(_digits(text))
    for run in _runs(text):
        words = [word for word in run if word not in JOINS]
        if any(word in cardinals for word in words):
            found.add(_value(words))
    return frozenset(found | {_han(match) for match in HAN_NUMBER.findall(text) if len(match) > 1})


def _digits(text: str) -> set[int]:
    return {int(re.sub(r"[.,]", "", number)) for number in DIGITS.findall(text)}


def _runs(text: str) -> Iterator[list[str]]:
    """Yields the number words that stand next to each other."""
    run: list[str] = []
    for word in (*WORD.findall(_plain(text.lower())), ""):
        if word in VALUES or word in SCALES or (run and word in JOINS):
            run.append(word)
        elif run:
            yield run
            run = []


def _value(words: list[str]) -> int:
    total = part = 0
    for word in words:
        if word in VALUES:
            part += VALUES[word]
        else:
            part = max(1, part) * SCALES[word]
            total, part = (total + part, 0) if SCALES[word] >= 1_000 else (total, part)
    return total + part


def _han(text: str) -> int:
    total = part = 0
    for character in text:
        if character in HAN:
            part = HAN[character] if part == 0 else part * 10 + HAN[character]
        else:
            total += max(1, part) * HAN_SCALES[character]
            part = 0
    return total + part
