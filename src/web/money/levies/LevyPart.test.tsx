import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { organisationsContract, type Organisation } from '#shared/halls/organisations.ts';
import { feesContract, type FeeRuleView } from '#shared/money/fees/fees.ts';
import { leviesContract, type Levy, type LevyPreview } from '#shared/money/levies/contract.ts';
import { peopleContract } from '#shared/people/people.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { LevyLetters } from './LevyLetters.tsx';
import { LevyList } from './LevyList.tsx';
import { LevyPart } from './LevyPart.tsx';

beforeEach(() => void vi.setSystemTime('2026-11-22T10:00:00Z'));

const [ole, ina] = ['9d7a8a31-5b7c-4c57-8d0f-000000000001', '9d7a8a31-5b7c-4c57-8d0f-000000000002'];
const line = (forId: string, name: string) =>
  ({ forId, name, payer: name, label: 'Anzug', cents: 4500, method: 'transfer', note: '' }) as const;
const preview: LevyPreview = {
  hash: 'h',
  count: 2,
  payers: 2,
  totalCents: 9000,
  repeated: 1,
  letters: ['Igel, Ina'],
  leftOut: [{ name: 'Ulm, Uwe', reason: 'Das Geburtsdatum fehlt.' }],
  lines: [line(ole, 'Ohm, Ole'), line(ina, 'Igel, Ina')],
};
const levy: Levy = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000009',
  kind: 'other',
  label: 'Anzug',
  dueOn: '2026-12-22',
  count: 1,
  excluded: 1,
  totalCents: 4500,
  told: 1,
  letters: 1,
  postedOn: null,
  state: 'booked',
  reason: '',
  createdBy: 'Vera Vogel',
  createdAt: '2026-11-22T10:00:00.000Z',
  version: 3,
};

const sponsor: Organisation = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000007',
  managerClub: 'RWA',
  club: null,
  name: 'Sparkasse',
  kind: 'company',
  isLocal: true,
  isNonProfit: false,
  street: '',
  postcode: '',
  city: '',
  email: '',
  phone: '',
  priorityClass: null,
  note: '',
  contacts: [],
  archivedOn: null,
  coming: 0,
  series: 0,
  weeklyMinutes: 0,
  wishes: 0,
  granted: 0,
  seenAt: null,
  version: 1,
};

const helperRule: FeeRuleView = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000008',
  club: 'RWA',
  layer: 'helper',
  position: 0,
  name: 'Helferstunden',
  kinds: [],
  ageFrom: 16,
  ageTo: 65,
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
  cents: 1500,
  monthCents: null,
  quarterCents: null,
  halfCents: null,
  yearCents: null,
  dueMinutes: 300,
  pool: 'person',
  ledgerAccountId: null,
  isBooked: false,
  retroactiveReason: '',
  version: 1,
};

test('missing input is reported at its field; then the preview lists everybody, and an excluded person is not charged', async () => {
  const server = signIn(userOf('admin'));
  server.on(peopleContract.search, [
    { id: ole, firstname: 'Ole', lastname: 'Ohm', birthDate: '1980-01-01', isMember: true, isClaimed: false },
  ]);
  const orders: unknown[] = [];
  server.on(leviesContract.preview, (order) => (orders.push(order), preview));
  server.on(leviesContract.book, levy);
  const onBooked = vi.fn();
  const hand = show(<LevyPart club="RWA" onBooked={onBooked} />);
  await hand.press('Vorschau');
  expect(hand.problem('Text')).toBe('Bitte sagen, wofür.');
  expect(server.sent).toEqual([]);
  await hand.fill('Text', 'Anzug');
  await hand.fill('Euro je Person', '45');
  await hand.user.type(screen.getByRole('combobox', { name: '1. Person' }), 'ohm');
  await hand.user.click(await screen.findByRole('option', { hidden: true, name: /Ole Ohm/ }));
  await hand.press('Vorschau');
  await hand.reads(/2 Forderungen über zusammen 90,00.€, 2 Zahler\./);
  await hand.reads(/Eine Person hat schon eine Forderung mit diesem Text/);
  await hand.reads(/die Briefe an sie lassen sich danach .* drucken: Igel, Ina/);
  await hand.reads('Ulm, Uwe: Das Geburtsdatum fehlt.');
  expect(orders.at(-1)).toMatchObject({ kind: 'other', label: 'Anzug', cents: 4500, dueOn: '2026-12-22', personIds: [ole] });
  await hand.press('Ausnehmen: Igel, Ina');
  await hand.fill('Grund', 'Hat schon einen');
  await hand.press('Ausnehmen');
  await hand.press('1 Forderung stellen');
  await hand.reads(/1 Forderung über zusammen 45,00.€\. Das lässt sich rückgängig machen/);
  await hand.press('Fordern');
  await waitFor(() => expect(onBooked).toHaveBeenCalled());
  expect(server.sent.at(-1)?.body).toMatchObject({ hash: 'h', excluded: [{ forId: ina, reason: 'Hat schon einen' }], tells: true });
});

test('for missing helper hours only the year is asked: the fee schedule sets the price', async () => {
  const server = signIn(userOf('admin'));
  server.on(feesContract.rules, [helperRule]);
  const orders: unknown[] = [];
  server.on(leviesContract.preview, (order) => (orders.push(order), preview));
  const hand = show(<LevyPart club="RWA" onBooked={vi.fn()} />);
  await hand.choose('Wofür', 'Fehlende Helferstunden');
  await hand.reads(/^Helferstunden: 15,00.€ je fehlende von 5 Stunden im Jahr \(16–65 Jahre\)$/);
  await hand.press('Vorschau');
  await waitFor(() => expect(orders.at(-1)).toMatchObject({ kind: 'helper_hours', year: 2026, cents: 0, whom: 'members', personIds: [] }));
});

test('without a rule for helper hours there is a link to the fee schedule', async () => {
  signIn(userOf('admin')).on(feesContract.rules, []);
  const hand = show(<LevyPart club="RWA" onBooked={vi.fn()} />);
  await hand.choose('Wofür', 'Fehlende Helferstunden');
  await hand.reads(/noch keine Regel für Helferstunden/);
  expect(screen.getByRole('link', { name: 'Beiträge' }).getAttribute('href')).toBe('/admin/money/fees');
});

test('a levy is reverted with a reason', async () => {
  const server = signIn(userOf('admin'));
  server.on(leviesContract.list, { rows: [levy], next: null });
  server.on(leviesContract.undo, { ...levy, state: 'undone' });
  const hand = show(<LevyList onLetters={vi.fn()} />);
  await hand.press('Rückgängig machen: Anzug');
  await hand.fill('Grund', 'Irrtum');
  await hand.press('Rückgängig machen');
  await waitFor(() => expect(server.sent.at(-1)?.body).toEqual({ reason: 'Irrtum', version: 3 }));
});

test('reverting a levy with sent letters lists their recipients, who have to be informed otherwise', async () => {
  const server = signIn(userOf('admin')).on(leviesContract.list, { rows: [{ ...levy, postedOn: '2026-11-23' }], next: null });
  const letter = { payerId: ina, name: 'Igel, Ina', address: [], paragraphs: ['wir bitten um Zahlung'], transfer: null };
  const sheets = { createdOn: '2026-11-22', title: 'Anzug', sender: { name: 'RWA', iban: '' }, letters: [letter], version: 3 };
  server.on(leviesContract.letters, { ...sheets, postedOn: '2026-11-23' });
  const hand = show(<LevyList onLetters={vi.fn()} />);
  await hand.reads(/Briefe verschickt am 23\.11\.2026/);
  await hand.press('Rückgängig machen: Anzug');
  await hand.reads(
    /Ein Brief ging am 23\.11\.2026 hinaus: Igel, Ina\. Wer einen Brief bekam, erfährt es nicht von selbst: Bitte sagen Sie es dort\./,
  );
});

test('the letters of a levy are one click away', async () => {
  signIn(userOf('admin')).on(leviesContract.list, { rows: [levy], next: null });
  const onLetters = vi.fn();
  const hand = show(<LevyList onLetters={onLetters} />);
  await hand.press('Briefe drucken: Anzug');
  expect(onLetters).toHaveBeenCalledWith(levy.id);
});

test('a payer without an email address gets a letter, and its dispatch is recorded', async () => {
  const server = signIn(userOf('admin'));
  const letter = { payerId: ina, name: 'Igel, Ina', address: [], paragraphs: ['wir bitten um Zahlung'], transfer: null };
  const sheets = { createdOn: '2026-11-22', title: 'Anzug', sender: { name: 'RWA', iban: '' }, letters: [letter], version: 3 };
  server.on(leviesContract.letters, { ...sheets, postedOn: null });
  server.on(leviesContract.postLetters, { ...levy, postedOn: '2026-11-22', version: 4 });
  const hand = show(<LevyLetters levyId={levy.id} onBack={vi.fn()} />);
  await hand.reads(/Bitte tragen Sie die Anschrift ein:/);
  expect(document.querySelector(`a[href="/admin/money/charges?konto=${ina}"]`)?.textContent).toBe('Igel, Ina');
  await hand.press('Als verschickt vermerken');
  await hand.reads('Die Briefe sind als verschickt vermerkt.');
  expect(server.sent.at(-1)).toMatchObject({ method: 'PUT', body: { isPosted: true, version: 3 } });
});

test('organisations are charged as a whole, and never by debit', async () => {
  const server = signIn(userOf('admin'));
  const orders: unknown[] = [];
  server.on(organisationsContract.list, [sponsor]);
  server.on(leviesContract.preview, (order) => (orders.push(order), preview));
  const hand = show(<LevyPart club="RWA" onBooked={vi.fn()} />);
  await hand.choose('Von wem', 'Organisationen (Schule, Firma, anderer Verein)');
  await hand.choose('Organisationen', 'Sparkasse');
  expect(await hand.choices('Zahlungsart')).toEqual(['Überweisung', 'bar']);
  await hand.fill('Text', 'Bande');
  await hand.fill('Euro je Organisation', '250');
  await hand.press('Vorschau');
  await waitFor(() =>
    expect(orders).toMatchObject([{ whom: 'organisations', organisationIds: [sponsor.id], personIds: [], cents: 25_000 }]),
  );
  await hand.reads(/^Eine Organisation hat schon eine Forderung mit diesem Text/);
});
