import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { id } from '#shared/kernel/fields.ts';

/** The number of days that an account whose role requires a second factor may be used without one. */
export const factorGraceDays = 14;

const code = z.string().trim().min(6).max(20).describe('Six digits of the app, or a recovery code.');

const status = z.object({
  isOn: z.boolean(),
  since: z.iso.datetime().nullable(),
  codesLeft: z.int(),
  isWanted: z.boolean().describe('The role of the account wants one.'),
  isDue: z.boolean(),
  dueAt: z.iso.datetime().nullable().describe('From then on nothing else goes on without one.'),
});

export type SecondFactorStatus = z.infer<typeof status>;

const codes = z.object({ codes: z.array(z.string()).describe('Shown this once.') });

/** The second factor of an account: setup, the code at the sign-in, and recovery. */
export const secondFactorContract = {
  signIn: endpoint(
    { access: 'session.signIn' },
    {
      method: 'POST',
      path: '/session/second-factor',
      summary: 'Anmeldung mit dem Code abschließen',
      description: 'After a sign-in that was answered with needsCode, in the same browser, within ten minutes.',
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
      description: 'Counts from the first code on; one that is set up stays good until then.',
    },
  ).output(z.object({ key: z.string().describe('base32, to type'), uri: z.string().describe('otpauth, for a QR code') })),
  confirm: endpoint(
    { access: 'secondFactor.manageOwn', fresh: true },
    {
      method: 'POST',
      path: '/profile/second-factor/confirm',
      summary: 'Zweiten Faktor mit dem ersten Code einschalten',
      description: 'Answers with ten recovery codes and ends all other sessions.',
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
      description: 'Earlier codes open nothing any more.',
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
      description: 'By a super at once; by two of the board within seven days: the first one asks. The person is told by mail.',
      refuses: ['wrong-state'],
    },
  )
    .input(z.strictObject({ id }))
    .output(z.object({ isReset: z.boolean() })),
};
