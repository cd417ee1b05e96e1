"""The rules in the order in which they are asked; the first that answers has the clause."""

from oxgraph.extraction.rules.draft import Rule
from oxgraph.extraction.rules.events import activity, deed, habit, never, plan
from oxgraph.extraction.rules.home import home, moved
from oxgraph.extraction.rules.instructions import instruction
from oxgraph.extraction.rules.numbers import record
from oxgraph.extraction.rules.people import pet, relation, reports_to
from oxgraph.extraction.rules.person import age, birth, condition, languages, named
from oxgraph.extraction.rules.preferences import allergy, favourite, taste
from oxgraph.extraction.rules.work import studies, work

RULES: tuple[Rule, ...] = (
    instruction,
    named,
    work,
    age,
    birth,
    moved,
    home,
    studies,
    languages,
    condition,
    reports_to,
    relation,
    pet,
    allergy,
    favourite,
    taste,
    record,
    plan,
    never,
    deed,
    activity,
    habit,
)
