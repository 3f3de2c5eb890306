import { expect, test } from 'vitest';
import { departmentsContract } from '#shared/club/departments.ts';
import { memberReportContract } from '#shared/people/report/memberReport.ts';
import { membersContract } from '#shared/people/members.ts';
import { reportSnapshotsContract, type ReportCockpit, type ReportSnapshot } from '#shared/people/report/reportSnapshots.ts';
import { screen, waitFor } from '@testing-library/react';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf, type Hand } from '#test/web/page.tsx';
import { Cockpit } from './Cockpit.tsx';

const uuid = (end: number) => `4d7a8a31-5b7c-4c57-8d0f-00000000000${end}`;

test('a cause is fixed in place: the birth date row by row, “ohne Angabe” for all after a confirmation, with undo', async () => {
  const { server, hand } = open({ causes: [undated, ungendered], blocking: ['Geburtsdatum fehlt: 1.', 'Geschlecht nicht erfasst: 2.'] });
  server.on(membersContract.batch, ({ ids }) => ({ count: ids.length, unchanged: [] }));
  await hand.reads('4 Mitglieder, 1 meldefertig');
  // What only the members know is asked by mail.
  for (const label of ['Mitglied anschreiben', '2 Mitglieder anschreiben']) expect(hand.button(label).disabled).toBe(false);
  await hand.fill('Geburtsdatum von Meldung, Ohnetag', '24.12.1999');
  await hand.press('Geburtsdatum von Meldung, Ohnetag speichern');
  await hand.reads('Das Geburtsdatum von Meldung, Ohnetag ist gespeichert.');
  await hand.press('Alle als „ohne Angabe“ melden');
  await hand.reads('Alle als „ohne Angabe“ melden?');
  await hand.press('Eintragen');
  await hand.reads('„Ohne Angabe“ ist eingetragen.');
  await hand.press('Rückgängig');
  await waitFor(() => expect(server.sent).toHaveLength(3));
  expect(server.sent.map(({ body }) => body)).toMatchObject([
    { ids: [uuid(1)], change: { action: 'setBirthDate', birthDate: '1999-12-24' } },
    { ids: [uuid(2), uuid(3)], change: { action: 'setGender', gender: 'o' } },
    { ids: [uuid(2), uuid(3)], change: { action: 'setGender', gender: 'x' } },
  ]);
});

test('a department without a federation is one row; the number keeps its leading zeros', async () => {
  const { server, hand } = open({
    causes: [
      { cause: 'no-association', count: 1, members: [], departments: [{ id: uuid(7), name: 'Turnen', members: 3, associations: [] }] },
    ],
  });
  server.on(departmentsContract.update, turnen);
  await hand.fill('Verbandsnummer von Turnen', '0123');
  await hand.user.keyboard('{Enter}');
  await hand.reads('Der Fachverband von „Turnen“ ist gespeichert.');
  expect(server.sent[0]?.body).toMatchObject({ name: 'Turnen', version: 3, associations: [{ no: '0123' }] });
});

test('freezing is disabled until nothing blocks it, or members without a birth date are left out on purpose', async () => {
  const { server, hand } = open({ causes: [undated], blocking: ['Geburtsdatum fehlt: 1.'] });
  server.on(reportSnapshotsContract.freeze, snapshot);
  await hand.reads('Vorher fehlt noch:');
  expect(() => hand.button('Stichtag einfrieren')).toThrow();
  await hand.tick(
    'Trotzdem einfrieren: Mitglieder ohne Geburtsdatum oder Geschlecht werden nicht gemeldet, ihre Namen stehen bei der Meldung.',
  );
  await hand.press('Stichtag einfrieren');
  await hand.reads('3 Mitglieder sind eingefroren.');
  expect(server.sent[0]?.body).toEqual({ club: 'RWA', keyDate: '2026-01-01', leavesOut: true });
});

test('without members there is a link to add them, instead of the message that nothing is left to fix', async () => {
  const { hand } = open({ total: 0, ready: 0 });
  await hand.reads(/^Zu diesem Stichtag hat der Verein noch keine Mitglieder/);
  expect(screen.queryByText(/^Nichts zu reparieren/)).toBeNull();
});

test("the club's own data are refused at their fields, and the input is kept", async () => {
  const { server, hand } = open({});
  server.on(reportSnapshotsContract.saveProfile, () => refuse('conflict'));
  await hand.fill('Vereinsnummer beim Landessportbund', '12a');
  await hand.press('Angaben speichern');
  await waitFor(() => expect(hand.problem('Vereinsnummer beim Landessportbund')).toBe('Bitte nur Ziffern.'));
  await hand.fill('Vereinsnummer beim Landessportbund', '0123456');
  await hand.press('Angaben speichern');
  await waitFor(() => expect(hand.refusal()).toContain('inzwischen geändert'));
  expect(hand.field('Vereinsnummer beim Landessportbund').value).toBe('0123456');
});

test("what is typed of the club's own data stays when somebody else saves another field", async () => {
  const { server, hand } = open({});
  server.on(reportSnapshotsContract.saveProfile, () => refuse('conflict'));
  await hand.fill('Vereinsnummer beim Landessportbund', '0123456');
  await hand.press('Angaben speichern');
  await waitFor(() => expect(hand.refusal()).toContain('inzwischen geändert'));
  server.on(reportSnapshotsContract.cockpit, cockpitOf({ profile: { ...profile, contactPerson: 'Ina Igel', version: 1 } }));
  await hand.press('Neuen Stand laden');
  await waitFor(() => expect(hand.field('Ansprechperson für die Meldung').value).toBe('Ina Igel'));
  expect(hand.field('Vereinsnummer beim Landessportbund').value).toBe('0123456');
});

test('a frozen report is recorded as submitted with its day and its number in the portal', async () => {
  const { server, hand } = open({}, [snapshot]);
  server.on(reportSnapshotsContract.handIn, { ...snapshot, state: 'handedIn' });
  await hand.reads(/Nicht gemeldet: Meldung, Ohnetag \(Geburtsdatum fehlt\)/);
  await hand.press('Als abgegeben vermerken');
  await hand.fill('Abgegeben am', '15.01.2026');
  await hand.fill('Kennung im Portal', 'BE-4711');
  await hand.press('Vermerken');
  await hand.reads('Die Meldung ist als abgegeben vermerkt.');
  expect(server.sent[0]?.body).toEqual({ version: 1, on: '2026-01-15', portalReference: 'BE-4711', isReleased: false });
});

const someone = (end: number, firstname: string, birthDate: string | null) => ({
  memberId: uuid(end),
  memberNo: `910${end}`,
  name: `Meldung, ${firstname}`,
  birthDate,
  gender: 'x' as const,
  isPassive: false,
});
const undated: ReportCockpit['causes'][number] = {
  cause: 'no-birth-date',
  count: 1,
  members: [someone(1, 'Ohnetag', null)],
  departments: [],
};
const ungendered: ReportCockpit['causes'][number] = {
  cause: 'no-gender',
  count: 2,
  members: [someone(2, 'Kim', '2000-01-01'), someone(3, 'Toni', '2001-01-01')],
  departments: [],
};
const turnen = {
  id: uuid(7),
  name: 'Turnen',
  managed: {
    shortName: '',
    position: 0,
    sport: '',
    costCenter: '',
    head: null,
    deputy: null,
    associations: [],
    endedOn: null,
    members: 3,
    offers: 0,
    fees: [],
    version: 3,
  },
};
const snapshot: ReportSnapshot = {
  id: uuid(9),
  keyDate: '2026-01-01',
  number: 1,
  state: 'frozen',
  adapter: 'nrw',
  total: 3,
  notInJa: 0,
  leftOut: [{ memberId: uuid(1), name: 'Meldung, Ohnetag', cause: 'no-birth-date' }],
  hash: 'f'.repeat(64),
  files: [],
  madeBy: 'Anton Admin',
  madeAt: '2026-01-10T09:00:00.000Z',
  handedInOn: null,
  portalReference: '',
  isReleased: false,
  version: 1,
};

const profile: ReportCockpit['profile'] = {
  adapter: 'nrw',
  clubNumber: '',
  softwareKey: '',
  contactPerson: '',
  isMemberOf: [],
  version: 0,
};

function cockpitOf(values: Partial<ReportCockpit>): ReportCockpit {
  const none = { causes: [], blocking: [], comparison: null };
  return { keyDate: '2026-01-01', total: 4, ready: 1, window: null, profile, ...none, ...values };
}

function open(values: Partial<ReportCockpit>, snapshots: ReportSnapshot[] = []): { server: ReturnType<typeof signIn>; hand: Hand } {
  const server = signIn(userOf('admin'));
  server.on(reportSnapshotsContract.cockpit, cockpitOf(values));
  server.on(reportSnapshotsContract.list, snapshots);
  server.on(departmentsContract.list, [turnen]);
  server.on(memberReportContract.report, {
    keyDate: '2026-01-01',
    total: 0,
    averageAge: null,
    years: [],
    brackets: [],
    departments: [],
    months: [],
    faults: [],
    isCut: false,
    unreported: 0,
  });
  return { server, hand: show(<Cockpit club="RWA" keyDate="2026-01-01" onChange={() => undefined} />) };
}
