import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { contract } from '#shared/api.ts';
import { mailTemplatesContract, type MailTemplate } from '#shared/content/mailTemplates.ts';
import { mailsContract, type MailPreview, type SentMail } from '#shared/content/mails.ts';
import { refuse } from '#test/web/server.ts';
import type { MailWords } from '#web/people/parts/mailTo.ts';
import { show, signIn, userOf, type Hand } from '#test/web/page.tsx';
import { MailForm } from './MailForm.tsx';
import { newMail, type MailValues } from './mailValues.ts';

const departmentId = '7c7a8a31-5b7c-4c57-8d0f-0123456789ac';
const listId = '7c7a8a31-5b7c-4c57-8d0f-0123456789ad';
const memberIds = ['7c7a8a31-5b7c-4c57-8d0f-000000000001', '7c7a8a31-5b7c-4c57-8d0f-000000000002'];
const board = userOf('admin');
const body: MailValues['body'] = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hallo' }] }] };
const toDepartment = {
  audience: { kind: 'department', id: departmentId },
  legalBasis: 'membership',
  replyTo: 'self',
  subject: 'Training',
  body,
};

test('a mail is sent only after a preview and a confirmation, to the recipients and with the text of the preview', async () => {
  const { server, hand, onSent } = await openWith({ kind: 'department', legalBasis: 'membership', subject: 'Training' });
  server.on(mailsContract.preview, preview).on(mailsContract.send, sent);
  await chooseLoaded(hand, 'Abteilung', 'Turnen');
  await hand.press('Vorschau und Empfänger');
  await hand.reads('12 Empfänger, 14 Personen');
  await hand.reads('Bei 3 Minderjährigen geht sie an die Eltern.');
  await hand.reads('2 ohne E-Mail-Adresse bekommen nichts.');
  expect(screen.queryByText(/Newsletter nicht zugestimmt/)).toBeNull();
  await hand.press('An 12 Empfänger senden');
  await hand.reads('An 12 Empfänger senden?');
  expect(server.sent.map(({ address }) => address)).toEqual(['/mails/preview']);
  await hand.press('Senden');
  await waitFor(() => expect(onSent).toHaveBeenCalled());
  expect(server.sent).toEqual([
    { method: 'POST', address: '/mails/preview', body: toDepartment },
    { method: 'POST', address: '/mails', body: toDepartment },
  ]);
  await hand.reads('Die Mail geht an 12 Empfänger.');
  expect(hand.field('Betreff').value).toBe('');
});

test('changes after the preview require a new one before sending', async () => {
  const { server, hand } = await openWith({ kind: 'department', id: departmentId, legalBasis: 'membership', subject: 'Training' });
  server.on(mailsContract.preview, preview);
  await hand.press('Vorschau und Empfänger');
  await hand.reads('12 Empfänger, 14 Personen');
  await hand.fill('Betreff', 'Training am Montag');
  await hand.reads('Sie haben seitdem etwas geändert. Bitte rufen Sie die Vorschau neu auf.');
  expect(hand.button('An 12 Empfänger senden').disabled).toBe(true);
  await hand.fill('Betreff', 'Training');
  await waitFor(() => expect(hand.button('An 12 Empfänger senden').disabled).toBe(false));
});

test('a mail without recipients cannot be sent', async () => {
  const { server, hand } = await openWith({ kind: 'department', id: departmentId, legalBasis: 'membership', subject: 'Training' });
  server.on(mailsContract.preview, { ...preview, recipients: 0, people: 0, sample: [] });
  await hand.press('Vorschau und Empfänger');
  await hand.reads('0 Empfänger, 0 Personen');
  expect(hand.button('An 0 Empfänger senden').disabled).toBe(true);
});

test('the test mail goes only to the sender', async () => {
  const { server, hand, onSent } = await openWith({ kind: 'department', id: departmentId, legalBasis: 'membership', subject: 'Training' });
  server.on(mailsContract.preview, preview).on(mailsContract.test, { ok: true });
  await hand.press('Vorschau und Empfänger');
  await hand.reads('12 Empfänger, 14 Personen');
  await hand.press('Probemail an mich');
  await hand.reads('Die Probemail geht an vera@example.org.');
  expect(server.sent.map(({ address }) => address)).toEqual(['/mails/preview', '/mails/test']);
  expect(onSent).not.toHaveBeenCalled();
});

test('without recipient, subject and text nothing is requested from the server, and each error is shown at its field', async () => {
  const { server, hand } = open();
  await hand.press('Vorschau und Empfänger');
  expect(hand.problem('Kurs')).toBe('Bitte wählen.');
  // The field has the focus and says it alone.
  expect(document.activeElement).toBe(hand.field('Kurs'));
  await act(async () => new Promise((resolve) => void requestAnimationFrame(() => resolve(undefined))));
  expect(document.body.textContent).not.toContain('Kennung');
  expect(hand.problem('Betreff')).toBe('Bitte ausfüllen.');
  await hand.reads('Bitte schreiben Sie einen Text.');
  expect(server.sent).toEqual([]);
});

test('each kind of recipients has its own legal bases, and changing the kind selects the first of them', async () => {
  const { hand } = open();
  expect(hand.field('Grundlage').value).toBe('Zur Teilnahme (alle Betroffenen)');
  await hand.choose('An', 'Mitglieder');
  expect(hand.field('Grundlage').value).toBe('Zur Mitgliedschaft (alle Betroffenen)');
  await hand.choose('Grundlage', 'Newsletter (nur mit Einwilligung, mit Abmeldelink)');
  await hand.choose('An', 'Helferliste');
  expect(hand.field('Grundlage').value).toBe('Zur Teilnahme (alle Betroffenen)');
});

test('a filter of members is sent as set, and a reversed age range is refused at its field', async () => {
  const { server, hand } = await openWith({ kind: 'members', legalBasis: 'membership', subject: 'Training' });
  server.on(mailsContract.preview, preview);
  await hand.choose('Mitgliedsart', 'Aktiv');
  await hand.choose('Geschlecht', 'weiblich');
  await chooseLoaded(hand, 'Abteilung', 'Turnen');
  await hand.fill('Alter von', '18');
  await hand.fill('Alter bis', '12');
  await hand.press('Vorschau und Empfänger');
  expect(hand.problem('Alter bis')).toBe('Das liegt unter dem Mindestalter.');
  expect(server.sent).toEqual([]);
  await hand.fill('Alter bis', '18');
  await hand.choose('Antworten gehen', 'an die Adresse des Vereins');
  await hand.press('Vorschau und Empfänger');
  await hand.reads('12 Empfänger, 14 Personen');
  expect(server.sent[0]?.body).toEqual({
    audience: { kind: 'members', memberKind: 'active', departmentId, gender: 'w', ageMin: 18, ageMax: 18 },
    legalBasis: 'membership',
    replyTo: 'club',
    subject: 'Training',
    body,
  });
});

test("selected members get the text of a draft, not the draft's recipients", async () => {
  const { server, hand } = await openWith({ kind: 'helpers', id: listId, subject: 'Training' }, memberIds);
  server.on(mailsContract.preview, preview);
  await hand.reads('2 ausgewählte Mitglieder.');
  await hand.press('Vorschau und Empfänger');
  await hand.reads('12 Empfänger, 14 Personen');
  expect(server.sent[0]?.body).toEqual({
    audience: { kind: 'chosen', memberIds },
    legalBasis: 'membership',
    replyTo: 'self',
    subject: 'Training',
    body,
  });
});

test('a refusal while sending is shown, and mail and draft are kept', async () => {
  const { server, hand, onSent } = await openWith({ kind: 'department', id: departmentId, legalBasis: 'membership', subject: 'Training' });
  server.on(mailsContract.preview, preview).on(mailsContract.send, () => refuse('too-many-requests'));
  await hand.press('Vorschau und Empfänger');
  await hand.reads('12 Empfänger, 14 Personen');
  await hand.press('An 12 Empfänger senden');
  await hand.reads('An 12 Empfänger senden?');
  await hand.press('Senden');
  await hand.reads('Zu viele Versuche. Bitte warten Sie einen Augenblick.');
  expect(hand.field('Betreff').value).toBe('Training');
  expect(onSent).not.toHaveBeenCalled();
  cleanup();
  const again = open();
  await again.hand.press('Übernehmen');
  expect(again.hand.field('Betreff').value).toBe('Training');
});

test('the Enter key requests the preview, only once while the request is pending', async () => {
  const { server, hand } = await openWith({ kind: 'department', id: departmentId, legalBasis: 'membership', subject: 'Training' });
  const answered = Promise.withResolvers<void>();
  server.on(mailsContract.preview, () => answered.promise.then(() => preview));
  await hand.user.click(hand.field('Betreff'));
  await hand.user.keyboard('{Enter}');
  await waitFor(() => expect(hand.button('Vorschau und Empfänger').disabled).toBe(true));
  await hand.press('Vorschau und Empfänger');
  answered.resolve();
  await hand.reads('12 Empfänger, 14 Personen');
  expect(server.sent).toHaveLength(1);
});

test('the preview shows the mail as rendered for each of the first recipients, and names persons without an address', async () => {
  const { server, hand } = await openWith({ kind: 'department', id: departmentId, legalBasis: 'membership', subject: 'Training' });
  server.on(mailsContract.preview, preview);
  await hand.press('Vorschau und Empfänger');
  await hand.reads(/So liest es Ina Igel \(ina@example.org\) für Mia Igel · 1 von 2/);
  await hand.reads('Otto Ohne, Nele Nix');
  await hand.press('Nächste Person');
  await hand.reads(/So liest es Udo Uhu \(udo@example.org\) · 2 von 2/);
  expect(screen.getByText(/Guten Tag Udo Uhu, Hallo/)).toBeTruthy();
  expect(hand.button('Nächste Person').disabled).toBe(true);
});

test('an unknown placeholder is named at its field, and nothing is requested from the server', async () => {
  const { server, hand } = await openWith({ kind: 'department', id: departmentId, legalBasis: 'membership', subject: 'Hallo {Vornahme}' });
  await hand.press('Vorschau und Empfänger');
  expect(hand.problem('Betreff')).toContain('„{Vornahme}“ kennen wir nicht.');
  expect(server.sent).toEqual([]);
});

test('a scheduled mail is sent with its date and time, and requires both', async () => {
  const { server, hand, onSent } = await openWith({ kind: 'department', id: departmentId, legalBasis: 'membership', subject: 'Training' });
  server.on(mailsContract.preview, preview).on(mailsContract.send, { ...sent, state: 'planned', sendAt: '2099-12-24T17:00:00.000Z' });
  await hand.press('Vorschau und Empfänger');
  await hand.user.click(await screen.findByRole('radio', { name: 'Später' }));
  expect(hand.button('An 12 Empfänger senden').disabled).toBe(true);
  await hand.fill('Senden am', '24.12.2099');
  await hand.user.tab();
  await hand.press('Für 12 Empfänger planen');
  await hand.reads('Wer sie bekommt, wird erst dann bestimmt. Bis dahin lässt sie sich zurückziehen.');
  await hand.press('Planen');
  await waitFor(() => expect(onSent).toHaveBeenCalled());
  expect(server.sent[1]).toEqual({ method: 'POST', address: '/mails', body: { ...toDepartment, sendAt: '2099-12-24T17:00:00.000Z' } });
});

test('a draft is saved as it is, even without a subject', async () => {
  const { server, hand } = await openWith({ kind: 'department', id: departmentId, legalBasis: 'membership' });
  server.on(mailsContract.keep, { ...sent, state: 'draft', recipients: 0 });
  await hand.press('Als Entwurf ablegen');
  await hand.reads('Der Entwurf liegt unter „Gesendet und Entwürfe“.');
  expect(server.sent).toEqual([{ method: 'POST', address: '/mails/drafts', body: { ...toDepartment, subject: '' } }]);
});

test('a template replaces existing text only after a confirmation, and is saved under its own name', async () => {
  const { server, hand } = await openWith({ kind: 'department', id: departmentId, legalBasis: 'membership', subject: 'Training' });
  await chooseLoaded(hand, 'Vorlage', 'Einladung');
  await hand.reads('Text ersetzen?');
  expect(hand.field('Betreff').value).toBe('Training');
  await hand.press('Ersetzen');
  await waitFor(() => expect(hand.field('Betreff').value).toBe('Einladung zum Fest'));
  await hand.fill('Betreff', 'Einladung zum Ball');
  server.on(mailTemplatesContract.update, { ...template, version: 4 });
  await hand.press('Als Vorlage ablegen');
  await hand.reads('Der alte Text dieser Vorlage wird ersetzt.');
  await hand.press('Ablegen');
  await hand.reads('Vorlage „Einladung“ abgelegt.');
  expect(server.sent).toEqual([
    {
      method: 'PUT',
      address: `/mail-templates/${template.id}`,
      body: { name: 'Einladung', subject: 'Einladung zum Ball', body, version: 3 },
    },
  ]);
});

test('attachments are sent by their storage path and named in the preview, and a removed one is not', async () => {
  const file = (name: string) => ({ path: `RWA/mails/1/${name}`, name, bytes: 2000 });
  const files = [file('Einladung.pdf'), file('Anfahrt.pdf')];
  const { server, hand } = await openWith({ kind: 'department', id: departmentId, legalBasis: 'membership', subject: 'Training', files });
  server.on(mailsContract.preview, preview);
  await hand.press('Anfahrt.pdf herausnehmen');
  await hand.press('Vorschau und Empfänger');
  await hand.reads('12 Empfänger, 14 Personen');
  await hand.reads('Anhang: Einladung.pdf');
  expect(server.sent[0]?.body).toEqual({ ...toDepartment, files: ['RWA/mails/1/Einladung.pdf'] });
});

test('a leader of a course writes to its people, at once, without further choices', async () => {
  const courseId = '7c7a8a31-5b7c-4c57-8d0f-0123456789af';
  const server = signIn(userOf('trainer'))
    .on(contract.courses.staffed, { rows: [] })
    .on(contract.departments.list, [])
    .on(contract.operationals.list, [])
    .on(mailsContract.preview, preview);
  localStorage.setItem(
    `draft.${board.id}.mail.${courseId}`,
    JSON.stringify({ at: '2026-11-20T09:00:00Z', values: { ...newMail(), body, subject: 'Training' } }),
  );
  const hand = show(<MailForm club="RWA" about={{ kind: 'course', id: courseId }} isLimited onSent={vi.fn()} />);
  await hand.press('Übernehmen');
  expect(screen.queryByLabelText('An')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Als Entwurf ablegen' })).toBeNull();
  await hand.press('Vorschau und Empfänger');
  await hand.reads('12 Empfänger, 14 Personen');
  expect(screen.queryByRole('radio', { name: 'Später' })).toBeNull();
  expect(server.sent[0]?.body).toMatchObject({ audience: { kind: 'course', id: courseId, who: 'placed' }, legalBasis: 'contract' });
});

test('words that another page proposes are in the fields, and go to the members it named', async () => {
  const { server, hand } = open(memberIds, { subject: 'Bitte ergänzen', body });
  server.on(mailsContract.preview, preview);
  expect(hand.field('Betreff').value).toBe('Bitte ergänzen');
  await hand.press('Vorschau und Empfänger');
  await hand.reads('12 Empfänger, 14 Personen');
  expect(server.sent[0]?.body).toMatchObject({ audience: { kind: 'chosen', memberIds }, subject: 'Bitte ergänzen', body });
});

/** The form, with members who were ticked before, and proposed words, or without. */
function open(ticked?: readonly string[], words?: MailWords) {
  const server = signIn(board)
    .on(contract.courses.staffed, { rows: [] })
    .on(mailTemplatesContract.list, { rows: [template] })
    .on(contract.departments.list, [{ id: departmentId, name: 'Turnen', managed: null }])
    .on(contract.operationals.list, []);
  const onSent = vi.fn();
  return { server, onSent, hand: show(<MailForm club="RWA" memberIds={ticked} words={words} onSent={onSent} />) };
}

/** The form with a text that was typed before; jsdom cannot type into an editor. */
async function openWith(draft: Partial<MailValues>, ticked?: readonly string[]) {
  const values: MailValues = { ...newMail(), body, ...draft };
  localStorage.setItem(`draft.${board.id}.mail`, JSON.stringify({ at: '2026-11-20T09:00:00Z', values }));
  const opened = open(ticked);
  await opened.hand.press('Übernehmen');
  return opened;
}

/** Takes a choice that comes from the server. */
async function chooseLoaded(hand: Hand, label: string, option: string): Promise<void> {
  await waitFor(() => hand.choose(label, option));
}

const template: MailTemplate = {
  id: '7c7a8a31-5b7c-4c57-8d0f-0123456789b0',
  name: 'Einladung',
  subject: 'Einladung zum Fest',
  body,
  version: 3,
};

const preview: MailPreview = {
  people: 14,
  recipients: 12,
  toParents: 3,
  withoutAddress: 2,
  missing: ['Otto Ohne', 'Nele Nix'],
  withoutConsent: 0,
  former: 0,
  undeliverable: 0,
  sample: [
    { name: 'Ina Igel', about: 'Mia Igel', email: 'ina@example.org', subject: 'Training', text: 'Guten Tag Ina Igel, Hallo' },
    { name: 'Udo Uhu', about: '', email: 'udo@example.org', subject: 'Training', text: 'Guten Tag Udo Uhu, Hallo' },
  ],
  text: 'Hallo',
  replyTo: 'vera@example.org',
};

const sent: SentMail = {
  id: '7c7a8a31-5b7c-4c57-8d0f-0123456789ae',
  subject: 'Training',
  audience: 'Turnen',
  legalBasis: 'membership',
  sender: 'Vera Vogel',
  state: 'sent',
  sendAt: null,
  heldBecause: null,
  createdAt: '2026-11-22T09:00:00.000Z',
  recipients: 12,
  sent: 0,
  failed: 0,
  queued: 12,
};
