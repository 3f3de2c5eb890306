import { expect, test, vi } from 'vitest';
import { enrolmentsContract } from '#shared/courses/enrolments.ts';
import { consentTextsContract } from '#shared/people/consentTexts/contract.ts';
import { firstVersions } from '#shared/people/consentTexts/words.ts';
import type { Candidate } from '#shared/courses/enrolmentShapes.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import type { Offer } from '../offers/offer.ts';
import { OwnSignUp } from './OwnSignUp.tsx';

const binding = 'Ab jetzt verbindlich: Eine Absage kostet den vollen Preis.';

test('above the button stands what an absence of those who come costs from now on, and no deadline that has passed', async () => {
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

test('while it is free, the rule stands there as it is', async () => {
  const server = signIn(userOf('reader')).on(consentTextsContract.current, firstVersions);
  server.on(enrolmentsContract.candidates, [personOf('Mila', 0)]);
  const hand = show(<OwnSignUp offer={{ ...offer, cancelRule: ['Bis zum Beginn kostenlos.'] }} />);
  await hand.reads('Mila');
  await hand.user.click(box('Mila'));
  await hand.reads('Bis zum Beginn kostenlos.');
  expect(document.body.textContent).not.toContain('Ab jetzt verbindlich');
});

test('what was shown goes along, and what has changed meanwhile is told and shown anew, with nothing signed up', async () => {
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

test('who pays and when is said before the press, and the way that was chosen goes along', async () => {
  const server = signIn(userOf('reader')).on(consentTextsContract.current, firstVersions);
  server.on(enrolmentsContract.candidates, [{ ...personOf('Mila', 0), dueOn: '2026-12-06', hasMandate: true }]);
  server.on(enrolmentsContract.register, []);
  const hand = show(<OwnSignUp offer={offer} />);
  await hand.reads('Mila');
  await hand.user.click(box('Mila'));
  await hand.reads('Zum ersten Mal fällig ist etwas frühestens am 06.12.2026.');
  await hand.reads(/^Ein Widerrufsrecht gibt es nicht/);
  await hand.tick('Bezahlt wird per Überweisung an den Verein.');
  await hand.tick('Ich melde verbindlich an und habe gelesen, wie ich wieder absage.');
  await hand.press('Zahlungspflichtig anmelden');
  expect(server.sent.at(-1)?.body).toMatchObject({ method: 'transfer' });
});

test('a mandate is given on the spot: its words stand there, the account goes along, and a wrong number is told at its field', async () => {
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

test('a sign-up that arrived though its answer was lost is told as done, not as failed', async () => {
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

test('a seat that was given up a moment ago is taken back where one would sign up again, not queued for', async () => {
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
  return {
    personId: `9d7a8a31-5b7c-4c57-8d0f-00000000001${name.length}`,
    name,
    birthDate: '2018-02-03',
    relation: 'guardian',
    reasons: [],
    priceCategory: 'non_member',
    priceCents: 3652,
    fullPriceCents: 7000,
    pricePer: 'course',
    cancelFeeCents,
    phase: { kind: 'open', text: 'Anmeldung offen', action: 'register' },
    participationId: null,
    state: null,
    keptUntil: null,
    lacksEmergency: false,
    lacksWayHome: false,
    quote: `register ${name}`,
    dueOn: null,
    hasMandate: false,
    mandateText: null,
    alsoBy: [],
    partner: 'Rot-Weiß Auenfeld e. V., Musterweg 1, 59999 Auenfeld',
    begun: null,
    endsOnNotice: null,
    isNewHere: false,
  };
}
