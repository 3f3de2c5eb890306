import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, email, id, requiredLine, typedPassword } from '#shared/kernel/fields.ts';
import { user } from '#shared/kernel/user.ts';

const namesShape = { firstname: requiredLine(80), lastname: requiredLine(80) };

/**
 * The page requested before the sign-in, to which the link in the mail returns. Values that are no page of this product
 * are dropped (kernel/back.ts).
 */
const back = z.string().max(2000).optional();

const signUpInput = z.strictObject({ ...namesShape, email, password: typedPassword, back });
const signInInput = z.strictObject({ email: z.string().trim().min(1).max(254), password: typedPassword });
const newPasswordInput = z.strictObject({ token: z.string().min(20).max(200), password: typedPassword });

const ownSession = z.object({
  id,
  device: z.string().describe('What the browser said of itself.'),
  network: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  isCurrent: z.boolean(),
});

export type OwnSession = z.infer<typeof ownSession>;

/** Password hashing is queued under load. */
const answerMs = 10_000;

/** Sign-up, sign-in and session management (specification sections 5, 7, 8 and 9). */
export const sessionContract = {
  read: endpoint(
    { access: 'session.read' },
    { method: 'GET', path: '/session', summary: 'Wer ist angemeldet?', description: 'Without a session the user is null; never an error.' },
  ).output(z.object({ user: user.nullable() })),
  start: endpoint(
    { access: 'session.start' },
    {
      method: 'POST',
      path: '/session/start',
      summary: 'Anmeldezustand beginnen',
      description: 'Once per sign-in and per start of the app: reads or makes the user document, logins + 1, lastLogin = now.',
    },
  ).output(user),
  signUp: endpoint(
    { access: 'session.signUp', answerMs },
    {
      method: 'POST',
      path: '/session/sign-up',
      summary: 'Konto anlegen',
      description: 'The answer is the same whether or not the address is already known; a mail with a link follows.',
      refuses: ['weak-password'],
      example: { firstname: 'Mia', lastname: 'Beispiel', email: 'mia@example.org', password: 'sieben-bunte-Baelle' },
    },
  )
    .input(signUpInput)
    .output(done),
  signIn: endpoint(
    { access: 'session.signIn', answerMs },
    {
      method: 'POST',
      path: '/session/sign-in',
      summary: 'Einloggen',
      description:
        'needsCode: the code of the second factor is still to come (POST /session/second-factor), or a passkey (POST /session/passkey).',
      refuses: ['invalid-credential'],
      example: { email: 'mia@example.org', password: 'sieben-bunte-Baelle' },
    },
  )
    .input(signInInput)
    .output(
      done.extend({
        needsCode: z.literal(true).optional(),
        hasCode: z.boolean().optional().describe('With needsCode: the account has a code app.'),
        passkeyHosts: z.array(z.string()).optional().describe('With needsCode: where its passkeys may be used instead.'),
      }),
    ),
  signOut: endpoint({ access: 'session.signOut' }, { method: 'POST', path: '/session/sign-out', summary: 'Ausloggen' }).output(done),
  federate: endpoint(
    { access: 'session.federate' },
    {
      method: 'POST',
      path: '/session/federate',
      summary: 'Anmeldung beim Anmeldedienst beginnen',
      description: 'Gives the address at the provider; 404 when none is configured.',
      example: { mode: 'popup' },
    },
  )
    .input(
      z.strictObject({
        mode: z.enum(['popup', 'redirect']),
        again: z.boolean().default(false).describe('Asks the provider to ask the person again, although it knows them.'),
      }),
    )
    .output(z.object({ url: z.string(), attempt: z.uuid().describe('Comes back in the answer of /signed-in.html.') })),
  requestPasswordReset: endpoint(
    { access: 'session.requestPasswordReset' },
    {
      method: 'POST',
      path: '/session/password-reset',
      summary: 'Link zum Zurücksetzen anfordern',
      description: 'The same answer for every address.',
      example: { email: 'mia@example.org' },
    },
  )
    .input(z.strictObject({ email, back }))
    .output(done),
  setPassword: endpoint(
    { access: 'session.useMailLink', answerMs },
    {
      method: 'POST',
      path: '/session/mail-links/password',
      summary: 'Passwort mit einem Link aus einer Mail festlegen',
      refuses: ['invalid-link', 'weak-password'],
      example: { token: 'aus-dem-Link-der-Mail-hinter-dem-Doppelkreuz', password: 'sieben-bunte-Baelle' },
    },
  )
    .input(newPasswordInput)
    .output(done),
  verifyEmail: endpoint(
    { access: 'session.useMailLink', answerMs },
    {
      method: 'POST',
      path: '/session/mail-links/email',
      summary: 'E-Mail-Adresse mit einem Link aus einer Mail bestätigen',
      description:
        'The link of a sign-up in another browser than its own is refused with new-password-needed and stays good: a new password is set with it.',
      refuses: ['invalid-link', 'email-already-in-use', 'new-password-needed'],
      example: { token: 'aus-dem-Link-der-Mail-hinter-dem-Doppelkreuz' },
    },
  )
    .input(z.strictObject({ token: z.string().min(20).max(200) }))
    .output(done),
  confirmPassword: endpoint(
    { access: 'session.confirmPassword', answerMs },
    {
      method: 'POST',
      path: '/session/confirm',
      summary: 'Passwort bestätigen',
      refuses: ['wrong-password'],
      example: { password: 'sieben-bunte-Baelle' },
    },
  )
    .input(z.strictObject({ password: typedPassword }))
    .output(done),
  changePassword: endpoint(
    { access: 'session.changePassword', answerMs },
    {
      method: 'POST',
      path: '/session/password',
      summary: 'Passwort ändern',
      description: 'Ends all other sessions.',
      refuses: ['wrong-password', 'weak-password'],
      example: { currentPassword: 'sieben-bunte-Baelle', password: 'acht-bunte-Baelle' },
    },
  )
    .input(z.strictObject({ currentPassword: typedPassword, password: typedPassword }))
    .output(done),
  list: endpoint({ access: 'session.listOwn' }, { method: 'GET', path: '/session/devices', summary: 'Eigene Sitzungen' }).output(
    z.array(ownSession),
  ),
  revoke: endpoint({ access: 'session.revokeOwn' }, { method: 'DELETE', path: '/session/devices/{id}', summary: 'Eigene Sitzung beenden' })
    .input(z.strictObject({ id }))
    .output(done),
  token: endpoint(
    { access: 'session.issueToken' },
    {
      method: 'POST',
      path: '/session/token',
      summary: 'Kurzlebiges Zugriffstoken',
      description: 'For the storage routes and the token sync; lives 60 minutes.',
    },
  ).output(z.object({ token: z.string(), expiresAt: z.iso.datetime() })),
};

const profileInput = z.strictObject({ ...namesShape });

/** All data that a club stores about a person (Art. 15 GDPR), in sections with German titles. */
const ownFile = z.object({
  exportedAt: z.iso.datetime(),
  club: clubName,
  name: z.string(),
  parts: z.array(z.object({ title: z.string(), rows: z.array(z.record(z.string(), z.unknown())) })),
});

export type OwnFile = z.infer<typeof ownFile>;

const ownExport = z.object({
  exportedAt: z.iso.datetime(),
  user,
  sessions: z.array(ownSession),
  audit: z.array(z.object({ time: z.iso.datetime(), content: z.string(), club: z.string() })),
  people: z.array(ownFile).describe('Oneself and the children of whom one is guardian: all that their clubs keep.'),
});

export type OwnExport = z.infer<typeof ownExport>;

/** The user's own document, with their permissions. */
export const profileContract = {
  read: endpoint({ access: 'profile.read' }, { method: 'GET', path: '/profile', summary: 'Mein Profil' }).output(
    user.extend({
      hasPassword: z.boolean(),
      newEmail: z.string().nullable().describe('An address that becomes the own one once the link in the mail to it is used.'),
    }),
  ),
  update: endpoint(
    { access: 'profile.update' },
    { method: 'PATCH', path: '/profile', summary: 'Eigenen Namen ändern', example: { firstname: 'Mia', lastname: 'Beispiel' } },
  )
    .input(profileInput)
    .output(user),
  changeEmail: endpoint(
    { access: 'profile.changeEmail', fresh: true },
    {
      method: 'POST',
      path: '/profile/email',
      summary: 'E-Mail-Adresse ändern',
      description: 'Takes effect when the link in the mail to the new address is used; the old address is told.',
      example: { email: 'mia.neu@example.org' },
    },
  )
    .input(z.strictObject({ email }))
    .output(done),
  export: endpoint(
    { access: 'profile.export', fresh: true },
    { method: 'GET', path: '/profile/export', summary: 'Eigene Daten (DSGVO Art. 15 und 20)' },
  ).output(ownExport),
  delete: endpoint(
    { access: 'profile.delete', fresh: true },
    { method: 'DELETE', path: '/profile', summary: 'Eigenes Konto löschen', refuses: ['last-super', 'last-admin'] },
  ).output(done),
};
