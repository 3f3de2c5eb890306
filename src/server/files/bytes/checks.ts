import { ok, bad, warn, type Check } from '#server/platform/checks/check.ts';
import { openBlobs } from './openBlobs.ts';
import { proveStore } from './proveStore.ts';

/** Health checks of the file store and its free space. */
export const fileChecks: readonly Check[] = [
  {
    name: 'Dateien',
    look: async ({ settings, database }) => {
      try {
        await proveStore(openBlobs(settings));
      } catch (error) {
        const reason = error instanceof Error ? error.message : '';
        return bad(`Der Speicher nimmt keine Dateien an (${reason}): Bitte ${settings.S3_BUCKET ? 'S3_…' : 'FILES_DIR'} prüfen.`);
      }
      const { rows } = await database.orm.execute<{ club: string; bytes: number }>(
        'select club, sum(size_bytes)::float8 as bytes from storage_object group by club order by bytes desc limit 1',
      );
      const [fullest] = rows;
      const share = fullest && settings.STORAGE_QUOTA_BYTES > 0 ? fullest.bytes / settings.STORAGE_QUOTA_BYTES : 0;
      if (share > 0.9)
        return warn(
          `${fullest?.club ?? ''} hat ${Math.round(share * 100)} % seines Platzes belegt: Bitte Dateien löschen oder STORAGE_QUOTA_BYTES erhöhen.`,
        );
      return ok(`Schreiben, lesen und löschen gehen; höchstens ${Math.round(share * 100)} % des Platzes eines Vereins sind belegt.`);
    },
  },
];
