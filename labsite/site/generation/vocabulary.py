"""The words that made-up content consists of; nobody is called like this."""


def words(text):
    """The words of a text."""
    return text.split()


def phrases(text):
    """What stands between bars, or on lines of its own."""
    return text.strip().replace("\n", "|").split("|")


GIVEN_NAMES = words("""
Ada Alaric Amina Anouk Ángel Barnaby Beatrix Björn Calla Cosmo Dagny Delphine Edda Ekrem Elif
Emeka Esmé Fabian Farah Fenna Fintan François Gaia Greta Hana Hugo Ida Imre Inés Isolde Jarek
Jolanta Juno Kaveh Kirsi Lars Léonie Lior Łukasz Maren Mateo Mireille Nadia Niamh Nils Odalys
Olamide Oskar Petra Quentin Rasmus Renske Rhea Saskia Seraphina Søren Tamsin Thandi Tilde Tobias
Ulrike Vesna Viggo Wanda Xanthe Yara Yusuf Zoë
""")

FAMILY_BEGINNINGS = words("""
Amber Bramble Cinder Drift Elder Fern Glimmer Hollow Ivory Juniper Kestrel Lumen Marrow Nettle
Opal Pebble Quill Raven Silver Thistle Umber Velvet Willow Yarrow Zephyr
""")

FAMILY_ENDINGS = words("""
brook dale feather field ford gate hart lock mere moor ridge shade stone water wick wood
""")

# Language, family names and given names with their Latin forms, and what stands between the two.
NATIVE_NAMES = [
    (
        "zh",
        [("Yun", "云"), ("Xing", "星"), ("Shuang", "霜"), ("Lan", "岚"), ("Xi", "溪")],
        [
            ("Tingyu", "听雨"),
            ("Wentian", "问天"),
            ("Minghe", "明河"),
            ("Qianzhi", "千纸"),
            ("Xiaoman", "小满"),
            ("Zhuying", "竹影"),
            ("Shanhai", "山海"),
        ],
        "",
    ),
    (
        "ja",
        [("Tsukikage", "月影"), ("Hoshikawa", "星川"), ("Kazemori", "風森"), ("Yukizora", "雪空")],
        [("Akari", "灯"), ("Minato", "湊"), ("Sora", "空"), ("Shiori", "栞"), ("Haru", "晴")],
        " ",
    ),
    (
        "ko",
        [("Byeol", "별"), ("Haneul", "하늘"), ("Sol", "솔")],
        [("Bada", "바다"), ("Narae", "나래"), ("Garam", "가람"), ("Iseul", "이슬")],
        "",
    ),
]

FIELDS = (
    """
Attentive Systems|Botanical Computing|Cartographic Learning|Distributed Memory|Everyday Robotics
Fluid Interfaces|Glacial Data|Harmonic Analysis|Invisible Infrastructure|Joyful Programming
Kinetic Materials|Language and Weather|Machine Patience|Nocturnal Vision|Oceanic Networks
Plausible Reasoning|Quiet Hardware|Reliable Inference|Slow Algorithms|Tactile Graphics
Urban Acoustics|Visible Computation|Wayfinding|Yielding Structures
""".strip()
    .replace("\n", "|")
    .split("|")
)

UNIVERSITIES = (
    """
University of Nordhaven|Lakeshore Institute of Technology|Old Harbour University
Saltmarsh Polytechnic|University of the Seven Bridges|Highmoor College
""".strip()
    .replace("\n", "|")
    .split("|")
)

CITIES = [
    ("Nordhaven", "Atlantis"),
    ("Saltmarsh", "Avalon"),
    ("Highmoor", "Lyonesse"),
    ("Seven Bridges", "Ruritania"),
    ("Old Harbour", "Erewhon"),
]

QUALITIES = words("""
Adaptive Calibrated Certified Compact Decentralised Efficient Elastic Explainable Faithful Frugal
Hierarchical Incremental Interpretable Lightweight Modular Patient Private Provable Robust Scalable
Sparse Steerable Unsupervised Verifiable
""")

METHODS = (
    """
Attention|Beam Search|Caching|Clustering|Diffusion|Embeddings|Ensembles|Graph Matching|Hashing
Kernels|Memory Layouts|Message Passing|Optimisation|Pipelines|Planning|Pruning|Quantisation
Retrieval|Sampling|Scheduling|Sketches|Transformers|Tree Search|Type Systems
""".strip()
    .replace("\n", "|")
    .split("|")
)

TASKS = (
    """
Tide Forecasting|Birdsong Transcription|Map Repair|Long-Context Training|Night-Time Navigation
Protein Folding|Seismic Monitoring|Code Review|Energy Markets|Handwriting Recognition
Crowd Simulation|Satellite Imagery|Speech Translation|Traffic Control|Weather Archives
Medical Triage|Library Catalogues|Soft Grippers|Power Grids|Coral Mapping
""".strip()
    .replace("\n", "|")
    .split("|")
)

SETTINGS = (
    """
at Scale|in the Wild|on Small Devices|under Uncertainty|with Few Labels|without Synchronisation
across Languages|in Real Time|with Guarantees|on a Budget
""".strip()
    .replace("\n", "|")
    .split("|")
)

VENUES = [
    ("Symposium on Patient Machines", "SPM", "conference"),
    ("Conference on Quiet Computing", "QUIET", "conference"),
    ("International Meeting on Frugal Learning", "IMFL", "conference"),
    ("Workshop on Slow Algorithms", "SLOW", "workshop"),
    ("Conference on Useful Graphics", "CUG", "conference"),
    ("Symposium on Plausible Systems", "PLAUSIS", "conference"),
    ("Transactions on Everyday Robotics", "TER", "journal"),
    ("Journal of Invisible Infrastructure", "JII", "journal"),
    ("Annals of Nocturnal Vision", "ANV", "journal"),
    ("Letters in Harmonic Analysis", "LHA", "journal"),
    ("Proceedings on Language and Weather", "LAW", "conference"),
    ("Archive of Unreviewed Ideas", "AUI", "archive"),
]

DISTINCTIONS = ["Best paper", "Spotlight", "Oral", "Honourable mention"]

PROJECT_NAMES = words("""
Almanac Ballast Cairn Dovetail Eddy Firefly Gimbal Halyard Inkwell Jigsaw Keel Lantern Mortise
Nightjar Osprey Plover Quarry Rudder Sextant Trellis Umbra Vellum Windlass Yawl
""")

PLACES_AFTERWARDS = (
    """
University of the Seven Bridges|Highmoor College|Nordhaven Observatory|Lantern Software
Saltmarsh Instruments|the city of Old Harbour
""".strip()
    .replace("\n", "|")
    .split("|")
)

TITLES_AFTERWARDS = ["Assistant professor", "Postdoc", "Research engineer", "Data scientist"]

EVENTS = ["Autumn School", "Colloquium", "Open Day", "Summer Meeting", "Annual Symposium"]

AWARDS = (
    """
Golden Quill Scholarship|Lighthouse Prize|Award for Patient Work|Young Cartographer of the Year
Medal of the Seven Bridges
""".strip()
    .replace("\n", "|")
    .split("|")
)

COURSES = ["Slow Algorithms", "Introduction to Maps", "Systems that Wait", "Reading Weather"]

SERVICES = ["Reviewer", "Programme committee", "Area chair", "Organiser"]
