import { kindsInstead, type FacilityKind } from './facilities.ts';

/** The suitable kinds of facilities for sports, best first, by the prefixes of the words that name them; longer names come first. */
const sports: readonly (readonly [kinds: readonly FacilityKind[], words: readonly string[]])[] = [
  [
    ['court'],
    ['beachvolleyball', 'beachhandball', 'beachtennis', 'beach', 'boule', 'boccia', 'petanque', 'pétanque', 'padel', 'streetball'],
  ],
  [['pool'], ['schwimm', 'aqua', 'wassergymnastik', 'wasserball', 'tauch', 'seepferdchen', 'babyschwimm']],
  [
    ['room', 'hall', 'clubhouse'],
    ['yoga', 'pilates', 'qigong', 'qi gong', 'tai chi', 'taichi', 'meditation', 'entspannung', 'autogenes'],
  ],
  [
    ['room', 'hall', 'clubhouse'],
    ['rückenfit', 'rücken', 'zumba', 'aerobic', 'step-', 'fitness', 'bauch', 'tanz', 'dance', 'ballett', 'line dance', 'salsa'],
  ],
  [
    ['room', 'hall', 'clubhouse'],
    ['gymnastik', 'seniorensport', 'herzsport', 'rehasport', 'reha', 'osteoporose', 'wirbelsäule'],
  ],
  [
    ['hall', 'room'],
    ['tischtennis', 'judo', 'karate', 'ju-jutsu', 'jiu-jitsu', 'aikido', 'taekwondo', 'kickbox', 'box', 'ringen', 'fechten'],
  ],
  [
    ['hall'],
    ['handball', 'basketball', 'volleyball', 'badminton', 'hallenfußball', 'futsal', 'floorball', 'hockey', 'einrad', 'rollkunst'],
  ],
  [
    ['hall', 'room'],
    ['turnen', 'kinderturnen', 'eltern-kind', 'trampolin', 'akrobatik', 'parkour', 'cheerleading', 'psychomotorik'],
  ],
  [
    ['pitch', 'hall'],
    ['fußball', 'fussball', 'leichtathletik', 'lauf', 'nordic', 'sportabzeichen', 'rugby', 'bogen'],
  ],
  [
    ['court', 'hall'],
    ['tennis', 'faustball', 'prellball'],
  ],
  [
    ['clubhouse', 'room'],
    ['schach', 'skat', 'chor', 'sitzung', 'versammlung', 'stammtisch'],
  ],
];

/** The word of a text that names its sport, e.g. "yoga" in "Yoga am Dienstag"; '' if there is none. */
export function sportIn(text: string): string {
  return namedIn(text)?.word ?? '';
}

const underRoof: readonly FacilityKind[] = ['hall', 'room', 'clubhouse'];

/**
 * The suitable kinds of facilities, best first: by the sport named in the title, otherwise by the kind of the current
 * facility. The current kind comes first if suitable, and indoor activities remain indoors.
 */
export function kindsFor(kind: FacilityKind, about: string): readonly FacilityKind[] {
  const suited = namedIn(about)?.kinds;
  if (!suited) return kindsInstead[kind];
  const dry = suited.filter((one) => underRoof.includes(one));
  const kinds = underRoof.includes(kind) && dry.length > 0 ? dry : suited;
  return kinds.includes(kind) ? [kind, ...kinds.filter((one) => one !== kind)] : kinds;
}

function namedIn(about: string): { kinds: readonly FacilityKind[]; word: string } | undefined {
  const text = about.toLocaleLowerCase('de');
  const named = sports.flatMap(([kinds, words]) => words.flatMap((word) => (startsWord(text, word) ? [{ kinds, word }] : [])));
  return named.toSorted((a, b) => b.word.length - a.word.length)[0];
}

function startsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (at === 0 || !/\p{L}/u.test(text[at - 1] ?? '')) return true;
  return false;
}
