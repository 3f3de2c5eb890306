import { Button, Group, NumberInput, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { addDays, weekdayNames, dayInWords } from '#shared/kernel/calendar.ts';
import { today } from '#web/lib/berlinDay.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import classes from '../plan/plan.module.css';
import { useBookingMutations, type FreeSlot, type Hall } from './queries.ts';

/** Finds free times by hall, weekday, length and parts, within the coming four weeks. */
export function FreeSearch({
  halls,
  onBook,
}: {
  halls: readonly Hall[];
  onBook?: ((slot: FreeSlot, minutes: number, parts: number) => void) | undefined;
}) {
  const { search } = useBookingMutations();
  const [facility, setFacility] = useState<string | null>(null);
  const [weekday, setWeekday] = useState<string | null>(null);
  const [minutes, setMinutes] = useState(90);
  const [parts, setParts] = useState(1);
  const from = today();
  const run = () =>
    search.mutate({
      from,
      to: addDays(from, 28),
      facility: facility ?? undefined,
      ...(weekday && { weekday }),
      minutes: String(minutes),
      parts: String(parts),
    });
  return (
    <div className="no-print">
      <PagePart title="Freie Zeit suchen" lead="In den nächsten vier Wochen.">
        <Stack gap="sm">
          <Group align="flex-end">
            <Select
              label="Sportstätte"
              placeholder="Alle"
              clearable
              data={halls.map(({ id, name }) => ({ value: id, label: name }))}
              value={facility}
              onChange={setFacility}
            />
            <Select
              label="Wochentag"
              placeholder="Jeder"
              clearable
              data={weekdayNames.map((label, index) => ({ value: String(index + 1), label }))}
              value={weekday}
              onChange={setWeekday}
            />
            <NumberInput
              label="Minuten"
              w={110}
              min={15}
              max={720}
              step={15}
              value={minutes}
              onChange={(value) => setMinutes(Number(value) || 90)}
            />
            <NumberInput label="Teile" w={90} min={1} max={24} value={parts} onChange={(value) => setParts(Number(value) || 1)} />
            <Button loading={search.isPending} onClick={run}>
              Suchen
            </Button>
          </Group>
          <FormProblem error={search.error} />
          {search.data && (
            <Text component="output">{search.data.length === 0 ? 'Nichts Freies gefunden.' : `${search.data.length} freie Zeiten:`}</Text>
          )}
          <ul className={classes['plain']} aria-label="Freie Zeiten">
            {search.data?.slice(0, 20).map((slot) => (
              <li key={`${slot.facilityId}${slot.date}${slot.startTime}`}>
                {dayInWords(slot.date)}, {slot.startTime}–{slot.endTime} Uhr · <strong>{slot.facilityName}</strong> (
                {slot.unitIds.length === 1 ? '1 Teil' : `${slot.unitIds.length} Teile`}){' '}
                {onBook && (
                  <Button
                    variant="subtle"
                    size="compact-md"
                    aria-label={`${slot.facilityName}, ${dayInWords(slot.date)}, ab ${slot.startTime} Uhr buchen`}
                    onClick={() => onBook(slot, minutes, parts)}
                  >
                    Buchen
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </Stack>
      </PagePart>
    </div>
  );
}
