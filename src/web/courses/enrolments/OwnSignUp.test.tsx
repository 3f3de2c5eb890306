import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { enrolmentsContract } from '#shared/courses/enrolments.ts';
import { consentTextsContract } from '#shared/people/consentTexts/contract.ts';
import { firstVersions } from '#shared/people/consentTexts/words.ts';
import type { Candidate } from '#shared/courses/enrolmentShapes.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { candidateOf, ownPersonOf } from '#test/web/people.ts';
import { peopleContract } from '#shared/people/people.ts';
import type { Offer } from '../offers/offer.ts';
import { OwnSignUp } from './OwnSignUp.tsx';

const binding = 'Ab jetzt verbindlich: Eine Absage kostet den vollen Preis.';

test('above the button are the cancellation terms of the selected persons, without deadlines that have passed', async () => {
  const server = signIn(userOf('reader')).on(consentTextsContract.current, firstVersions);
  server.on(enrolmentsContract.candidates, [personOf('Mila', 3652), personOf('Jan', 3652)]);
  const hand = show(<OwnSignUp offer={offer} />);
  await hand.reads('Mila');
  await hand.user.click(box('Mila'));
  await hand.reads(/^Ab jetzt verbindlich: Eine Absage kostet 36,52\s€\.$/);
  await hand.user.click(box('Jan'));
  await hand.reads(/^Ab jetzt verbindlich: Eine Absage kostet 73,04\s€\.$/);
  expect(document.body.textContent).not.toContain(binding);
});

test('while cancelling is free, the rule is shown unchanged', async () => {
  const server = signIn(userOf('reader')).on(consentTextsContract.current, firstVersions);
  server.on(enrolmentsContract.candidates, [personOf('Mila', 0)]);
  const hand = show(<OwnSignUp offer={{ ...offer, cancelRule: ['Bis zum Beginn kostenlos.'] }} />);
  await hand.reads('Mila');
  await hand.user.click(box('Mila'));
  await hand.reads('Bis zum Beginn kostenlos.');
  expect(document.body.textContent).not.toContain('Ab jetzt verbindlich');
});

test('the shown quote is sent; if it has changed, that is shown with the new quote and nobody is enrolled', async () => {
  const server = signIn(userOf('reader')).on(consentTextsContract.current, firstVersions);
  server.on(enrolmentsContract.candidates, [personOf('Mila', 0)]);
  server.on(enrolmentsContract.register, () => {
    server.on(enrolmentsContract.candidates, [{ ...personOf('Mila', 0), priceCents: 3000, quote: 'register 3000' }]);
    return refuse('quote-changed');
  });
  const hand = show(<OwnSignUp offer={offer} />);
  await hand.reads('Mila');
  await hand.user.click(box('Mila'));
  await hand.tick('Ich melde verbindlich an und habe gelesen, wie ich wieder absage.');
  await hand.press('Zahlungspflichtig anmelden');
  await hand.reads(/haben sich gerade geändert/);
  await hand.reads(/^Preis: 30,00\s€/);
  await hand.press('Zahlungspflichtig anmelden');
  const quotes = server.sent.map(({ body }) => Object.values((body as { quotes: object }).quotes)); // Each is of this enrolment.
  expect(quotes).toEqual([['register Mila'], ['register 3000']]);
});

test('payer and due date are shown before the click, and the chosen payment method is sent', async () => {
  const server = signIn(userOf('reader')).on(consentTextsContract.current, firstVersions);
  server.on(enrolmentsContract.candidates, [{ ...personOf('Mila', 0), dueOn: '2026-12-06', hasMandate: true }]);
  server.on(enrolmentsContract.register, []);
  const hand = show(<OwnSignUp offer={offer} />);
  await hand.reads('Mila');
  await hand.user.click(box('Mila'));
  await hand.reads('Die erste Zahlung ist frühestens am 06.12.2026 fällig.');
  await hand.reads(/^Ein Widerrufsrecht gibt es nicht/);
  await hand.tick('Bezahlt wird per Überweisung an den Verein.');
  await hand.tick('Ich melde verbindlich an und habe gelesen, wie ich wieder absage.');
  await hand.press('Zahlungspflichtig anmelden');
  expect(server.sent.at(-1)?.body).toMatchObject({ method: 'transfer' });
});

test('a mandate is given in place: its text is shown, the account is sent, and an invalid IBAN is reported at its field', async () => {
  const server = signIn(userOf('reader')).on(consentTextsContract.current, firstVersions);
  const mandateText = 'Ich ermächtige den Verein, Beträge einzuziehen.';
  server.on(enrolmentsContract.candidates, [{ ...personOf('Mila', 0), dueOn: '2026-12-06', mandateText, lacksWayHome: true }]);
  server.on(enrolmentsContract.register, () => refuse('invalid-input', { 'mandate.iban': 'Diese IBAN gibt es nicht.' }));
  const hand = show(<OwnSignUp offer={offer} />);
  await hand.reads('Mila');
  await hand.user.click(box('Mila'));
  await hand.reads('Vertragspartner: Rot-Weiß Auenfeld e. V., Musterweg 1, 59999 Auenfeld');
  await hand.tick('geht allein nach Hause');
  await hand.tick('Per Lastschrift: Das Mandat geben Sie gleich hier.');
  await hand.reads(mandateText);
  await hand.fill('IBAN', 'DE89 3704 0044 0532 0130 00');
  await hand.fill('Wem gehört das Konto?', 'Rosa Muster');
  await hand.tick('Ich melde verbindlich an und habe gelesen, wie ich wieder absage.');
  await hand.press('Zahlungspflichtig anmelden');
  await expect.poll(() => hand.problem('IBAN')).toBe('Diese IBAN gibt es nicht.');
  expect(server.sent.at(-1)?.body).toMatchObject({
    method: 'sepa',
    mandate: { iban: 'DE89 3704 0044 0532 0130 00', accountHolder: 'Rosa Muster' },
    waysHome: { [personOf('Mila', 0).personId]: 'alone' },
  });
});

test('an enrolment whose response was lost is reported as done, not as failed', async () => {
  const server = signIn(userOf('reader')).on(consentTextsContract.current, firstVersions);
  server.on(enrolmentsContract.candidates, [personOf('Mila', 0), personOf('Jan', 0)]);
  server.on(enrolmentsContract.register, () => {
    server.on(enrolmentsContract.candidates, [{ ...personOf('Mila', 0), state: 'confirmed' }, personOf('Jan', 0)]);
    return [];
  });
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const answer = await server.fetch(input, init);
    if ((input instanceof Request ? input.method : init?.method) === 'POST') throw new TypeError('lost');
    return answer;
  });
  const hand = show(<OwnSignUp offer={offer} />);
  await hand.reads('Mila');
  await hand.user.click(box('Mila'));
  await hand.tick('Ich melde verbindlich an und habe gelesen, wie ich wieder absage.');
  await hand.press('Zahlungspflichtig anmelden');
  await hand.reads('Das hat geklappt');
  await hand.reads('Mila: angemeldet');
  expect(document.body.textContent).not.toMatch(/Keine Verbindung\./);
});

test('a press without a line, and the reading that follows it, lose nothing of what was chosen', async () => {
  const server = signIn(userOf('reader')).on(consentTextsContract.current, firstVersions);
  server.on(enrolmentsContract.candidates, [personOf('Mila', 0), personOf('Jan', 0)]);
  const hand = show(<OwnSignUp offer={offer} />);
  await hand.reads('Mila');
  await hand.user.click(box('Mila'));
  await hand.user.click(box('Jan'));
  await hand.user.click(screen.getByLabelText(/^Nur zusammen/));
  await hand.tick('Ich melde verbindlich an und habe gelesen, wie ich wieder absage.');
  let reads = 0;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    if ((input instanceof Request ? input.method : (init?.method ?? 'GET')) === 'GET') reads += 1;
    throw new TypeError('no line');
  });
  await hand.press('Zahlungspflichtig anmelden');
  await hand.reads(/^Keine Verbindung\./);
  // Reading is tried twice.
  await waitFor(() => expect(reads).toBeGreaterThan(1));
  expect([box('Mila'), box('Jan')].map((one) => one.matches(':checked'))).toEqual([true, true]);
  expect(screen.getByLabelText<HTMLInputElement>(/^Nur zusammen/).checked).toBe(false);
  expect(screen.getByLabelText<HTMLInputElement>(/^Ich melde verbindlich an/).checked).toBe(true);
});

test('the binding button names what is missing instead of being disabled: first a person, then the agreement', async () => {
  const server = signIn(userOf('reader')).on(consentTextsContract.current, firstVersions);
  server.on(enrolmentsContract.candidates, [personOf('Mila', 0), personOf('Jan', 0)]);
  server.on(enrolmentsContract.register, []);
  const hand = show(<OwnSignUp offer={offer} />);
  await hand.reads('Mila');
  // Before anybody is chosen it already says that the offer costs something.
  await hand.press('Zahlungspflichtig anmelden');
  await hand.reads('Bitte wählen, wer kommt.');
  expect(document.activeElement).toBe(box('Mila'));
  await hand.user.click(box('Jan'));
  expect(document.body.textContent).not.toContain('Bitte wählen, wer kommt.');
  await hand.press('Zahlungspflichtig anmelden');
  await hand.reads('Bitte ankreuzen.');
  expect(server.sent).toEqual([]);
  await hand.user.click(screen.getByRole('checkbox', { name: /^Ich melde verbindlich an/ }));
  await hand.press('Zahlungspflichtig anmelden');
  expect(server.sent.at(-1)?.body).toMatchObject({ personIds: [personOf('Jan', 0).personId] });
});

test('where only the waiting list is open, nothing speaks of a binding enrolment or of dates to come', async () => {
  const server = signIn(userOf('reader')).on(consentTextsContract.current, firstVersions);
  const phase = { kind: 'waitlist', text: 'Warteliste (3 warten)', action: 'waitlist' } as const;
  server.on(enrolmentsContract.candidates, [{ ...personOf('Mila', 0), phase }]);
  server.on(enrolmentsContract.register, [
    { id: personOf('Mila', 0).personId, token: 'aB3dE6gH9jK2mN5pQ8sT1vW4', state: 'waitlisted', position: 4 },
  ]);
  const hand = show(<OwnSignUp offer={{ ...offer, next: 'So., 29.11.2026, 13:00–14:00 Uhr' }} />);
  await hand.reads('Mila');
  expect(hand.button('Kostenlos auf die Warteliste').disabled).toBe(false);
  await hand.user.click(box('Mila'));
  await hand.tick('Ich möchte auf die Warteliste.');
  await hand.press('Kostenlos auf die Warteliste');
  await hand.reads('Mila steht auf der Warteliste, Platz 4.');
  await hand.reads(/^Wird ein Platz frei, kommt eine Mail/);
  expect(document.body.textContent).not.toContain('Nächster Termin');
});

test('a seat cancelled a moment ago is restored where one would enrol again, without queueing', async () => {
  const server = signIn(userOf('reader')).on(consentTextsContract.current, firstVersions);
  const participationId = '9d7a8a31-5b7c-4c57-8d0f-0000000000aa';
  const kept: Candidate = { ...personOf('Mila', 0), participationId, state: 'cancelled', keptUntil: '2026-11-26T09:40:00Z' };
  server.on(enrolmentsContract.candidates, [kept]);
  server.on(enrolmentsContract.answer, () => refuse('undo-over'));
  const hand = show(<OwnSignUp offer={offer} />);
  await hand.reads('Mila hat eben abgesagt. Bis 10:40 Uhr lässt sich das zurücknehmen, und alles ist wie vorher.');
  expect((box('Mila') as HTMLInputElement).disabled).toBe(true);
  await hand.press('Absage zurücknehmen');
  await hand.reads('Das lässt sich nicht mehr rückgängig machen.');
  expect(server.sent.at(-1)?.body).toEqual({ action: 'undo' });
});

function box(name: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`label[aria-label^="${name},"] input`);
  if (!found) throw new Error(`no box of ${name}`);
  return found;
}

test('a lacking emergency number begins with the one that the family has given for another child, and can be changed', async () => {
  const server = signIn(userOf('reader')).on(consentTextsContract.current, firstVersions);
  const mila = { ...personOf('Mila', 0), priceCents: 0, fullPriceCents: 0, lacksEmergency: true };
  const ben = ownPersonOf({ id: '9c1d2e3f-4a5b-4c6d-8e7f-000000000003', firstname: 'Ben', emergencyContactPhone: '0170 1234567' });
  server.on(enrolmentsContract.candidates, [mila]).on(peopleContract.mine, [ben]).on(enrolmentsContract.register, []);
  const hand = show(<OwnSignUp offer={offer} />);
  await hand.reads('Mila');
  await hand.user.click(box('Mila'));
  await expect.poll(() => hand.field('Notfallnummer für Mila').value).toBe('0170 1234567');
  await hand.reads(/^Wie bei Ben eingetragen: Bitte prüfen\./);
  await hand.tick('Ich melde verbindlich an und habe gelesen, wie ich wieder absage.');
  await hand.press('Verbindlich anmelden');
  await expect.poll(() => server.sent.length).toBe(1);
  expect(server.sent[0]?.body).toMatchObject({ emergencyPhones: { [mila.personId]: '0170 1234567' } });
});

test('with a child in the list another child is added, not the viewer, and the form can be closed', async () => {
  const server = signIn(userOf('reader')).on(consentTextsContract.current, firstVersions);
  server.on(enrolmentsContract.candidates, [personOf('Mila', 0)]).on(peopleContract.mine, []);
  const hand = show(<OwnSignUp offer={offer} />);
  await hand.press('Weitere Person eintragen');
  await expect.poll(() => screen.getByRole<HTMLInputElement>('radio', { name: 'mein Kind' }).checked).toBe(true);
  await hand.press('Doch nicht');
  expect(screen.queryByRole('button', { name: 'Eintragen' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Weitere Person eintragen' })).toBeTruthy();
});

test('at an offer for children a first person is the child of the viewer', async () => {
  signIn(userOf('reader'))
    .on(consentTextsContract.current, firstVersions)
    .on(enrolmentsContract.candidates, [])
    .on(peopleContract.mine, []);
  const hand = show(<OwnSignUp offer={{ ...offer, ageMax: 9 }} />);
  await hand.reads('Wen tragen Sie ein?');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'mein Kind' }).checked).toBe(true);
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
  cancelRule: [binding],
  prices: [],
  ageMin: null,
  ageMax: null,
  ageReference: 'course_start',
  gender: 'all',
  startsOn: '2026-08-11',
  requiresGuardian: false,
};

function personOf(name: string, cancelFeeCents: number): Candidate {
  return candidateOf({
    personId: `9d7a8a31-5b7c-4c57-8d0f-00000000001${name.length}`,
    name,
    quote: `register ${name}`,
    priceCents: 3652,
    fullPriceCents: 7000,
    cancelFeeCents,
  });
}
