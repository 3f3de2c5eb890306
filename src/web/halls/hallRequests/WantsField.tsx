import { Checkbox, Group, NativeSelect } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { z } from 'zod';
import { wantsAtMost, type hallRequestInput, type RequestableHall } from '#shared/halls/hallRequests/hallRequests.ts';
import { addDays } from '#shared/kernel/calendar.ts';
import { today } from '#web/lib/berlinDay.ts';
import { TimeField } from '#web/ui/forms/TimeField.tsx';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FieldGroup } from '#web/ui/forms/FieldGroup.tsx';
import { FieldRows } from '#web/ui/forms/FieldRows.tsx';

export type HallRequestFormType = UseFormReturnType<z.input<typeof hallRequestInput>>;

type Want = z.input<typeof hallRequestInput>['wants'][number];

/** The requested hours, each on one day or weekly. */
export function WantsField({ form, halls }: { form: HallRequestFormType; halls: readonly RequestableHall[] }) {
  return (
    <FieldGroup legend="Wann und wo?">
      <FieldRows<Want>
        rows={form.values.wants}
        least={1}
        most={wantsAtMost}
        removeLabel={(number) => `Zeit ${number} entfernen`}
        addLabel="Noch eine Zeit"
        onRemove={(index) => form.removeListItem('wants', index)}
        onAdd={() => form.insertListItem('wants', { ...newWant(halls[0]?.id ?? ''), ...form.values.wants.at(-1) })}
      >
        {(want, index) => <WantFields form={form} path={`wants.${index}`} want={want} halls={halls} />}
      </FieldRows>
    </FieldGroup>
  );
}

type WantFieldsProps = { form: HallRequestFormType; path: string; want: Want; halls: readonly RequestableHall[] };

function WantFields({ form, path, want, halls }: WantFieldsProps) {
  const parts = halls.find(({ id }) => id === want.facilityId)?.parts ?? 1;
  const isWeekly = typeof want.endsOn === 'string';
  return (
    <>
      <NativeSelect
        label="Halle"
        flex="1 1 14rem"
        data={halls.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps(`${path}.facilityId`)}
        onChange={({ currentTarget }) => {
          form.setFieldValue(`${path}.facilityId`, currentTarget.value);
          form.setFieldValue(`${path}.parts`, 1);
        }}
      />
      {parts > 1 && (
        <NativeSelect
          label="Wie viel davon"
          flex="1 1 8rem"
          data={Array.from({ length: parts }, (_, at) => ({ value: String(at + 1), label: partWords(at + 1, parts) }))}
          {...form.getInputProps(`${path}.parts`)}
          value={String(want.parts)}
          onChange={({ currentTarget }) => form.setFieldValue(`${path}.parts`, Number(currentTarget.value))}
        />
      )}
      <Group flex="1 0 100%" align="flex-start" gap="sm">
        <div style={{ flex: '2 1 14rem' }}>
          <DayField
            label={isWeekly ? 'Erster Tag' : 'Tag'}
            hasVisibleLabel
            isRequired
            min={today()}
            {...dayInput(form, `${path}.startsOn`)}
          />
        </div>
        <TimeField label="Von" placeholder="18:00" required flex="1 1 6rem" {...form.getInputProps(`${path}.startTime`)} />
        <TimeField label="Bis" placeholder="19:30" required flex="1 1 6rem" {...form.getInputProps(`${path}.endTime`)} />
      </Group>
      <Checkbox
        label="Jede Woche"
        flex="1 0 100%"
        checked={isWeekly}
        onChange={({ currentTarget }) => form.setFieldValue(`${path}.endsOn`, currentTarget.checked ? lastDay(want.startsOn) : null)}
      />
      {isWeekly && (
        <div style={{ flex: '1 1 9rem' }}>
          <DayField label="Letzter Tag" hasVisibleLabel isRequired min={want.startsOn || today()} {...dayInput(form, `${path}.endsOn`)} />
        </div>
      )}
    </>
  );
}

/** The default end of a weekly request: a quarter of a year after the first day. */
function lastDay(startsOn: string): string {
  return startsOn ? addDays(startsOn, 12 * 7) : '';
}

function partWords(parts: number, all: number): string {
  if (parts === all) return 'die ganze Halle';
  return parts === 1 ? 'einen Teil' : `${parts} Teile`;
}

/** An empty hour. */
export function newWant(facilityId: string): Want {
  return { facilityId, parts: 1, startsOn: '', endsOn: null, startTime: '', endTime: '' };
}
