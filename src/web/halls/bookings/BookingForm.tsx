import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Resolution } from '#shared/halls/bookings.ts';
import { facilityTarget } from '#shared/halls/facilities.ts';
import { may } from '#shared/kernel/rights.ts';
import type { User } from '#shared/kernel/user.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { PurposeFields, RequesterFields, TimeFields } from './BookingFields.tsx';
import { ConflictList, isNothingLeft, type Choices } from './ConflictList.tsx';
import { HolderField } from './HolderField.tsx';
import { fieldsShown } from './fieldsShown.ts';
import { bookingShape, newBooking, toBooking, toSeries, type BookingValues, type BookingWish } from './newBooking.ts';
import { DepartmentField } from '../parts/DepartmentField.tsx';
import { HallCheck, type OtherPlace } from '../parts/HallCheck.tsx';
import { hoursOf } from './hoursAsked.ts';
import { useBookingMutations, type CheckedDates, type Hall } from './queries.ts';

export type BookingFormProps = {
  viewer: User;
  halls: readonly Hall[];
  day: string;
  wish?: BookingWish | undefined;
  onClose: () => void;
};

/** The form of the dialog: a series is checked first, and again after each change, before it can be booked. */
export function BookingForm({ viewer, halls, day, wish, onClose }: BookingFormProps) {
  const { create, checkSeries, createSeries } = useBookingMutations();
  const [dates, setDates] = useState<CheckedDates>();
  const [choices, setChoices] = useState<Choices>({});
  const form = useShapeForm<BookingValues>(newBooking(viewer, day, wish), bookingShape, {
    fieldOf: { startsOn: 'date' },
    onChange: () => setDates(undefined),
  });
  const { facilityId, isSeries } = form.values;
  const bookable = halls.filter((one) => facilityTarget(viewer.club.name, one) !== 'other');
  const hall = bookable.find(({ id }) => id === facilityId);
  const decides = hall && may({ role: viewer.role.name }, 'bookings.confirm', facilityTarget(viewer.club.name, hall)) !== undefined;
  const onError = (error: unknown) => applyProblem(form, error);
  const takeInstead = ({ facilityId: hallId, unitIds, startTime, endTime }: OtherPlace) =>
    form.setValues({ facilityId: hallId, unitIds, startTime, endTime });
  const done = (words: string) => {
    notify(words);
    onClose();
  };
  const save = (values: BookingValues) => {
    if (!isSeries)
      return create.mutate(toBooking(values), {
        onError,
        onSuccess: ({ state }) => done(state === 'approved' ? 'Der Termin ist gebucht.' : 'Der Termin ist angefragt.'),
      });
    const rule = toSeries(values, resolutionsOf(choices));
    if (!dates) return checkSeries.mutate(rule, { onError, onSuccess: setDates });
    createSeries.mutate(rule, {
      onError,
      onSuccess: ({ created, state }) =>
        done(`${created === 1 ? 'Ein Termin ist' : `${created} Termine sind`} ${state === 'approved' ? 'gebucht' : 'angefragt'}.`),
    });
  };
  const searchOther = () => {
    setDates(undefined);
    setChoices({});
    form.getInputNode('startTime')?.focus();
  };
  const isHopeless = isSeries && dates !== undefined && isNothingLeft(dates, choices);
  const running = isSeries ? (dates ? createSeries : checkSeries) : create;
  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
      <Stack gap="sm">
        <PurposeFields form={form} halls={bookable} />
        {decides && <HolderField form={form} club={hall.managerClub} />}
        {form.values.organisationId === undefined && (
          <DepartmentField
            club={viewer.club.name}
            value={form.values.departmentId}
            onChange={(id) => form.setFieldValue('departmentId', id)}
            error={form.errors['departmentId']}
          />
        )}
        <TimeFields form={form} day={day} asksReason={decides === true} />
        {!dates && <HallCheck ask={hall && hoursOf(form.values)} onTake={isSeries ? undefined : takeInstead} />}
        <RequesterFields form={form} />
        {isSeries && dates && (
          <ConflictList
            dates={dates}
            choices={choices}
            onChoose={(chosen) => setChoices((before) => ({ ...before, ...chosen }))}
            onSearch={searchOther}
          />
        )}
        <FormProblem error={running.error} fields={fieldsShown(running.error, [...Object.keys(form.values), 'startsOn'])} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Abbrechen
          </Button>
          {!isHopeless && (
            <Button type="submit" loading={running.isPending}>
              {buttonOf(isSeries, dates !== undefined, hall)}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function resolutionsOf(choices: Choices): Resolution[] {
  return Object.entries(choices).map(([date, choice]) => ({ date, ...choice }));
}

function buttonOf(isSeries: boolean, isChecked: boolean, hall: Hall | undefined): string {
  if (isSeries && !isChecked) return 'Termine prüfen';
  return hall?.needsApproval ? 'Anfragen' : 'Buchen';
}
