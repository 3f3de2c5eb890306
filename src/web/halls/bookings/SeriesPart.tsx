import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { returningDate, type SeriesView } from '#shared/halls/bookingSeries.ts';
import { TimeField } from '#web/ui/forms/TimeField.tsx';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { dayInWords } from '#shared/kernel/calendar.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import classes from '../plan/plan.module.css';
import { fieldsShown } from './fieldsShown.ts';
import { seriesQuery, useBookingMutations } from './queries.ts';

/** The omitted days of a series; each can be restored, at other hours if need be. */
export function SeriesPart({ seriesId }: { seriesId: string }) {
  const { data } = useQuery(seriesQuery(seriesId));
  const [chosen, setChosen] = useState<string>();
  if (!data || data.missing.length === 0) return null;
  return (
    <section aria-label="Ausfälle der Serie">
      <Text fw={600}>Fällt aus ({data.missing.length})</Text>
      <ul className={classes['plain']}>
        {data.missing.map(({ date, reason }) => (
          <li key={date} className={classes['place']}>
            <Group justify="space-between" wrap="nowrap">
              <Text size="sm">
                <s>{dayInWords(date)}</s> {reason}
              </Text>
              {chosen !== date && (
                <Button
                  variant="default"
                  size="compact-md"
                  aria-label={`${dayInWords(date)} wieder aufnehmen`}
                  onClick={() => setChosen(date)}
                >
                  Wieder aufnehmen
                </Button>
              )}
            </Group>
            {chosen === date && <ReturnForm series={data} date={date} onDone={() => setChosen(undefined)} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

const shape = returningDate.pick({ startTime: true, endTime: true });

function ReturnForm({ series, date, onDone }: { series: SeriesView; date: string; onDone: () => void }) {
  const { addDate } = useBookingMutations();
  const form = useShapeForm({ startTime: series.startTime, endTime: series.endTime }, shape);
  const save = (times: typeof form.values) =>
    addDate.mutate(
      { id: series.id, date, ...times },
      {
        onError: (error) => applyProblem(form, error),
        onSuccess: ({ state }) => {
          notify(state === 'approved' ? 'Der Termin findet statt.' : 'Der Termin ist angefragt.');
          onDone();
        },
      },
    );
  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
      <Group align="flex-end" gap="xs">
        <TimeField label="Von" w={90} {...form.getInputProps('startTime')} />
        <TimeField label="Bis" w={90} {...form.getInputProps('endTime')} />
        <Button type="submit" loading={addDate.isPending}>
          Aufnehmen
        </Button>
        <Button variant="default" onClick={onDone}>
          Abbrechen
        </Button>
      </Group>
      <FormProblem error={addDate.error} fields={fieldsShown(addDate.error, ['startTime', 'endTime'])} />
    </form>
  );
}
