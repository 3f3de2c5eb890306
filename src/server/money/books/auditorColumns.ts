import { sql, type SQL } from 'drizzle-orm';
import { clubAccount } from '#server/club/bankAccounts/table.ts';
import { member } from '#server/people/members/table.ts';

/** SQL that converts a column in cents to euros; its heading in a file ends with "in Euro". */
export const cents = (column: string) => sql.raw(`(${column} / 100.0)::float8`);

/** SQL that formats an instant in Berlin time. */
export const berlin = (column: string) => sql.raw(`to_char(${column} at time zone 'Europe/Berlin', 'YYYY-MM-DD HH24:MI')`);

/**
 * SQL for the German word of a value from a closed list; other values are shown unchanged. The keys of `names` are not escaped, so they
 * must never be user input.
 */
export function inWords(column: string, names: { readonly [value: string]: string }): SQL {
  const cases = Object.entries(names).map(([value, name]) => sql`when ${sql.raw(`'${value}'`)} then ${name}::text`);
  return sql`case ${sql.raw(column)} ${sql.join(cases, sql` `)} else ${sql.raw(column)} end`;
}

/** SQL for a payer's account number in the club, as used in transfers: RWA-K10007. */
export function accountOf(of: 'q'): SQL {
  return sql.raw(`${of}.club || '-K' || ${of}.account_no`);
}

/** SQL for the member numbers of a person, including ended memberships. */
export function memberNumbersOf(id: SQL): SQL {
  return sql`(select string_agg(m.member_no, ', ' order by m.joined_on, m.member_no) from ${member} m where m.person_id = ${id})`;
}

/** SQL for the name of the club's account on which a row lies; without one it is the first account. */
export function clubAccountOf(of: string): SQL {
  const row = sql.raw(of);
  return sql`(select own.name from ${clubAccount} own where own.club = ${row}.club and own.kind = 'bank'
    and (own.id = ${row}.account_id or ${row}.account_id is null) order by own.created_at, own.id limit 1)`;
}
