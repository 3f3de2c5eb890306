import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { closureInput, type AffectedBooking } from '#shared/halls/closures.ts';
import type { Facility } from '#shared/halls/facilities.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import classes from '../facilities/facilities.module.css';
import { useFacilityMutations } from '../facilities/queries.ts';
import { AffectedList } from './AffectedList.tsx';

const { name, startsOn, endsOn } = closureInput.shape;
/** An empty last day means the first one. */
const lastDay = z.union([z.literal(''), endsOn]);
const shape = z.object({ name, startsOn, endsOn: lastDay });
/** The preview needs no reason yet. */
const rangeShape = z.object({ name: z.string(), startsOn, endsOn: lastDay });

/** Closes a facility for some days. A preview of the affected bookings is required before it can be saved. */
export function ClosureForm({ facility }: { facility: Facility }) {
  const { checkClosure, close } = useFacilityMutations();
  const [affected, setAffected] = useState<AffectedBooking[]>();
  const form = useShapeForm({ name: '', startsOn: '', endsOn: '' }, affected ? shape : rangeShape);
  const rangeOf = (values: typeof form.values) => ({
    facilityId: facility.id,
    startsOn: values.startsOn,
    endsOn: values.endsOn || values.startsOn,
  });
  const settle = { onError: (error: unknown) => applyProblem(form, error) };
  const enter = (values: typeof form.values) =>
    close.mutate(
      { ...rangeOf(values), name: values.name },
      {
        ...settle,
        onSuccess: ({ displaced }) => {
          notify(`Die Sperrzeit ist eingetragen, ${displaced === 1 ? 'ein Termin ist' : `${displaced} Termine sind`} verdrängt.`);
          setAffected(undefined);
          form.reset();
        },
      },
    );
  const play = (values: typeof form.values) => checkClosure.mutate(rangeOf(values), { ...settle, onSuccess: setAffected });
  /** A preview is only valid for its days. */
  const dayOf = (field: 'startsOn' | 'endsOn') => {
    const { onChange, ...rest } = dayInput(form, field);
    return { ...rest, onChange: (day: string | undefined) => (setAffected(undefined), onChange(day)) };
  };
  return (
    <form onSubmit={form.onSubmit(affected ? enter : play)} noValidate>
      <Stack gap="sm" className={classes['entry']}>
        <TextInput label="Grund der Sperrzeit" maxLength={120} {...form.getInputProps('name')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <DayField label="Erster Tag" hasVisibleLabel {...dayOf('startsOn')} />
          <DayField label="Letzter Tag" hasVisibleLabel min={form.values.startsOn || undefined} {...dayOf('endsOn')} />
        </SimpleGrid>
        <Group>
          {/* A button of its own: a double click on the preview button must not save unread consequences. */}
          <Button
            variant="default"
            loading={checkClosure.isPending}
            {...(affected ? { onClick: () => play(form.values) } : { type: 'submit' })}
          >
            Wen trifft das?
          </Button>
          {affected && (
            <Button type="submit" loading={close.isPending}>
              Sperrzeit eintragen
            </Button>
          )}
        </Group>
        <FormProblem error={close.error ?? checkClosure.error} fields={Object.keys(form.values)} />
        {affected && <AffectedList affected={affected} />}
      </Stack>
    </form>
  );
}
