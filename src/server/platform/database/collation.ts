import type pg from 'pg';

/** SQL for the collation of the database: `icu`, or the name of a locale. PostgreSQL's builtin provider (`b`) sorts like C. */
export const localeSql =
  "(select case datlocprovider::text when 'i' then 'icu' when 'c' then datcollate else 'C' end from pg_database where datname = current_database())";

/** Locales that compare bytes: Ä sorts after Z. */
const byBytes: ReadonlySet<string> = new Set(['C', 'POSIX', 'C.UTF-8', 'C.utf8']);

/** The German error for a collation that sorts umlauts wrongly, with its remedy; undefined for a suitable one. */
export function complaintOfLocale(locale: string): string | undefined {
  return byBytes.has(locale)
    ? `Die Datenbank sortiert Umlaute falsch (Locale ${locale}): Bitte mit locale_provider icu und icu_locale 'de' neu anlegen.`
    : undefined;
}

/** Like `complaintOfLocale`, for the collation of an open database. */
export async function complaintOfOrder({ pool }: { pool: Pick<pg.Pool, 'query'> }): Promise<string | undefined> {
  const { rows } = await pool.query<{ locale: string }>(`select ${localeSql} as locale`);
  return complaintOfLocale(rows[0]?.locale ?? '');
}
