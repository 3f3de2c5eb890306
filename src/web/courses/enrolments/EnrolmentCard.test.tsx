import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { enrolmentsContract } from '#shared/courses/enrolments.ts';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { EnrolmentCard } from './EnrolmentCard.tsx';
import { MyEnrolments } from './MyEnrolments.tsx';

test('an offered seat shows all terms of an enrolment, and the click sends the shown terms', async () => {
  const server = signIn(userOf('reader'));
  server.on(enrolmentsContract.answer, () => refuse('quote-changed'));
  const hand = show(<EnrolmentCard registration={offered} />);
  await hand.reads('Die erste Zahlung ist frühestens am 06.12.2026 fällig.');
  await hand.reads('Bezahlt wird per Überweisung an den Verein.');
  await hand.reads('Preis: 70,00 € für den Kurs');
  await hand.press('Platz zahlungspflichtig annehmen');
  await hand.reads(/haben sich gerade geändert/);
  expect(server.sent.at(-1)?.body).toMatchObject({ action: 'accept', quote: 'as shown', method: 'transfer' });
});

test('a person with a mandate can choose, and direct debit is the default', async () => {
  const server = signIn(userOf('reader'));
  server.on(enrolmentsContract.answer, { ...offered, state: 'confirmed', step: null, accountKey: null });
  const hand = show(<EnrolmentCard registration={{ ...offered, step: { ...step, hasMandate: true } }} />);
  await hand.reads('Wie möchten Sie bezahlen?');
  await hand.press('Platz zahlungspflichtig annehmen');
  expect(server.sent.at(-1)?.body).toMatchObject({ method: 'sepa' });
});

test('if the club allows it, cash and payment by the office are offered besides transfer', async () => {
  const server = signIn(userOf('reader'));
  server.on(enrolmentsContract.answer, { ...offered, state: 'confirmed', step: null, accountKey: null });
  const hand = show(<EnrolmentCard registration={{ ...offered, step: { ...step, alsoBy: ['cash', 'but'] } }} />);
  await hand.reads('Wie möchten Sie bezahlen?');
  expect(document.querySelectorAll('input[name="method"]')).toHaveLength(3);
  await hand.user.click(screen.getByLabelText(/über Bildung und Teilhabe/));
  await hand.press('Platz zahlungspflichtig annehmen');
  expect(server.sent.at(-1)?.body).toMatchObject({ method: 'but' });
});

test('a person on the waiting list sees the position and its reasons', async () => {
  signIn(userOf('reader'));
  const waiting: OwnEnrolment = {
    ...offered,
    state: 'waitlisted',
    position: 3,
    placeReason: ['Sie stehen in der Reihe der Mitglieder.'],
    step: null,
  };
  const hand = show(<EnrolmentCard registration={waiting} />);
  await hand.reads(/^Sie stehen in der Reihe der Mitglieder\. Wird ein Platz für Sie frei, kommt eine Mail\.$/);
  expect(document.body.textContent).toContain('Platz 3');
});

test('who is about to come onto the waiting list reads no price, and takes back the enrolment, not a seat', async () => {
  signIn(null);
  const shown = { ...step, sum: '', sentences: ['Es ist alles belegt.'], button: 'Anmeldung bestätigen' };
  const asked: OwnEnrolment = { ...offered, state: 'unverified', offerExpiresAt: null, holdExpiresAt: offered.offerExpiresAt, step: shown };
  const hand = show(<EnrolmentCard registration={{ ...asked, canCancel: true }} />);
  await hand.reads('Es ist alles belegt.');
  expect(document.body.textContent).not.toContain('Preis');
  hand.button('Anmeldung zurückziehen …');
});

test('a request says that the club decides, and is taken back as a request', async () => {
  const asked: OwnEnrolment = { ...offered, state: 'pending', step: null, canCancel: true, offerExpiresAt: null };
  const server = signIn(userOf('reader')).on(enrolmentsContract.answer, {
    ...asked,
    state: 'cancelled',
    canCancel: false,
    accountKey: null,
  });
  const hand = show(<EnrolmentCard registration={asked} />);
  await hand.reads('Der Verein muss noch zusagen. Sie bekommen eine Mail; bis dahin ziehen Sie kostenlos zurück.');
  await hand.press('Anfrage zurückziehen …');
  await hand.reads('Heute kostet das nichts.');
  await hand.press('Anfrage zurückziehen');
  await hand.reads('Das ist abgesagt');
  expect(server.sent.at(-1)?.body).toMatchObject({ action: 'cancel' });
});

test('why leaving failed stands at the button that was pressed, and nothing of an earlier try', async () => {
  const server = signIn(userOf('reader')).on(enrolmentsContract.answer, () => refuse('wrong-state'));
  const hand = show(<EnrolmentCard registration={{ ...offered, state: 'pending', step: null, canCancel: true, offerExpiresAt: null }} />);
  await hand.press('Anfrage zurückziehen …');
  await hand.press('Anfrage zurückziehen');
  const alert = await screen.findByRole('alert');
  expect(hand.button('Anfrage zurückziehen').parentElement?.contains(alert)).toBe(true);
  await hand.press('Doch nicht');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(server.sent).toHaveLength(1);
});

test('the agreed terms can be read again', async () => {
  signIn(userOf('reader'));
  const order = { placedAt: '2026-11-22T09:00:00.000Z', words: ['Bezahlt wird per Überweisung an den Verein.'] };
  const hand = show(<EnrolmentCard registration={{ ...offered, state: 'confirmed', step: null, order }} />);
  await hand.reads(/^Vereinbart am 22\.11\.2026/);
  expect(document.body.textContent).toContain('Bezahlt wird per Überweisung an den Verein.');
});

test('the question before leaving stands where its button was, with the focus, not below what else can be done', async () => {
  signIn(userOf('reader'));
  const seat: OwnEnrolment = { ...offered, state: 'confirmed', step: null, endsOnNotice: '2026-12-31', pricePer: 'month', mayMove: true };
  const hand = show(<EnrolmentCard registration={seat} />);
  await screen.findByRole('button', { name: 'Gruppe wechseln …' });
  await hand.press('Kündigen …');
  const question = screen.getByText(/^Der letzte Tag wäre der 31\.12\.2026\./);
  expect(document.activeElement).toBe(question);
  const other = screen.getByRole('button', { name: 'Gruppe wechseln …' });
  expect(question.compareDocumentPosition(other)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('a notice that is taken back says so, and that a mail confirms it', async () => {
  const left: OwnEnrolment = { ...offered, state: 'confirmed', step: null, leavesOn: '2026-12-31', canCancel: false };
  signIn(userOf('reader')).on(enrolmentsContract.answer, { ...left, leavesOn: null, accountKey: null });
  const hand = show(<EnrolmentCard registration={left} />);
  await hand.press('Kündigung zurücknehmen');
  await hand.reads('Die Kündigung ist zurückgenommen');
  await hand.reads('Mila Muster bleibt dabei. Die Bestätigung kommt per Mail.');
});

test.for(['waitlisted', 'offered', 'pending'] as const)('nothing is called agreed while there is no seat: %s', async (state) => {
  signIn(userOf('reader'));
  const order = { placedAt: '2026-11-22T09:00:00.000Z', words: ['Vertragspartner: Rot-Weiß Auenfeld'] };
  const hand = show(<EnrolmentCard registration={{ ...offered, state, step: null, order }} />);
  await hand.reads(state === 'pending' ? /^Angefragt am 22\.11\.2026/ : /^Auf die Warteliste gesetzt am 22\.11\.2026/);
  expect(document.body.textContent).not.toContain('Vereinbart');
});

test('an answer that arrived although its response was lost is confirmed, and its question does not come back later', async () => {
  const seat: OwnEnrolment = { ...offered, state: 'confirmed', step: null, endsOnNotice: '2026-12-31', pricePer: 'month' };
  const left: OwnEnrolment = { ...seat, endsOnNotice: null, leavesOn: '2026-12-31', canCancel: false };
  const server = signIn(userOf('reader')).on(enrolmentsContract.mine, [seat]);
  const hand = show(<MyEnrolments />);
  await hand.press('Kündigen …');
  const line = globalThis.fetch;
  vi.stubGlobal('fetch', (input: Request) => (input.method === 'POST' ? Promise.reject(new TypeError('no line')) : line(input)));
  const stored = (after: OwnEnrolment) => server.on(enrolmentsContract.mine, [after]);
  stored(left);
  await hand.press('Zum 31.12.2026 kündigen');
  await hand.reads('Die Kündigung ist eingegangen');
  expect(screen.queryByText(/^Keine Verbindung\./)).toBeNull();
  stored(seat);
  await hand.press('Kündigung zurücknehmen');
  await hand.reads('Die Kündigung ist zurückgenommen');
  expect(screen.queryByText(/^Keine Verbindung\./)).toBeNull();
  hand.button('Kündigen …');
  vi.stubGlobal('fetch', line);
});

const step = {
  asks: { emergency: false, wayHome: false, consents: [] },
  sentences: ['Die erste Zahlung ist frühestens am 06.12.2026 fällig.'],
  sum: 'Preis: 70,00 € für den Kurs',
  button: 'Platz zahlungspflichtig annehmen',
  quote: 'as shown',
  hasMandate: false,
  mandateText: null,
  alsoBy: [],
};

const offered: OwnEnrolment = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000021',
  token: '9d7a8a31-5b7c-4c57-8d0f-000000000021',
  state: 'offered',
  name: 'Mila Muster',
  target: {
    kind: 'course',
    id: '9d7a8a31-5b7c-4c57-8d0f-000000000001',
    slug: 'pilates',
    title: 'Pilates',
    club: 'RWA',
    state: 'published',
    place: 'Turnhalle Süd',
    nextAt: null,
  },
  about: null,
  position: null,
  placeReason: [],
  offerExpiresAt: '2026-11-24T11:00:00.000Z',
  holdExpiresAt: null,
  registeredAt: '2026-11-20T09:00:00.000Z',
  priceCents: 7000,
  cancelFeeCents: 0,
  pricePer: 'course',
  paidFrom: null,
  leavesOn: null,
  endsOnNotice: null,
  undoUntil: null,
  canCancel: true,
  cancelRule: [],
  step,
  order: null,
  transfer: null,
  move: null,
  mayMove: false,
  swap: null,
  pauses: [],
  mayPause: false,
  adoption: 'none',
};
