import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { membersContract, type MemberRecord } from '#shared/people/members.ts';
import { departmentsContract } from '#shared/club/departments.ts';
import { peopleContract } from '#shared/people/people.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { CreateMemberDialog } from './CreateMemberDialog.tsx';

const [id, personId, payerId, departmentId] = ['1', '2', '3', '4'].map((end) => `8d7a8a31-5b7c-4c57-8d0f-00000000000${end}`) as [
  string,
  string,
  string,
  string,
];

beforeEach(() => void vi.setSystemTime('2026-11-22T23:30:00Z'));

test('a member is created with person, membership, payer and departments at once', async () => {
  const { server, hand, onClose } = await open();
  server.on(membersContract.create, ({ club: _club, departmentIds: _ids, ...input }) => ({ ...taken, ...input, payerPersonId: payerId }));
  server.on(peopleContract.search, [
    { id: payerId, firstname: 'Ole', lastname: 'Ohm', birthDate: '1980-02-29', isMember: true, isClaimed: false },
  ]);
  const texts: { readonly [label: string]: string } = {
    Vorname: 'Ina',
    Nachname: 'Igel',
    Geburtsdatum: '29.02.2012',
    Mitgliedsnummer: 'A-17',
    Eintritt: '01.12.2026',
    Beitragsgruppe: 'Jugend',
    Straße: 'Am Bach',
    Hausnummer: '1a',
    Postleitzahl: '59999',
    Ort: 'Auenfeld',
    'E-Mail': 'Ina@Example.org',
    Telefon: '0291 1',
    Mobil: '0171 1',
    Notfallkontakt: 'Ole Ohm',
    'Telefon des Notfallkontakts': '0171 2',
  };
  for (const [label, text] of Object.entries(texts)) await hand.fill(label, text);
  await hand.choose('Geschlecht', 'weiblich');
  await hand.choose('Art', 'Passiv');
  await hand.fill('Beitrag zahlt jemand anderes', 'Oh');
  await hand.choose('Beitrag zahlt jemand anderes', 'Ole Ohm, geboren 29.02.1980, Mitglied');
  await hand.choose('Abteilungen', 'Turnen');
  await hand.press('Aufnehmen');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.sent).toEqual([
    {
      method: 'POST',
      address: '/members',
      body: {
        club: 'RWA',
        firstname: 'Ina',
        lastname: 'Igel',
        birthDate: '2012-02-29',
        gender: 'w',
        email: 'Ina@Example.org',
        phone: '0291 1',
        mobile: '0171 1',
        street: 'Am Bach',
        houseNo: '1a',
        postcode: '59999',
        city: 'Auenfeld',
        emergencyContactName: 'Ole Ohm',
        emergencyContactPhone: '0171 2',
        memberNo: 'A-17',
        kind: 'passive',
        joinedOn: '2026-12-01',
        feeGroup: 'Jugend',
        payerPersonId: payerId,
        departmentIds: [departmentId],
      },
    },
  ]);
  await hand.reads('Ina Igel ist aufgenommen (Nr. A-17).');
});

test("the form defaults to the next free number and today's date in Germany", async () => {
  const { hand } = await open();
  expect(hand.field('Mitgliedsnummer').value).toBe('1042');
  expect(hand.field('Eintritt').value).toBe('23.11.2026');
});

test('each invalid field shows a German message, the first one gets the focus, and nothing is sent', async () => {
  const { server, hand } = await open();
  await hand.fill('Mitgliedsnummer', 'A 17');
  await hand.fill('E-Mail', 'ina@');
  await hand.press('Aufnehmen');
  expect(hand.problem('Vorname')).toBe('Bitte ausfüllen.');
  expect(hand.problem('Nachname')).toBe('Bitte ausfüllen.');
  expect(hand.problem('Mitgliedsnummer')).toBe('Bitte nur Buchstaben, Ziffern, Punkt, Schrägstrich und Bindestrich.');
  expect(hand.problem('E-Mail')).toBe('Das ist keine gültige E-Mail-Adresse.');
  expect(document.activeElement).toBe(hand.field('Vorname'));
  expect(server.sent).toEqual([]);
});

test('a field is validated on blur, before anything is sent', async () => {
  const { hand } = await open();
  await hand.fill('E-Mail', 'ina@');
  expect(hand.problem('E-Mail')).toBeUndefined();
  await hand.user.tab();
  expect(hand.problem('E-Mail')).toBe('Das ist keine gültige E-Mail-Adresse.');
});

test.each([
  ['31.02.2012', '„31.02.2012“ ist kein Tag. Bitte wie 24.12.2026 angeben.'],
  ['24.11.2026', '24.11.2026 ist zu spät, möglich ist der 23.11.2026 oder früher.'],
])('a birth date %s is not accepted', async (typed, sentence) => {
  const { hand } = await open();
  await hand.fill('Geburtsdatum', typed);
  await hand.user.tab();
  expect(hand.problem('Geburtsdatum')).toBe(sentence);
});

test('a number taken meanwhile is reported at its field, and the input is kept', async () => {
  const { server, hand, onClose } = await open();
  server.on(membersContract.create, () => refuse('member-number-taken'));
  await hand.fill('Vorname', 'Ina');
  await hand.fill('Nachname', 'Igel');
  await hand.press('Aufnehmen');
  await waitFor(() => expect(hand.problem('Mitgliedsnummer')).toBe('Diese Mitgliedsnummer ist schon vergeben.'));
  expect(hand.refusal()).toBe('Bitte prüfen Sie die markierten Angaben.');
  expect(document.activeElement).toBe(hand.field('Mitgliedsnummer'));
  expect(hand.field('Vorname').value).toBe('Ina');
  expect(onClose).not.toHaveBeenCalled();
});

test('a payer refused by the server is reported at the payer field', async () => {
  const { server, hand } = await open();
  server.on(membersContract.create, () => refuse('invalid-input', { payerPersonId: 'Diese Person gibt es nicht.' }));
  await hand.fill('Vorname', 'Ina');
  await hand.fill('Nachname', 'Igel');
  await hand.press('Aufnehmen');
  await waitFor(() => expect(hand.problem('Beitrag zahlt jemand anderes')).toBe('Diese Person gibt es nicht.'));
});

test('the Enter key submits, only once while the request is pending', async () => {
  const { server, hand, onClose } = await open();
  const answered = Promise.withResolvers<void>();
  server.on(membersContract.create, () => answered.promise.then(() => taken));
  await hand.fill('Vorname', 'Ina');
  await hand.fill('Nachname', 'Igel');
  await hand.user.keyboard('{Enter}');
  await waitFor(() => expect(hand.button('Aufnehmen').disabled).toBe(true));
  await hand.press('Aufnehmen');
  answered.resolve();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.sent).toHaveLength(1);
});

test('known people are shown while the name is typed: a member is opened instead, a guest of a course becomes a member as the same person', async () => {
  const { server, hand, onClose, onOpen } = await open();
  const one = { personId, firstname: 'Ina', lastname: 'Igel', birthDate: '2012-02-29', memberId: null, memberNo: null, leftOn: null };
  const other = { ...one, personId: payerId, firstname: 'Ina-Marie', memberId: id, memberNo: '9002', leftOn: '2024-12-31' };
  server.on(membersContract.alike, [one, other]).on(membersContract.create, taken);
  await hand.fill('Vorname', 'Ina');
  await hand.fill('Nachname', 'Igel');
  await hand.fill('Geburtsdatum', '29.02.2012');
  await hand.user.tab();
  await hand.reads('Ina Igel, geboren 29.02.2012, noch kein Mitglied');
  await hand.reads('Ina-Marie Igel, geboren 29.02.2012, Mitglied Nr. 9002 bis 31.12.2024');
  const [first, second] = await screen.findAllByRole('button', { name: 'Das ist sie' });
  if (!first || !second) throw new Error('Two people are known.');
  await hand.user.click(second);
  expect(onOpen).toHaveBeenCalledWith(id);
  expect(onClose).toHaveBeenCalledOnce();
  await hand.user.click(first);
  await hand.reads('Aufgenommen wird Ina Igel, geboren 29.02.2012.');
  await hand.press('Aufnehmen');
  await waitFor(() => expect(server.sent.at(-1)?.body).toMatchObject({ firstname: 'Ina', personId }));
});

test('a viewer who may not read the next number sees the reason instead of a form', async () => {
  const server = signIn(userOf('trainer')).on(membersContract.nextNumber, () => refuse('forbidden'));
  const hand = show(<CreateMemberDialog club="RWA" isOpen onClose={() => undefined} onOpen={() => undefined} />);
  await hand.reads('Das dürfen Sie mit Ihrer Rolle nicht.');
  expect(screen.queryByText('Aufnehmen')).toBeNull();
  expect(server.sent).toEqual([]);
});

const taken: MemberRecord = {
  id,
  personId,
  club: 'RWA',
  firstname: 'Ina',
  lastname: 'Igel',
  birthDate: '',
  gender: 'x',
  email: '',
  phone: '',
  mobile: '',
  street: '',
  houseNo: '',
  postcode: '',
  city: '',
  emergencyContactName: '',
  emergencyContactPhone: '',
  memberNo: '1042',
  kind: 'active',
  joinedOn: '2026-11-23',
  feeGroup: '',
  payerPersonId: null,
  payer: '',
  noticeOn: null,
  leftOn: null,
  leaveReason: '',
  diedOn: null,
  departments: [],
  others: [],
  version: 1,
};

/** The dialog with its proposed number. */
test('whoever opens the dialog starts at the first name, although the proposed number comes late', async () => {
  const { hand } = await open();
  await waitFor(() => expect(document.activeElement).toBe(hand.field('Vorname')));
});

async function open() {
  const server = signIn(userOf('admin'))
    .on(membersContract.nextNumber, { memberNo: '1042' })
    .on(membersContract.alike, [])
    .on(departmentsContract.list, [{ id: departmentId, name: 'Turnen', managed: null }]);
  const onClose = vi.fn();
  const onOpen = vi.fn();
  const hand = show(<CreateMemberDialog club="RWA" isOpen onClose={onClose} onOpen={onOpen} />);
  await waitFor(() => hand.field('Vorname'));
  return { server, hand, onClose, onOpen };
}
