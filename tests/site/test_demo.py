"""The demo holds every fact of the two homepages that it is made of.

``RECORDS`` lists, for each of the two, the words that must be found in which of their records.
"""

import tomllib

import pytest
from django.utils import translation

from labsite.partial_dates import words
from labsite.periods import period_words
from labsite.site import content
from people.models import Lab, Member, Membership
from publications.models import Project, Publication, Talk

pytestmark = pytest.mark.django_db

LIANGYU, XINYI = "liangyu-wang", "xinyi-liu"

RECORDS = {
    LIANGYU: {
        "person": [
            "Liangyu Wang",
            "LLM, MLsys",
        ],
        "sections": [
            "About Me",
            "Publications",
            "Projects",
        ],
        "about": [
            "Researcher on the Alibaba Qwen Team",
            "large language model (LLM) pretraining",
            "efficient training systems",
            "Ph.D. in Computer Science",
            "King Abdullah University of Science and Technology (KAUST)",
            "master's degree",
            "The Chinese University of Hong Kong",
            "multimodal machine learning",
            "Model4Model training and recursive self-improvement (RSI) for model training",
            "distributed training and inference of LLMs",
            "multi-threaded and multi-stream scheduling",
            "LLM Pretraining Engineer",
            "Aramco",
            "large-scale GPU clusters",
            "training throughput and model scalability",
        ],
        "education": [
            "Computer Science",
        ],
        "working on": [
            "Model4Model training / RSI for model training",
            "Efficient reinforcement learning (RL) for LLMs reasoning",
            "Distributed training and inference of LLMs",
            "Efficient algorithm and infrastructure design for LLMs",
        ],
        "publications": [
            (
                "On the Design of Qwen3.8-Next Architecture: Evaluation, Efficiency, and Training"
                " Stability"
            ),
            "Tech Report",
            (
                "Canzona: A Unified, Asynchronous, and Load-Balanced Framework for Distributed "
                "Matrix-based Optimizers"
            ),
            "History Replays Itself: Unleashing Long-Context Capability in Linear Attention",
            "SlimQwen: Exploring the Pruning and Distillation in Large MoE Model Pre-training",
            (
                "ZO2: Scalable Zeroth-Order Fine-Tuning for Extremely Large Language Models with "
                "Limited GPU Memory"
            ),
            "COLM",
            (
                "FlashDP: Memory-Efficient and High-Throughput DP-SGD Training for Large Language"
                " Models"
            ),
            "NeurIPS",
            "Infinite-Sampling: Efficient and Stable Grouped RL Training for Large Language Models",
            (
                "DistZO2: High-Throughput and Memory-Efficient Zeroth-Order Fine-tuning LLMs with"
                " Distributed Parallel Computing"
            ),
            "ACL",
            "findings",
        ],
        "links": [
            "Megatron Code",
            "FSDP Code",
            "Project Page",
            "Paper",
            "Code",
        ],
        "authors": [
            "Zihan Qiu",
            "Dayiheng Liu",
            "Piotr Piękos",
            "Jürgen Schmidhuber",
            "David E. Keyes",
        ],
        "projects": [
            "Canzona",
            "Matrix-based Optimizers for Large-Scale Distributed Training",
            "Muon and SOAP",
            "distributed sharding",
            "full-matrix optimizer tasks",
            "logical host ranks",
            "gather, compute, scatter, and update",
            "Training Stack",
            "Canzona Implementation",
            "Description",
            "Megatron-LM",
            "Megatron-Canzona",
            (
                "Megatron integration with load-balanced DP partitioning, asynchronous TP micro-"
                "group scheduling, parameter splitting, and extensible matrix optimizer plugins."
            ),
            "PyTorch FSDP",
            "FSDP-Canzona",
            (
                "FSDP-oriented executor that assigns full-matrix optimizer tasks to host ranks, "
                "gathers gradient shards, computes full updates, and scatters local update shards"
                " back."
            ),
            "GitHub stars",
            "ZO2 (Zeroth-Order Offloading)",
            "Full Parameter Fine-Tuning 175B LLMs with 18GB GPU Memory",
            "extremely large language models (like OPT-175B)",
            "limited GPU memory",
            "zeroth-order optimization and CPU-GPU offloading",
            "Tiny-LLM-Libs",
            "Minimalistic Re-Implementations of Popular LLM Libraries",
            "minimal replicas",
            "tiny, readable implementation",
            "Original Stack",
            "Tiny Replica",
            "FSDP",
            "Tiny-FSDP",
            (
                "Side-by-side implementations of DDP, ZeRO-3, and FSDP, including their distinct "
                "communication patterns and memory trade-offs."
            ),
            "DeepSpeed",
            "Tiny-DeepSpeed",
            (
                "A minimal DeepSpeed-style training stack with DDP + ZeRO-1/2/3, plus meta "
                "initialization, rank mapping, and compute-communication overlap."
            ),
            "Tiny-Megatron",
            (
                "Educational TP, DP, and 2D TP+DP hybrid training with custom modules and a "
                "runtime auto-tuner for kernel selection."
            ),
            "Tinytron",
            "A Minimal Pre-Training Stack for GPT-Style Language Models",
            "modular GPT architecture with FA/GQA/MoE support",
            "ZeRO-1, Sequence-Expert Joint Parallelism",
            "mixed precision training",
            "comprehensive profiling utilities",
            "efficient pre-training of large models",
        ],
    },
    XINYI: {
        "person": [
            "Xinyi Liu",
            "Open to collaborations",
            "Feel free to reach out!",
        ],
        "about": [
            "Hi! 😄",
            "third-year Ph.D. student",
            "School of Computer Science",
            "Peking University",
            "DAIR lab",
            "led by professor Bin Cui",
            "B.Sc.",
            "School of Computer Science and Technology",
            "Harbin Institute of Technology, Weihai",
            "June 2023",
            "main developer",
            "efficient transformer training",
            "deep learning systems",
            "automatic parallelism",
            "MoE training acceleration",
        ],
        "working on": [
            "Optimization of multi-modality MoE models",
            "Reinforcement learning on MoE architectures",
        ],
        "sections": [
            "Educations",
            "News",
            "Systems",
            "Honors and Awards",
            "Invited Talks",
            "Internships",
            "Teaching Assistant",
        ],
        "education": [
            "B.S.",
            "Cyberspace Security",
            "2019 – 2023",
            "Ph.D.",
            "Institute of Data Science and Engineering",
            "2023 – 2028 (expected)",
            "Bin Cui",
        ],
        "news": [
            "welcome! 🎉",
            "LAER-MoE has been accepted by ASPLOS 2026! 🎉",
            "Galvatron-2 has been accepted by FAISys 2025! 🎉",
            "A talk on Galvatron at PyTorch Day China, Beijing, China. ⭐️",
            (
                "A talk on Galvatron at the Kunpeng Ascend Developer Conference (KADC), Beijing, "
                "China. ⭐️"
            ),
            "FlexSP has been accepted by ASPLOS 2025! 🎉",
            "NetMoE has been accepted by ICLR 2025! 🎉",
            "January 2026",
            "October 2025",
            "January 2025",
        ],
        "publications": [
            "LAER-MoE: Load-Adaptive Expert Re-layout for Efficient Mixture-of-Experts Training",
            "ASPLOS",
            "Galvatron: An Automatic Distributed System for Efficient Foundation Model Training",
            "arXiv",
            "NetMoE: Accelerating MoE Training through Dynamic Sample Placement",
            "ICLR",
            "Spotlight",
            "FlexSP: Accelerating Large Language Model Training via Flexible Sequence Parallelism",
        ],
        "authors": [
            "Qingshuo Liu",
            "Faming Wu",
        ],
        "projects": [
            "Hetu-Galvatron",
            "An Automatic Distributed Training System for Transformer Models",
            "Main Developer",
            "GitHub",
            "Documentation",
            "PKU-DAIR Lab independently developed and open-sourced",
            "Automatic Parallelism Optimization:",
            "optimal strategies via cost modeling",
            "Fine-grained Hybrid Parallelism:",
            "layer-wise flexible configuration (DP, SDP/ZeRO, PP, TP, SP, CKPT)",
            "Workload Versatility:",
            "BERT, GPT, T5, LLaMA, Vision Transformers, multi-modality models",
        ],
        "awards": [
            "Kunpeng Ascend Outstanding Young Contributor in Scientific Research and Innovation",
            "National Scholarship",
            "13th China Youth Science and Technology Innovation Award",
            "candidate",
            "The 26th CCF Certified Software Professional",
            "7th place (0.2%)",
            "The 12th Shandong Provincial ICPC Collegiate Programming Contest",
            "Runner Up, Gold Medal",
            "Outstanding Students of Higher Education Institutions",
            "2021 China Collegiate Programming Contest, Harbin Site",
            "The 46th ICPC Asia Regional Contest Jinan Site",
            "Silver Medal",
        ],
        "talks": [
            (
                "Galvatron: An Automatic Distributed System for Efficient Large-Scale Transformer"
                " Training"
            ),
            "PyTorch Day China",
            "June 2025",
            "Kunpeng Ascend Developer Conference (KADC)",
            "May 2025",
            "Beijing",
        ],
        "positions": [
            "ByteDance",
            "Seed Group",
            "since Feb 2025",
        ],
        "teaching": [
            "Introduction to Computing A",
            "undergraduate students",
            "Fall",
            "2023",
        ],
    },
}

# The same, for whoever looks for them on pages.
FACTS = {
    slug: [fact for facts in kinds.values() for fact in facts] for slug, kinds in RECORDS.items()
}

# The author lines of both homepages, with their marks.
AUTHORS = {
    "On the Design of Qwen3.8-Next": (
        "Zihan Qiu, Zekun Wang, Xiao Li, Yanpeng Li, Yang Xu, Yixuan Wang, Huaqing Zhang, Rui Men, "
        "Bochao Mao, Chengruidong Zhang, Fan Zhou, Hao Luo, Haofeng Huang, Haoran Lian, Haoyan "
        "Huang, Hongqing Chen, Jianwei Zhang, Jing Xu, Junjie Wang, Langshi Chen, Liangyu Wang, "
        "Linlang Jiang, Man Yuan, Minmin Sun, Peng Jin, Siqi Zhang, Siyu Wang, Xingzhang Ren, "
        "Yakai Wang, Yi Zhang, Yiming Dong, Yizhong Cao, Yubo Ma, Yunfei Mao, Bo Zheng, "
        "Dayiheng Liu"
    ),
    "Canzona": (
        "Liangyu Wang*, Siqi Zhang*, Junjie Wang, Yiming Dong, Bo Zheng, Zihan Qiu, Shengkun Tang, "
        "Di Wang, Rui Men, Dayiheng Liu"
    ),
    "History Replays Itself": (
        "Li Nanbo*, Firas Laakom*, Yilan Zhang, Piotr Piękos, Yimeng Chen, Liangyu Wang, Yifan Xu, "
        "Mateusz Ostaszewski, Dandan Guo, Wenyi Wang, Yanning Dai, Yuhui Wang, Jürgen Schmidhuber"
    ),
    "SlimQwen": (
        "Shengkun Tang*, Zekun Wang*, Bo Zheng*, Liangyu Wang, Rui Men, Siqi Zhang, Xiulong Yuan, "
        "Zihan Qiu, Zhiqiang Shen, Dayiheng Liu"
    ),
    "ZO2": ("Liangyu Wang, Jie Ren, Hang Xu, Junxiao Wang, Huanyi Xie, David E. Keyes, Di Wang"),
    "FlashDP": ("Liangyu Wang, Junxiao Wang, Jie Ren, Zihang Xiang, David E. Keyes, Di Wang"),
    "Infinite-Sampling": (
        "Liangyu Wang, Huanyi Xie, Xinhai Wang, Tianjin Huang, Mengdi Li, Di Wang"
    ),
    "DistZO2": "Liangyu Wang, Huanyi Xie, Di Wang",
    "LAER-MoE": (
        "Xinyi Liu, Yujie Wang, Fangcheng Fu, Xuefeng Xiao, Huixia Li, Jiashi Li, Bin Cui"
    ),
    "Galvatron": (
        "Xinyi Liu, Yujie Wang, Shenhan Zhu, Fangcheng Fu, Qingshuo Liu, Guangming Lin, Bin Cui"
    ),
    "NetMoE": (
        "Xinyi Liu, Yujie Wang, Fangcheng Fu, Xupeng Miao, Shenhan Zhu, Xiaonan Nie, Bin Cui"
    ),
    "FlexSP": (
        "Yujie Wang, Shiju Wang, Shenhan Zhu, Fangcheng Fu, Xinyi Liu, Xuefeng Xiao, Huixia Li, "
        "Jiashi Li, Faming Wu, Bin Cui"
    ),
}


@pytest.fixture(autouse=True)
def demo():
    with translation.override("en"):
        content.load(content.DEMO)
        yield


def paper(title):
    return Publication.objects.get(title__startswith=title)


def texts_about(member):
    """The words of a person's records, by the kind of record."""
    publications = Publication.objects.of_member(member)
    projects = Project.objects.filter(roles__member=member)
    talks = Talk.objects.of_member(member)
    texts = {
        "person": [member.display_name, member.headline, member.notice],
        "about": [member.about],
        "working on": list(member.interests.filter(kind="working_on")),
        "sections": [section.heading for section in member.sections.all()],
        "education": [],
        "news": [],
        "publications": [],
        "authors": [],
        "links": [],
        "projects": [],
        "awards": [],
        "talks": list(talks),
        "positions": [],
        "teaching": [],
    }
    for study in member.education.all():
        period = period_words(study.start, study.end, study.ending)
        texts["education"] += [study.degree, study.field, study.school, study.institution, period]
        texts["education"] += study.advisers.all()
    for position in member.positions.all():
        period = period_words(position.start, position.end, position.ending)
        texts["positions"] += [position.organisation, position.unit, position.title, period]
    for publication in publications:
        texts["publications"] += [publication.title, publication.genre, publication.venue or ""]
        texts["publications"] += [publication.track, publication.distinction]
        texts["authors"] += publication.authorships.all()
        texts["links"] += publication.links.all()
    for project in projects:
        texts["projects"] += [project.name, project.tagline, project.about]
        texts["projects"] += [project.repository_label, project.documentation_label]
        texts["projects"] += project.column_headings
        texts["projects"] += [role.role for role in project.roles.all()]
        for component in project.components.all():
            texts["projects"] += [component.name, component.repository_label, *component.cells]
    for recipient in member.recipients.all():
        award = recipient.award
        texts["awards"] += [award.title, award.result, award.get_status_display()]
    for item in member.news.all():
        texts["news"] += [item.body, words(item.date)]
    for talk in talks:
        for delivery in talk.deliveries.all():
            texts["talks"] += [delivery.event, delivery.city, words(delivery.date)]
    for course in member.teaching.all():
        texts["teaching"] += [course.course, course.role, course.audience, course.term, course.year]
    return {
        kind: " | ".join(" ".join(str(text).split()) for text in found)
        for kind, found in texts.items()
    }


@pytest.mark.parametrize("slug", RECORDS)
def test_every_fact_of_the_homepage_is_among_the_records_of_the_person(slug):
    texts = texts_about(Member.objects.get(slug=slug))

    missing = [
        (kind, fact)
        for kind, facts in RECORDS[slug].items()
        for fact in facts
        if fact not in texts[kind]
    ]
    assert missing == []


def test_authors_stand_in_printed_order_with_their_marks():
    lines = {
        title: ", ".join(
            author.printed_name + "*" * (author.equal_group == 1) + author.other_marks
            for author in paper(title).authorships.order_by("position")
        )
        for title in AUTHORS
    }

    assert lines == AUTHORS


def test_links_of_the_papers_are_labels_in_the_order_of_the_homepage():
    links = {
        title: [(link.label, link.url) for link in paper(title).links.all()] for title in AUTHORS
    }

    assert links == {
        "On the Design of Qwen3.8-Next": [("Paper", "")],
        "Canzona": [("Paper", ""), ("Megatron Code", ""), ("FSDP Code", "")],
        "History Replays Itself": [("Paper", ""), ("Project Page", "")],
        "SlimQwen": [("Paper", "")],
        "ZO2": [("Paper", ""), ("Code", "")],
        "FlashDP": [("Paper", ""), ("Code", "")],
        "Infinite-Sampling": [("Paper", "")],
        "DistZO2": [("Paper", ""), ("Code", "")],
        "LAER-MoE": [],
        "Galvatron": [],
        "NetMoE": [],
        "FlexSP": [],
    }


def test_years_venues_and_tracks_are_those_of_the_homepages():
    rows = {
        title: Publication.objects.filter(title__startswith=title)
        .values_list("date", "venue__name", "track", "distinction", "status")
        .get()
        for title in AUTHORS
    }

    assert rows == {
        "On the Design of Qwen3.8-Next": ("2026", None, "", "", "published"),
        "Canzona": ("2026", None, "", "", "preprint"),
        "History Replays Itself": ("2026", None, "", "", "preprint"),
        "SlimQwen": ("2026", None, "", "", "preprint"),
        "ZO2": ("2025", "COLM", "", "", "published"),
        "FlashDP": ("2025", "NeurIPS", "", "", "published"),
        "Infinite-Sampling": ("2025", None, "", "", "preprint"),
        "DistZO2": ("2026", "ACL", "findings", "", "published"),
        "LAER-MoE": ("2026", "ASPLOS", "", "", "published"),
        "Galvatron": ("2025", "arXiv", "", "", "preprint"),
        "NetMoE": ("2025", "ICLR", "", "Spotlight", "published"),
        "FlexSP": ("2025", "ASPLOS", "", "", "published"),
    }


def test_papers_stand_in_the_order_of_the_homepages():
    liangyu = Member.objects.get(slug=LIANGYU).authorships.order_by("own_order")
    newest_first = Publication.objects.of_member(Member.objects.get(slug=XINYI)).newest_first()

    titles = list(AUTHORS)
    assert [
        next(title for title in titles if row.publication.title.startswith(title))
        for row in liangyu.select_related("publication")
    ] == titles[:8]
    assert [
        next(title for title in titles if row.title.startswith(title)) for row in newest_first
    ] == titles[8:]


def test_sections_stand_in_the_order_of_the_homepages_also_the_empty_ones():
    sections = {
        slug: [
            f"{section.emoji} {section.heading}".strip()
            for section in Member.objects.get(slug=slug).sections.all()
        ]
        for slug in FACTS
    }

    assert sections == {
        LIANGYU: ["About Me", "🔥 News", "📝 Publications", "☃️ Projects", "📋 Academic Service"],
        XINYI: [
            "About",
            "📖 Educations",
            "🔥 News",
            "📝 Publications",
            "🚀 Systems",
            "🎖 Honors and Awards",
            "💬 Invited Talks",
            "💻 Internships",
            "📚 Teaching Assistant",
        ],
    }


def test_awards_have_their_years_results_and_status():
    recipients = Member.objects.get(slug=XINYI).recipients.order_by("award__position")

    rows = recipients.values_list("award__date", "award__result", "award__status")

    assert list(rows) == [
        ("2025", "", "received"),
        ("2022", "", "received"),
        ("2022", "", "candidate"),
        ("2022", "7th place (0.2%)", "received"),
        ("2022", "Runner Up, Gold Medal", "received"),
        ("2021", "", "received"),
        ("2021", "Gold Medal", "received"),
        ("2021", "Silver Medal", "received"),
    ]


def test_the_talk_was_given_twice():
    deliveries = Talk.objects.get().deliveries.values_list(
        "event", "city", "country", "date", "kind"
    )

    assert list(deliveries) == [
        ("PyTorch Day China", "Beijing", "China", "2025-06", "invited"),
        ("Kunpeng Ascend Developer Conference (KADC)", "Beijing", "China", "2025-05", "invited"),
    ]


def test_a_former_member_of_one_lab_works_in_another():
    stays = Membership.objects.filter(member__slug=LIANGYU)

    assert [stay.lab.slug for stay in stays.current()] == ["qwen-team"]
    assert [stay.lab.slug for stay in stays.past()] == ["di-wang-group"]


def test_there_are_several_labs_one_inside_another_with_alumni_and_papers_shown_by_two():
    assert Lab.objects.public().count() == 5
    assert [lab.parent.slug for lab in Lab.objects.exclude(parent=None)] == ["fictional-institute"]
    assert Membership.objects.past().filter(lab__slug="lighthouse-lab").count() == 1
    canzona = Publication.objects.get(slug="canzona").listings.order_by("kind")
    assert sorted(listing.lab.slug for listing in canzona) == ["di-wang-group", "qwen-team"]


def test_only_members_have_pages_and_the_invented_ones_say_so():
    invented = Member.objects.filter(memberships__lab__slug="lighthouse-lab", visibility="public")
    real = Member.objects.exclude(memberships__lab__slug="lighthouse-lab")

    assert [member.slug for member in invented if "fictional" not in member.about] == []
    assert sorted(real.values_list("slug", flat=True)) == [
        "bin-cui",
        "di-wang",
        "liangyu-wang",
        "xinyi-liu",
    ]


def test_loading_the_demo_twice_changes_nothing():
    report = content.load(content.DEMO)

    assert (report.total("created"), report.total("changed")) == (0, 0)


def test_the_demo_names_every_publication_once():
    entries = tomllib.loads(content.DEMO.read_text(encoding="utf-8"))["publications"]

    assert Publication.objects.count() == len(entries)
