import { act, cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { enrolmentsContract } from '#shared/courses/enrolments.ts';
import { consentTextsContract } from '#shared/people/consentTexts/contract.ts';
import { firstVersions } from '#shared/people/consentTexts/words.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn } from '#test/web/page.tsx';
import type { Offer } from '../offers/offer.ts';
import { GuestForm } from './GuestForm.tsx';

const birthDate = 'Geburtsdatum (TT.MM.JJJJ)';
const binding = 'Ich melde verbindlich an und habe gelesen, wie ich wieder absage.';

afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

/** A guest opens the form of an offer. */
function open(values: Partial<Offer> = {}) {
  const server = signIn(null).on(consentTextsContract.current, firstVersions);
  server.on(enrolmentsContract.registerGuest, { ok: true });
  return { server, hand: show(<GuestForm offer={{ ...offer, ...values }} />) };
}
type Hand = ReturnType<typeof open>['hand'];

async function fillChild(hand: Hand, ticked = binding): Promise<void> {
  await hand.fill('Vorname', 'Mila');
  await hand.fill('Nachname', 'Muster');
  await hand.fill(birthDate, '24.12.2018');
  await hand.fill('Vorname eines Elternteils', 'Mira');
  await hand.fill('Nachname eines Elternteils', 'Muster');
  await hand.fill('Notfallnummer', '0171 1234567');
  await hand.tick('wird abgeholt');
  await hand.fill('Wer holt ab? (freiwillig)', 'Oma Gerda');
  await hand.fill('E-Mail', 'mira@familie.example');
  await hand.tick(ticked);
}

test('a child requires a parent and an emergency number, and everything is sent in one request', async () => {
  const { server, hand } = open();
  await fillChild(hand);
  await hand.press('Zahlungspflichtig anmelden');
  await hand.reads('Fast geschafft: Bitte Mail bestätigen');
  await hand.reads('mira@familie.example');
  expect(server.sent).toHaveLength(1);
  expect(server.sent[0]?.body).toMatchObject({
    firstname: 'Mila',
    birthDate: '2018-12-24',
    guardianFirstname: 'Mira',
    emergencyPhone: '0171 1234567',
    goesHome: 'collected',
    collectors: 'Oma Gerda',
    email: 'mira@familie.example',
    acceptsTerms: true,
  });
});

test('an empty form shows a German message at each required field, sends nothing, and focuses the first one', async () => {
  const { server, hand } = open();
  await hand.press('Zahlungspflichtig anmelden');
  const told = () => [...document.querySelectorAll('[aria-invalid]')].map((one) => [labelOf(one), describedBy(one)]);
  await waitFor(() =>
    expect(told()).toEqual([
      ['Vorname', 'Bitte ausfüllen.'],
      ['Nachname', 'Bitte ausfüllen.'],
      [birthDate, 'Bitte ausfüllen.'],
      ['E-Mail', 'Bitte ausfüllen.'],
      [expect.stringContaining(binding), 'Bitte ankreuzen.'],
    ]),
  );
  expect(document.activeElement).toBe(hand.field('Vorname'));
  await hand.fill('Vorname', 'Mila');
  await hand.fill('E-Mail', 'keine Adresse');
  await hand.fill(birthDate, '24.12.2018');
  await hand.press('Zahlungspflichtig anmelden');
  await hand.reads('Das ist keine gültige E-Mail-Adresse.');
  await hand.reads('Bitte wählen.'); // How the child gets home.
  expect(told()[0]).toEqual(['Nachname', 'Bitte ausfüllen.']);
  expect(server.sent).toEqual([]);
});

test('server errors are shown at their focused field, and the input is kept', async () => {
  const { server, hand } = open();
  server.on(enrolmentsContract.registerGuest, () => refuse('invalid-input', { email: 'Diese Adresse nimmt keine Mails an.' }));
  await fillChild(hand);
  await hand.press('Zahlungspflichtig anmelden');
  await waitFor(() => expect(document.activeElement).toBe(hand.field('E-Mail')));
  expect(describedBy(hand.field('E-Mail'))).toBe('Diese Adresse nimmt keine Mails an.');
  expect(hand.field('Vorname').value).toBe('Mila');
});

function labelOf(field: Element): string | undefined {
  return field instanceof HTMLInputElement ? field.labels?.[0]?.textContent : undefined;
}

function describedBy(field: Element): string | undefined {
  return document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;
}

test('an adult is asked for neither, and the price by birth date is shown before the click', async () => {
  const { hand } = open();
  await hand.fill(birthDate, '4.5.1990');
  expect(() => hand.field('Vorname eines Elternteils')).toThrow('no field');
  await hand.reads(/^Preis: 70,00\s€/);
  await hand.fill(birthDate, '24.12.2018');
  await hand.reads(/^Preis: 35,00\s€/);
  expect(hand.field('Notfallnummer')).toBeTruthy();
});

test('a late joiner sees the prorated price and the number of remaining sessions before the click', async () => {
  const dates = [-7, -1, 7, 14, 21].map((days) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString());
  const session = { place: '', state: 'planned' as const, reason: null };
  const sessions = dates.map((startsAt, at) => ({
    ...session,
    id: String(at),
    localDate: startsAt.slice(0, 10),
    startsAt,
    endsAt: startsAt,
  }));
  const { hand } = open({ dated: { kind: 'course', lateJoin: 'prorata', sessions } });
  await hand.fill(birthDate, '4.5.1990');
  await hand.reads(/^Preis: 42,00\s€ für den Kurs, anteilig ab .*: 3 von 5 Terminen$/);
});

test('a person above the age limit sees the reason at once, and cannot send', async () => {
  const { server, hand } = open({ ageMax: 12 });
  await fillChild(hand);
  await hand.fill(birthDate, '4.5.1990');
  await hand.reads(/^Zu alt: bis 12 Jahre am /);
  // On a phone the field is out of view by then: a disabled button alone would explain nothing.
  await hand.reads('So geht es nicht: Bitte sehen Sie beim Geburtsdatum nach.');
  await hand.press('Zahlungspflichtig anmelden');
  expect(document.activeElement).toBe(hand.field(birthDate));
  expect(server.sent).toEqual([]);
});

test('server errors are shown at their fields, and the input is kept', async () => {
  const { server, hand } = open();
  server.on(enrolmentsContract.registerGuest, () => refuse('invalid-input', { email: 'Diese Adresse gibt es nicht.' }));
  await fillChild(hand);
  await hand.press('Zahlungspflichtig anmelden');
  await waitFor(() => expect(hand.problem('E-Mail')).toBe('Diese Adresse gibt es nicht.'));
  expect(['Vorname', birthDate, 'Notfallnummer', 'E-Mail'].map((label) => hand.field(label).value)).toEqual([
    'Mila',
    '24.12.2018',
    '0171 1234567',
    'mira@familie.example',
  ]);
  expect(hand.field(binding).checked).toBe(true);
});

test('if the last seat was taken, the button says so at no cost, and the mail leads to the waiting list', async () => {
  const { hand } = open({ phase: { kind: 'waitlist', text: 'Warteliste (3 warten)', action: 'waitlist' } });
  await fillChild(hand, 'Ich möchte auf die Warteliste.');
  expect(document.body.textContent).not.toMatch(/Preis:|Bis zum Beginn kostenlos/);
  await hand.reads('Erst wenn Sie einen angebotenen Platz annehmen, entsteht ein Vertrag.');
  await hand.press('Kostenlos auf die Warteliste');
  await hand.reads(/Danach stehen Sie auf der Warteliste\./);
});

test('a guest whose own seat filled the offer corrects the address without losing the seat, and pays for it', async () => {
  const { server, hand } = open();
  await fillChild(hand);
  await hand.press('Zahlungspflichtig anmelden');
  await hand.reads('Fast geschafft: Bitte Mail bestätigen');
  cleanup();
  const full = { ...offer, phase: { kind: 'waitlist', text: 'Warteliste', action: 'waitlist' as const } };
  const again = show(<GuestForm offer={full} />);
  await again.press('Adresse ändern');
  await again.fill('E-Mail', 'mira@richtig.example');
  await again.tick(binding);
  await again.press('Zahlungspflichtig anmelden');
  await again.reads(/halten wir den Platz frei/);
  expect(server.sent).toHaveLength(2);
});

test('after a reload the panel is kept, sends the mail again after a minute, and lets the address be corrected with all input', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const { server, hand } = open();
  await fillChild(hand);
  await hand.press('Zahlungspflichtig anmelden');
  await hand.reads('Fast geschafft: Bitte Mail bestätigen');
  expect(hand.button(/^Mail noch einmal senden/).disabled).toBe(true);
  cleanup();
  const again = show(<GuestForm offer={offer} />);
  await again.reads('mira@familie.example');
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  await again.press('Mail noch einmal senden');
  await again.reads('Die Mail ist noch einmal unterwegs.');
  expect(server.sent[1]?.body).toEqual(server.sent[0]?.body);
  await again.press('Adresse ändern');
  expect(again.field('Vorname').value).toBe('Mila');
  expect(again.field(birthDate).value).toBe('24.12.2018');
  await again.fill('E-Mail', 'mira@richtig.example');
  await again.tick(binding);
  await again.press('Zahlungspflichtig anmelden');
  await again.reads('mira@richtig.example');
  const [first, , third] = server.sent.map(({ body }) => body as { holdKey: string; replaces?: string; email: string });
  expect([third?.email, third?.replaces]).toEqual(['mira@richtig.example', first?.holdKey]);
  await act(() => vi.advanceTimersByTimeAsync(31 * 60_000));
  await again.reads('Die Zeit ist abgelaufen');
  await again.press('Noch einmal anmelden');
  expect(again.field('E-Mail').value).toBe('mira@richtig.example');
});

const offer: Offer = {
  of: 'course',
  what: 'Pilates, mittwochs 17:00–18:00, Turnhalle Süd',
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000001',
  club: 'RWA',
  phase: { kind: 'open', text: 'Anmeldung offen', action: 'register' },
  registration: 'open',
  hasRegistration: true,
  externalUrl: '',
  requiredConsents: [],
  waysToPay: '',
  cancelRule: ['Bis zum Beginn kostenlos.'],
  prices: [
    { category: 'non_member', cents: 7000, per: 'course' },
    { category: 'child', cents: 3500, per: 'course' },
  ],
  ageMin: null,
  ageMax: null,
  ageReference: 'course_start',
  gender: 'any',
  startsOn: '2027-01-11',
  requiresGuardian: true,
};
