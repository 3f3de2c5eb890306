import { Button, Group } from '@mantine/core';
import { z } from 'zod';
import type { OwnGroup } from '#shared/halls/ownHours.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { localDate } from '#shared/kernel/fields.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import type { Opened } from './queries.ts';
import { useRelease } from './useRelease.ts';

const shape = z.object({ from: localDate, to: localDate });
type Range = z.output<typeof shape>;

/** Releases all hours of a range of days, e.g. in school holidays. */
export function ReleaseForm({ opened, groups }: { opened: Opened; groups: readonly OwnGroup[] }) {
  const { ask, isPending } = useRelease(opened);
  const free = groups.flatMap(({ dates }) => dates).filter(({ mayRelease }) => mayRelease);
  const idsOf = ({ from, to }: Range) => free.filter(({ date }) => from <= date && date <= to).map(({ id }) => id);
  const form = useShapeForm<Range>({ from: '', to: '' }, shape, {
    check: (values) =>
      shape.safeParse(values).success && idsOf(values).length === 0
        ? { to: 'In diesen Tagen haben Sie keine Stunde, die Sie freigeben können.' }
        : {},
  });
  if (free.length < 2) return null;
  const submit = form.onSubmit((values) =>
    ask(idsOf(values), () => form.setFieldValue('to', ''), ` vom ${germanDate(values.from)} bis ${germanDate(values.to)}`),
  );
  const { from, to } = form.values;
  const count = from && to ? idsOf(form.values).length : 0;
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-end" gap="xs" mb="md">
        <DayField label="Freigeben von" hasVisibleLabel {...dayInput(form, 'from')} />
        <DayField label="bis" hasVisibleLabel min={from || undefined} {...dayInput(form, 'to')} />
        <Button type="submit" variant="default" loading={isPending}>
          {count === 0 ? 'Freigeben …' : count === 1 ? '1 Stunde freigeben …' : `${count} Stunden freigeben …`}
        </Button>
      </Group>
    </form>
  );
}
