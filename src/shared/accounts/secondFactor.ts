import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { id } from '#shared/kernel/fields.ts';

/** The number of days that an account whose role requires a second factor may be used without one. */
export const factorGraceDays = 14;

const code = z.string().trim().min(6).max(20).describe('Six digits of the authenticator app, or a recovery code.');

const status = z.object({
  isOn: z.boolean(),
  since: z.iso.datetime().nullable(),
  codesLeft: z.int(),
  isWanted: z.boolean().describe('Whether the role of the account requires a second factor.'),
  isDue: z.boolean(),
  dueAt: z.iso
    .datetime()
    .nullable()
    .describe('The time from which the account cannot be used without a second factor; null if none is required or one is set up.'),
});

export type SecondFactorStatus = z.infer<typeof status>;

const codes = z.object({ codes: z.array(z.string()).describe('The recovery codes in plain text; they cannot be read again.') });

/** The second factor of an account: setup, the code at the sign-in, and recovery. */
export const secondFactorContract = {
  signIn: endpoint(
    { access: 'session.signIn' },
    {
      method: 'POST',
      path: '/session/second-factor',
      summary: 'Anmeldung mit dem Code abschließen',
      description: 'Completes a sign-in that returned `needsCode`; must be called in the same browser within ten minutes.',
      refuses: ['invalid-credential'],
      example: { code: '123456' },
    },
  )
    .input(z.strictObject({ code }))
    .output(done),
  read: endpoint(
    { access: 'secondFactor.manageOwn' },
    { method: 'GET', path: '/profile/second-factor', summary: 'Eigener zweiter Faktor' },
  ).output(status),
  begin: endpoint(
    { access: 'secondFactor.manageOwn', fresh: true },
    {
      method: 'POST',
      path: '/profile/second-factor',
      summary: 'Zweiten Faktor einrichten: neuer Schlüssel für die App',
      description: 'The new key takes effect once it is confirmed with a first code. Until then an existing key stays valid.',
    },
  ).output(
    z.object({
      key: z.string().describe('The key as base32, for manual entry.'),
      uri: z.string().describe('The otpauth URI, for a QR code.'),
    }),
  ),
  confirm: endpoint(
    { access: 'secondFactor.manageOwn', fresh: true },
    {
      method: 'POST',
      path: '/profile/second-factor/confirm',
      summary: 'Zweiten Faktor mit dem ersten Code einschalten',
      description: 'Returns ten recovery codes and ends all other sessions.',
      refuses: ['wrong-state'],
      example: { code: '123456' },
    },
  )
    .input(z.strictObject({ code }))
    .output(codes),
  renewCodes: endpoint(
    { access: 'secondFactor.manageOwn', fresh: true },
    {
      method: 'POST',
      path: '/profile/second-factor/codes',
      summary: 'Neue Wiederherstellungscodes',
      description: 'Invalidates all earlier recovery codes.',
      refuses: ['wrong-state'],
    },
  ).output(codes),
  end: endpoint(
    { access: 'secondFactor.manageOwn', fresh: true },
    { method: 'DELETE', path: '/profile/second-factor', summary: 'Zweiten Faktor ausschalten' },
  ).output(done),
  reset: endpoint(
    { access: 'secondFactor.reset', fresh: true },
    {
      method: 'POST',
      path: '/users/{id}/second-factor/reset',
      summary: 'Verlorenen zweiten Faktor zurücksetzen',
      description:
        'A superuser resets at once. Otherwise two board members must call this within seven days; the first call only records the request (`isReset` is false). The person is notified by mail.',
      refuses: ['wrong-state'],
    },
  )
    .input(z.strictObject({ id }))
    .output(z.object({ isReset: z.boolean() })),
};
