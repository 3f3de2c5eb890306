import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, instant } from '#shared/kernel/fields.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import type { Permission } from '#shared/kernel/permissions.ts';

/** The records at which colleagues see each other, each with the permission to change it. */
export const sharedRecords = {
  course: 'courses.update',
  event: 'events.update',
  facility: 'facilities.update',
  helperList: 'operational.update',
  member: 'members.update',
  news: 'news.update',
  page: 'pages.update',
} as const satisfies { readonly [kind: string]: Permission };

/** The kind of a record at which colleagues see each other. */
export type SharedRecordKind = keyof typeof sharedRecords;

/** How often a browser says that it has a record open, in seconds. */
export const presenceEverySeconds = 30;

const colleague = z.object({ name: z.string(), isChanging: z.boolean().describe('Has changes that are not saved yet.') });

/** Somebody else who has the same record open. */
export type Colleague = z.infer<typeof colleague>;

const save = z.object({ by: z.string(), at: instant });

const atRecord = z.object({
  others: z.array(colleague),
  saved: save.nullable().describe('Who else changed the record last, and when; null if nobody did.'),
  deleted: save.nullable().describe('Who deleted the record, and when; null as long as it is there.'),
});

/** What somebody learns about the record that they have open. */
export type AtRecord = z.infer<typeof atRecord>;

/** Who has the same record open (design.md 4). */
export const presenceContract = {
  tell: endpoint(
    { access: 'presence.tell' },
    {
      method: 'POST',
      path: '/me/presence',
      summary: 'Sagen, was man zum Bearbeiten offen hat, und erfahren, wer es noch offen hat',
      description: `Repeated every ${presenceEverySeconds} s while a form is open. Kept in memory for a minute and never stored. Empty for who may not change such a record of the club. Says who changed it last or deleted it meanwhile, too.`,
      example: { kind: 'course', record: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11', club: 'RWA', isChanging: false },
    },
  )
    .input(z.strictObject({ kind: z.enum(keysOf(sharedRecords)), record: id, club: clubName, isChanging: z.boolean() }))
    .output(atRecord),
};
