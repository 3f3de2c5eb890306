import { Button, Group, NumberInput, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/calendar.ts';
import type { ClubName } from '#shared/clubs.ts';
import type { TrainerRate } from '#shared/hours.ts';
import { euros } from '#shared/money.ts';
import { today } from '#web/lib/berlinDay.ts';
import { departmentsQuery } from '#web/lib/departments.ts';
import { DayField } from '#web/ui/DayField.tsx';
import { FormProblem } from '#web/ui/FormProblem.tsx';
import { LoadProblem } from '#web/ui/LoadProblem.tsx';
import { tell, tellProblem } from '#web/ui/notices.tsx';
import { PagePart } from '#web/ui/PagePart.tsx';
import { Pending } from '#web/ui/Pending.tsx';
import { RateList } from '#web/ui/RateList.tsx';
import { clubHoursQuery, ratesQuery, useHourMutations } from './queries.ts';

/** What an hour is paid: for all, a department, or a person; the most special that holds counts. */
export function Rates({ club, mayAdd }: { club: ClubName; mayAdd: boolean }) {
  const { data, error, refetch } = useQuery(ratesQuery(club));
  const { removeRate } = useHourMutations();
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Pending />;
  return (
    <PagePart title="Stundensätze" lead="Je 60 Minuten. Der Satz einer Person geht vor dem der Abteilung, dieser vor dem des Vereins.">
      {data.length === 0 && <Text size="sm">Noch kein Satz: Nachweise werden ohne Betrag eingereicht.</Text>}
      <RateList
        rates={data.map((rate) => ({
          id: rate.id,
          amount: euros(rate.centsPerHour),
          since: `ab ${germanDate(rate.validFrom)}`,
          whom: whom(rate),
        }))}
        busyId={removeRate.isPending ? removeRate.variables : undefined}
        onRemove={(id) =>
          removeRate.mutate(id, {
            onSuccess: () => tell('Der Satz ist gelöscht. Eingereichte Nachweise behalten ihren.'),
            onError: tellProblem,
          })
        }
      />
      {mayAdd && <NewRate club={club} />}
    </PagePart>
  );
}

function NewRate({ club }: { club: ClubName }) {
  const { addRate } = useHourMutations();
  const { data: departments = [] } = useQuery(departmentsQuery(club));
  const { data: sheets = [] } = useQuery(clubHoursQuery(club, undefined));
  const trainers = [...new Map(sheets.map(({ personId, trainer }) => [personId, trainer]))].map(([value, label]) => ({ value, label }));
  const [departmentId, setDepartmentId] = useState<string | null>(null);
  const [personId, setPersonId] = useState<string | null>(null);
  const [amount, setAmount] = useState<number | string>('');
  const [validFrom, setValidFrom] = useState(`${today().slice(0, 4)}-01-01`);
  const add = () =>
    addRate.mutate(
      { departmentId, personId, centsPerHour: Math.round(Number(amount) * 100), validFrom },
      { onSuccess: () => (setAmount(''), tell('Der Satz gilt.')) },
    );
  return (
    <>
      <Group gap="xs" align="flex-end" mt="sm">
        <NumberInput
          label="Euro je Stunde"
          w={140}
          min={0}
          max={500}
          decimalScale={2}
          decimalSeparator=","
          value={amount}
          onChange={setAmount}
        />
        <Select
          label="Abteilung"
          placeholder="Alle"
          data={departments.map(({ id, name }) => ({ value: id, label: name }))}
          value={departmentId}
          onChange={setDepartmentId}
          clearable
        />
        {trainers.length > 0 && (
          <Select label="Person" placeholder="Alle" data={trainers} value={personId} onChange={setPersonId} clearable searchable />
        )}
        <DayField label="Gilt ab" hasVisibleLabel value={validFrom} onChange={(day) => day && setValidFrom(day)} />
        <Button variant="default" disabled={amount === ''} loading={addRate.isPending} onClick={add}>
          Satz festlegen
        </Button>
      </Group>
      <FormProblem error={addRate.error} onReload={() => addRate.reset()} />
    </>
  );
}

function whom({ trainer, department }: TrainerRate): string {
  return [trainer, department].filter(Boolean).join(', ') || 'alle';
}
