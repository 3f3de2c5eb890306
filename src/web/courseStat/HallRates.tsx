import { Button, Group, NumberInput, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/calendar.ts';
import type { ClubName } from '#shared/clubs.ts';
import { euros } from '#shared/money.ts';
import { today } from '#web/lib/berlinDay.ts';
import { DayField } from '#web/ui/DayField.tsx';
import { FormProblem } from '#web/ui/FormProblem.tsx';
import { LoadProblem } from '#web/ui/LoadProblem.tsx';
import { tell, tellProblem } from '#web/ui/notices.tsx';
import { PagePart } from '#web/ui/PagePart.tsx';
import { Pending } from '#web/ui/Pending.tsx';
import { RateList } from '#web/ui/RateList.tsx';
import { hallRatesQuery, useHallRates } from './queries.ts';

/** What an hour in a hall costs the club; the contribution margin goes by it. Another club's board sets its own. */
export function HallRates({ club, mayChange }: { club: ClubName; mayChange: boolean }) {
  const { data, error, refetch } = useQuery(hallRatesQuery(club));
  const { remove } = useHallRates();
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Pending />;
  return (
    <PagePart
      title="Hallenkosten"
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
        onRemove={
          mayChange ? (id) => remove.mutate(id, { onSuccess: () => tell('Der Satz ist gelöscht.'), onError: tellProblem }) : undefined
        }
      />
      {mayChange && <NewHallRate halls={data.halls} />}
    </PagePart>
  );
}

function NewHallRate({ halls }: { halls: readonly { id: string; name: string }[] }) {
  const { add } = useHallRates();
  const [facilityId, setFacilityId] = useState<string | null>(null);
  const [amount, setAmount] = useState<number | string>('');
  const [validFrom, setValidFrom] = useState(`${today().slice(0, 4)}-01-01`);
  const submit = () =>
    add.mutate(
      { facilityId, centsPerHour: Math.round(Number(amount) * 100), validFrom },
      { onSuccess: () => (setAmount(''), tell('Der Satz gilt.')) },
    );
  return (
    <>
      <Group gap="xs" align="flex-end" mt="sm" className="no-print">
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
          label="Halle"
          placeholder="Alle"
          data={halls.map(({ id, name }) => ({ value: id, label: name }))}
          value={facilityId}
          onChange={setFacilityId}
          clearable
          searchable
        />
        <DayField label="Gilt ab" hasVisibleLabel value={validFrom} onChange={(day) => day && setValidFrom(day)} />
        <Button variant="default" disabled={amount === ''} loading={add.isPending} onClick={submit}>
          Satz festlegen
        </Button>
      </Group>
      <FormProblem error={add.error} onReload={() => add.reset()} />
    </>
  );
}
