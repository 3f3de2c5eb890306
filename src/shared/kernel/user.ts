import { z } from 'zod';
import { fullName } from './fullName.ts';
import { clubName, roleName } from './fields.ts';

/** A user document (specification section 3) with its three derived names. */
export const user = z.object({
  id: z.string(),
  firebaseUserID: z.string().describe('The id of the auth user; equals `id`.'),
  hasUser: z.boolean(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  memberId: z.string().describe('The id of the linked member; empty if there is none.'),
  club: z.object({ name: clubName, displayName: z.string(), slogan: z.string(), title: z.string() }),
  role: z.object({ name: roleName, displayName: z.string() }),
  logins: z.int(),
  lastLogin: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  fullName: z.string(),
  roleDisplayName: z.string(),
  clubDisplayName: z.string(),
});

export type User = z.infer<typeof user>;

/** First and last name; the e-mail address if neither is given. */
export function accountName({ email, ...names }: { firstname: string; lastname: string; email: string }): string {
  return fullName(names).trim() || email;
}

/** The salutation of a mail to an account; without a name if the address is used in its place. */
export function greeting(name: string): string {
  return name.includes('@') ? 'Guten Tag' : `Guten Tag ${name}`;
}
