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
/** Without a last day it is the first one. */
const lastDay = z.union([z.literal(''), endsOn]);
const shape = z.object({ name, startsOn, endsOn: lastDay });
/** What is played through needs no reason yet. */
const rangeShape = z.object({ name: z.string(), startsOn, endsOn: lastDay });

/** Closes a facility for some days. It is played through first: whom it hits stands there before it can be entered. */
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
  /** What was played through holds for its days alone. */
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
          {/* Its own button: a second press on the first one must not enter what nobody has read. */}
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
