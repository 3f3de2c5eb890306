import { complaintOfLocale, localeSql } from '../database/collation.ts';
import { countMigrations } from '../database/migrate.ts';
import type { Database } from '../database/database.ts';
import { replicaOf } from '../database/replica.ts';
import { bad, ok, warn, type Check } from './check.ts';

const clockOffMs = 2000;
const behindSeconds = 10;

/** Checks of the database: reachability, writes, free connections, sort order of umlauts, and clock. */
export const databaseChecks: readonly Check[] = [
  {
    name: 'Datenbank',
    look: async ({ database }) => {
      const since = performance.now();
      const { rows } = await database.pool.query<{
        readOnly: boolean;
        used: number;
        most: number;
        locale: string;
        version: string;
        isSuperuser: boolean;
      }>(`
        select pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as "readOnly",
          (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
          current_setting('max_connections')::int as most, current_setting('server_version') as version,
          (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as "isSuperuser",
          ${localeSql} as locale`);
      const [row] = rows;
      const tookMs = Math.round(performance.now() - since);
      if (!row || row.readOnly)
        return bad('Die Datenbank nimmt keine Änderungen an: Bitte zur Hauptdatenbank verbinden oder sie dazu machen.');
      if (row.used > row.most * 0.9)
        return warn(
          `${row.used} von ${row.most} Verbindungen sind belegt: Bitte max_connections erhöhen oder DATABASE_CONNECTIONS senken.`,
        );
      if (row.isSuperuser)
        return warn(
          'Der Benutzer in DATABASE_URL darf in PostgreSQL alles: Der Schutz der Datenbank für Personen und Protokoll gilt nicht. Bitte wie in docs/operations.md zwei Benutzer einrichten.',
        );
      const ofOrder = complaintOfLocale(row.locale);
      if (ofOrder) return warn(ofOrder);
      if (tookMs > 500) return warn(`Die Datenbank antwortet langsam (${tookMs} ms): Bitte Last und Leitung prüfen.`);
      const complaint = await complaintOfReplica(database);
      if (complaint) return warn(complaint);
      return ok(`PostgreSQL ${row.version}, antwortet in ${tookMs} ms, ${row.used} von ${row.most} Verbindungen belegt.`);
    },
  },
  {
    name: 'Datenbankschritte',
    look: async ({ database }) => {
      const { known, applied } = await countMigrations(database);
      if (applied < known) return bad(`${known - applied} Datenbankschritte fehlen: Bitte den Server neu starten.`);
      if (applied > known) return warn('Die Datenbank ist neuer als dieses Programm: Bitte das Programm aktualisieren.');
      return ok(`Alle ${known} Schritte sind getan.`);
    },
  },
  {
    name: 'Uhr',
    look: async ({ database }) => {
      const before = Date.now();
      const { rows } = await database.pool.query<{ now: Date }>('select clock_timestamp() as now');
      const offMs = Math.abs((rows[0]?.now.getTime() ?? 0) - (before + Date.now()) / 2);
      return offMs > clockOffMs
        ? bad(
            `Die Uhren von Server und Datenbank gehen ${Math.round(offMs / 1000)} s auseinander: Bitte auf beiden die Zeit abgleichen (NTP).`,
          )
        : ok('Die Uhren von Server und Datenbank gehen gleich.');
    },
  },
];

/** The fault of the read replica; undefined if it works or none is configured. A fault does not affect operation. */
async function complaintOfReplica(database: Database): Promise<string | undefined> {
  const replica = replicaOf(database);
  if (!replica) return undefined;
  const found = await replica.pool
    .query<{ isCopy: boolean; behind: number }>(
      `select pg_is_in_recovery() as "isCopy", case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
         else coalesce(extract(epoch from now() - pg_last_xact_replay_timestamp())::int, 0) end as behind`,
    )
    .catch(() => undefined);
  const [row] = found?.rows ?? [];
  if (!row) return 'Die Lesekopie aus DATABASE_READ_URL antwortet nicht; so lange wird alles von der Hauptdatenbank gelesen.';
  if (!row.isCopy) return 'DATABASE_READ_URL nennt keine Kopie, die der Hauptdatenbank folgt: Bitte prüfen.';
  return row.behind > behindSeconds ? `Die Lesekopie ist ${row.behind} s zurück und wird so lange kaum gelesen.` : undefined;
}
