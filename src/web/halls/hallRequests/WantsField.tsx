import type { UseFormReturnType } from '@mantine/form';
import type { z } from 'zod';
import { wantsAtMost, type hallRequestInput, type RequestableHall } from '#shared/halls/hallRequests/hallRequests.ts';
import { addDays, readTime } from '#shared/kernel/calendar.ts';
import { PlainDay } from '#web/ui/plain/forms/PlainDay.tsx';
import { PlainGroup, PlainPair } from '#web/ui/plain/forms/PlainGroup.tsx';
import { PlainRows } from '#web/ui/plain/forms/PlainRows.tsx';
import { PlainTick } from '#web/ui/plain/forms/PlainTick.tsx';
import { plainInput } from '#web/ui/plain/forms/plainInput.ts';
import { PlainField } from '#web/ui/plain/PlainField.tsx';
import { PlainSelect } from '#web/ui/plain/PlainSelect.tsx';

export type HallRequestFormType = UseFormReturnType<z.input<typeof hallRequestInput>>;

type Want = z.input<typeof hallRequestInput>['wants'][number];

/** The requested hours, each on one day or weekly. */
export function WantsField({ form, halls }: { form: HallRequestFormType; halls: readonly RequestableHall[] }) {
  return (
    <PlainGroup legend="Wann und wo?">
      <PlainRows<Want>
        rows={form.values.wants}
        least={1}
        most={wantsAtMost}
        removeLabel={(number) => `Zeit ${number} entfernen`}
        addLabel="Noch eine Zeit"
        onRemove={(index) => form.removeListItem('wants', index)}
        onAdd={() => form.insertListItem('wants', { ...newWant(halls[0]?.id ?? ''), ...form.values.wants.at(-1) })}
      >
        {(want, index) => <WantFields form={form} path={`wants.${index}`} want={want} halls={halls} />}
      </PlainRows>
    </PlainGroup>
  );
}

type WantFieldsProps = { form: HallRequestFormType; path: string; want: Want; halls: readonly RequestableHall[] };

function WantFields({ form, path, want, halls }: WantFieldsProps) {
  const isWeekly = typeof want.endsOn === 'string';
  return (
    <>
      <PlaceFields form={form} path={path} want={want} halls={halls} />
      <PlainPair>
        <PlainDay label={isWeekly ? 'Erster Tag' : 'Tag'} required {...plainInput(form, `${path}.startsOn`)} />
        <TimeField form={form} label="Von" placeholder="18:00" path={`${path}.startTime`} />
        <TimeField form={form} label="Bis" placeholder="19:30" path={`${path}.endTime`} />
      </PlainPair>
      <PlainTick
        checked={isWeekly}
        onChange={({ currentTarget }) => form.setFieldValue(`${path}.endsOn`, currentTarget.checked ? lastDay(want.startsOn) : null)}
      >
        Jede Woche
      </PlainTick>
      {isWeekly && <PlainDay label="Letzter Tag" required {...plainInput(form, `${path}.endsOn`)} />}
    </>
  );
}

function PlaceFields({ form, path, want, halls }: WantFieldsProps) {
  const parts = halls.find(({ id }) => id === want.facilityId)?.parts ?? 1;
  return (
    <PlainPair>
      <PlainSelect
        label="Halle"
        {...plainInput(form, `${path}.facilityId`)}
        onChange={({ currentTarget }) => {
          form.setFieldValue(`${path}.facilityId`, currentTarget.value);
          form.setFieldValue(`${path}.parts`, 1);
        }}
      >
        {halls.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </PlainSelect>
      {parts > 1 && (
        <PlainSelect
          label="Wie viel davon"
          {...plainInput(form, `${path}.parts`)}
          value={String(want.parts)}
          onChange={({ currentTarget }) => form.setFieldValue(`${path}.parts`, Number(currentTarget.value))}
        >
          {Array.from({ length: parts }, (_, at) => (
            <option key={at} value={String(at + 1)}>
              {partWords(at + 1, parts)}
            </option>
          ))}
        </PlainSelect>
      )}
    </PlainPair>
  );
}

type TimeFieldProps = { form: HallRequestFormType; label: string; placeholder: string; path: string };

/** A wall clock time; "8", "8.15" and "1830" are completed on blur. */
function TimeField({ form, label, placeholder, path }: TimeFieldProps) {
  const input = plainInput(form, path);
  return (
    <PlainField
      label={label}
      placeholder={placeholder}
      required
      inputMode="numeric"
      {...input}
      onBlur={() => {
        const time = readTime(input.value);
        if (time !== undefined && time !== input.value) form.setFieldValue(path, time);
      }}
    />
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
