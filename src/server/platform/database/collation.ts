import type pg from 'pg';

/** SQL of how the database sorts: `icu`, or the name of a locale. PostgreSQL's own provider (`b`) sorts as C does. */
export const localeSql =
  "(select case datlocprovider::text when 'i' then 'icu' when 'c' then datcollate else 'C' end from pg_database where datname = current_database())";

/** Locales that compare bytes: Ä comes behind Z. */
const byBytes: ReadonlySet<string> = new Set(['C', 'POSIX', 'C.UTF-8', 'C.utf8']);

/** What is wrong with the order of a database, and how to mend it; undefined where umlauts have their place. */
export function complaintOfLocale(locale: string): string | undefined {
  return byBytes.has(locale)
    ? `Die Datenbank sortiert Umlaute falsch (Locale ${locale}): Bitte mit locale_provider icu und icu_locale 'de' neu anlegen.`
    : undefined;
}

/** The same, asked of a database. */
export async function complaintOfOrder({ pool }: { pool: Pick<pg.Pool, 'query'> }): Promise<string | undefined> {
  const { rows } = await pool.query<{ locale: string }>(`select ${localeSql} as locale`);
  return complaintOfLocale(rows[0]?.locale ?? '');
}
