"""Extraction rules over a dependency parse, in their order; the first rule with a result takes the clause."""

from oxgraph.extraction.rules.diets import allergy, diet
from oxgraph.extraction.rules.events import activity, habit, never, past_event, plan
from oxgraph.extraction.rules.instructions import instruction
from oxgraph.extraction.rules.numbers import record
from oxgraph.extraction.rules.personal_details import age, birth, condition, languages, named
from oxgraph.extraction.rules.preferences import favourite, taste
from oxgraph.extraction.rules.relationships import pet, relation, reports_to
from oxgraph.extraction.rules.residence import home, moved
from oxgraph.extraction.rules.statement import Draft, Rule, Statement
from oxgraph.extraction.rules.work import left_work, studies, work

RULES: tuple[Rule, ...] = (
    instruction,
    named,
    work,
    left_work,
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
    diet,
    favourite,
    taste,
    record,
    plan,
    never,
    past_event,
    activity,
    habit,
)

__all__ = ["RULES", "Draft", "Statement"]
