"""Invented members, how papers print their names, and names that are not theirs.

Each line: the name as shown; other spellings that are listed; what must be linked; what must at
least be proposed. ``/`` parts the names.
"""

MEMBERS = [
    # Accents, and letters that carry their mark inside.
    (
        "Mira Sołtys",
        "Mira Nowak / Mira Soltys-Nowak / M. Soltys",
        "Mira Soltys / SOŁTYS, Mira / Nowak, Mira / Sołtys-Nowak, M. / M. Sołtys / Sołtys M."
        " / Mira Sołtys Nowak / Mira K. Sołtys",
        "M. Nowak / Mira Anna Sołtys / Mira Sołtys Jr. / M. K. Soltys",
    ),
    (
        "Jonas Ødegård",
        "",
        "Jonas Odegard / Ødegård, Jonas / ODEGARD JONAS / Jonas T. Ødegård / Jonas Ødegård",
        "J. Ødegård / Ødegård J / Odegard, J. T. / Jonas Oedegaard / J. Oedegaard / Odegård, J.",
    ),
    (
        "Jürgen Weißbäcker",
        "",
        "Jurgen Weissbacker / Weißbäcker, Jürgen"
        " / JÜRGEN WEISSBÄCKER / Ju\u0308rgen Weißba\u0308cker",
        "J. Weissbäcker / Juergen Weissbaecker / Weissbaecker, J. / Weißbäcker, J.-P.",
    ),
    (
        "Işıl Çağlar",
        "",
        "Isil Caglar / ISIL CAGLAR / Çağlar, Işıl / Çağlar Işıl / Işıl Çağlar*",
        "I. Caglar / Çağlar, I. / I. B. Çağlar",
    ),
    (
        "Đorđe Æbelø",
        "",
        "Dorde Aebelo / Æbelø, Đorđe / Dorde AEBELO",
        "D. Æbelø / Aebelo, D.",
    ),
    (
        "Éva Szőke",
        "",
        "Eva Szoke / Szőke Éva / SZOKE, EVA / Éva B. Szőke",
        "É. Szőke / Szoke, E. / E. B. Szoke",
    ),
    (
        "Štěpánka Novotná",
        "",
        "Stepanka Novotna / Novotná, Štěpánka",
        "Š. Novotná / S. Novotna / Novotna S",
    ),
    ("Martín Krūmīlis", "", "Martin Krumilis / Krūmīlis, Martín", "M. Krumilis / Krumilis, M. J."),
    (
        "Zoë O’Hara-Ünal",
        "",
        "Zoe O'Hara-Unal / O’Hara-Ünal, Zoë / Zoe OHara Unal",
        "Z. O'Hara-Unal / Z. O’Hara / Zoë O'Hara / Z. Ünal",
    ),
    # Middle names and initials.
    (
        "David E. Keyes",
        "",
        "David Keyes / Keyes, David E. / Keyes David E. / David E Keyes / David Elliot Keyes"
        " / KEYES, DAVID",
        "D. E. Keyes / D.E. Keyes / DE Keyes / Keyes DE / Keyes, D. / D Keyes / E. David Keyes",
    ),
    (
        "Theodora Ann Marsh",
        "Ann Marsh",
        "Theodora A. Marsh / Marsh, Theodora Ann / Marsh, Ann / Ann B. Marsh",
        "Theodora Marsh / T. Marsh / T. A. Marsh / Marsh TA / T. Ann Marsh / A. Marsh",
    ),
    (
        "J. Robert Quillfeather",
        "",
        "J. Robert Quillfeather / Quillfeather, J. Robert / J Robert Quillfeather",
        "Robert Quillfeather / J. R. Quillfeather / R. Quillfeather / James Robert Quillfeather",
    ),
    (
        "Nora A. Feld",
        "",
        "Nora Feld / A Feld, Nora / Nora A Feld / Feld, Nora A. / NORA A. FELD",
        "N. Feld / N. A. Feld / A Feld, N. / Feld NA",
    ),
    (
        "Jean-Luc Marchand",
        "",
        "Jean Luc Marchand / Jeanluc Marchand"
        " / Marchand, Jean-Luc / JEAN-LUC MARCHAND / Jean‐Luc Marchand",
        "J.-L. Marchand / J. L. Marchand / J. Marchand"
        " / JL Marchand / Marchand, J.-L. / Jean Marchand / Marchand J-L",
    ),
    (
        "Xiaoming Qiu",
        "",
        "Xiao-Ming Qiu / Qiu Xiaoming / QIU, Xiaoming / Qiu Xiao-Ming / Xiaoming QIU",
        "X. Qiu / X.-M. Qiu / Xiao Ming Qiu / Qiu, X. M. / Qiu XM",
    ),
    # Particles and compound family names.
    (
        "Thabo van der Westhuizen",
        "",
        "van der Westhuizen, Thabo / Van Der Westhuizen, Thabo / THABO VAN DER WESTHUIZEN"
        " / Thabo van der Westhuizen / van der Westhuizen Thabo / Thabo K. van der Westhuizen"
        " / Westhuizen, Thabo van der",
        "van der Westhuizen, T. / T. van der Westhuizen / T. Westhuizen"
        " / Thabo Westhuizen / Westhuizen, T. / Westhuizen T",
    ),
    (
        "Inês Prado de Teixeira",
        "",
        "Teixeira, Inês Prado de / Ines Prado de Teixeira / INÊS PRADO DE TEIXEIRA",
        "I. P. de Teixeira / Inês Teixeira"
        " / I. Teixeira / Teixeira, I. P. de / Prado de Teixeira, I.",
    ),
    (
        "Petra von Altenau",
        "",
        "von Altenau, Petra / Petra Von Altenau / Altenau, Petra von",
        "P. von Altenau / Petra Altenau / P. Altenau / von Altenau P",
    ),
    (
        "María de la Cruz Santos",
        "",
        "de la Cruz Santos, María / Maria de la Cruz Santos / María de la Cruz-Santos",
        "M. de la Cruz Santos / María Cruz Santos / M. Cruz Santos / de la Cruz Santos, M.",
    ),
    (
        "Pieter Van den Akker",
        "",
        "Van den Akker, Pieter / Pieter van den Akker",
        "P. Van den Akker / Van den Akker, P. / P. Akker / Akker, P. van den",
    ),
    (
        "Ana Castro de Oliva",
        "",
        "Castro de Oliva, Ana / ANA CASTRO DE OLIVA",
        "A. Castro de Oliva / A. {Castro de Oliva} / A. C. de Oliva / Ana de Oliva",
    ),
    (
        "Lucia Ruiz-Costa",
        "",
        "Lucía Ruiz Costa / Ruiz-Costa, Lucia / Ruiz Costa, Lucia",
        "L. Ruiz-Costa / L. Ruiz / Lucia Ruiz / L. Costa / Ruiz-Costa L",
    ),
    (
        "Colm O'Brien",
        "",
        "Colm O’Brien / O'Brien, Colm / COLM OBRIEN / O`Brien, Colm",
        "C. O'Brien / O’Brien C",
    ),
    # Suffixes and one-word names.
    (
        "Samuel Okafor Jr.",
        "",
        "Samuel Okafor, Jr. / Okafor, Jr., Samuel / Samuel Okafor Jr / Okafor, Samuel, Jr.",
        "Samuel Okafor / S. Okafor Jr. / S. Okafor / Okafor, S., Jr.",
    ),
    (
        "Henry Birch III",
        "",
        "Birch, Henry, III / Henry Birch III / Birch, III, Henry",
        "H. Birch / Henry Birch / Birch H",
    ),
    ("Suharti", "", "SUHARTI / Suharti / suharti", ""),
    (
        "Prabowo Santosa",
        "Prabowo",
        "Prabowo / Prabowo Santosa / Santosa, Prabowo",
        "P. Santosa / Santosa P.",
    ),
    # Other scripts, and the family name first.
    (
        "Yuqing Zhou",
        "周雨晴",
        "周雨晴 / 周 雨晴 / 雨晴 周"
        " / Zhou Yuqing / Yuqing Zhou (周雨晴) / ZHOU Yuqing / Zhou, Yu-Qing",
        "Y. Zhou / Zhou Y / Zhou, Y.-Q. / Yu Qing Zhou",
    ),
    (
        "Liangyu Wen",
        "溫良玉",
        "溫良玉 / 溫 良玉 / Wen, Liangyu / Wen Liang-Yu",
        "L. Wen / L.-Y. Wen / Wen LY",
    ),
    (
        "Kim Chul-soo",
        "김철수",
        "김철수 / 김 철수 / Chul-soo Kim / Kim, Chulsoo / Chulsoo Kim",
        "C. Kim / C.-S. Kim / Kim CS",
    ),
    (
        "Taro Yamanami",
        "山波太郎",
        "山波 太郎 / 太郎 山波 / Yamanami Taro / Yamanami, Tarō",
        "T. Yamanami / Yamanami T.",
    ),
    (
        "Ольга Белова",
        "Olga Belova",
        "Белова, Ольга / Olga Belova / БЕЛОВА ОЛЬГА",
        "О. Белова / O. Belova / Белова О.",
    ),
    ("Ελένη Παππά", "", "Παππά, Ελένη / ΕΛΕΝΗ ΠΑΠΠΑ / Ελενη Παππα", "Ε. Παππά / Παππά, Ε."),
    ("דנה לוי", "", "דנה לוי / לוי דנה / לוי, דנה", ""),
    (
        "Nguyễn Thị Hương",
        "",
        "Nguyen Thi Huong / Nguyễn Thị Hương / Thi Huong Nguyen / Huong Nguyen Thi",
        "H. Nguyen Thi",
    ),
    ("Szymon Łęcki", "", "Szymon Lecki / Łęcki Szymon / ŁĘCKI, SZYMON", "S. Łęcki / Lecki S"),
    (
        "Björn Åström",
        "",
        "Bjorn Astrom / Åström, Björn / BJÖRN ÅSTRÖM",
        "B. Åström / Bjoern Aastroem / Astrom B. / B. Aastroem",
    ),
    ("Anders Sørby", "", "Anders Sorby / Sørby, Anders", "A. Sørby / Anders Soerby / Sorby A"),
]

# Two of one name, and those who share a part of it.
AMBIGUOUS = [
    ("Wei Zhang", "Wei Zhang / Zhang, Wei / ZHANG Wei / Wei ZHANG / W. Zhang / Zhang W"),
    ("Xinyi Liu", "X. Liu / Liu, X. / Liu X / X.Y. Liu"),
]
MORE_MEMBERS = ["Wei Zhang", "Wei Zhang", "Xinyi Liu", "Xavier Liu", "Theo Brandt", "Lena Kurz"]

# Nobody of us: never linked.
STRANGERS = """
Theo A. Meier / Theo Meier / Lena Meier / Mira Brandt / Theodor Brandt / Thea Brandt / Brandt
Kurz / Theo / Lena / Mira / T. / T. B. / Jonas / Jonas Lie / J. Lie / Ødegård / Eva Ødegård
Mira Nowacki / Mirka Sołtys / Mira Novak / Sołtys / David F. Keyes / Daniel E. Keyes / E. Keyes
David Keys / Nora B. Feld / Nora Field / N. B. Feld / Norbert Feld / Jean-Paul Marchand
Jean-Marc Marchand / Jeanne Marchand / J.-P. Marchand / Luc Marchand / Xiaomin Qiu / Xiaohong Qiu
Qiu / Ming Qiu / Thabo der Westen / Petra Altena / Peter von Altenau / Maria Cruz / María Santos
Colm Brien / Conor O'Brien / Samuel Okafor Sr. / Samuel Okafor III / Samson Okafor
Henry Birch IV
Suharti Boateng / Kwame Suharti / S. Boateng / Su Harti / Yuqin Zhou / 周雨 / 周雨清 / 雨晴
周晴雨 / Zhou
Liangyi Wen / 溫玉良 / 良玉 / Kim / 김철 / 김수철 / Chul-ho Kim / 山波花子 / 太郎 / Ольга
Белов / Олег Белов
Ελένη / Γιώργος Παππάς / דנה כהן / דנה / Nguyen / Nguyễn Thị Lan / Thi Lan Nguyen / Łęcki
Sylwia Łęcka
Björn Åkerlund / Bo Aström / Anders Sørensen / Sørby / Wei / Zhang / Weiwei Zhang / Wei Zhan
Lei Zhang / Liu / Xinyi / Xinyi Li / Yinxi Liu / Xin Liu / Robert Feather / Ann / Marsh
Anna Marsh
Theodora B. Marsh / Martin / Krumins, Martin / Zoë Unal-O’Hara-Smith Jones / The Harbour Team
et al.
""".replace("\n", " / ")


def names(text):
    return [name.strip() for name in text.split(" / ") if name.strip()]
