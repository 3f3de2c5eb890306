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
  detail: z.string().describe('A short line beneath the title: when, where, of which club.'),
  link: z.string().describe('An address of this site.'),
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
      description: 'What fits best comes first. Only what the viewer may see; people for the board, and everybody their own.',
    },
  )
    .input(z.strictObject({ text: line(100).min(shortestSearch) }))
    .output(z.array(found)),
};
