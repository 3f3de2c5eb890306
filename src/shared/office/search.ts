import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { line } from '#shared/kernel/fields.ts';

/** What can be found, in the order in which groups stand when they fit equally well. */
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

/** Shorter words match nearly everything. */
export const shortestSearch = 2;

/** The search over everything that the viewer may see. */
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
