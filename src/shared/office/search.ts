import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { line } from '#shared/kernel/fields.ts';

/** The kinds of search results; groups of equal relevance are shown in this order. */
const foundKinds = ['course', 'participants', 'event', 'news', 'page', 'facility', 'person'] as const;

export type FoundKind = (typeof foundKinds)[number];

const found = z.object({
  kind: z.enum(foundKinds),
  id: z.string(),
  title: z.string(),
  detail: z.string().describe('A short description: date, location or club.'),
  link: z.string().describe('A path on this site.'),
});

export type Found = z.infer<typeof found>;

/** The minimum search length; shorter texts match almost everything. */
export const shortestSearch = 2;

/** The search over all records that the user may see. */
export const searchContract = {
  find: endpoint(
    { access: 'search.find' },
    {
      method: 'GET',
      path: '/search',
      summary: 'Suchen',
      description:
        'At most 20 records that the caller may see, most relevant first, followed by persons: members of the club for the board, otherwise the caller and their children.',
    },
  )
    .input(z.strictObject({ text: line(100).min(shortestSearch) }))
    .output(z.array(found)),
};
