import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { membershipApplicationsContract } from '#shared/people/membershipApplications.ts';
import { consentTextsContract } from '#shared/people/consentTexts/contract.ts';
import { firstTexts, firstVersions } from '#shared/people/consentTexts/words.ts';
import { departmentsContract } from '#shared/club/departments.ts';
import { peopleContract, type OwnPerson } from '#shared/people/people.ts';
import type { User } from '#shared/kernel/user.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf, type Hand } from '#test/web/page.tsx';
import { ApplyForm } from './ApplyForm.tsx';

const departmentId = '8d7a8a31-5b7c-4c57-8d0f-000000000004';
const terms = 'Ich erkenne Satzung und Beitragsordnung an.';
const privacy = `${firstTexts.privacy_notice} (Hinweise zum Datenschutz)`;
const thanks = 'Ihr Antrag ist eingegangen.';

beforeEach(() => void vi.setSystemTime('2026-11-22T09:00:00Z'));

test('a visitor without an account applies with the required data, and nothing else is sent', async () => {
  const { server, hand } = open(null);
  await fill(hand);
  await hand.press('Mitgliedschaft beantragen');
  await hand.reads(thanks);
  expect(document.activeElement?.textContent).toContain(thanks);
  expect(server.sent).toEqual([
    {
      method: 'POST',
      address: '/membership-applications',
      body: {
        club: 'RWA',
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

test("a parent applies for a child with the parent's name, an account and voluntary consents", async () => {
  const { server, hand } = open(userOf('reader'));
  await hand.tick('Ich stelle den Antrag für mein Kind.');
  expect(hand.field('Ihr Name (Elternteil)').value).toBe('Vera Vogel');
  await fill(hand);
  await hand.choose('Geschlecht', 'divers');
  await hand.choose('Art', 'Passiv');
  await hand.fill('Mitglied ab', '01.01.2027');
  await hand.tick('Turnen');
  await hand.fill('Telefon (freiwillig)', '0291 1');
  await hand.fill('IBAN', 'DE02120300000000202051');
  await hand.fill('Kontoinhaber', 'Vera Vogel');
  await hand.tick(mandateLabel());
  await hand.tick(`${firstTexts.newsletter} (freiwillig)`);
  await hand.fill('Bemerkung (freiwillig)', 'Gern montags');
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

test('siblings are added to the same application, with name and birth date; a superfluous one is removed', async () => {
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

test('an application without the two required consents is not sent, and each checkbox shows why', async () => {
  const { server, hand } = open(null);
  await fill(hand);
  await hand.tick(terms);
  await hand.tick(privacy);
  await hand.press('Mitgliedschaft beantragen');
  await hand.reads('Bitte erkennen Sie Satzung und Beitragsordnung an.');
  await hand.reads('Bitte bestätigen Sie die Hinweise zum Datenschutz.');
  expect(server.sent).toEqual([]);
});

test('each required field shows a German message, the first one gets the focus, and nothing is sent', async () => {
  const { server, hand } = open(null);
  await hand.press('Mitgliedschaft beantragen');
  for (const label of ['Vorname', 'Nachname', 'Straße', 'Hausnummer', 'Postleitzahl', 'Ort'])
    expect([label, hand.problem(label)]).toEqual([label, 'Bitte ausfüllen.']);
  expect(hand.problem('Geburtsdatum')).toBeDefined();
  expect(hand.problem('E-Mail')).toBe('Das ist keine gültige E-Mail-Adresse.');
  expect(document.activeElement).toBe(hand.field('Vorname'));
  expect(server.sent).toEqual([]);
});

test('an invalid IBAN is refused at its field; the mandate is only asked for with an account', async () => {
  const { server, hand } = open(null);
  await fill(hand);
  expect(() => hand.field(mandateLabel())).toThrow();
  await hand.fill('IBAN', 'DE03120300000000202051');
  hand.field(mandateLabel());
  await hand.press('Mitgliedschaft beantragen');
  expect(hand.problem('IBAN')).toBe('Diese IBAN stimmt nicht. Bitte vergleichen Sie sie mit Ihrer Karte.');
  expect(server.sent).toEqual([]);
});

test('server errors are shown at their fields, and the input is kept', async () => {
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

test('the Enter key submits, only once while the request is pending', async () => {
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

test('a signed-in parent selects their children, whose names and birth dates are filled in; adults are not offered', async () => {
  const { server, hand } = open(userOf('reader'), [
    ownPerson('self', 'Vera', '1988-03-02'),
    ownPerson('guardian', 'Mia', '2018-05-04'),
    ownPerson('guardian', 'Tom', '2016-01-31'),
    ownPerson('guardian', 'Udo', '2000-01-31'),
  ]);
  await hand.reads('Für wen?');
  expect(document.body.textContent).not.toContain('Udo');
  await hand.tick('Mia');
  await hand.tick('Tom');
  expect([hand.field('Vorname').value, hand.field('Geburtsdatum').value]).toEqual(['Mia', '04.05.2018']);
  expect(hand.field('Ihr Name (Elternteil)').value).toBe('Vera Vogel');
  await hand.tick('Für mich (Vera)');
  const { street, houseNo, postcode, city } = needed;
  for (const [label, text] of Object.entries({ Straße: street, Hausnummer: houseNo, Postleitzahl: postcode, Ort: city }))
    await hand.fill(label, text);
  await hand.reads('Einwilligungen');
  await hand.tick(terms);
  await hand.tick(privacy);
  await hand.press('Mitgliedschaft beantragen');
  await hand.reads(thanks);
  expect(server.sent[0]?.body).toMatchObject({
    firstname: 'Vera',
    lastname: 'Vogel',
    birthDate: '1988-03-02',
    isForChild: false,
    children: [
      { firstname: 'Mia', lastname: 'Vogel', birthDate: '2018-05-04' },
      { firstname: 'Tom', lastname: 'Vogel', birthDate: '2016-01-31' },
    ],
  });
});

function ownPerson(relation: OwnPerson['relation'], firstname: string, birthDate: string): OwnPerson {
  return {
    id: `8d7a8a31-5b7c-4c57-8d0f-0000${birthDate.replaceAll('-', '')}`,
    club: 'RWA',
    relation,
    firstname,
    lastname: 'Vogel',
    birthDate,
    gender: null,
    emergencyContactName: '',
    emergencyContactPhone: '',
    emergencyOthers: [],
    goesHome: 'unknown',
    collectors: '',
    asksEmergency: false,
    mayBeChild: false,
  };
}

const texts = { statutes: '/rwa/satzung', fees: '/rwa/beitragsordnung', privacy: '/rwa/datenschutz' };

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

function open(user: User | null, people: OwnPerson[] = []) {
  const server = signIn(user)
    .on(peopleContract.mine, people)
    .on(departmentsContract.list, [{ id: departmentId, name: 'Turnen', managed: null }])
    .on(consentTextsContract.current, firstVersions)
    .on(membershipApplicationsContract.apply, { ok: true });
  return { server, hand: show(<ApplyForm club="RWA" texts={texts} checkout={([wish], lastStep) => lastStep(wish?.kind === 'passive')} />) };
}

test('the texts of consents can be read in place, and the button says when something has to be paid', async () => {
  const { hand } = open(null);
  await waitFor(() => expect(document.querySelector('a[href="/rwa/satzung"]')?.textContent).toBe('Satzung'));
  expect(document.querySelector('a[href="/rwa/datenschutz"]')?.textContent).toBe('Hinweise zum Datenschutz');
  expect(document.querySelector('a[href="/rwa/beitragsordnung"]')?.textContent).toBe('Beitragsordnung');
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
  // The texts come from the club.
  await hand.reads('Einwilligungen');
  await hand.tick(terms);
  await hand.tick(privacy);
}

function mandateLabel(): string {
  const labels = [...document.querySelectorAll('label')].map(({ textContent }) => textContent);
  return labels.find((text) => text.includes('SEPA-Lastschriftmandat')) ?? 'SEPA-Lastschriftmandat';
}
