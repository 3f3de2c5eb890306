import { countMigrations } from '#server/platform/database/migrate.ts';
import type { Services } from '#server/platform/http/context.ts';
import { programVersion } from '#server/platform/process/root.ts';

/** Logs one line with versions, platform and main settings, for support. */
export async function logStart(
  { settings, database, log }: Services,
  { build, isEmbedded, address }: { build: string; isEmbedded: boolean; address: string },
): Promise<void> {
  // If the database connection is lost at this moment, the line is logged without its data; the server is listening already.
  const asked = database.pool.query<{ version: string }>("select current_setting('server_version') as version");
  const [found, counted] = await Promise.all([asked, countMigrations(database)]).catch(() => []);
  log.info(
    {
      version: programVersion,
      build,
      node: process.version,
      address,
      database: `PostgreSQL ${found?.rows[0]?.version ?? 'that does not answer'}, ${isEmbedded ? 'embedded' : 'own'}`,
      migrations: counted?.applied,
      store: settings.S3_BUCKET ? `S3 ${settings.S3_ENDPOINT ?? ''} ${settings.S3_BUCKET}` : settings.FILES_DIR,
    },
    'started',
  );
}
