import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { id, requiredLine } from '#shared/kernel/fields.ts';

const feed = z.object({ id, label: z.string(), createdAt: z.iso.datetime(), lastUsedAt: z.iso.datetime().nullable() });
export type CalendarFeed = z.infer<typeof feed>;

const feedInput = z.strictObject({ label: requiredLine(60).describe('A name for the device, chosen by the user.') });

/** The personal calendar feeds of the user. Only a hash of the token is stored, so the URL is shown once. */
export const feedsContract = {
  list: endpoint(
    { access: 'calendarFeed.createToken' },
    { method: 'GET', path: '/profile/feeds', summary: 'Eigene Kalenderadressen' },
  ).output(z.array(feed)),
  create: endpoint(
    { access: 'calendarFeed.createToken' },
    {
      method: 'POST',
      path: '/profile/feeds',
      summary: 'Kalenderadresse anlegen',
      description: 'At most ten per account. The URL is returned only once and not stored.',
      example: { label: 'Mein Telefon' },
    },
  )
    .input(feedInput)
    .output(feed.extend({ path: z.string().describe('The path of the feed URL without the host; returned only once.') })),
  revoke: endpoint(
    { access: 'calendarFeed.revokeToken' },
    { method: 'DELETE', path: '/profile/feeds/{id}', summary: 'Kalenderadresse widerrufen' },
  )
    .input(z.strictObject({ id }))
    .output(done),
};
