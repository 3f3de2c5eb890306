import { Select, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { priorityOf } from '#shared/halls/bookingStates.ts';
import { windowWords } from '#shared/halls/seasons/seasonRules.ts';
import { startsIn } from '#shared/halls/seasons/candidates.ts';
import { minutesOf } from '#shared/kernel/calendar.ts';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import type { WishInput } from '#shared/halls/seasons/wishes.ts';
import { TimeField } from '#web/ui/forms/TimeField.tsx';
import { FieldGroup } from '#web/ui/forms/FieldGroup.tsx';
import { FieldRows } from '#web/ui/forms/FieldRows.tsx';
import { dayChoices, heldWords, usualTimesFor } from './words.ts';

type WishOptionsProps = {
  form: UseFormReturnType<WishInput>;
  season: Season;
  /** The priority class of all wishes of the organisation. */ fixedClass: number | null;
};

/** The preferred times and facilities of a group, best first; a wider range is easier to place. */
export function WishOptions({ form, season, fixedClass }: WishOptionsProps) {
  const halls = [
    { value: '', label: 'Jede passende' },
    ...season.facilities.map(({ facilityId, name }) => ({ value: facilityId, label: name })),
  ];
  const { options } = form.values;
  return (
    <FieldGroup legend="Wunschzeiten, die beste zuerst">
      <Text size="sm" c="dimmed">
        Je weiter die Zeit von–bis, desto eher findet sich ein Platz.
      </Text>
      <FieldRows
        rows={options}
        isOrdered
        least={1}
        most={6}
        removeLabel={(number) => `Wunschzeit ${number} entfernen`}
        addLabel="Wunschzeit hinzufügen"
        onRemove={(index) => form.removeListItem('options', index)}
        onAdd={() => form.insertListItem('options', { facilityId: null, weekday: 2, ...usualTimesFor(form.values, fixedClass) })}
      >
        {({ facilityId, weekday }, index) => (
          <>
            <Select
              label="Sportstätte"
              data={halls}
              allowDeselect={false}
              flex="1 1 11rem"
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              description={offerWords(season, form.values, index, fixedClass)}
              {...form.getInputProps(`options.${index}.facilityId`)}
              value={facilityId ?? ''}
              onChange={(value) => form.setFieldValue(`options.${index}.facilityId`, value || null)}
            />
            <Select
              label="Tag"
              data={dayChoices}
              allowDeselect={false}
              w={130}
              {...form.getInputProps(`options.${index}.weekday`)}
              value={String(weekday)}
              onChange={(value) => form.setFieldValue(`options.${index}.weekday`, Number(value))}
            />
            <TimeField label="Von" w={85} {...form.getInputProps(`options.${index}.fromTime`)} />
            <TimeField label="Bis" w={85} {...form.getInputProps(`options.${index}.toTime`)} />
          </>
        )}
      </FieldRows>
    </FieldGroup>
  );
}

/** When the hall is available on that day and for whom, and whether the wish fits at all. */
function offerWords(
  { facilities, stepMinutes }: Season,
  { options, minutes, kind, ageGroup }: WishInput,
  index: number,
  fixedClass: number | null,
): string | undefined {
  const option = options[index];
  const hall = facilities.find(({ facilityId }) => facilityId === option?.facilityId);
  if (!option || !hall) return undefined;
  const { weekday } = option;
  const windows = hall.windows.filter((one) => one.weekday === weekday).toSorted((a, b) => a.opens.localeCompare(b.opens));
  if (windows.length === 0) return 'An diesem Tag wird hier nichts vergeben.';
  const words = windows.map(({ opens, closes, onlyClass }) => {
    const whom = windowWords(onlyClass);
    return `${opens}–${closes}${whom ? ` (${whom})` : ''}`;
  });
  const asMinutes = windows.map(({ opens, closes, ...one }) => ({ ...one, opens: minutesOf(opens), closes: minutesOf(closes) }));
  const asked = { from: minutesOf(option.fromTime), to: minutesOf(option.toTime), weekday };
  const fits =
    isWanted(asked, minutes) &&
    startsIn({ windows: asMinutes }, { minutes, priorityClass: fixedClass ?? priorityOf(kind, ageGroup) }, asked, stepMinutes).length > 0;
  const held = heldWords(hall, { weekday, from: option.fromTime, to: option.toTime });
  return [
    `Vergeben wird ${words.join(', ')}.`,
    !fits && isWanted(asked, minutes) && 'Zu Ihrer Zeit nicht oder nicht an diese Gruppe.',
    held && `${held.replace('bisher', 'Bisher:')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Nothing is said while a time is being typed. */
function isWanted({ from, to }: { from: number; to: number }, minutes: number): boolean {
  return Number.isFinite(from) && Number.isFinite(to) && to - from >= minutes;
}
