import { sql, type SQL } from 'drizzle-orm';
import { member } from '#server/people/members/table.ts';

/** Cents of a column as euros. */
export const cents = (column: string) => sql.raw(`(${column} / 100.0)::float8`);

/** An instant of a column as the clock of the club says it. */
export const berlin = (column: string) => sql.raw(`to_char(${column} at time zone 'Europe/Berlin', 'YYYY-MM-DD HH24:MI')`);

/** The German word for a value of a closed list; a value without one is shown as it is. The words are our own, never a user's. */
export function inWords(column: string, names: { readonly [value: string]: string }): SQL {
  const cases = Object.entries(names).map(([value, name]) => sql`when ${sql.raw(`'${value}'`)} then ${name}::text`);
  return sql`case ${sql.raw(column)} ${sql.join(cases, sql` `)} else ${sql.raw(column)} end`;
}

/** The account of a payer `of` at the club, as transfers name it: RWA-K10007. */
export function accountOf(of: 'q'): SQL {
  return sql.raw(`${of}.club || '-K' || ${of}.account_no`);
}

/** The member numbers of somebody, of running and ended memberships. */
export function memberNumbersOf(id: SQL): SQL {
  return sql`(select string_agg(m.member_no, ', ' order by m.joined_on, m.member_no) from ${member} m where m.person_id = ${id})`;
}
