import type { AccountAccess } from '#shared/people/access.ts';
import { accessRelationNames } from '#shared/people/accessWords.ts';
import { germanDate, localOf } from '#shared/kernel/calendar.ts';

/** An account as the board recognises it: by name, address and relation to the person. */
export function nameOf({ name, email, relation }: Pick<AccountAccess, 'name' | 'email' | 'relation'>): string {
  return `${name} (${email}), ${accessRelationNames[relation]}`;
}

/** The day since which an access exists. */
export function sinceOf({ since }: Pick<AccountAccess, 'since'>): string {
  return `seit ${germanDate(localOf(new Date(since)).date)}`;
}
