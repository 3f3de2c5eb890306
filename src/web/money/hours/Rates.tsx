import { Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { TrainerRate } from '#shared/money/hours.ts';
import { euros } from '#shared/kernel/money.ts';
import { departmentsQuery } from '#web/club/parts/departments.ts';
import { NewRate } from '../parts/NewRate.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { RateList } from '../parts/RateList.tsx';
import { clubHoursQuery, ratesQuery, useHourMutations } from './queries.ts';

/** The hourly rates: general, per department, or per person; the most specific one counts. */
export function Rates({ club, mayAdd }: { club: ClubName; mayAdd: boolean }) {
  const query = useQuery(ratesQuery(club));
  const { data } = query;
  const { deleteRate } = useHourMutations();
  if (!data) return <Loading query={query} />;
  return (
    <PagePart title="Stundensätze" lead="Je 60 Minuten. Der Satz einer Person geht vor dem der Abteilung, dieser vor dem des Vereins.">
      {data.length === 0 && <Text size="sm">Noch kein Satz: Nachweise werden ohne Betrag eingereicht.</Text>}
      <RateList
        rates={data.map((rate) => ({
          id: rate.id,
          amount: euros(rate.centsPerHour),
          since: `ab ${germanDate(rate.validFrom)}`,
          whom: rateSubject(rate),
        }))}
        busyId={deleteRate.isPending ? deleteRate.variables : undefined}
        onDelete={(id) =>
          deleteRate.mutate(id, {
            onSuccess: () => notify('Der Satz ist gelöscht. Eingereichte Nachweise behalten ihren.'),
            onError: notifyProblem,
          })
        }
      />
      {mayAdd && <NewTrainerRate club={club} />}
    </PagePart>
  );
}

function NewTrainerRate({ club }: { club: ClubName }) {
  const { addRate } = useHourMutations();
  const { data: departments = [] } = useQuery(departmentsQuery(club));
  const { data: sheets = [] } = useQuery(clubHoursQuery(club, undefined));
  const trainers = [...new Map(sheets.map(({ personId, trainer }) => [personId, trainer]))].map(([value, label]) => ({ value, label }));
  const [departmentId, setDepartmentId] = useState<string | null>(null);
  const [personId, setPersonId] = useState<string | null>(null);
  return (
    <NewRate adding={addRate} onAdd={(rate, settle) => addRate.mutate({ departmentId, personId, ...rate }, settle)}>
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
    </NewRate>
  );
}

function rateSubject({ trainer, department }: TrainerRate): string {
  return [trainer, department].filter(Boolean).join(', ') || 'alle';
}
