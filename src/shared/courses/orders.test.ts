import { describe, expect, test } from 'vitest';
import { eventRuleInWords, firstDueOn, groupDueOn, orderInWords, waitingSentence, type OrderFacts, type OrderLine } from './orders.ts';
import { firstPeriods } from './priceShare.ts';

const seat: OrderLine = { priceCents: 1200, pricePer: 'month', waits: false, begun: null, firstDue: [] };
const facts: OrderFacts = {
  action: 'sign-up',
  partner: 'TV Musterdorf e. V., Sportweg 1, 59999 Auenfeld',
  lines: [seat],
  rule: ['Läuft, bis Sie kündigen.'],
  feeCents: 0,
  isPermanent: true,
  endsOnNotice: null,
  needsApproval: false,
  dueOn: '2026-12-06',
  today: '2026-11-22',
};
const partner = `Vertragspartner: ${facts.partner}`;
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('a group shows rule, withdrawal until a working day, first due day, and the price with its unit', () => {
  const { sentences, sum, button } = orderInWords({ ...facts, lines: [seat, seat] });
  expect(sentences).toEqual([
    partner,
    'Läuft, bis Sie kündigen.',
    'Widerrufen können Sie bis zum 07.12.2026.',
    'Die erste Zahlung ist frühestens am 06.12.2026 fällig.',
  ]);
  expect([plain(sum), button]).toEqual(['Zusammen 24,00 € im Monat', 'Zahlungspflichtig anmelden']);
});

test('a begun month costs its share, and a group shows the last day if notice were given today', () => {
  const begun = { period: '11/2026', cents: 480, note: '2 von 5 Terminen' };
  const firstDue = firstPeriods({ cents: 1200, per: 'month' }, begun, { startsOn: '2026-11-23', dueOn: '2026-12-15' });
  const line = { ...seat, begun, firstDue };
  const { sentences, sum } = orderInWords({ ...facts, dueOn: '2026-12-15', endsOnNotice: '2026-12-31', lines: [line, line] });
  expect(sentences.map(plain)).toEqual([
    partner,
    'Läuft, bis Sie kündigen.',
    'Wer heute kündigt, ist bis zum 31.12.2026 dabei.',
    'Für 11/2026 zahlen Sie nur 9,60 € zusammen: 2 von 5 Terminen.',
    'Widerrufen können Sie bis zum 07.12.2026.',
    'Die erste Zahlung ist frühestens am 15.12.2026 fällig: 33,60 € (11/2026 9,60 €, 12/2026 24,00 €).',
  ]);
  expect(plain(sum)).toBe('Zusammen 24,00 € im Monat');
});

test('whoever joins a course late reads once for how many of its dates the price is', () => {
  const share: OrderLine = {
    priceCents: 3208,
    pricePer: 'course',
    waits: false,
    begun: { period: '', cents: 3208, note: 'anteilig ab 22.11.2026: 11 von 24 Terminen' },
    firstDue: [],
  };
  const { sentences, sum } = orderInWords({ ...facts, isPermanent: false, lines: [share, share] });
  expect(sentences.filter((one) => one.includes('anteilig'))).toEqual(['Der Preis ist anteilig ab 22.11.2026: 11 von 24 Terminen.']);
  expect(plain(sum)).toBe('Zusammen 64,16 € für den Kurs');
});

test("a course with fixed dates says that there is no right of withdrawal, and shows today's fee instead of the rule’s first sentence", () => {
  const { sentences } = orderInWords({
    ...facts,
    isPermanent: false,
    rule: ['Ab jetzt verbindlich.', 'Ab dem Beginn: 100 %.'],
    feeCents: 3652,
  });
  expect(sentences.map(plain)).toEqual([
    partner,
    'Ab jetzt verbindlich: Eine Absage kostet 36,52 €.',
    'Ab dem Beginn: 100 %.',
    'Ein Widerrufsrecht gibt es nicht, weil die Termine feststehen (§ 312g Abs. 2 Nr. 9 BGB).',
    'Die erste Zahlung ist frühestens am 06.12.2026 fällig.',
  ]);
});

test('where the club still has to agree, that is said above the button, and that it can be taken back until then', () => {
  const asking = { ...facts, needsApproval: true, action: 'sign-up' as const };
  const words = 'Der Verein muss noch zusagen; bis dahin ziehen Sie kostenlos zurück.';
  for (const action of ['sign-up', 'confirm'] as const)
    expect(orderInWords({ ...asking, action }).sentences.slice(0, 2), action).toEqual([partner, words]);
  expect(orderInWords({ ...asking, lines: [{ ...seat, priceCents: 0 }] }).sentences).toContain(words);
  // An offered seat is the club's word, and the waiting list is no request yet.
  expect(orderInWords({ ...asking, action: 'accept' }).sentences).not.toContain(words);
  expect(orderInWords({ ...asking, lines: [{ ...seat, waits: true }] }).sentences).not.toContain(words);
  const running = orderInWords({ ...asking, isPermanent: false, feeCents: 3652, rule: ['Ab jetzt verbindlich.'] });
  expect(running.sentences.slice(1, 3).map(plain)).toEqual([words, 'Nach der Zusage verbindlich: Eine Absage kostet 36,52 €.']);
});

describe('the button', () => {
  const waits = { ...seat, waits: true };
  const free = { ...seat, priceCents: 0 };
  test.each([
    ['sign-up', [seat, waits], false, 'Zahlungspflichtig anmelden'],
    ['sign-up', [waits], false, 'Kostenlos auf die Warteliste'],
    ['sign-up', [free], false, 'Verbindlich anmelden'],
    ['sign-up', [free], true, 'Anfragen'],
    ['sign-up', [seat], true, 'Zahlungspflichtig anmelden'],
    ['accept', [seat], false, 'Platz zahlungspflichtig annehmen'],
    ['accept', [free], false, 'Platz annehmen'],
    ['confirm', [seat], false, 'Zahlungspflichtig bestätigen'],
    ['confirm', [waits], false, 'Anmeldung bestätigen'],
  ] as const)('%s of %j, approval %s: %s', (action, lines, needsApproval, words) => {
    expect(orderInWords({ ...facts, action, lines, needsApproval }).button).toBe(words);
  });
});

test('people on the waiting list count in no sum and see nothing about paying', () => {
  const { sentences, sum } = orderInWords({ ...facts, lines: [{ ...seat, waits: true }] });
  expect([sentences, sum]).toEqual([[partner, waitingSentence], '']);
});

test('nothing is due before the payment term has passed, nor before the first session', () => {
  expect(firstDueOn('2026-11-22', 14, '2026-11-26')).toBe('2026-12-06');
  expect(firstDueOn('2026-11-22', 14, '2027-01-10')).toBe('2027-01-10');
  expect(firstDueOn('2026-11-22', 14, null)).toBe('2026-12-06');
});

test('a group is first due on the day of the month that the club has set, after the payment term', () => {
  expect(groupDueOn('2026-12-06', 15)).toBe('2026-12-15');
  expect(groupDueOn('2026-12-15', 15)).toBe('2026-12-15');
  expect(groupDueOn('2026-12-16', 15)).toBe('2027-01-15');
  expect(groupDueOn('2027-01-31', 28)).toBe('2027-02-28');
});

test('the first payment names each month, quarter or year that has begun by then, the first at its share', () => {
  const begun = { period: '4. Quartal 2026', cents: 1000, note: '' };
  const quarter = { cents: 3000, per: 'quarter' } as const;
  expect(firstPeriods(quarter, begun, { startsOn: '2026-12-29', dueOn: '2027-01-15' })).toEqual([
    { period: '4. Quartal 2026', cents: 1000 },
    { period: '1. Quartal 2027', cents: 3000 },
  ]);
  expect(firstPeriods(quarter, null, { startsOn: '2026-10-01', dueOn: '2026-10-15' })).toEqual([
    { period: '4. Quartal 2026', cents: 3000 },
  ]);
  expect(firstPeriods({ cents: 500, per: 'session' }, null, { startsOn: '2026-10-01', dueOn: '2026-12-15' })).toEqual([]);
});

test('an event can be cancelled until its deadline, or until it begins', () => {
  expect(eventRuleInWords('2026-12-01T17:00:00.000Z')).toEqual(['Bis 01.12.2026, 18:00 Uhr, sagen Sie kostenlos ab.']);
  expect(eventRuleInWords(null)).toEqual(['Bis zum Beginn sagen Sie kostenlos ab.']);
});
