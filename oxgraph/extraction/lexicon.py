"""The words that the rules know."""

CONTRACTED = {
    "'m": "am",
    "'re": "are",
    "'ve": "have",
    "'ll": "will",
    "n't": "not",
    "'d": "would",
    "ca": "can",
    "wo": "will",
}

RELATIONS = {
    "mother": "mother", "mom": "mother", "mum": "mother", "mommy": "mother", "mama": "mother", "father": "father",
    "dad": "father", "daddy": "father", "papa": "father", "sister": "sister", "brother": "brother", "wife": "wife",
    "husband": "husband", "spouse": "spouse", "partner": "partner", "girlfriend": "girlfriend",
    "boyfriend": "boyfriend", "fiancé": "fiancé", "fiancée": "fiancée", "fiance": "fiancé", "fiancee": "fiancée",
    "son": "son", "daughter": "daughter", "kid": "child", "child": "child", "cousin": "cousin", "aunt": "aunt",
    "uncle": "uncle", "niece": "niece", "nephew": "nephew", "grandma": "grandmother", "grandmother": "grandmother",
    "granny": "grandmother", "grandpa": "grandfather", "grandfather": "grandfather", "grandson": "grandson",
    "granddaughter": "granddaughter", "friend": "friend", "buddy": "friend", "pal": "friend", "roommate": "roommate",
    "flatmate": "roommate", "neighbor": "neighbour", "neighbour": "neighbour", "colleague": "colleague",
    "coworker": "colleague", "co-worker": "colleague", "boss": "manager", "manager": "manager", "mentor": "mentor",
    "supervisor": "supervisor", "teacher": "teacher", "coach": "coach", "trainer": "trainer", "doctor": "doctor",
    "therapist": "therapist", "professor": "professor", "advisor": "advisor", "classmate": "classmate",
    "teammate": "teammate", "stepmother": "stepmother", "stepfather": "stepfather", "landlord": "landlord", "dentist": "dentist", "vet": "vet", "lawyer": "lawyer", "accountant": "accountant",
    "assistant": "assistant", "client": "client", "sister-in-law": "sister-in-law", "parent": "parent",
}  # fmt: skip
"""Nouns for a person by what they are to somebody, and the name of that relation."""

FEMALE = frozenset(
    "mother mom mum mommy mama sister wife girlfriend fiancée fiancee daughter aunt niece grandma grandmother granny "
    "granddaughter stepmother sister-in-law".split()
)
MALE = frozenset(
    "father dad daddy papa brother husband boyfriend son uncle nephew grandpa grandfather grandson stepfather".split()
)
ONLY_ONE = frozenset("mother father wife husband spouse".split())
"""Relations that one has one of, so that the bare noun names one person."""

ANIMALS = frozenset(
    "dog cat puppy kitten pup kitty hamster rabbit bunny parrot bird fish goldfish turtle tortoise horse pony snake lizard "
    "gecko ferret guinea-pig hedgehog chicken goat pet dogs cats".split()
)

OCCUPATIONS = frozenset(
    "accountant actor actress analyst architect artist attorney author baker barista bartender biologist bookkeeper "
    "broker builder butcher carpenter cashier chef chemist clerk coach composer consultant contractor cook counselor "
    "counsellor dancer dentist designer developer director doctor driver economist editor electrician engineer farmer "
    "filmmaker firefighter fisherman florist freelancer gardener geologist hairdresser historian illustrator instructor "
    "interpreter investigator janitor journalist judge lawyer lecturer librarian manager mechanic midwife musician nurse "
    "nutritionist officer optician painter paralegal paramedic pediatrician pharmacist photographer physician physicist "
    "physiotherapist pilot plumber podcaster poet policeman politician producer professor programmer psychiatrist "
    "psychologist realtor receptionist recruiter reporter researcher salesman salesperson scientist sculptor secretary "
    "seamstress singer soldier songwriter statistician streamer surgeon surveyor tailor teacher technician technologist "
    "therapist trainer translator tutor vet veterinarian videographer waiter waitress welder writer novelist screenwriter "
    "entrepreneur student intern apprentice trader strategist".split()
)

MENTAL = frozenset(
    "hop agree appear appreciate assume bet believe can care check chat come consider continue could do doubt dream expect feel "
    "figure find focus forget get_to give_up guess happen hear hope imagine keep know let like look love mean mention "
    "miss need notice own pay please promise read_as realise realize relate remember remind say seem should show sound "
    "stay suggest suppose surprise talk tell text thank think understand wait want wish wonder worry ask hate enjoy "
    "struggle aim explain discuss describe share touch blow inspire motivate amaze impress excite believe".split()
)
"""Verbs of which the past says what somebody thought, felt or said, rather than did."""

CURRENT = frozenset(
    "attend build collect coach compose design develop edit foster learn live mentor organize own play practice practise "
    "prepare read rehearse renovate rent run study take teach train use volunteer work write".split()
)
"""Verbs of which `I am …ing` says what somebody is occupied with."""

HABITS = frozenset(
    "attend bake coach collect commute cook cycle drive exercise foster garden go grow hike knit lead live make meditate "
    "meet own paint play practice practise rent ride run sing speak study swim teach train travel use visit volunteer walk "
    "work write have manage".split()
)
"""Verbs of which `I …` says a habit or a state."""

LIKES = {
    "like": "likes", "love": "loves", "adore": "loves", "enjoy": "likes", "prefer": "prefers", "hate": "dislikes",
    "dislike": "dislikes", "despise": "dislikes", "detest": "dislikes", "loathe": "dislikes",
}  # fmt: skip

HEDGES = frozenset("maybe perhaps probably possibly might apparently supposedly presumably somewhat".split())
THINKING = frozenset("think believe guess suppose assume figure reckon".split())
FACTUAL_MARKS = frozenset("because since as cause after".split())
PLANNING = frozenset("plan intend schedule prepare arrange".split())
WISHING = frozenset("want wish hope need aim dream consider wonder try like mean hesitate struggle".split())

VAGUE = frozenset(
    "lot bit way thing things stuff something anything everything nothing one ones time times kind sort idea part chance "
    "some any much more many most all both none blast ton bunch it that this part while point sense care place mind look "
    "look difference step word words fun bunch break shot try back deal issue result tip insight improvement".split()
)
"""Nouns that say nothing without what was said before."""

COUNTRIES = frozenset(
    line
    for line in (
        "afghanistan|albania|algeria|andorra|angola|argentina|armenia|australia|austria|azerbaijan|bahamas|bahrain"
        "|bangladesh|barbados|belarus|belgium|belize|benin|bhutan|bolivia|bosnia|botswana|brazil|brunei|bulgaria|burundi"
        "|cambodia|cameroon|canada|chad|chile|china|colombia|congo|costa rica|croatia|cuba|cyprus|czech republic|czechia"
        "|denmark|dominican republic|ecuador|egypt|el salvador|england|eritrea|estonia|ethiopia|fiji|finland|france|gabon"
        "|gambia|georgia|germany|ghana|great britain|greece|grenada|guatemala|guinea|guyana|haiti|honduras|hungary|iceland"
        "|india|indonesia|iran|iraq|ireland|israel|italy|ivory coast|jamaica|japan|jordan|kazakhstan|kenya|kosovo|kuwait"
        "|kyrgyzstan|laos|latvia|lebanon|liberia|libya|lithuania|luxembourg|madagascar|malawi|malaysia|maldives|mali|malta"
        "|mauritius|mexico|moldova|monaco|mongolia|montenegro|montserrat|morocco|mozambique|myanmar|namibia|nepal"
        "|netherlands|the netherlands|new zealand|nicaragua|niger|nigeria|north korea|north macedonia|northern ireland"
        "|norway|oman|pakistan|palestine|panama|paraguay|peru|philippines|the philippines|poland|portugal|qatar|romania"
        "|russia|rwanda|samoa|saudi arabia|scotland|senegal|serbia|seychelles|sierra leone|singapore|slovakia|slovenia"
        "|somalia|south africa|south korea|korea|spain|sri lanka|sudan|suriname|sweden|switzerland|syria|taiwan"
        "|tajikistan|tanzania|thailand|togo|tonga|trinidad|tunisia|turkey|uae|uganda|uk|the uk|ukraine"
        "|united arab emirates|united kingdom|the united kingdom|united states|the united states|us|the us|usa|the usa"
        "|u.s.|america|uruguay|uzbekistan|vatican|venezuela|vietnam|wales|yemen|zambia|zimbabwe"
    ).split("|")
)
REGIONS = frozenset(
    line
    for line in (
        "alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|hawaii|idaho|illinois|indiana"
        "|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana"
        "|nebraska|nevada|new hampshire|new jersey|new mexico|north carolina|north dakota|ohio|oklahoma|oregon"
        "|pennsylvania|rhode island|south carolina|south dakota|tennessee|texas|utah|vermont|virginia|washington state"
        "|west virginia|wisconsin|wyoming|ontario|quebec|british columbia|alberta|manitoba|saskatchewan|nova scotia"
        "|new south wales|queensland|victoria|tasmania|bavaria|saxony|hesse|tuscany|sicily|sardinia|lombardy|catalonia"
        "|andalusia|normandy|brittany|provence|europe|asia|africa|north america|south america|the midwest|scandinavia"
    ).split("|")
)

OPPOSED = tuple(
    tuple(frozenset(side.split("/")) for side in pair.split("|"))
    for pair in (
        "dark|light metric|imperial formal|informal/casual short/concise/brief|long/detailed/verbose window|aisle "
        "12-hour|24-hour celsius|fahrenheit hot|iced/cold indoor|outdoor visual|verbal/auditory manual|automatic "
        "paper/printed/physical|digital/electronic early|late morning|evening"
    ).split()
)
"""Choices of which one is preferred: with the same noun behind them they are values of one preference."""

LANGUAGES = frozenset(
    "arabic bengali bulgarian cantonese chinese croatian czech danish dutch english estonian farsi finnish french gaelic "
    "german greek hebrew hindi hungarian icelandic indonesian irish italian japanese khmer korean latin latvian lithuanian "
    "malay mandarin mongolian nepali norwegian persian polish portuguese punjabi romanian russian serbian slovak somali "
    "spanish swahili swedish tagalog tamil telugu thai turkish ukrainian urdu vietnamese welsh yoruba zulu esperanto asl".split()
)
