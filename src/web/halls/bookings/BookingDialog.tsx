import { Button, Group, Modal, MultiSelect, NumberInput, Select, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { ageGroupNames, bookingKindNames } from '#shared/halls/bookingStates.ts';
import { may } from '#shared/kernel/rights.ts';
import { weekdayOf } from '#shared/kernel/calendar.ts';
import { facilityTarget } from '#shared/halls/facilities.ts';
import type { User } from '#shared/kernel/user.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useWide } from '#web/ui/lists/useWide.ts';
import { ConflictList } from './ConflictList.tsx';
import { newBooking, optionsOf, type BookingWish } from './newBooking.ts';
import { useBookingMutations, type CheckedDates, type Hall } from './queries.ts';
import { SeriesFields } from './SeriesFields.tsx';
import type { Choice } from './ConflictList.tsx';

type BookingDialogProps = {
  isOpen: boolean;
  viewer: User;
  halls: readonly Hall[];
  day: string;
  wish?: BookingWish | undefined;
  onClose: () => void;
};

/** Books a hall or asks for one: a single date, or a weekly series whose conflicts are settled date by date. */
export function BookingDialog({ isOpen, onClose, ...rest }: BookingDialogProps) {
  const isWide = useWide();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Halle buchen oder anfragen"
      size="lg"
      fullScreen={!isWide}
      closeButtonProps={{ 'aria-label': 'Schließen' }}
    >
      <BookingForm onClose={onClose} {...rest} />
    </Modal>
  );
}

function BookingForm({ viewer, halls, day, wish: found, onClose }: Omit<BookingDialogProps, 'isOpen'>) {
  const { create, checkSeries, createSeries } = useBookingMutations();
  const [dates, setDates] = useState<CheckedDates>();
  const [choices, setChoices] = useState<{ [date: string]: Choice }>({});
  const bookable = halls.filter((hall) => facilityTarget(viewer.club.name, hall) !== 'other');
  const form = useForm({
    initialValues: newBooking(viewer, day, found),
    onValuesChange: () => setDates(undefined),
  });
  const { values } = form;
  const hall = bookable.find(({ id }) => id === values.facilityId);
  const chooseHall = (id: string | null) => {
    form.setFieldValue('facilityId', id ?? '');
    form.setFieldValue('unitIds', bookable.find((one) => one.id === id)?.units.map((unit) => unit.id) ?? []);
  };
  const { isSeries, date, endsOn, intervalWeeks, holidayMode, windowReason, ...wish } = values;
  const decides = hall && may({ role: viewer.role.name }, 'bookings.confirm', facilityTarget(viewer.club.name, hall)) !== undefined;
  const rule = {
    ...wish,
    startsOn: date,
    endsOn,
    weekday: weekdayOf(date),
    intervalWeeks,
    holidayMode,
    resolutions: Object.entries(choices).map(([of, choice]) => ({ date: of, ...choice })),
  };
  const onError = (error: unknown) => applyProblem(form, error);
  const done = (words: string) => {
    notify(words);
    onClose();
  };
  const bookSeries = () =>
    createSeries.mutate(rule, {
      onError,
      onSuccess: ({ created, state }) =>
        done(`${created === 1 ? 'Ein Termin ist' : `${created} Termine sind`} ${state === 'approved' ? 'gebucht' : 'angefragt'}.`),
    });
  const submit = form.onSubmit(() => {
    if (!isSeries)
      return create.mutate(
        { ...wish, date, windowReason },
        { onError, onSuccess: ({ state }) => done(state === 'approved' ? 'Der Termin ist gebucht.' : 'Der Termin ist angefragt.') },
      );
    if (!dates) return checkSeries.mutate(rule, { onError, onSuccess: setDates });
    bookSeries();
  });
  const running = isSeries ? (dates ? createSeries : checkSeries) : create;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Select
          label="Sportstätte"
          required
          searchable
          data={bookable.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('facilityId')}
          value={values.facilityId || null}
          onChange={chooseHall}
        />
        {hall && hall.units.length > 1 && (
          <MultiSelect label="Teile" data={hall.units.map(({ id, label }) => ({ value: id, label }))} {...form.getInputProps('unitIds')} />
        )}
        <TextInput label="Titel" required {...form.getInputProps('title')} />
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          <Select label="Art" data={optionsOf(bookingKindNames)} allowDeselect={false} {...form.getInputProps('kind')} />
          <Select label="Gruppe" data={optionsOf(ageGroupNames)} allowDeselect={false} {...form.getInputProps('ageGroup')} />
          <NumberInput
            label="Personen"
            min={1}
            error={form.errors['expectedParticipants']}
            value={values.expectedParticipants ?? ''}
            onChange={(value) => form.setFieldValue('expectedParticipants', typeof value === 'number' ? value : null)}
          />
        </SimpleGrid>
        <Switch label="Jede Woche" {...form.getInputProps('isSeries', { type: 'checkbox' })} />
        <DayField
          label={isSeries ? 'Erster Termin' : 'Tag'}
          hasVisibleLabel
          value={date}
          error={form.errors['date'] ?? form.errors['startsOn']}
          onChange={(next) => form.setFieldValue('date', next ?? day)}
        />
        <Group grow>
          <TextInput label="Von" {...form.getInputProps('startTime')} />
          <TextInput label="Bis" {...form.getInputProps('endTime')} />
        </Group>
        {isSeries && <SeriesFields form={form} />}
        {decides && !isSeries && (
          <TextInput label="Grund, wenn außerhalb der Buchungsfrist gebucht wird" {...form.getInputProps('windowReason')} />
        )}
        <Group grow>
          <TextInput label="Ansprechperson" {...form.getInputProps('contactPerson')} />
          <TextInput label="Telefon" type="tel" {...form.getInputProps('contactPhone')} />
        </Group>
        <Textarea label="Nachricht an die Hallenverwaltung" autosize {...form.getInputProps('message')} />
        {isSeries && dates && (
          <ConflictList dates={dates} choices={choices} onChoose={(of, choice) => setChoices((before) => ({ ...before, [of]: choice }))} />
        )}
        <FormProblem error={running.error} fields={fieldsShown(running.error, Object.keys(values))} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Abbrechen
          </Button>
          <Button type="submit" loading={running.isPending} disabled={!hall}>
            {buttonOf(isSeries, dates !== undefined, hall)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What is in the way stands as a list; only broken rules stand at their fields. */
function fieldsShown(error: unknown, fields: string[]): string[] {
  return error instanceof Error && 'code' in error && error.code === 'occupied' ? [] : [...fields, 'startsOn'];
}

function buttonOf(isSeries: boolean, isChecked: boolean, hall: Hall | undefined): string {
  if (isSeries && !isChecked) return 'Termine prüfen';
  return hall?.needsApproval ? 'Anfragen' : 'Buchen';
}
