import { Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import { NewRate } from '#web/money/parts/NewRate.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { RateList } from '#web/money/parts/RateList.tsx';
import { hallRatesQuery, useHallRates } from './queries.ts';

/** The hourly costs of halls, on which the contribution margin is based. Another club's board sets its own. */
export function HallRates({ club, mayChange }: { club: ClubName; mayChange: boolean }) {
  const query = useQuery(hallRatesQuery(club));
  const { data } = query;
  const { remove } = useHallRates();
  if (!data) return <Loading query={query} />;
  return (
    <PagePart
      title="Hallenkosten"
      fold={data.rates.length === 1 ? '1 Satz' : `${data.rates.length} Sätze`}
      lead="Je 60 Minuten in der ganzen Halle; wer nur Teile nutzt, zahlt den Anteil. Der Satz einer Halle geht vor."
    >
      {data.rates.length === 0 && <Text size="sm">Noch kein Satz: Hallen gehen ohne Kosten in den Deckungsbeitrag ein.</Text>}
      <RateList
        rates={data.rates.map(({ id, hall, centsPerHour, validFrom }) => ({
          id,
          amount: euros(centsPerHour),
          since: `ab ${germanDate(validFrom)}`,
          whom: hall || 'alle Hallen',
        }))}
        busyId={remove.isPending ? remove.variables : undefined}
        onDelete={
          mayChange ? (id) => remove.mutate(id, { onSuccess: () => notify('Der Satz ist gelöscht.'), onError: notifyProblem }) : undefined
        }
      />
      {mayChange && <NewHallRate halls={data.halls} />}
    </PagePart>
  );
}

function NewHallRate({ halls }: { halls: readonly { id: string; name: string }[] }) {
  const { add } = useHallRates();
  const [facilityId, setFacilityId] = useState<string | null>(null);
  return (
    <div className="no-print">
      <NewRate adding={add} onAdd={(rate, settle) => add.mutate({ facilityId, ...rate }, settle)}>
        <Select
          label="Halle"
          placeholder="Alle"
          data={halls.map(({ id, name }) => ({ value: id, label: name }))}
          value={facilityId}
          onChange={setFacilityId}
          clearable
          searchable
        />
      </NewRate>
    </div>
  );
}
