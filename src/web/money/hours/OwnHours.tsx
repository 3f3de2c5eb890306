import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { usedCents, type AllowanceUse } from '#shared/people/trainers/allowances.ts';
import { AllowancePart } from '#web/people/parts/AllowancePart.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import classes from './hours.module.css';
import { ownHoursQuery, useHourMutations } from './queries.ts';
import { SheetList } from './SheetList.tsx';
import { hours, quarter } from './words.ts';

/** The viewer's hours: sessions held that are on no sheet yet, and the sheets with their states. */
export function OwnHours({ onOpen }: { onOpen: (id: string) => void }) {
  const query = useQuery(ownHoursQuery);
  const { data } = query;
  const { create } = useHourMutations();
  if (!data) return <Loading query={query} />;
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
      {data.allowances.length > 0 && <TaxFree uses={data.allowances} />}
    </PagePart>
  );
}

/** The used tax-free allowances; the one for trainers is always shown, others only if used. */
function TaxFree({ uses }: { uses: readonly AllowanceUse[] }) {
  const shown = uses.filter((use) => use.kind === 'trainer' || usedCents(use) > 0 || use.version > 0);
  return (
    <Stack gap="md" mt="md">
      {shown.map((use) => (
        <AllowancePart key={use.kind} use={use} isOwn />
      ))}
      <Text size="sm" c="dimmed">
        Freibeträge gelten für alle Vereine zusammen. Was Sie anderswo bekommen, sagen Sie bitte hier.
      </Text>
    </Stack>
  );
}
