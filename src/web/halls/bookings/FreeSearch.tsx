import { Button, Group, NumberInput, Select, Stack, Text } from '@mantine/core';
import { addDays, weekdayNames, dayInWords } from '#shared/kernel/calendar.ts';
import { freeInput } from '#shared/halls/freeSearch.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import classes from '../plan/plan.module.css';
import { useBookingMutations, type FreeSlot, type Hall } from './queries.ts';

const shape = freeInput.pick({ facility: true, weekday: true, minutes: true, parts: true });

type SearchValues = { facility: string | undefined; weekday: string | undefined; minutes: number; parts: number };

/** Finds free slots by hall, weekday, length and units, within the next four weeks. */
export function FreeSearch({
  halls,
  onBook,
}: {
  halls: readonly Hall[];
  onBook?: ((slot: FreeSlot, minutes: number, parts: number) => void) | undefined;
}) {
  const { search } = useBookingMutations();
  const form = useShapeForm<SearchValues>({ facility: undefined, weekday: undefined, minutes: 90, parts: 1 }, shape);
  const { facility, weekday, minutes, parts } = form.values;
  const submit = form.onSubmit((values) => {
    const from = today();
    search.mutate(
      { ...values, from, to: addDays(from, 28), minutes: String(values.minutes), parts: String(values.parts) },
      { onError: (error) => applyProblem(form, error) },
    );
  });
  return (
    <div className="no-print">
      <PagePart title="Freie Zeit suchen" lead="In den nächsten vier Wochen.">
        <Stack gap="sm">
          <Group align="flex-end" renderRoot={(props) => <form {...props} onSubmit={submit} noValidate />}>
            <Select
              label="Sportstätte"
              placeholder="Alle"
              clearable
              data={halls.map(({ id, name }) => ({ value: id, label: name }))}
              error={form.errors['facility']}
              value={facility ?? null}
              onChange={(value) => form.setFieldValue('facility', value ?? undefined)}
            />
            <Select
              label="Wochentag"
              placeholder="Jeder"
              clearable
              data={weekdayNames.map((label, index) => ({ value: String(index + 1), label }))}
              value={weekday ?? null}
              onChange={(value) => form.setFieldValue('weekday', value ?? undefined)}
            />
            <NumberInput
              label="Minuten"
              w={110}
              min={15}
              max={720}
              step={15}
              value={minutes}
              error={form.errors['minutes']}
              onChange={(value) => form.setFieldValue('minutes', Number(value) || 90)}
            />
            <NumberInput
              label="Teile"
              w={90}
              min={1}
              max={24}
              value={parts}
              error={form.errors['parts']}
              onChange={(value) => form.setFieldValue('parts', Number(value) || 1)}
            />
            <Button type="submit" loading={search.isPending}>
              Suchen
            </Button>
          </Group>
          <FormProblem error={search.error} fields={Object.keys(form.values)} />
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
