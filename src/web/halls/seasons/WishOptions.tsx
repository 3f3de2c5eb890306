import { Select, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import type { WishInput } from '#shared/halls/seasons/wishes.ts';
import { FieldGroup } from '#web/ui/forms/FieldGroup.tsx';
import { FieldRows } from '#web/ui/forms/FieldRows.tsx';
import { dayChoices } from './words.ts';

/** When and where a group would like to be, the best first; a wider time finds a place more easily. */
export function WishOptions({ form, season }: { form: UseFormReturnType<WishInput>; season: Season }) {
  const halls = [
    { value: '', label: 'Jede passende' },
    ...season.facilities.map(({ facilityId, name }) => ({ value: facilityId, label: name })),
  ];
  const { options, minutes } = form.values;
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
        onAdd={() =>
          form.insertListItem('options', { facilityId: null, weekday: 2, fromTime: '18:00', toTime: minutes > 120 ? '22:00' : '20:00' })
        }
      >
        {({ facilityId, weekday }, index) => (
          <>
            <Select
              label="Sportstätte"
              data={halls}
              allowDeselect={false}
              flex="1 1 11rem"
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
            <TextInput label="Von" w={85} {...form.getInputProps(`options.${index}.fromTime`)} />
            <TextInput label="Bis" w={85} {...form.getInputProps(`options.${index}.toTime`)} />
          </>
        )}
      </FieldRows>
    </FieldGroup>
  );
}
