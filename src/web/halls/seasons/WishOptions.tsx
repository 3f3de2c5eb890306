import { ActionIcon, Button, Select, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import type { WishInput } from '#shared/halls/seasons/wishes.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './seasons.module.css';
import { dayChoices } from './words.ts';

/** When and where a group would like to be, the best first; a wider time finds a place more easily. */
export function WishOptions({ form, season }: { form: UseFormReturnType<WishInput>; season: Season }) {
  const halls = [
    { value: '', label: 'Jede passende' },
    ...season.facilities.map(({ facilityId, name }) => ({ value: facilityId, label: name })),
  ];
  const { options, minutes } = form.values;
  return (
    <fieldset className={classes['group']}>
      <legend className={classes['legend']}>Wunschzeiten, die beste zuerst</legend>
      <Text size="sm" c="dimmed">
        Je weiter die Zeit von–bis, desto eher findet sich ein Platz.
      </Text>
      <ol className={classes['cards']}>
        {options.map(({ facilityId, weekday }, index) => (
          // The rows have no identity of their own; they are sent as a whole.
          <li key={index} className={classes['row']}>
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
            {options.length > 1 && (
              <ActionIcon
                variant="default"
                size="lg"
                mt={24}
                aria-label={`Wunschzeit ${index + 1} entfernen`}
                onClick={() => form.removeListItem('options', index)}
              >
                <Icon name="trash" size={18} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ol>
      {options.length < 6 && (
        <Button
          mt="xs"
          variant="default"
          leftSection={<Icon name="plus" size={18} />}
          onClick={() =>
            form.insertListItem('options', { facilityId: null, weekday: 2, fromTime: '18:00', toTime: minutes > 120 ? '22:00' : '20:00' })
          }
        >
          Wunschzeit hinzufügen
        </Button>
      )}
    </fieldset>
  );
}
