import { clubNames } from '#shared/kernel/clubs.ts';
import { usedBytes } from '#server/files/uploads/quota.ts';
import { lastBackup } from '#server/office/backup/lastBackup.ts';
import { everyClub, oneByOne } from '#server/platform/database/database.ts';
import { replicaReads } from '#server/platform/database/replica.ts';
import type { Services } from '#server/platform/http/context.ts';
import type { Gauge } from '#server/platform/process/metrics.ts';

/** The metrics of all modules. */
export function gaugesOf({ database, settings }: Services): readonly Gauge[] {
  return [
    {
      name: 'storage_used_bytes',
      help: 'Bytes of the stored files of a club, with uploads that are on their way.',
      label: 'club',
      read: () => database.read(everyClub, (tx) => oneByOne(clubNames, async (club) => ({ of: club, value: await usedBytes(tx, club) }))),
    },
    {
      name: 'storage_quota_bytes',
      help: 'Bytes that the files of a club may have.',
      read: async () => [{ value: settings.STORAGE_QUOTA_BYTES }],
    },
    {
      name: 'database_replica_reads',
      help: 'Answers for many that DATABASE_READ_URL gave, or the database instead of it, since the start; absent without one.',
      label: 'outcome',
      read: async () => Object.entries(replicaReads(database) ?? {}).map(([of, value]) => ({ of, value })),
    },
    {
      name: 'backup_last_timestamp_seconds',
      help: 'When the last backup was made and proved; absent before the first.',
      read: async () => {
        const last = await lastBackup(database);
        return last ? [{ value: last.getTime() / 1000 }] : [];
      },
    },
  ];
}
