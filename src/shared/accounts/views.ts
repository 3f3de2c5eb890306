import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { id, requiredLine } from '#shared/kernel/fields.ts';

/** The lists whose filters and columns can be saved as a view. */
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

/** The maximum number of saved views per list, for an account and for the staff of a club each. */
export const viewsAtMost = 20;

const columnsAtMost = 40;

/** The maximum number of views that an account may pin to its menu. */
export const pinsAtMost = 7;

/** Parameters that are not part of a view: a search text may be a person's name, and a date soon passes. */
const passing = ['search', 'day', 'konto', 'open', 'form', 'request'];

/** The part of a query string that a view saves: its filters in a canonical order, so that equal views have equal strings. */
export function keptQuery(query: string): string {
  return query
    .split('&')
    .filter((pair) => pair !== '' && !passing.includes(pair.split('=')[0] ?? ''))
    .toSorted()
    .join('&');
}

const name = requiredLine(60);

/** A new view; its query has at most 1000 printable ASCII characters. */
export const newView = z.strictObject({
  page: z.enum(viewPages),
  name,
  query: z
    .string()
    .max(1000)
    .regex(/^[!-~]*$/, 'Diese Filter lassen sich nicht speichern.')
    .describe('The filters as a query string without the question mark. Search texts and dates are not stored.'),
  columns: z
    .array(requiredLine(60))
    .max(columnsAtMost)
    .nullable()
    .default(null)
    .describe('The visible columns; null leaves the columns unchanged.'),
  isShared: z.boolean().default(false).describe('Shares the view with all staff of the club; requires `views.share`.'),
});

/** The new name of a view. */
export const renameView = z.strictObject({ name });

const savedView = z.object({
  id,
  name: z.string(),
  query: z.string(),
  columns: z.array(z.string()).nullable(),
  isShared: z.boolean().describe('Shared by the club; changing it requires `views.share`.'),
  isPinned: z.boolean().describe('Whether the view is pinned to the menu of the account.'),
});

export type SavedView = z.infer<typeof savedView>;

const pinnedView = savedView.pick({ id: true, name: true, query: true, columns: true }).extend({ page: z.enum(viewPages) });

/** A view pinned to the menu. */
export type PinnedView = z.infer<typeof pinnedView>;

/** Saved views of lists: each account sees its own, and those that its club shares with its staff. */
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
  counts: endpoint(
    { access: 'views.manageOwn' },
    {
      method: 'GET',
      path: '/me/views/pinned/counts',
      summary: 'Wie viele Zeilen die Ansichten im eigenen Menü zeigen',
      description:
        'Views of lists that are not counted, or that the caller may not read, are left out. Large lists are counted up to 1000.',
    },
  ).output(z.array(z.object({ id, count: z.int() }))),
  pin: endpoint(
    { access: 'views.manageOwn' },
    {
      method: 'PUT',
      path: '/me/views/{id}/pin',
      summary: 'Ansicht im Menü merken oder herausnehmen',
      description: `At most ${pinsAtMost} per account. Shared views can be pinned as well; a pin applies to the own account only.`,
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
      description: 'At most 20 views per list for an account and 20 for a club. Names must be unique.',
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
