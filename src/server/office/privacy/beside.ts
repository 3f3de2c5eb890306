import { sql, type SQL } from 'drizzle-orm';
import type { Transaction } from '#server/platform/database/database.ts';
import { papersOf } from '#server/files/objects/service.ts';
import { isShared } from './address.ts';

type Part = { title: string; rows: { [column: string]: unknown }[] };

const rowsAtMost = 1000;

/** What is kept about a person without referring to his row: papers, mails to many, and what came or went under his address. */
export async function partsBeside(tx: Transaction, personIds: readonly string[], accountIds: readonly string[]): Promise<Part[]> {
  const parts = new Map<string, Part>([['Dateien', { title: 'Dateien', rows: await papersOf(tx, personIds, accountIds) }]]);
  // What was kept of a record that was merged into this one came under its own address and name.
  for (const id of personIds)
    for (const { title, rows } of await partsOf(tx, id)) {
      const part = parts.get(title) ?? { title, rows: [] };
      part.rows.push(...rows);
      parts.set(title, part);
    }
  return [...parts.values()].filter(({ rows }) => rows.length > 0);
}

async function partsOf(tx: Transaction, personId: string): Promise<Part[]> {
  const byAddress = sql`p.id = ${personId} and t.club = p.club and not ${isShared}`;
  return [
    await part(
      tx,
      'Rundmails',
      sql`select t.email, m.subject, m.created_at from mail_recipient t join mail_message m on m.id = t.message_id
        where ${personId}::uuid = any(t.person_ids)`,
    ),
    await part(
      tx,
      'E-Mails',
      sql`select t.recipient as email, t.subject, t.state, t.created_at from outbox_mail t, person p
        where ${byAddress} and t.batch_id is null and lower(t.recipient) = lower(p.email)`,
    ),
    await part(
      tx,
      'Rückmeldungen',
      sql`select t.text, t.answer, t.email, t.created_at from feedback t, person p where ${byAddress} and lower(t.email) = lower(p.email)`,
    ),
    await part(
      tx,
      'Helferdienste ohne Konto',
      sql`select s.task, t.starts_at, t.state, t.guest_email as email, t.guest_phone as phone, t.comment, t.created_at
        from assignment t join shift s on s.id = t.shift_id, person p
        where p.id = ${personId} and t.club = p.club and t.person_id is null and lower(t.guest_email) = lower(p.email)
          and lower(t.guest_name) = lower(p.firstname || ' ' || p.lastname)`,
    ),
    await part(
      tx,
      'Zum Mitbringen ohne Konto',
      sql`select i.label, t.quantity, t.guest_email as email, t.created_at
        from item_pledge t join item i on i.id = t.item_id, person p
        where p.id = ${personId} and t.club = p.club and t.person_id is null and lower(t.guest_email) = lower(p.email)
          and lower(t.guest_name) = lower(p.firstname || ' ' || p.lastname)`,
    ),
  ];
}

async function part(tx: Transaction, title: string, query: SQL): Promise<Part> {
  const { rows } = await tx.execute<{ row: Part['rows'][number] }>(
    sql`select to_jsonb(found) as row from (${query}) as found order by found.created_at limit ${rowsAtMost}`,
  );
  return { title, rows: rows.map(({ row }) => row) };
}
