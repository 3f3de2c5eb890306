import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { BegunImport } from '#shared/people/memberImport.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import { importsQuery } from './importQueries.ts';
import classes from './import.module.css';

type RecentImportsProps = { club: ClubName; onOpen: (id: string) => void };

/** Imports of the last week, with a link to the result after the dialog was closed. */
export function RecentImports({ club, onOpen }: RecentImportsProps) {
  const { data = [] } = useQuery(importsQuery(club));
  if (data.length === 0) return null;
  return (
    <section aria-label="Letzte Importe">
      <Title order={3} size="h5" mt="lg" mb="xs">
        Letzte Importe
      </Title>
      <ul className={classes['rows']}>
        {data.map((one) => (
          <li key={one.id} className={classes['recent']}>
            <RecordLink onOpen={() => onOpen(one.id)}>{one.fileName}</RecordLink>
            <span>{resultOf(one)}</span>
            <span className={classes['line']}>
              {formatDateTime(one.createdAt)}, {one.createdBy}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function resultOf({ state, counts, total }: BegunImport): string {
  if (state === 'failed') return 'Nicht gelungen, nichts geschrieben';
  if (state !== 'done' || !counts) return `Läuft, ${total.toLocaleString('de-DE')} Zeilen`;
  const { new: added, changed, faulty } = counts;
  return `${added.toLocaleString('de-DE')} neu, ${changed.toLocaleString('de-DE')} geändert, ${faulty.toLocaleString('de-DE')} nicht übernommen`;
}
