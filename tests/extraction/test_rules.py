"""What the rules take from a turn and, more important, what they leave."""

from datetime import UTC, datetime

import pytest

from oxgraph.extraction import Candidate, RuleExtractor, Turn

SAID = datetime(2026, 5, 13, 15, tzinfo=UTC)  # a Wednesday


@pytest.fixture(scope="module")
def extractor() -> RuleExtractor:
    return RuleExtractor()


def extract(text: str, speaker: str | None = "Ana", others: tuple[str, ...] = ()) -> tuple[Candidate, ...]:
    turn = Turn("m", text, SAID, "user", speaker, "c", others)
    return next(iter(RuleExtractor().extract([(turn, text)]))).candidates


def contents(text: str, speaker: str | None = "Ana", others: tuple[str, ...] = ()) -> list[str]:
    return [candidate.content for candidate in extract(text, speaker, others)]


@pytest.mark.parametrize(
    ("text", "predicate", "content"),
    [
        ("I work at Siemens.", "works_at", "Ana works at Siemens."),
        ("I work as a nurse.", "job_title", "Ana works as a nurse."),
        ("I'm a software engineer.", "occupation", "Ana is a software engineer."),
        ("I live in Lisbon.", "lives_in", "Ana lives in Lisbon."),
        ("I live in Portugal.", "lives_in_country", "Ana lives in Portugal."),
        ("I'm from Chicago.", "comes_from", "Ana comes from Chicago."),
        ("I turned 40 yesterday.", "age", "Ana is 40 years old."),
        ("My birthday is on March 3rd.", "birthday", "Ana's birthday is March 3."),
        ("I was born in 1985.", "birth_year", "Ana was born in 1985."),
        ("I speak Spanish.", "speaks", "Ana speaks Spanish."),
        ("I'm allergic to peanuts.", "allergic_to", "Ana is allergic to peanuts."),
        ("My favourite colour is teal.", "favourite", "Ana's favourite colour is teal."),
        ("I prefer tea over coffee.", "prefers", "Ana prefers tea over coffee."),
        ("I love hiking.", "loves", "Ana loves hiking."),
        ("I can't say much, but I hate mushrooms.", "dislikes", "Ana hates mushrooms."),
        ("I don't like mushrooms.", "dislikes", "Ana doesn't like mushrooms."),
        ("I don't eat meat.", "does_not", "Ana doesn't eat meat."),
        ("I've never flown a plane.", "has_never", "Ana has never flown a plane."),
        ("Tom is my manager.", "reports_to", "Ana reports to Tom."),
        ("My sister's name is Julia.", "has_sister", "Ana's sister is Julia."),
        ("I have two cats.", "has_pet", "Ana has two cats."),
        ("My email is ana@example.com.", "email", "Ana's email is ana@example.com."),
        ("I volunteer at the animal shelter.", "does", "Ana volunteers at the animal shelter."),
        ("I'm learning Portuguese.", "occupied_with", "Ana is learning Portuguese."),
        (
            "I've been practicing yoga for 3 years.",
            "occupied_with",
            "Ana has been practicing yoga for 3 years (as of 2026-05-13).",
        ),
        ("My best time in the 5k is 24:13.", "measures", "Ana's best time in the 5k is 24:13."),
        ("I went to a jazz concert yesterday.", "went_to", "Ana went to a jazz concert on 2026-05-12."),
        ("We adopted two kittens last summer.", "adopted", "Ana and others adopted two kittens in summer 2025."),
        ("Lost my job as a clerk yesterday.", "lost", "Ana lost their job as a clerk on 2026-05-12."),
        ("I think I left my keys at the gym.", "left", "Ana thinks that Ana left their keys at the gym."),
        ("Next month, I'm visiting my aunt in Oslo.", "plans", "In June 2026, Ana is visiting their aunt in Oslo."),
    ],
)
def test_statements(text: str, predicate: str, content: str) -> None:
    found = {candidate.content: candidate for candidate in extract(text)}
    assert content in found
    assert found[content].predicate == predicate
    assert found[content].subject == "Ana"


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("Now I teach maths.", "Ana teaches maths."),
        ("I teach maths now.", "Ana teaches maths."),
        ("Right now I'm learning Spanish.", "Ana is learning Spanish."),
        ("These days I run a bakery.", "Ana runs a bakery."),
        ("At the moment I volunteer at the shelter.", "Ana volunteers at the shelter."),
        ("Until now I have rented a flat.", "Until now Ana has rented a flat."),
        ("I quit my job.", "Ana quit their job."),
        ("I love my job.", "Ana loves their job."),
        ("My sister sold my car yesterday.", "Ana's sister sold Ana's car on 2026-05-12."),
        ("My wife and I sold my boat yesterday.", "Ana's wife and Ana sold Ana's boat on 2026-05-12."),
        ("I met Tom's parents at my house yesterday.", "Ana met Tom's parents at Ana's house on 2026-05-12."),
        ("I gave my brother my bike yesterday.", "Ana gave their brother Ana's bike on 2026-05-12."),
    ],
)
def test_statements_are_plain_english(text: str, content: str) -> None:
    """Without `now`, which the memory's time says; `their` where nobody else can be meant."""
    assert content in contents(text)


@pytest.mark.parametrize(
    "text",
    [
        "Do I work at Siemens?",
        "Should I move to Lisbon next year?",
        "If I move to Paris, I will buy a bike.",
        "I wish I lived in Paris.",
        "I would love to visit Japan someday.",
        "I might buy a boat in June.",
        "I do not work at Siemens.",
        "I don't live in Paris.",
        "I used to live in Paris.",
        "I almost bought a Tesla.",
        "I never said I live in Boston.",
        "They say I work at NASA.",
        'He said "I live in Rome with my dog" and laughed.',
        "She moved to Madrid last year.",
        "I love that.",
        "I like the colours.",
        "I bought it yesterday.",
        "I love your painting style.",
        "Oh great, I work at a circus.",
        "I'm thinking of buying a boat.",
        "I also work at Ikea on weekends in Rome temporarily.",
        "I've got your back.",
        "My brother said he bought a house.",
        "Not having booked a flight or signed a lease, I worry.",
        "Imagine I live in Rome.",
    ],
)
def test_what_is_no_statement(text: str) -> None:
    assert [one.content for one in extract(text) if one.predicate not in ("does",)] == []


def test_a_letter_is_not_about_its_drafter() -> None:
    assert contents("Please polish this:\n\nDear Mr Smith,\nI work at Siemens and I live in Rome.\n") == []


@pytest.mark.parametrize(
    ("text", "predicate", "expected"),
    [
        ("I'm allergic to shellfish.", "allergic_to", ["Ana is allergic to shellfish."]),
        (
            "I'm allergic to soy and shellfish.",
            "allergic_to",
            ["Ana is allergic to soy.", "Ana is allergic to shellfish."],
        ),
        ("I have a peanut allergy.", "allergic_to", ["Ana is allergic to peanuts."]),
        ("I've got a severe allergy to penicillin.", "allergic_to", ["Ana is allergic to penicillin."]),
        ("I suffer from a latex allergy.", "allergic_to", ["Ana is allergic to latex."]),
        ("I am lactose intolerant.", "allergic_to", ["Ana is intolerant to lactose."]),
        ("My son is allergic to eggs.", "allergic_to", ["Ana's son is allergic to eggs."]),
        ("I can't eat gluten.", "does_not", ["Ana can't eat gluten."]),
        ("I cannot have any dairy.", "does_not", ["Ana can't have dairy."]),
        ("I can't eat spicy food.", "does_not", ["Ana can't eat spicy food."]),
        ("I avoid gluten and dairy.", "does_not", ["Ana avoids gluten.", "Ana avoids dairy."]),
        ("I don't eat gluten.", "does_not", ["Ana doesn't eat gluten."]),
        ("I'm a vegan.", "is", ["Ana is a vegan."]),
        ("I'm a strict vegetarian.", "is", ["Ana is a vegetarian."]),
        ("I'm gluten-free.", "is", ["Ana is gluten-free."]),
        ("I'm on a keto diet.", "is", ["Ana is on a keto diet."]),
        ("I follow a low-carb diet.", "is", ["Ana follows a low-carb diet."]),
        ("I went vegan last year.", "is", ["Ana is vegan."]),
        ("I've been vegan since 2019.", "is", ["Ana is vegan."]),
        ("I eat halal.", "does", ["Ana eats halal."]),
    ],
)
def test_allergies_and_diets(text: str, predicate: str, expected: list[str]) -> None:
    found = extract(text)
    assert [one.content for one in found] == expected
    assert {one.predicate for one in found} == {predicate}


@pytest.mark.parametrize(
    "text",
    [
        "I can't eat another bite.",
        "I can't eat dinner tonight.",
        "I can't eat much bread.",
        "I can't have kids.",
        "I can't have dairy before the surgery.",
        "I can't drink and drive.",
        "I could eat shellfish all day.",
        "I'm not allergic to nuts.",
        "I have no nut allergy.",
        "I don't have a peanut allergy.",
        "I'm allergic to your jokes.",
        "I'm on a diet.",
        "I'm sugar free this month.",
        "I was vegan.",
        "I've been vegan before.",
    ],
)
def test_what_is_no_allergy_and_no_diet(text: str) -> None:
    assert contents(text) == []


def test_moving_says_where_somebody_lives_since() -> None:
    event, fact = extract("I moved from Boston to Berlin last month.")
    assert (event.type, event.predicate, event.object) == ("event", "moved_to", "Berlin")
    assert (fact.type, fact.predicate, fact.object) == ("fact", "lives_in", "Berlin")
    assert event.valid_from == fact.valid_from == datetime(2026, 4, 1, tzinfo=UTC)


def test_moving_back_says_it_too() -> None:
    event, fact = extract("I moved back to Berlin last month.")
    assert (event.predicate, event.object) == ("moved_to", "Berlin")
    assert (fact.predicate, fact.valid_from) == ("lives_in", datetime(2026, 4, 1, tzinfo=UTC))


@pytest.mark.parametrize(
    ("text", "since"),
    [
        ("two weeks ago I moved to Oslo", datetime(2026, 4, 27, tzinfo=UTC)),
        ("I moved to Oslo two weeks ago", datetime(2026, 4, 27, tzinfo=UTC)),
        ("We moved to Oslo last year.", datetime(2025, 1, 1, tzinfo=UTC)),
        ("We moved to Oslo last summer.", datetime(2025, 6, 1, tzinfo=UTC)),
        ("My wife and I moved to Oslo in March.", datetime(2026, 3, 1, tzinfo=UTC)),
        ("I have moved to Oslo.", None),
        ("We've moved to Oslo", None),
        ("We just relocated to Oslo.", None),
        ("We live in Oslo.", None),
    ],
)
def test_wordings_of_a_move_and_a_home(text: str, since: datetime | None) -> None:
    home = extract(text)[-1]
    assert (home.content, home.predicate, home.valid_from) == ("Ana lives in Oslo.", "lives_in", since)


@pytest.mark.parametrize(
    "text",
    [
        "I moved to Oslo in 2015.",
        "I moved to Oslo five years ago.",
        "I have moved to Oslo twice.",
        "I've moved to Oslo before.",
        "I moved to Oslo for a year in 2025.",
        "We moved to Linux last year.",
        "I moved to Siemens last month.",
        "I moved to Marketing last month.",
        "We're based in Oslo.",
        "We might move to Oslo.",
        "They moved to Oslo last year.",
        "My parents moved to Oslo last year.",
    ],
)
def test_what_says_not_where_somebody_lives_now(text: str) -> None:
    assert not [one for one in extract(text) if one.predicate.startswith("lives_in")]


def test_a_town_that_the_parser_takes_for_a_firm() -> None:
    assert "Ana lives in Bergen." in contents("We moved to Bergen last year.")
    assert contents("I live in Cork.") == ["Ana lives in Cork."]


@pytest.mark.parametrize(
    ("text", "content", "until"),
    [
        ("I no longer work at Siemens.", "Ana works at Siemens.", SAID),
        ("I don't live in Paris any more.", "Ana lives in Paris.", SAID),
        ("My sister Anna no longer lives in Berlin.", "Anna lives in Berlin.", SAID),
        ("I'm not a nurse anymore.", "Ana is a nurse.", SAID),
        ("I'm no longer allergic to peanuts.", "Ana is allergic to peanuts.", SAID),
        ("I left Siemens last month.", "Ana works at Siemens.", datetime(2026, 5, 1, tzinfo=UTC)),
        ("I quit my job at Rivian yesterday.", "Ana works at Rivian.", datetime(2026, 5, 13, tzinfo=UTC)),
        ("I was laid off from Google.", "Ana works at Google.", SAID),
        ("I lost my job as a clerk.", "Ana is a clerk.", SAID),
        ("It turned out that I'm not allergic to shellfish after all.", "Ana is allergic to shellfish.", SAID),
        ("My dog Bello died yesterday, I am so sad.", "Ana's dog is Bello.", datetime(2026, 5, 13, tzinfo=UTC)),
        ("Forget that I live in Bremen, please.", "Ana lives in Bremen.", SAID),
        ("Please forget that I like coffee.", "Ana likes coffee.", SAID),
        ("It's no longer true that I live in Bremen.", "Ana lives in Bremen.", SAID),
        ("Sorry, I misspoke: my sister is Clara, not Karla.", "Ana's sister is Karla.", SAID),
        ("No, my birthday is on May 8, not May 7.", "Ana's birthday is May 7.", SAID),
        ("I live in Leipzig, not in Bremen.", "Ana lives in Bremen.", SAID),
        ("I work as a doctor, not as a nurse.", "Ana works as a nurse.", SAID),
        ("My favourite colour is green, not blue.", "Ana's favourite colour is blue.", SAID),
    ],
)
def test_what_is_over_has_an_end(text: str, content: str, until: datetime) -> None:
    """In the words of when it began, so that the memory of that ends."""
    found = {candidate.content: candidate for candidate in extract(text)}
    assert (found[content].valid_from, found[content].valid_to) == (None, until)


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("Sorry, I misspoke: my sister is Clara, not Karla.", "Ana's sister is Clara."),
        ("Actually, my birthday is on May 8, not May 7.", "Ana's birthday is May 8."),
        ("I live in Leipzig, not in Bremen.", "Ana lives in Leipzig."),
        ("That's wrong, I work as a doctor.", "Ana works as a doctor."),
        ("My name is spelt Kathrin, with th.", "Ana's name is Kathrin."),
        ("My new phone number is 0171 7654321.", "Ana's phone number is 0171 7654321."),
        ("My dog Bello died yesterday, I am so sad.", "Ana's dog Bello died on 2026-05-12."),
        ("I no longer go to the gym.", "Ana no longer goes to the gym."),
        ("I don't use Notion any more.", "Ana doesn't use Notion any more."),
    ],
)
def test_what_holds_instead_is_stated(text: str, content: str) -> None:
    found = {candidate.content: candidate for candidate in extract(text)}
    assert found[content].valid_to is None


@pytest.mark.parametrize(
    "text",
    [
        "I told him it's not true that I live in Bremen.",
        "I always forget that my sister is Clara.",
        "It is true that I work at Siemens.",
        "I like tea, not because of the taste.",
        "My name is Ada, not that it matters.",
        "I went to Rome, not knowing the way.",
    ],
)
def test_what_takes_nothing_back(text: str) -> None:
    assert all(candidate.valid_to is None for candidate in extract(text))


def test_each_of_several_is_stated() -> None:
    assert contents("I am allergic to peanuts and to shellfish.") == [
        "Ana is allergic to peanuts.",
        "Ana is allergic to shellfish.",
    ]
    spoken = contents("I speak German, English and a little French.")
    assert spoken == ["Ana speaks German.", "Ana speaks English.", "Ana speaks French."]
    assert contents("I have a dog called Bello and a cat named Mia.") == ["Ana's dog is Bello.", "Ana's cat is Mia."]


def test_a_weekday_of_the_present_lies_ahead() -> None:
    assert contents("I have a meeting with Anna on Friday at 3pm.") == [
        "Ana has a meeting with Anna on 2026-05-15 at 3pm."
    ]
    assert contents("I met Anna on Friday in the park.") == ["Ana met Anna on 2026-05-08 in the park."]


@pytest.mark.parametrize(
    "text", ["I lost Google as a client.", "I fired Ben from Google.", "I left my keys at Google."]
)
def test_what_ends_nobodys_work(text: str) -> None:
    assert {candidate.type for candidate in extract(text)} <= {"event"}


def test_moving_long_ago_does_not() -> None:
    assert [one.predicate for one in extract("I moved to Berlin when I was ten.")] == ["moved_to"]


def test_several_statements_of_a_sentence() -> None:
    assert contents("My sister Anna lives in Berlin and she's a nurse.") == [
        "Ana's sister is Anna.",
        "Anna lives in Berlin.",
        "Anna is a nurse.",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "My wife is Anna. My boss is Tom. He works at Dell.",
            ["Ana's wife is Anna.", "Ana reports to Tom.", "Tom works at Dell."],
        ),
        ("My wife is Anna. He works at Dell.", ["Ana's wife is Anna."]),
        ("My colleague Anna called. He works at Dell.", ["Ana's colleague is Anna."]),
        ("My cousin Alex called. He lives in Oslo.", ["Ana's cousin is Alex.", "Alex lives in Oslo."]),
        ("My husband called. My husband is Paul. He works at Dell.", ["Ana's husband is Paul.", "Paul works at Dell."]),
        ("My brother is Tom. I met a doctor. He lives in Oslo.", ["Ana's brother is Tom.", "Ana met a doctor."]),
        (
            "My brother is Tom. He is a doctor. He lives in Oslo.",
            ["Ana's brother is Tom.", "Tom is a doctor.", "Tom lives in Oslo."],
        ),
        ("He lives in Oslo with Tom.", []),
        (
            "My friend Tom met Paul yesterday. He lives in Rome.",
            ["Ana's friend is Tom.", "Ana's friend Tom met Paul on 2026-05-12."],
        ),
        ("My brother met him in Oslo yesterday.", []),
        ("I saw my sister with his dog yesterday.", []),
        ("My dad gave his car to Sue yesterday.", ["Ana's dad gave his car to Sue on 2026-05-12."]),
        ("My mom called Aunt Beth. She lives in Oslo.", ["Ana's mom called Aunt Beth."]),
        ("Mrs Smith called me. She lives in Oslo.", ["Mrs Smith lives in Oslo."]),
        ("I flew to Florence yesterday. She lives in Oslo.", ["Ana flew to Florence on 2026-05-12."]),
    ],
)
def test_a_pronoun_means_whom_it_can_mean_alone(text: str, expected: list[str]) -> None:
    """By what somebody is to the speaker, by the first name, and by who stands before it; nothing where that is two."""
    assert contents(text) == expected


def test_a_place_is_not_he() -> None:
    assert "Will works at Intel." in contents("Will lives in Cork and he works at Intel.")
    assert "Paul works at Intel." in contents("Paul is from Cork and he works at Intel.")


@pytest.mark.parametrize(
    "text",
    [
        "Ben, my cousin, lives in Oslo.",
        "My cousin Ben lives in Oslo.",
        "My cousin, Ben, lives in Oslo.",
        "My cousin is Ben. He lives in Oslo.",
        "Ben is my cousin. Ben lives in Oslo.",
    ],
)
def test_a_relative_is_a_person_and_not_the_user_of_that_id(text: str) -> None:
    """A user's entity has the type `user`, so that a person of the same name is another one."""
    relation, home = extract(text, None)
    assert (relation.content, relation.object_type) == ("User's cousin is Ben.", "person")
    assert (home.subject, home.subject_type, home.predicate, home.object) == ("Ben", "person", "lives_in", "Oslo")


def test_a_relative_of_the_speakers_name_is_left_out() -> None:
    """By the name it would be about the speaker."""
    assert contents("My cousin Ben lives in Oslo.", "Ben") == []


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("My sister May lives in Leeds.", "May lives in Leeds."),
        ("Will lives in Leeds.", "Will lives in Leeds."),
        ("May always works at Siemens.", "May works at Siemens."),
        ("My brother Will works at Intel.", "Will works at Intel."),
        ("My friend Will moved to Berlin last month.", "Will lives in Berlin."),
        ("My daughter April lives in Boston.", "April lives in Boston."),
        ("My sister Drew lives in Leeds.", "Drew lives in Leeds."),
    ],
)
def test_a_name_that_is_another_word_too(text: str, content: str) -> None:
    assert content in contents(text)


@pytest.mark.parametrize(
    "text",
    [
        "My sister may live in Leeds.",
        "My sister will live in Leeds.",
        "May I live in Leeds?",
        "Will you live in Leeds?",
        "My brother may have moved to Oslo.",
        "May was lovely in Rome.",
    ],
)
def test_a_modal_is_no_name(text: str) -> None:
    assert contents(text) == []


def test_a_resolved_pronoun_costs_confidence() -> None:
    plain, resolved = extract("My sister Anna lives in Berlin and she's a nurse.")[1:]
    assert (plain.confidence, resolved.confidence) == (0.95, 0.8075)


def test_a_hedge_costs_confidence() -> None:
    (found,) = extract("Maybe I bought too many books last week.")
    assert found.confidence == 0.6


def test_the_question_behind_a_statement_is_left_out() -> None:
    assert contents("I bought a tent on May 2, so can you help me find a campsite?") == [
        "Ana bought a tent on 2026-05-02."
    ]


def test_the_date_of_another_thing_is_not_when_it_happened() -> None:
    (found,) = extract("I accepted a part-time role starting June 1.")
    assert found.content == "Ana accepted a part-time role starting on 2026-06-01."
    assert found.valid_from is None


def test_a_user_without_a_name() -> None:
    name, work = extract("Hi, I'm Christina and I work at Siemens.", None)
    assert (name.content, name.subject) == ("User's name is Christina.", "user")
    assert work.content == "User works at Siemens."


@pytest.mark.parametrize(
    ("text", "predicate", "name"),
    [
        ("I'm Ada.", "name", "Ada"),
        ("My name is Ada Lovelace.", "name", "Ada Lovelace"),
        ("My name's Ada.", "name", "Ada"),
        ("Hi, my first name's Ada", "name", "Ada"),
        ("I am called Ada.", "name", "Ada"),
        ("I'm named Ada.", "name", "Ada"),
        ("Call me Ada.", "call_name", "Ada"),
        ("You can call me Ada.", "call_name", "Ada"),
        ("My friends call me Addie.", "call_name", "Addie"),
        ("I go by Ada.", "call_name", "Ada"),
    ],
)
def test_names_of_the_user(text: str, predicate: str, name: str) -> None:
    (found,) = extract(text, None)
    assert (found.predicate, found.known_as, found.content.endswith(f"{name}.")) == (predicate, name, True)
    assert "known_as" not in found.item("m")


@pytest.mark.parametrize(
    "text",
    [
        "Call me tomorrow.",
        "You can call me back.",
        "You can't call me Ada.",
        "I'm not Ada.",
        "I'm Norwegian.",
        "My boss calls me lazy.",
        "They call me every day.",
        "My name's origin is Greek.",
        "This is Ada.",
    ],
)
def test_what_names_nobody(text: str) -> None:
    assert extract(text, None) == ()


@pytest.mark.parametrize(
    ("text", "content"),
    [
        (
            "Always answer in French when I ask about food.",
            "User's instruction: always answer in French when User asks about food.",
        ),
        ("Please never use emojis in your replies.", "User's instruction: never use emojis in your replies."),
        ("Call me Max.", "User wants to be called Max."),
    ],
)
def test_instructions(text: str, content: str) -> None:
    (found,) = extract(text, None)
    assert (found.type, found.content) == ("instruction", content)


def test_between_two_people_an_imperative_is_no_instruction() -> None:
    assert contents("Always look on the bright side of life.", "Ana", ("Ben",)) == []


def test_the_other_speaker_is_named() -> None:
    assert contents("I saw you at the market yesterday, Ben!", "Ana", ("Ben",)) in (
        [],
        ["Ana saw Ben at the market on 2026-05-12."],
    )


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("My favourite film is Alien.", "favourite film"),
        ("I prefer coffee over tea.", "coffee or tea"),
        ("I prefer tea over coffee.", "coffee or tea"),
        ("I prefer dark mode.", "mode brightness"),
        ("I prefer dark mode at night.", "mode brightness at night"),
        ("I prefer tabs.", "indentation"),
        ("I prefer spicy food.", None),
        ("My highest score in Scrabble is 321.", "highest score in scrabble"),
        ("I prefer long walks in the forest.", "walk length in forest"),
        ("My goal is 10,000 steps a day.", None),
        ("My highest score is 321.", None),
        ("I love hiking.", None),
    ],
)
def test_only_what_has_one_value_has_a_topic(text: str, topic: str | None) -> None:
    assert [one.topic_key for one in extract(text)] == [topic]


def test_events_have_no_topic_and_no_stateful_predicate() -> None:
    for text in ("I bought a red car yesterday.", "I started a new job at Siemens last week."):
        assert all(one.topic_key is None for one in extract(text) if one.type == "event")


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("I met Ada Lovelace in Rome.", "Ada Lovelace"),
        ("I visited the Eiffel Tower in Paris in 2024.", "Eiffel Tower"),
        ("I went to the Museum of Modern Art in New York yesterday.", "Museum of Modern Art"),
        ("I visited Bank of America yesterday.", "Bank of America"),
    ],
)
def test_where_a_named_thing_is_is_no_part_of_its_name(text: str, thing: str) -> None:
    assert [candidate.object for candidate in extract(text)] == [thing]
