import { expect, test } from 'vitest';
import { candidatesOf } from './candidates.ts';
import { costOf, explain, type Names } from './explain.ts';
import { Timetable, type Placed, type PlacingHall, type PlacingWish } from './placing.ts';
import { boardOf } from './proposal.ts';
import { defaultSeasonRules } from './seasonRules.ts';

const at = (hours: number, minutes = 0) => hours * 60 + minutes;
const hall = (changes: Partial<PlacingHall> = {}): PlacingHall => ({
  id: 'h1',
  name: 'Nordhalle',
  unitIds: ['a'],
  bufferMinutes: 0,
  windows: [{ weekday: 2, opens: at(16), closes: at(22), onlyClass: null }],
  ...changes,
});
const wish = (changes: Partial<PlacingWish> = {}): PlacingWish => ({
  id: 'mine',
  organisationId: 'o1',
  orderNo: 1,
  priorityClass: 3,
  isSchool: false,
  participants: 20,
  parts: 1,
  minutes: 90,
  timesPerWeek: 1,
  isFortnightly: false,
  options: [{ facilityId: 'h1', weekday: 2, from: at(18), to: at(19, 30) }],
  kept: null,
  lot: 'a',
  ...changes,
});
const other = (changes: Partial<PlacingWish> = {}) => wish({ id: 'other', organisationId: 'o2', orderNo: 2, lot: 'b', ...changes });
const names: Names = { holderOf: (id) => (id === 'other' ? 'SC Beispiel (Jugend)' : 'eine andere Gruppe'), hallOf: () => 'Südhalle' };

/** The conflicting place: the other wish at the same hour. */
const there = (changes: Partial<Placed> = {}): Placed => ({
  facilityId: 'h1',
  unitIds: ['a'],
  weekday: 2,
  start: at(18),
  end: at(19, 30),
  week: 'every',
  wishId: 'other',
  isLocked: false,
  reason: '',
  points: 300,
  option: 0,
  isKept: false,
  ...changes,
});

type Case = { mine?: Partial<PlacingWish>; theirs?: Partial<PlacingWish>; placed?: Partial<Placed> | null; halls?: PlacingHall[] };

function explained({ mine, theirs, placed = {}, halls = [hall()] }: Case) {
  const one = wish(mine);
  const input = { rules: defaultSeasonRules, stepMinutes: 30, halls, wishes: [one, other(theirs)] };
  const table = new Timetable(halls, placed ? [there(placed)] : []);
  return explain(boardOf(input), table, one, names);
}

/** The points of the only place. */
const points = candidatesOf({ rules: defaultSeasonRules, stepMinutes: 30, halls: [hall()], wishes: [wish()] }, wish(), 100)[0]?.points ?? 0;
const who = 'Vergeben an SC Beispiel (Jugend), Di 18:00–19:30';

test.each<[string, Case, string, string]>([
  ['nothing', { placed: null }, 'free', 'Diese Zeit ist frei.'],
  ['a higher class', { theirs: { priorityClass: 2 } }, 'class', `${who}: Jugend vor Erwachsenen (300 gegen Ihre ${points} Punkte).`],
  ['a time of last year', { placed: { isKept: true } }, 'kept', `${who}: bisherige Zeit vor neuer (300 gegen Ihre ${points} Punkte).`],
  [
    'more people on a part',
    { theirs: { participants: 21 } },
    'density',
    `${who}: 21 Personen auf 1 Teil, bei Ihnen 20 auf 1 Teil (300 gegen Ihre ${points} Punkte).`,
  ],
  ['the same points', { placed: { points } }, 'equal', `${who}: punktgleich, entschieden durch das Los der Saison.`],
  ['the own club', { theirs: { organisationId: 'o1' } }, 'own', 'Dort steht eine eigene Gruppe (Ihr Wunsch 2), 18:00–19:30 Uhr.'],
  [
    'what the manager fixed',
    { placed: { isLocked: true, reason: 'Schulsport' } },
    'locked',
    `${who}. Festgelegt von der Hallenverwaltung: Schulsport`,
  ],
])('%s is given as the reason', (_what, of, code, sentence) => {
  expect(explained(of).options).toEqual([{ option: 0, words: 'Di 18:00–19:30, Südhalle', code, sentences: [sentence] }]);
});

test('an earlier choice of the other group is named, counted from one', () => {
  const options = [
    { facilityId: 'h1', weekday: 2, from: at(16), to: at(17, 30) },
    { facilityId: 'h1', weekday: 2, from: at(18), to: at(19, 30) },
  ];
  const [, second] = explained({ mine: { options } }).options;
  expect([second?.option, second?.code, second?.sentences[0]?.replace(/ \(.*/, '')]).toEqual([1, 'option', `Vergeben an SC Beispiel`]);
  expect(second?.sentences[0]).toContain('dort 1. Wahl, bei Ihnen 2. Wahl (300 gegen Ihre ');
});

test('a higher rank at the other club is named if the own wish has fewer points because of its rank', () => {
  const rules = defaultSeasonRules;
  const [first, mine] = [
    wish({ id: 'first', minutes: 240, options: [{ facilityId: 'h1', weekday: 2, from: at(16), to: at(20) }] }),
    wish({ orderNo: 2 }),
  ];
  const table = new Timetable([hall()], [there()]);
  const board = boardOf({ rules, stepMinutes: 30, halls: [hall()], wishes: [first, mine, other({ orderNo: 1 })] });
  const [verdict] = explain(board, table, mine, names).options;
  expect(verdict?.code).toBe('order');
  expect(verdict?.sentences[0]).toContain(': deren Wunsch 1, bei Ihnen Wunsch 2 (300 gegen Ihre ');
});

test('a lower class is no reason: then the sum of points decides, and the lost points are named', () => {
  const [verdict] = explained({ theirs: { priorityClass: 4 }, placed: { points: 999 } }).options;
  expect(verdict?.code).toBe('sum');
  expect(verdict?.sentences).toEqual([
    `${who}. Ihr Wunsch zählt ${points} Punkte; er hätte 999 Punkte verdrängt, für die sonst nichts frei wäre.`,
  ]);
});

test.each<[string, Case, string, string]>([
  ['is not given', { halls: [hall({ id: 'h2' })] }, 'unsuited', 'Südhalle wird in dieser Saison nicht vergeben.'],
  ['has too few parts', { mine: { parts: 3 } }, 'unsuited', 'Nordhalle hat 1 Teil, gewünscht sind 3.'],
  [
    'is nowhere large enough',
    { mine: { parts: 3, options: [{ facilityId: null, weekday: 2, from: at(18), to: at(19, 30) }] } },
    'unsuited',
    'Keine Halle hat 3 Teile.',
  ],
  [
    'is kept for schools then',
    { halls: [hall({ windows: [{ weekday: 2, opens: at(16), closes: at(22), onlyClass: 1 }] })] },
    'window',
    'In dieser Zeit ganz oder teilweise den Schulen vorbehalten.',
  ],
  [
    'closes too early',
    { halls: [hall({ windows: [{ weekday: 2, opens: at(16), closes: at(19), onlyClass: null }] })] },
    'window',
    'Di 18:00–19:30 Uhr wird hier nicht oder nicht lange genug angeboten.',
  ],
])('a hall that %s is named as such', (_what, of, code, sentence) => {
  const [verdict] = explained({ ...of, placed: null }).options;
  expect([verdict?.code, verdict?.sentences]).toEqual([code, [sentence]]);
});

test('a group with a time on that day gets no second one', () => {
  const [verdict] = explained({ mine: { timesPerWeek: 2 }, placed: { wishId: 'mine' } }).options;
  expect(verdict).toMatchObject({ code: 'own', sentences: ['Am Dienstag hat die Gruppe schon eine Zeit.'] });
});

test('alternatives are free, three at most, nearest time first, without overlaps, and for young people not after nine', () => {
  const wide = hall({ windows: [{ weekday: 2, opens: at(16), closes: at(23), onlyClass: null }] });
  const instead = (mine: Partial<PlacingWish>) => explained({ mine, halls: [wide] }).alternatives.map(({ start }) => start / 60);
  expect(instead({})).toEqual([16.5, 19.5, 21]);
  expect(instead({ priorityClass: 2 })).toEqual([16.5, 19.5]);
  const late = [{ facilityId: 'h1', weekday: 2, from: at(21), to: at(22, 30) }];
  expect(instead({ options: late })[0]).toBe(21);
  expect(Math.max(...instead({ priorityClass: 2, options: late }))).toBe(19.5);
});

test('half an hour costs 2, a day 6, another hall 3', () => {
  const wanted = { facilityId: 'h1', weekday: 2, from: at(18), to: at(20) };
  const place = { facilityId: 'h1', unitIds: ['a'], weekday: 2, start: at(18), end: at(19, 30), week: 'every' as const };
  expect(costOf(place, wanted)).toBe(0);
  expect(costOf({ ...place, start: at(17, 30) }, wanted)).toBe(2);
  expect(costOf({ ...place, start: at(19) }, wanted)).toBe(4);
  expect(costOf({ ...place, weekday: 4 }, wanted)).toBe(12);
  expect(costOf({ ...place, weekday: 1 }, wanted)).toBe(6);
  expect(costOf({ ...place, facilityId: 'h2' }, wanted)).toBe(3);
  expect(costOf({ ...place, facilityId: 'h2' }, { ...wanted, facilityId: null })).toBe(0);
});
