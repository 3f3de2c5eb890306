import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { departmentsContract } from '#shared/club/departments.ts';
import { ledgerContract, type LedgerAccount } from '#shared/money/ledger/contract.ts';
import { feesContract, type FeeRuleView } from '#shared/money/fees/fees.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { RuleForm } from './RuleForm.tsx';

const [ruleId, departmentId] = ['1', '2'].map((end) => `9d7a8a31-5b7c-4c57-8d0f-00000000000${end}`) as [string, string];

beforeEach(() => void vi.setSystemTime('2026-11-22T10:00:00Z'));

test('a new rule defaults to the yearly base fee of this year and is sent in cents', async () => {
  const { server, hand, onDone } = open();
  server.on(feesContract.createRule, rule());
  await hand.fill('Name', 'Erwachsene');
  await hand.fill('Beitrag in Euro', '96,50');
  await hand.fill('Alter von', '18');
  await hand.choose('Art der Mitgliedschaft', 'Aktiv');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent).toEqual([
    {
      method: 'POST',
      address: '/fee-rules',
      body: { ...fresh, name: 'Erwachsene', cents: 9650, ageFrom: 18, kinds: ['active'], position: 30, club: 'RWA' },
    },
  ]);
});

test('a department fee requires the department, which is cleared when the kind of rule changes', async () => {
  const { server, hand, onDone } = open();
  server.on(feesContract.createRule, rule());
  await hand.fill('Name', 'Tennis');
  await hand.choose('Wofür', 'Abteilung');
  await hand.press('Speichern');
  expect(hand.problem('Abteilung')).toBe('Bitte eine Abteilung wählen.');
  expect(server.sent).toEqual([]);
  await hand.choose('Abteilung', 'Tennis');
  await hand.choose('Wofür', 'Grundbeitrag');
  await hand.choose('Wofür', 'Abteilung');
  await hand.press('Speichern');
  expect(hand.problem('Abteilung')).toBe('Bitte eine Abteilung wählen.');
  await hand.choose('Abteilung', 'Tennis');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent[0]?.body).toMatchObject({ layer: 'department', departmentId });
});

test('input for another kind of rule that is no longer visible is not sent', async () => {
  const { server, hand, onDone } = open();
  server.on(feesContract.createRule, rule());
  await hand.fill('Name', 'Aufnahme');
  await hand.fill('Alter von', '40');
  await hand.fill('Alter bis', '30');
  await hand.fill('In der Familie ab Person', '3');
  await hand.fill('In der Familie bis Person', '2');
  await hand.choose('Wofür', 'Aufnahme');
  await hand.fill('Alter bis', '50');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent[0]?.body).toMatchObject({ layer: 'entry', ageFrom: 40, ageTo: 50, placeFrom: null, placeTo: null });
  await hand.choose('Wofür', 'Familie');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(2));
  expect(server.sent[1]?.body).toMatchObject({ layer: 'family', kinds: [], ageFrom: null, ageTo: null });
});

test('each kind of rule asks only for the data it needs', async () => {
  const { hand } = open();
  const asks = (label: string) => {
    try {
      return Boolean(hand.field(label));
    } catch {
      return false;
    }
  };
  expect(['In der Familie ab Person', 'Alter von', 'Zahlweise', 'Ab wie vielen Personen'].map(asks)).toEqual([true, true, true, false]);
  await hand.choose('Wofür', 'Familie');
  expect(['In der Familie ab Person', 'Alter von', 'Zahlweise', 'Ab wie vielen Personen'].map(asks)).toEqual([false, false, true, true]);
  await hand.choose('Wofür', 'Aufnahme');
  expect(['In der Familie ab Person', 'Alter von', 'Zahlweise', 'Wer später eintritt'].map(asks)).toEqual([false, true, false, false]);
});

test('an empty limit means none, an empty family size the minimum', async () => {
  const { server, hand, onDone } = open(rule({ layer: 'family', familyMin: 4, childAgeTo: 20, ageFrom: 3 }));
  server.on(feesContract.updateRule, rule());
  for (const label of ['Ab wie vielen Personen', 'Kinder bis Alter', 'Platz in der Reihenfolge']) await hand.fill(label, '');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent[0]?.body).toMatchObject({ familyMin: 1, childAgeTo: 0, position: 0, ageFrom: 3, version: 5 });
});

test.each([
  ['ages the wrong way round', { ageFrom: 18, ageTo: 17 }, 'Alter bis', 'Das höchste Alter darf nicht unter dem niedrigsten liegen.'],
  [
    'places the wrong way round',
    { placeFrom: 3, placeTo: 2 },
    'In der Familie bis Person',
    'Der letzte Platz darf nicht vor dem ersten liegen.',
  ],
  ['a last day before the first', { validTo: '2025-12-31' }, 'Gültig bis', 'Der letzte Tag darf nicht vor dem ersten liegen.'],
  ['no name', { name: '' }, 'Name', 'Bitte ausfüllen.'],
])('%s are reported at their field, and nothing is sent', async (_what, wrong, label, sentence) => {
  const { server, hand } = open(rule(wrong));
  await hand.press('Speichern');
  expect(hand.problem(label)).toBe(sentence);
  expect(server.sent).toEqual([]);
});

test('a rule with bookings says so and offers no deletion', async () => {
  const { hand } = open(rule({ isBooked: true }));
  await hand.reads(/Nach dieser Regel ist schon gebucht/);
  expect(() => hand.button('Löschen')).toThrow();
});

test('a rule is deleted after a confirmation', async () => {
  const { server, hand, onDone } = open(rule());
  server.on(feesContract.deleteRule, { ok: true });
  await hand.press('Löschen');
  await hand.reads('„Erwachsene“ wird gelöscht.');
  expect(server.sent).toEqual([]);
  await hand.press('Löschen');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent).toEqual([{ method: 'DELETE', address: `/fee-rules/${ruleId}`, body: null }]);
});

test('server errors are shown at their fields, and the input is kept', async () => {
  const { server, hand, onDone } = open(rule());
  server.on(feesContract.updateRule, () => refuse('invalid-input', { cents: 'Nach dieser Regel ist schon gebucht.' }));
  await hand.fill('Beitrag in Euro', '120');
  await hand.press('Speichern');
  await waitFor(() => expect(hand.problem('Beitrag in Euro')).toBe('Nach dieser Regel ist schon gebucht.'));
  expect(hand.field('Beitrag in Euro').value).toBe('120,00');
  expect(onDone).not.toHaveBeenCalled();
});

test('a retroactive raise is asked for with a tick and a reason, once the server names it', async () => {
  const { server, hand, onDone } = open(rule());
  server.on(feesContract.updateRule, ({ isRetroactive, retroactiveReason }) =>
    isRetroactive
      ? rule({ retroactiveReason })
      : refuse('invalid-input', { isRetroactive: 'Das erhöht bei 2 Mitgliedern um zusammen 60,00 €, was schon gefordert ist.' }),
  );
  const tick = 'Rückwirkend erhöhen, die Satzung erlaubt es';
  expect(() => hand.field(tick)).toThrow();
  await hand.press('Speichern');
  await hand.reads(/Das erhöht bei 2 Mitgliedern/);
  await hand.user.click(hand.field(tick));
  await hand.fill('Grund', 'Versammlung vom 20.11.2026');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent.at(-1)?.body).toMatchObject({ isRetroactive: true, retroactiveReason: 'Versammlung vom 20.11.2026' });
});

test('a rule that reaches back says why', async () => {
  const { hand } = open(rule({ retroactiveReason: 'Versammlung vom 20.11.2026' }));
  await hand.reads('Gilt rückwirkend: Versammlung vom 20.11.2026');
});

test('a rule for helper hours requires hours and pool, and no rhythm', async () => {
  const { server, hand, onDone } = open();
  server.on(feesContract.createRule, rule({ layer: 'helper', dueMinutes: 450 }));
  await hand.fill('Name', 'Helferstunden');
  await hand.choose('Wofür', 'Helferstunden');
  await hand.fill('Stunden im Jahr', '7,5');
  await hand.choose('Wessen Stunden zählen', 'Familien zusammen');
  await hand.fill('Euro je fehlende Stunde', '15');
  expect(document.body.textContent).not.toContain('Zahlweise');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent).toMatchObject([{ body: { layer: 'helper', dueMinutes: 450, pool: 'family', cents: 1500, club: 'RWA' } }]);
});

test('a payer with another rhythm gets a separate price if the treasurer sets one', async () => {
  const { server, hand, onDone } = open(rule());
  server.on(feesContract.updateRule, rule());
  await hand.fill('Oder halbjährlich', '50,00');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent).toMatchObject([{ body: { cents: 9600, rhythm: 'year', halfCents: 5000, quarterCents: null, monthCents: null } }]);
});

test('a rule books to a custom ledger account if the treasurer selects one', async () => {
  const { server, hand, onDone } = open(rule({ isBooked: true }));
  server.on(feesContract.updateRule, rule());
  await hand.choose('Buchungskonto', 'Tennisbeiträge');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent).toMatchObject([{ body: { ledgerAccountId: ledger.id } }]);
});

const ledger: LedgerAccount = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000077',
  name: 'Tennisbeiträge',
  sphere: 'ideal',
  sources: [],
  endedOn: null,
  isUsed: false,
  rules: [],
  version: 1,
};

/** What a new rule is before anything is typed. */
const fresh = {
  layer: 'base',
  position: 0,
  name: '',
  kinds: [],
  ageFrom: null,
  ageTo: null,
  ageOn: 'year_start',
  departmentId: null,
  placeFrom: null,
  placeTo: null,
  familyMin: 3,
  childAgeTo: 17,
  familyMode: 'cheapest',
  proRataIn: 'month',
  proRataOut: 'full',
  validFrom: '2026-01-01',
  validTo: null,
  rhythm: 'year',
  cents: 0,
  monthCents: null,
  quarterCents: null,
  halfCents: null,
  yearCents: null,
  dueMinutes: null,
  pool: 'person',
  ledgerAccountId: null,
  isRetroactive: false,
  retroactiveReason: '',
} as const;

function rule(changes: Partial<FeeRuleView> = {}): FeeRuleView {
  return { ...fresh, kinds: [], name: 'Erwachsene', cents: 9600, id: ruleId, club: 'RWA', isBooked: false, version: 5, ...changes };
}

/** The form for a stored rule, or for a new one that comes third. */
function open(stored?: FeeRuleView) {
  const server = signIn(userOf('admin'))
    .on(departmentsContract.list, [{ id: departmentId, name: 'Tennis', managed: null }])
    .on(ledgerContract.list, [ledger]);
  const onDone = vi.fn<() => void>();
  const hand = show(<RuleForm club="RWA" rule={stored} position={30} onDone={onDone} />);
  return { server, hand, onDone };
}
