import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { weekdayNames } from '#shared/kernel/calendar.ts';
import { TimeField } from '#web/ui/forms/TimeField.tsx';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { FieldGroup } from '#web/ui/forms/FieldGroup.tsx';
import { FieldRows } from '#web/ui/forms/FieldRows.tsx';
import type { FacilityFormType } from './facilityValues.ts';

const days = weekdayNames.map((label, index) => ({ value: String(index + 1), label }));

/** The opening hours; a weekday may have several ranges, and a range a season. */
export function OpeningsField({ form }: { form: FacilityFormType }) {
  const [seasons, setSeasons] = useState<ReadonlySet<number>>(new Set());
  return (
    <FieldGroup legend="Öffnungszeiten">
      <FieldRows
        rows={form.values.openings}
        removeLabel={(number) => `Öffnungszeit ${number} entfernen`}
        addLabel="Zeit hinzufügen"
        onRemove={(index) => {
          setSeasons(new Set());
          form.removeListItem('openings', index);
        }}
        onAdd={() => form.insertListItem('openings', { weekday: 1, opens: '08:00', closes: '22:00', validFrom: null, validTo: null })}
      >
        {(opening, index) => (
          <>
            <Select
              label="Tag"
              data={days}
              allowDeselect={false}
              w={140}
              value={String(opening.weekday)}
              onChange={(value) => form.setFieldValue(`openings.${index}.weekday`, Number(value))}
            />
            <TimeField label="Von" placeholder="08:00" w={90} {...form.getInputProps(`openings.${index}.opens`)} />
            <TimeField label="Bis" placeholder="22:00" w={90} {...form.getInputProps(`openings.${index}.closes`)} />
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
                variant="subtle"
                size="compact-md"
                style={{ alignSelf: 'flex-end' }}
                aria-label={`Öffnungszeit ${index + 1}: Nur im Zeitraum …`}
                onClick={() => setSeasons(new Set([...seasons, index]))}
              >
                Nur im Zeitraum …
              </Button>
            )}
          </>
        )}
      </FieldRows>
    </FieldGroup>
  );
}
