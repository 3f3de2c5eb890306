import { z } from 'zod';
import type { Collection } from '#shared/kernel/collections.ts';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, instant, localDate, pageOf, pageQuery } from '#shared/kernel/fields.ts';
import { keysOf } from '#shared/kernel/keys.ts';

/** The number of days within which deleted records can be restored (design: "Undo or question"). */
export const binDays = 30;

type BinKind = {
  /** The German name of one record. */ name: string;
  /** The collection whose pages reload after a restore. */ collection?: Collection;
};

const kinds = {
  courses: { name: 'Sportangebot', collection: 'courses' },
  events: { name: 'Termin', collection: 'events' },
  news: { name: 'Neuigkeit', collection: 'news' },
  pages: { name: 'Seite', collection: 'pages' },
  files: { name: 'Datei', collection: 'files' },
  mails: { name: 'Entwurf einer Rundmail', collection: 'mails' },
  mailTemplates: { name: 'Vorlage für Mails', collection: 'mails' },
  helperLists: { name: 'Helferliste', collection: 'operational' },
  views: { name: 'Ansicht' },
} as const satisfies { [kind: string]: BinKind };

export type BinKindName = keyof typeof kinds;

/** The kinds of records that are moved to the bin when deleted. */
export const binKindNames = keysOf(kinds);

/** The German name and the collection of a kind of deleted records. */
export function binKindOf(kind: BinKindName): BinKind {
  return kinds[kind];
}

const binned = z.object({
  id: id.describe('The id of the record, which stays the same when it is restored.'),
  kind: z.enum(binKindNames),
  name: z.string(),
  deletedAt: instant,
  deletedBy: z.string(),
  until: localDate.describe('The last day on which the record can be restored.'),
});

/** A deleted record in the list of the bin. */
export type Binned = z.infer<typeof binned>;

/** Deleted records that can be restored. */
export const binContract = {
  list: endpoint(
    { access: 'bin.restore' },
    {
      method: 'GET',
      path: '/deleted-records',
      summary: 'Was gelöscht wurde und sich wiederherstellen lässt',
      description: 'Deleted records, newest first: those that the caller may delete; outside the board only those that the caller deleted.',
    },
  )
    .input(z.strictObject({ club: clubName.optional(), kind: z.enum(binKindNames).optional(), ...pageQuery }))
    .output(pageOf(binned)),
  restore: endpoint(
    { access: 'bin.restore' },
    {
      method: 'POST',
      path: '/deleted-records/{id}/restore',
      summary: 'Gelöschtes wiederherstellen',
      description:
        'Restores the record with its parts. References to records that no longer exist are omitted. Fails with 422 on `id` if its name or number has been taken.',
      example: {},
    },
  )
    .input(z.strictObject({ id }))
    .output(z.object({ kind: z.enum(binKindNames), name: z.string() })),
  erase: endpoint(
    { access: 'bin.erase' },
    {
      method: 'DELETE',
      path: '/deleted-records/{id}',
      summary: 'Gelöschtes endgültig löschen',
      description: 'Purges the record and the bytes of its files before the 30 days have passed. Cannot be undone.',
    },
  )
    .input(z.strictObject({ id }))
    .output(done),
};
