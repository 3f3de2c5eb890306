import { Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { formatBytes } from '#web/lib/format.ts';
import classes from './FilesPage.module.css';
import { usageQuery } from './queries.ts';

const areaNames = {
  public: 'Öffentlich',
  members: 'Mitglieder',
  mandates: 'Mandate',
  expenses: 'Auslagen',
  mails: 'Rundmails',
  users: 'Benutzer',
} as const;

/** The club's used storage by kind. */
export function UsageBar({ club }: { club: ClubName }) {
  const { data } = useQuery(usageQuery(club));
  if (!data) return <div className={classes['usage']} />;
  const percent = data.quotaBytes === 0 ? 100 : (data.usedBytes / data.quotaBytes) * 100;
  const parts = data.areas.map(({ area, files, sizeBytes }) => {
    const count = files === 1 ? '1 Datei' : `${files} Dateien`;
    return `${areaNames[area]}: ${count}, ${formatBytes(sizeBytes)}`;
  });
  if (data.deletedBytes > 0) parts.push(`Gelöschtes: ${formatBytes(data.deletedBytes)}`);
  return (
    <section aria-label="Speicherplatz" className={classes['usage']}>
      <p className={classes['usageText']}>
        <strong>{formatBytes(data.usedBytes)}</strong> von {formatBytes(data.quotaBytes)} belegt
      </p>
      <Progress value={percent} size="md" aria-label="Belegter Speicherplatz" {...(percent > 90 && { color: 'danger' })} />
      <p className={classes['areas']}>{parts.length > 0 ? parts.join(' · ') : 'Noch keine Dateien'}</p>
    </section>
  );
}
