import { Button, Group, NumberInput, Select, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ageGroupNames, ageGroups } from '#shared/halls/bookingStates.ts';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import { wishInput, type Wish, type WishInput } from '#shared/halls/seasons/wishes.ts';
import type { User } from '#shared/kernel/user.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { focusFault } from '#web/ui/forms/focusFault.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { organisationsQuery } from '../organisations/organisationsQuery.ts';
import { useSeasonMutations } from './queries.ts';
import { WishOptions } from './WishOptions.tsx';

type WishFormProps = { season: Season; viewer: User; wish: Wish | undefined; onDone: () => void };

/** Writes or changes a wish. The manager says whose it is. */
export function WishForm({ season, viewer, wish, onDone }: WishFormProps) {
  const { addWish, changeWish } = useSeasonMutations();
  const { form, version, clash } = useRowForm<WishInput>(wish ?? { version: 1 }, valuesOf(viewer, wish), wishInput);
  const [owner, setOwner] = useState<string | null>(null);
  const running = wish ? changeWish : addWish;
  const settle = {
    onSuccess: () => {
      form.resetDirty();
      notify(`„${form.getValues().groupName}“ ist gespeichert.`);
      onDone();
    },
    onError: (error: unknown) => applyProblem(form, error),
  };
  const save = (values: WishInput) => {
    if (wish) changeWish.mutate({ ...values, id: wish.id, version }, settle);
    else addWish.mutate({ ...values, id: season.id, ...(owner && { organisationId: owner }) }, settle);
  };
  return (
    <form onSubmit={form.onSubmit(save, focusFault(form))} noValidate>
      <Stack>
        {!wish && season.isManaged && <OwnerField season={season} value={owner} onChange={setOwner} />}
        <Group grow align="flex-start">
          <TextInput label="Gruppe" required maxLength={80} {...form.getInputProps('groupName')} />
          <TextInput label="Sportart" maxLength={60} {...form.getInputProps('sport')} />
        </Group>
        <SizeFields form={form} />
        <WishOptions form={form} season={season} />
        <Group grow align="flex-start">
          <TextInput label="Ansprechperson" maxLength={120} {...form.getInputProps('contactName')} />
          <TextInput label="Telefon" type="tel" maxLength={40} {...form.getInputProps('contactPhone')} />
        </Group>
        <Textarea label="Bemerkung" autosize maxLength={500} {...form.getInputProps('note')} />
        <FormProblem error={running.error} fields={Object.keys(form.values)} clash={clash} />
        <Button type="submit" loading={running.isPending} style={{ alignSelf: 'flex-start' }}>
          Speichern
        </Button>
      </Stack>
    </form>
  );
}

/** Whose wish it is, where the manager writes it for somebody without an account. */
function OwnerField({ season, value, onChange }: { season: Season; value: string | null; onChange: (id: string | null) => void }) {
  const { data = [] } = useQuery(organisationsQuery(season.managerClub));
  const outside = data.filter(({ club }) => club === null);
  return (
    <Select
      label="Für"
      placeholder={season.managerClub}
      clearable
      searchable
      clearButtonProps={{ 'aria-label': 'Für leeren' }}
      data={outside.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
    />
  );
}

function SizeFields({ form }: { form: UseFormReturnType<WishInput> }) {
  // Emptied, a number is none until one is typed: a 0 would stand before the digits that follow.
  const number = (field: 'participants' | 'parts' | 'minutes' | 'timesPerWeek') => ({
    ...form.getInputProps(field),
    allowDecimal: false,
    required: true,
  });
  return (
    <>
      <Group grow align="flex-start">
        <Select
          label="Altersgruppe"
          data={ageGroups.map((value) => ({ value, label: ageGroupNames[value] }))}
          allowDeselect={false}
          {...form.getInputProps('ageGroup')}
        />
        <NumberInput label="Personen" min={1} max={500} {...number('participants')} />
        <NumberInput label="Hallenteile" min={1} max={24} {...number('parts')} />
      </Group>
      <Group grow align="flex-start">
        <NumberInput label="Dauer in Minuten" min={30} max={360} step={30} {...number('minutes')} />
        <NumberInput label="Mal je Woche" min={1} max={5} {...number('timesPerWeek')} />
        <Select
          label="Wie oft"
          data={[
            { value: '1', label: 'Jede Woche' },
            { value: '2', label: 'Alle zwei Wochen' },
          ]}
          allowDeselect={false}
          value={String(form.values.intervalWeeks)}
          onChange={(value) => form.setFieldValue('intervalWeeks', Number(value))}
        />
      </Group>
    </>
  );
}

function valuesOf(viewer: User, wish?: Wish): WishInput {
  if (wish) {
    const {
      groupName,
      sport,
      kind,
      ageGroup,
      participants,
      parts,
      minutes,
      timesPerWeek,
      intervalWeeks,
      contactName,
      contactPhone,
      note,
      options,
    } = wish;
    return {
      groupName,
      sport,
      kind,
      ageGroup,
      participants,
      parts,
      minutes,
      timesPerWeek,
      intervalWeeks,
      contactName,
      contactPhone,
      note,
      options,
    };
  }
  return {
    groupName: '',
    sport: '',
    kind: 'training',
    ageGroup: 'adults',
    participants: 15,
    parts: 1,
    minutes: 90,
    timesPerWeek: 1,
    intervalWeeks: 1,
    contactName: viewer.fullName,
    contactPhone: '',
    note: '',
    options: [{ facilityId: null, weekday: 1, fromTime: '18:00', toTime: '19:30' }],
  };
}
