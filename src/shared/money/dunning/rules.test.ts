import { expect, test } from 'vitest';
import { dunningOf, isNotice, type LateCharge, type LatePayer } from './rules.ts';
import { defaultStages } from './words.ts';

const today = '2027-03-01';
const lateCharge = (values: Partial<LateCharge> = {}): LateCharge => ({
  chargeId: 'c',
  name: '',
  reference: 'RWA-1',
  label: 'Beitrag',
  dueOn: '2027-02-01',
  restCents: 6000,
  level: null,
  toldOn: null,
  state: 'open',
  method: 'transfer',
  deferredUntil: null,
  hasMandate: false,
  ...values,
});
const payer = (lateCharges: LateCharge[], values: Partial<LatePayer> = {}): LatePayer => ({
  payerId: 'p',
  name: 'Ohm, Ole',
  email: 'ole@example.org',
  isMinor: false,
  isDead: false,
  stop: null,
  openLine: null,
  lateCharges,
  ...values,
});
const plan = (one: LatePayer, lowered: string[] = []) =>
  dunningOf(one, { today, minCents: 500, stages: defaultStages, lowered: new Set(lowered) });
const reasonOf = (one: LatePayer) => {
  const planned = plan(one);
  return isNotice(planned) ? `Stufe ${planned.level}` : planned.reason;
};

test('of three overdue charges one is in collection and one is deferred: one notice over the remaining one', () => {
  const lateCharges = [lateCharge(), lateCharge({ state: 'in_collection' }), lateCharge({ deferredUntil: '2027-04-01' })];
  expect(plan(payer(lateCharges))).toMatchObject({
    level: 0,
    cents: 6000,
    feeCents: 0,
    dueOn: '2027-03-15',
    byMail: true,
    byLetter: false,
  });
});

test('several overdue charges make one notice, a level above the highest of them, over all open amounts', () => {
  const lateCharges = [lateCharge({ level: 1, toldOn: '2027-02-10' }), lateCharge({ restCents: 1500, dueOn: '2027-02-25' })];
  expect(plan(payer(lateCharges))).toMatchObject({ level: 2, cents: 7500, feeCents: 250 });
});

test.each<[string, LatePayer]>([
  ['Die Lastschrift ist unterwegs.', payer([lateCharge({ state: 'in_collection' })])],
  ['Gestundet bis 01.04.2027.', payer([lateCharge({ deferredUntil: '2027-04-01' })])],
  ['Das zahlt das Amt (Bildung und Teilhabe).', payer([lateCharge({ method: 'but' })])],
  ['Wird mit dem nächsten Lastschriftlauf eingezogen.', payer([lateCharge({ method: 'sepa', hasMandate: true })])],
  ['Mahnsperre bis 05.03.2027: Umzug', payer([lateCharge()], { stop: { reason: 'Umzug', until: '2027-03-05' } })],
  ['Mahnsperre: Streit', payer([lateCharge()], { stop: { reason: 'Streit', until: null } })],
  ['Verstorben. Bitte klären Sie mit den Erben, wer zahlt.', payer([lateCharge()], { isDead: true, email: null })],
  ['Kinder werden nicht gemahnt. Bitte tragen Sie ein, wer zahlt.', payer([lateCharge()], { isMinor: true })],
  ['Gemahnt wird erst ab 5,00\u00A0€.', payer([lateCharge({ restCents: 499 })])],
  ['Zuletzt erinnert am 20.02.2027.', payer([lateCharge({ level: 0, toldOn: '2027-02-20' })])],
  ['Erst ab 03.03.2027 an der Reihe.', payer([lateCharge({ level: 0, toldOn: '2027-02-17' })])],
  ['Erst ab 02.03.2027 an der Reihe.', payer([lateCharge({ dueOn: '2027-02-23' })])],
  ['Die letzte Mahnung ist verschickt.', payer([lateCharge({ level: 3, toldOn: '2027-01-01' })])],
])('no notice is sent if: %s', (reason, one) => {
  expect(reasonOf(one)).toBe(reason);
});

test.each<[number, LatePayer]>([
  [0, payer([lateCharge({ dueOn: '2027-02-22' })])],
  [0, payer([lateCharge({ restCents: 500 })])],
  [0, payer([lateCharge({ method: 'sepa' })])],
  [0, payer([lateCharge({ method: 'sepa', state: 'returned', hasMandate: true })])],
  [0, payer([lateCharge({ deferredUntil: '2027-02-28' })])],
  [0, payer([lateCharge()], { stop: { reason: 'Umzug', until: '2027-02-28' } })],
  [1, payer([lateCharge({ level: 0, toldOn: '2027-02-15' })])],
  [3, payer([lateCharge({ level: 2, toldOn: '2027-02-15' })])],
])('level %i is due on its day', (level, one) => {
  expect(reasonOf(one)).toBe(`Stufe ${level}`);
});

test('a payer without an address gets a letter, the last notice is always one, and one level less can be chosen', () => {
  expect(plan(payer([lateCharge()], { email: null }))).toMatchObject({ byMail: false, byLetter: true });
  const last = payer([lateCharge({ level: 2, toldOn: '2027-02-01' })]);
  expect(plan(last)).toMatchObject({ level: 3, byMail: false, byLetter: true, feeCents: 500 });
  expect(plan(last, ['p'])).toMatchObject({ level: 2, byMail: true, feeCents: 250 });
  expect(plan(payer([lateCharge()]), ['p'])).toMatchObject({ level: 0 });
});

test('a payer who may have paid gets no notice: the open bank line is named', () => {
  expect(reasonOf(payer([lateCharge()], { openLine: { bookedOn: '2027-02-26', cents: 6000 } }))).toMatch(
    /^Vielleicht schon bezahlt: 60,00.€ vom 26\.02\.2027 warten unter „Bank“/,
  );
  expect(reasonOf(payer([lateCharge()]))).toBe('Stufe 0');
});

test.each<[string, LatePayer, string]>([
  ['the last day of a deferral', payer([lateCharge({ deferredUntil: today })]), 'Gestundet bis 01.03.2027.'],
  ['the last day of a stop', payer([lateCharge()], { stop: { reason: 'Umzug', until: today } }), 'Mahnsperre bis 01.03.2027: Umzug'],
  ['ten days after the last notice', payer([lateCharge({ level: 0, toldOn: '2027-02-19' })]), 'Erst ab 05.03.2027 an der Reihe.'],
  ['nine days after it', payer([lateCharge({ level: 0, toldOn: '2027-02-20' })]), 'Zuletzt erinnert am 20.02.2027.'],
])('%s: %s', (_what, one, reason) => {
  expect(reasonOf(one)).toBe(reason);
});

test('only payers after the last notice are proposed for court, with all overdue charges', () => {
  const last = [lateCharge({ level: 3, toldOn: '2027-01-01' }), lateCharge({ restCents: 100 })];
  expect(plan(payer(last))).toMatchObject({ isCourt: true, cents: 6100 });
  expect(plan(payer(last, { isMinor: true }))).toMatchObject({ isCourt: false });
  expect(plan(payer(last, { isDead: true }))).toMatchObject({ isCourt: false });
  expect(plan(payer([lateCharge({ state: 'in_collection' }), lateCharge({ method: 'but', restCents: 100 })]))).toMatchObject({
    isCourt: false,
    cents: 6100,
  });
});
