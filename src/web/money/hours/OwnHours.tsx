import { Button, Group, Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { taxFreeCentsPerYear } from '#shared/money/hours.ts';
import { euros } from '#shared/kernel/money.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import classes from './hours.module.css';
import { ownHoursQuery, useHourMutations } from './queries.ts';
import { SheetList } from './SheetList.tsx';
import { hours, quarter } from './words.ts';

/** One's own hours: what was held and stands on no sheet yet, and the sheets with their states. */
export function OwnHours({ onOpen }: { onOpen: (id: string) => void }) {
  const { data, error, refetch } = useQuery(ownHoursQuery);
  const { create } = useHourMutations();
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Pending />;
  return (
    <PagePart title="Meine Stunden" lead="Ein Nachweis entsteht aus den Terminen, deren Anwesenheitsliste abgeschlossen ist.">
      {!data.isLinked && <Text size="sm">Ihr Konto gehört noch zu keiner Person des Vereins. Der Vorstand kann es verknüpfen.</Text>}
      {data.proposals.length > 0 && (
        <ul className={classes['proposals']}>
          {data.proposals.map(({ departmentId, department, from, sessions, minutes }) => (
            <li key={`${departmentId} ${from}`}>
              <span>
                <strong>{quarter(from)}</strong>
                {department && ` · ${department}`}
                <br />
                {sessions === 1 ? '1 Termin' : `${sessions} Termine`}, {hours(minutes)}
              </span>
              <Button
                variant="default"
                leftSection={<Icon name="plus" size={18} />}
                loading={create.isPending && create.variables?.from === from && create.variables?.departmentId === departmentId}
                onClick={() => create.mutate({ departmentId, from }, { onSuccess: ({ id }) => onOpen(id), onError: notifyProblem })}
              >
                Nachweis anlegen
              </Button>
            </li>
          ))}
        </ul>
      )}
      {data.isLinked && data.proposals.length === 0 && data.sheets.length === 0 && (
        <Text size="sm">Noch keine gehaltenen Termine. Schließen Sie nach der Stunde die Anwesenheitsliste ab.</Text>
      )}
      {data.sheets.length > 0 && <SheetList label="Meine Stundennachweise" sheets={data.sheets} showsTrainer={false} onOpen={onOpen} />}
      {data.yearCents > 0 && <TaxFree cents={data.yearCents} />}
    </PagePart>
  );
}

/** How much of what a trainer may earn without tax is used up; other clubs count too, which nobody knows here. */
function TaxFree({ cents }: { cents: number }) {
  const share = Math.min(100, (cents / taxFreeCentsPerYear) * 100);
  return (
    <div className={classes['taxFree']}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">In diesem Jahr in diesem Verein</Text>
        <Text size="sm">
          {euros(cents)} von {euros(taxFreeCentsPerYear)}
        </Text>
      </Group>
      <Progress value={share} color={share >= 100 ? 'red' : undefined} aria-label="Anteil am Freibetrag für Übungsleitungen" />
      <Text size="sm" c="dimmed">
        Der Freibetrag für Übungsleitungen gilt für alle Vereine zusammen.
      </Text>
    </div>
  );
}
