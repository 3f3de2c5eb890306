import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { weekdayNames } from '#shared/kernel/calendar.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import type { FacilityFormType } from './facilityValues.ts';
import classes from './facilities.module.css';

const days = weekdayNames.map((label, index) => ({ value: String(index + 1), label }));

/** When the facility is open; a weekday may have several stretches, and a stretch its season. */
export function OpeningsField({ form }: { form: FacilityFormType }) {
  const [seasons, setSeasons] = useState<ReadonlySet<number>>(new Set());
  return (
    <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
      <legend style={{ fontWeight: 600, marginBottom: '0.25rem' }}>Öffnungszeiten</legend>
      <ul className={classes['rows']}>
        {form.values.openings.map((opening, index) => (
          // The rows have no identity of their own; they are sent as a whole.
          <li key={index} className={classes['row']}>
            <Select
              label="Tag"
              data={days}
              allowDeselect={false}
              w={140}
              value={String(opening.weekday)}
              onChange={(value) => form.setFieldValue(`openings.${index}.weekday`, Number(value))}
            />
            <TextInput label="Von" placeholder="08:00" w={90} {...form.getInputProps(`openings.${index}.opens`)} />
            <TextInput label="Bis" placeholder="22:00" w={90} {...form.getInputProps(`openings.${index}.closes`)} />
            {opening.validFrom !== null || opening.validTo !== null || seasons.has(index) ? (
              <>
                <DayField
                  label="Gilt ab"
                  hasVisibleLabel
                  value={opening.validFrom ?? undefined}
                  onChange={(day) => form.setFieldValue(`openings.${index}.validFrom`, day ?? null)}
                />
                <DayField
                  label="Gilt bis"
                  hasVisibleLabel
                  value={opening.validTo ?? undefined}
                  min={opening.validFrom ?? undefined}
                  onChange={(day) => form.setFieldValue(`openings.${index}.validTo`, day ?? null)}
                  error={form.errors[`openings.${index}.validTo`]}
                />
              </>
            ) : (
              <Button
                variant="default"
                aria-label={`Öffnungszeit ${index + 1}: nur in einem Zeitraum`}
                onClick={() => setSeasons(new Set([...seasons, index]))}
              >
                Nur im Zeitraum …
              </Button>
            )}
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={`Öffnungszeit ${index + 1} entfernen`}
              onClick={() => {
                setSeasons(new Set());
                form.removeListItem('openings', index);
              }}
            >
              <Icon name="trash" size={18} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Button
        mt="xs"
        variant="default"
        leftSection={<Icon name="plus" size={18} />}
        onClick={() => form.insertListItem('openings', { weekday: 1, opens: '08:00', closes: '22:00', validFrom: null, validTo: null })}
      >
        Zeit hinzufügen
      </Button>
    </fieldset>
  );
}
