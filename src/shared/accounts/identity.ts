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
  device: z.string().describe('The User-Agent header of the browser; empty if unknown.'),
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
    {
      method: 'GET',
      path: '/session',
      summary: 'Wer ist angemeldet?',
      description: '`user` is null without a session; this is not an error.',
    },
  ).output(z.object({ user: user.nullable() })),
  start: endpoint(
    { access: 'session.start' },
    {
      method: 'POST',
      path: '/session/start',
      summary: 'Anmeldezustand beginnen',
      description:
        'Called once per sign-in and per start of the app: reads or creates the user document, increments `logins` and sets `lastLogin`.',
    },
  ).output(user),
  signUp: endpoint(
    { access: 'session.signUp', answerMs },
    {
      method: 'POST',
      path: '/session/sign-up',
      summary: 'Konto anlegen',
      description: 'Sends a mail with a link. The response is the same whether or not the address is already known.',
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
        'With `needsCode`, the sign-in is completed with a code (POST /session/second-factor) or a passkey (POST /session/passkey).',
      refuses: ['invalid-credential'],
      example: { email: 'mia@example.org', password: 'sieben-bunte-Baelle' },
    },
  )
    .input(signInInput)
    .output(
      done.extend({
        needsCode: z.literal(true).optional(),
        hasCode: z.boolean().optional().describe('Only with `needsCode`: whether the account has an authenticator app.'),
        passkeyHosts: z
          .array(z.string())
          .optional()
          .describe('Only with `needsCode`: the hosts at which the passkeys of the account can be used.'),
      }),
    ),
  signOut: endpoint({ access: 'session.signOut' }, { method: 'POST', path: '/session/sign-out', summary: 'Ausloggen' }).output(done),
  federate: endpoint(
    { access: 'session.federate' },
    {
      method: 'POST',
      path: '/session/federate',
      summary: 'Anmeldung beim Anmeldedienst beginnen',
      description: 'Returns the authorization URL of the identity provider; 404 if none is configured.',
      example: { mode: 'popup' },
    },
  )
    .input(
      z.strictObject({
        mode: z.enum(['popup', 'redirect']),
        again: z.boolean().default(false).describe('Forces a new sign-in at the provider, even if the provider still has a session.'),
      }),
    )
    .output(z.object({ url: z.string(), attempt: z.uuid().describe('Identifies this attempt in the response of /signed-in.html.') })),
  requestPasswordReset: endpoint(
    { access: 'session.requestPasswordReset' },
    {
      method: 'POST',
      path: '/session/password-reset',
      summary: 'Link zum Zurücksetzen anfordern',
      description: 'Sends a mail with a link. The response is the same for every address.',
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
        'Confirms the address of a sign-up in the browser that started it. In another browser the request fails with `new-password-needed`; the link stays valid and can be used to set a new password.',
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
      description: 'A bearer token for the storage routes and the token sync; valid for 60 minutes.',
    },
  ).output(z.object({ token: z.string(), expiresAt: z.iso.datetime() })),
};

/** The name that users give themselves. */
export const profileInput = z.strictObject({ ...namesShape });

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
  people: z.array(ownFile).describe('All data that the clubs store about the user and the children whose guardian the user is.'),
});

export type OwnExport = z.infer<typeof ownExport>;

/** The user's own document, with their permissions. */
export const profileContract = {
  read: endpoint({ access: 'profile.read' }, { method: 'GET', path: '/profile', summary: 'Mein Profil' }).output(
    user.extend({
      hasPassword: z.boolean(),
      newEmail: z
        .string()
        .nullable()
        .describe('The requested new address, until the link in the mail to it is used; null if no change is pending.'),
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
      description: 'Takes effect once the link in the mail to the new address is used. The old address is notified.',
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
