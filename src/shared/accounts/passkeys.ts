import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { id, requiredLine } from '#shared/kernel/fields.ts';

/** The maximum number of passkeys of an account. */
export const passkeysAtMost = 20;

/** WebAuthn options as accepted by `PublicKeyCredential.parse…OptionsFromJSON`. */
const asked = z.object({ options: z.record(z.string(), z.unknown()) });

const text = z.string().max(20_000);

/** A credential as serialised by `toJSON` in the browser; its content is verified by the identity library. */
const shown = z.object({
  id: z.string().min(1).max(2000),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
});

const newCredential = shown.extend({
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});

const usedCredential = shown.extend({
  response: z.object({ clientDataJSON: text, authenticatorData: text, signature: text, userHandle: z.string().max(2000).optional() }),
});

/** The browser's response after a passkey was created. */
export type NewCredential = z.infer<typeof newCredential>;

/** The browser's response after a passkey was used. */
export type UsedCredential = z.infer<typeof usedCredential>;

const ownPasskey = z.object({
  id,
  name: z.string(),
  host: z.string().describe('The host to which the passkey is bound; browsers offer it on no other host.'),
  isForThisHost: z.boolean(),
  isForAllHosts: z
    .boolean()
    .describe('Whether all hosts of the installation can use the passkey, in browsers that support Related Origin Requests.'),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});

export type OwnPasskey = z.infer<typeof ownPasskey>;

/** Whether the passkey is shared by all hosts (if PASSKEY_HOST is set) or belongs to this host only. */
const which = z.strictObject({ isForAllHosts: z.boolean().default(false) });

const name = requiredLine(80);
const credential = { id: 'aus-dem-Browser', rawId: 'aus-dem-Browser', type: 'public-key', clientExtensionResults: {} };
const inBase64 = 'base64url-aus-dem-Browser';
const newExample = { ...credential, response: { clientDataJSON: inBase64, attestationObject: inBase64 } };
const usedExample = { ...credential, response: { clientDataJSON: inBase64, authenticatorData: inBase64, signature: inBase64 } };

/** Passkeys of an account: adding and deleting them, and using one to sign in or re-authenticate. */
export const passkeyContract = {
  beginSignIn: endpoint(
    { access: 'session.signIn' },
    { method: 'POST', path: '/session/passkey/begin', summary: 'Anmeldung mit Passkey beginnen', example: { isForAllHosts: false } },
  )
    .input(which.prefault({}))
    .output(asked),
  signIn: endpoint(
    { access: 'session.signIn' },
    {
      method: 'POST',
      path: '/session/passkey',
      summary: 'Mit Passkey anmelden',
      description: 'Signs in without an email address. A passkey counts as both factors: possession of the device, and biometrics or PIN.',
      refuses: ['invalid-credential'],
      example: { response: usedExample },
    },
  )
    .input(which.extend({ response: usedCredential }))
    .output(done),
  beginProof: endpoint(
    { access: 'session.confirmPassword' },
    {
      method: 'POST',
      path: '/session/confirm/passkey/begin',
      summary: 'Bestätigung mit Passkey beginnen',
      example: { isForAllHosts: false },
    },
  )
    .input(which.prefault({}))
    .output(asked),
  prove: endpoint(
    { access: 'session.confirmPassword' },
    {
      method: 'POST',
      path: '/session/confirm/passkey',
      summary: 'Mit Passkey bestätigen',
      description: 'Valid for 15 minutes, like a confirmation by password.',
      refuses: ['passkey-refused'],
      example: { response: usedExample },
    },
  )
    .input(which.extend({ response: usedCredential }))
    .output(done),
  list: endpoint({ access: 'passkeys.manageOwn' }, { method: 'GET', path: '/profile/passkeys', summary: 'Eigene Passkeys' }).output(
    z.array(ownPasskey),
  ),
  begin: endpoint(
    { access: 'passkeys.manageOwn', fresh: true },
    {
      method: 'POST',
      path: '/profile/passkeys/begin',
      summary: 'Passkey anlegen: was der Browser gefragt wird',
      refuses: ['wrong-state'],
      example: { isForAllHosts: false },
    },
  )
    .input(which.prefault({}))
    .output(asked),
  add: endpoint(
    { access: 'passkeys.manageOwn', fresh: true },
    {
      method: 'POST',
      path: '/profile/passkeys',
      summary: 'Passkey anlegen',
      description: 'Binds the passkey to the host of the request, or to all hosts with `isForAllHosts`. Ends all other sessions.',
      refuses: ['passkey-refused', 'wrong-state'],
      example: { name: 'Handy', response: newExample },
    },
  )
    .input(which.extend({ name, response: newCredential }))
    .output(done),
  rename: endpoint(
    { access: 'passkeys.manageOwn' },
    { method: 'PATCH', path: '/profile/passkeys/{id}', summary: 'Passkey umbenennen', example: { name: 'Handy' } },
  )
    .input(z.strictObject({ id, name }))
    .output(done),
  remove: endpoint(
    { access: 'passkeys.manageOwn', fresh: true },
    {
      method: 'DELETE',
      path: '/profile/passkeys/{id}',
      summary: 'Passkey entfernen',
      description: 'Ends all other sessions.',
    },
  )
    .input(z.strictObject({ id }))
    .output(done),
};
