import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { id, requiredLine } from '#shared/kernel/fields.ts';

/** The lists whose filters and columns may be kept under a name. */
export const viewPages = [
  'members',
  'charges',
  'bookings',
  'courses',
  'sessions',
  'ownBookings',
  'requests',
  'organisations',
  'wishes',
  'trainers',
  'users',
  'outbox',
  'courseStat',
] as const;

/** So many views of one list an account may keep, and a club for all of its staff. */
export const viewsAtMost = 20;

const columnsAtMost = 40;

/** So many views an account may keep in its menu. */
export const pinsAtMost = 7;

/** What never belongs to a view: words that were searched are names of people, and a day is past tomorrow. */
const passing = ['search', 'day', 'konto', 'open', 'form', 'request'];

/** What a view keeps of an address: its filters, in one order, so that the same ones read the same. */
export function keptQuery(query: string): string {
  return query
    .split('&')
    .filter((pair) => pair !== '' && !passing.includes(pair.split('=')[0] ?? ''))
    .toSorted()
    .join('&');
}

const name = requiredLine(60);

/** A view to keep: at most 1000 visible ASCII characters of a query. */
export const newView = z.strictObject({
  page: z.enum(viewPages),
  name,
  query: z
    .string()
    .max(1000)
    .regex(/^[!-~]*$/, 'Diese Filter lassen sich nicht speichern.')
    .describe('Filters as in the address, without the question mark; words that were searched are not kept.'),
  columns: z.array(requiredLine(60)).max(columnsAtMost).nullable().default(null).describe('The columns that are shown; null leaves them.'),
  isShared: z.boolean().default(false).describe('The club keeps it for all of its staff (views.share).'),
});

/** The new name of a view. */
export const renameView = z.strictObject({ name });

const savedView = z.object({
  id,
  name: z.string(),
  query: z.string(),
  columns: z.array(z.string()).nullable(),
  isShared: z.boolean().describe('Kept by the club; who has views.share changes it.'),
  isPinned: z.boolean().describe('Stands in the own menu.'),
});

export type SavedView = z.infer<typeof savedView>;

const pinnedView = savedView.pick({ id: true, name: true, query: true, columns: true }).extend({ page: z.enum(viewPages) });

/** A view that stands in the menu. */
export type PinnedView = z.infer<typeof pinnedView>;

/** Filters of a list under a name: each account sees its own, and those that its club keeps for all. */
export const viewsContract = {
  list: endpoint(
    { access: 'views.manageOwn' },
    { method: 'GET', path: '/me/views', summary: 'Ansichten einer Seite: eigene und die des Vereins' },
  )
    .input(z.strictObject({ page: z.enum(viewPages) }))
    .output(z.array(savedView)),
  pinned: endpoint(
    { access: 'views.manageOwn' },
    {
      method: 'GET',
      path: '/me/views/pinned',
      summary: 'Ansichten im eigenen Menü',
      description: 'In the order in which they were pinned.',
    },
  ).output(z.array(pinnedView)),
  pin: endpoint(
    { access: 'views.manageOwn' },
    {
      method: 'PUT',
      path: '/me/views/{id}/pin',
      summary: 'Ansicht im Menü merken oder herausnehmen',
      description: `At most ${pinsAtMost}; also one that the club keeps, each account for itself.`,
      example: { isPinned: true },
    },
  )
    .input(z.strictObject({ id, isPinned: z.boolean() }))
    .output(done),
  create: endpoint(
    { access: 'views.manageOwn' },
    {
      method: 'POST',
      path: '/me/views',
      summary: 'Ansicht speichern',
      description: 'At most 20 of a page for an account and 20 for a club, each with a name of its own.',
      example: { page: 'members', name: 'Ausgetreten', query: 'phase=left' },
    },
  )
    .input(newView)
    .output(savedView),
  rename: endpoint(
    { access: 'views.manageOwn' },
    { method: 'PATCH', path: '/me/views/{id}', summary: 'Ansicht umbenennen', example: { name: 'Ausgetreten 2026' } },
  )
    .input(renameView.extend({ id }))
    .output(savedView),
  remove: endpoint({ access: 'views.manageOwn' }, { method: 'DELETE', path: '/me/views/{id}', summary: 'Ansicht löschen' })
    .input(z.strictObject({ id }))
    .output(done),
};
