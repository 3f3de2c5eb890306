import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { membershipApplicationsContract } from '#shared/people/membershipApplications.ts';
import { consentTextsContract } from '#shared/people/consentTexts/contract.ts';
import { firstTexts, firstVersions } from '#shared/people/consentTexts/words.ts';
import { departmentsContract } from '#shared/club/departments.ts';
import type { User } from '#shared/kernel/user.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf, type Hand } from '#test/web/page.tsx';
import { ApplyForm } from './ApplyForm.tsx';

const departmentId = '8d7a8a31-5b7c-4c57-8d0f-000000000004';
const terms = 'Ich erkenne Satzung und Beitragsordnung an.';
const privacy = `${firstTexts.privacy_notice} (Hinweise zum Datenschutz)`;
const thanks = 'Ihr Antrag ist eingegangen.';

beforeEach(() => void vi.setSystemTime('2026-11-22T09:00:00Z'));

test('somebody without an account applies with what is needed, and with nothing that was not said', async () => {
  const { server, hand } = open(null);
  await fill(hand);
  await hand.press('Mitgliedschaft beantragen');
  await hand.reads(thanks);
  expect(server.sent).toEqual([
    {
      method: 'POST',
      address: '/membership-applications',
      body: {
        ...needed,
        gender: 'x',
        phone: '',
        mobile: '',
        kind: 'active',
        joinsOn: '2026-11-22',
        departmentIds: [],
        isForChild: false,
        applicantName: '',
        iban: '',
        accountHolder: '',
        acceptsMandate: false,
        acceptsTerms: true,
        acceptsPrivacy: true,
        allowsPhotos: false,
        wantsNewsletter: false,
        note: '',
        children: [],
      },
    },
  ]);
});

test('a parent applies for a child with the own name, an account and freely given consents', async () => {
  const { server, hand } = open(userOf('reader'));
  await hand.tick('Ich stelle den Antrag für mein Kind.');
  expect(hand.field('Ihr Name (Elternteil)').value).toBe('Vera Vogel');
  await fill(hand);
  await hand.choose('Geschlecht', 'divers');
  await hand.choose('Art', 'Passiv');
  await hand.fill('Mitglied ab', '01.01.2027');
  await waitFor(() => hand.choose('Abteilungen', 'Turnen'));
  await hand.fill('Telefon', '0291 1');
  await hand.fill('IBAN', 'DE02120300000000202051');
  await hand.fill('Kontoinhaber', 'Vera Vogel');
  await hand.tick(mandateLabel());
  await hand.tick(`${firstTexts.newsletter} (freiwillig)`);
  await hand.fill('Bemerkung', 'Gern montags');
  await hand.press('Zahlungspflichtig Mitgliedschaft beantragen');
  await hand.reads(thanks);
  expect(server.sent[0]?.body).toMatchObject({
    ...needed,
    isForChild: true,
    applicantName: 'Vera Vogel',
    gender: 'd',
    kind: 'passive',
    joinsOn: '2027-01-01',
    departmentIds: [departmentId],
    phone: '0291 1',
    iban: 'DE02120300000000202051',
    accountHolder: 'Vera Vogel',
    acceptsMandate: true,
    allowsPhotos: false,
    wantsNewsletter: true,
    note: 'Gern montags',
  });
});

test('brothers and sisters come into the same application, with their own name and birth date; one too many is taken away', async () => {
  const { server, hand } = open(userOf('reader'));
  await hand.tick('Ich stelle den Antrag für mein Kind.');
  await fill(hand);
  await hand.press('Kind hinzufügen');
  await hand.press('Kind hinzufügen');
  const lastnames = [...document.querySelectorAll<HTMLInputElement>('input')].filter(({ value }) => value === 'Igel');
  expect(lastnames).toHaveLength(3);
  await hand.press('Mitgliedschaft beantragen');
  expect(server.sent).toEqual([]);
  await hand.press('Weiteres Kind 2 entfernen');
  await hand.fill('Vorname des Kindes', 'Ivo');
  await hand.fill('Geburtsdatum des Kindes', '03.04.2016');
  await hand.press('Mitgliedschaft beantragen');
  await hand.reads(thanks);
  expect(server.sent[0]?.body).toMatchObject({
    ...needed,
    isForChild: true,
    children: [{ firstname: 'Ivo', lastname: 'Igel', birthDate: '2016-04-03', gender: 'x', departmentIds: [] }],
  });
});

test('an application without the two needed consents is not sent, and each box says why', async () => {
  const { server, hand } = open(null);
  await fill(hand);
  await hand.tick(terms);
  await hand.tick(privacy);
  await hand.press('Mitgliedschaft beantragen');
  await hand.reads('Bitte erkennen Sie Satzung und Beitragsordnung an.');
  await hand.reads('Bitte bestätigen Sie die Hinweise zum Datenschutz.');
  expect(server.sent).toEqual([]);
});

test('each field that is needed says so in German, the cursor goes to the first, and nothing is sent', async () => {
  const { server, hand } = open(null);
  await hand.press('Mitgliedschaft beantragen');
  for (const label of ['Vorname', 'Nachname', 'Straße', 'Hausnummer', 'Postleitzahl', 'Ort'])
    expect([label, hand.problem(label)]).toEqual([label, 'Bitte ausfüllen.']);
  expect(hand.problem('Geburtsdatum')).toBeDefined();
  expect(hand.problem('E-Mail')).toBe('Das ist keine gültige E-Mail-Adresse.');
  expect(document.activeElement).toBe(hand.field('Vorname'));
  expect(server.sent).toEqual([]);
});

test('an account number with a slip is refused on its field; the mandate is asked for only with one', async () => {
  const { server, hand } = open(null);
  await fill(hand);
  expect(() => hand.field(mandateLabel())).toThrow();
  await hand.fill('IBAN', 'DE03120300000000202051');
  hand.field(mandateLabel());
  await hand.press('Mitgliedschaft beantragen');
  expect(hand.problem('IBAN')).toBe('Diese IBAN stimmt nicht. Bitte vergleichen Sie sie mit Ihrer Karte.');
  expect(server.sent).toEqual([]);
});

test('what the server refuses lands on its field, and nothing that was typed is lost', async () => {
  const { server, hand } = open(null);
  server.on(membershipApplicationsContract.apply, () =>
    refuse('invalid-input', { isForChild: 'Für ein Kind stellen die Eltern den Antrag.' }),
  );
  await fill(hand);
  await hand.press('Mitgliedschaft beantragen');
  await waitFor(() => expect(hand.problem('Geburtsdatum')).toBe('Für ein Kind stellen die Eltern den Antrag.'));
  expect(hand.field('Vorname').value).toBe('Ina');
  expect(hand.refusal()).toBe('Bitte prüfen Sie die markierten Angaben.');
});

test('the Enter key sends, and only once while the answer is under way', async () => {
  const { server, hand } = open(null);
  const answered = Promise.withResolvers<void>();
  server.on(membershipApplicationsContract.apply, () => answered.promise.then(() => ({ ok: true as const })));
  await fill(hand);
  await hand.user.click(hand.field('Ort'));
  await hand.user.keyboard('{Enter}');
  await waitFor(() => expect(hand.button('Mitgliedschaft beantragen').disabled).toBe(true));
  await hand.press('Mitgliedschaft beantragen');
  answered.resolve();
  await hand.reads(thanks);
  expect(server.sent).toHaveLength(1);
});

const needed = {
  firstname: 'Ina',
  lastname: 'Igel',
  birthDate: '2012-02-29',
  street: 'Am Bach',
  houseNo: '1a',
  postcode: '59999',
  city: 'Auenfeld',
  applicantEmail: 'vera@example.org',
};

function open(user: User | null) {
  const server = signIn(user)
    .on(departmentsContract.list, [{ id: departmentId, name: 'Turnen', managed: null }])
    .on(consentTextsContract.current, firstVersions)
    .payload('myClub', { pages: [{ slug: 'satzung', label: 'Satzung' }] })
    .on(membershipApplicationsContract.apply, { ok: true });
  return { server, hand: show(<ApplyForm checkout={([wish], lastStep) => lastStep(wish?.kind === 'passive')} />) };
}

test('the texts that are agreed to can be read where they stand, and the button says when something is to be paid', async () => {
  const { hand } = open(null);
  await waitFor(() => expect(document.querySelector('a[href="/rwa/satzung"]')?.textContent).toBe('Satzung'));
  expect(document.querySelector('a[href="/rwa/datenschutz"]')?.textContent).toBe('Hinweise zum Datenschutz');
  // The club has no page of its fees: a name without a link leads nowhere.
  expect([...document.querySelectorAll('a')].map(({ textContent }) => textContent)).not.toContain('Beitragsordnung');
  hand.button('Mitgliedschaft beantragen');
  await hand.choose('Art', 'Passiv');
  hand.button('Zahlungspflichtig Mitgliedschaft beantragen');
});

/** Fills in what nobody can apply without. */
async function fill(hand: Hand): Promise<void> {
  const { firstname, lastname, street, houseNo, postcode, city, applicantEmail } = needed;
  const texts = { Vorname: firstname, Nachname: lastname, Straße: street, Hausnummer: houseNo, Postleitzahl: postcode, Ort: city };
  for (const [label, text] of Object.entries(texts)) await hand.fill(label, text);
  await hand.fill('Geburtsdatum', '29.02.2012');
  await hand.fill('E-Mail', applicantEmail);
  // The words come from the club.
  await hand.reads('Einwilligungen');
  await hand.tick(terms);
  await hand.tick(privacy);
}

function mandateLabel(): string {
  const labels = [...document.querySelectorAll('label')].map(({ textContent }) => textContent);
  return labels.find((text) => text.includes('SEPA-Lastschriftmandat')) ?? 'SEPA-Lastschriftmandat';
}
