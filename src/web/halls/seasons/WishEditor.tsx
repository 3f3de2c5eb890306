import { Group, NumberInput, Select, SimpleGrid, Stack, TextInput, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { ageGroupNames, ageGroups, bookingKindNames } from '#shared/halls/bookingStates.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import { wishInput, wishKinds, type Wish, type WishInput } from '#shared/halls/seasons/wishes.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { focusFault } from '#web/ui/forms/focusFault.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { FoundDraft } from '#web/ui/drafts/FoundDraft.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { authState } from '#web/lib/session/session.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { SaveBar } from '#web/ui/saving/SaveBar.tsx';
import { DepartmentField } from '../parts/DepartmentField.tsx';
import { WishOptions } from './WishOptions.tsx';
import { usualTimesFor } from './words.ts';

export type WishSettling = { onSuccess: () => void; onError: (error: unknown) => void };

type WishEditorProps = {
  season: Season;
  wish: Wish | undefined;
  /** The default contact. */ contactName: string;
  saving: { isPending: boolean; isSuccess: boolean; submittedAt: number; error: Error | null };
  onSave: (values: WishInput, version: number, settle: WishSettling) => void;
  onDone: () => void;
  /** The priority class of all wishes of the organisation; null where kind and age group decide. */ fixedClass: number | null;
  /** The club whose departments are listed; undefined for organisations without an account. */ club?: ClubName | undefined;
  /** Shown above the fields. */ children?: ReactNode;
};

/** The form of a wish, for users and for organisations with a link. */
export function WishEditor({ season, wish, contactName, saving, onSave, onDone, fixedClass, club, children }: WishEditorProps) {
  // A link may be opened on a shared computer, so drafts are only kept for signed-in users.
  const name = authState().user ? `wish.${wish?.id ?? `neu.${season.id}`}` : undefined;
  const { form, version, clash, discard, draft } = useRowForm<WishInput>(
    wish ?? { version: 1 },
    valuesOf(contactName, fixedClass, wish),
    wishInput,
    {
      draft: name,
    },
  );
  const settle: WishSettling = {
    onSuccess: () => {
      draft.clear();
      form.resetDirty();
      notify(`„${form.getValues().groupName}“ ist gespeichert.`);
      onDone();
    },
    onError: (error) => applyProblem(form, error),
  };
  return (
    <form onSubmit={form.onSubmit((values) => onSave(values, version, settle), focusFault(form))} noValidate>
      <Stack>
        <FoundDraft draft={draft} form={form} />
        {children}
        <Group grow align="flex-start">
          <TextInput label="Gruppe" required maxLength={80} {...form.getInputProps('groupName')} />
          <TextInput label="Sportart" required maxLength={60} {...form.getInputProps('sport')} />
        </Group>
        {club && (
          <DepartmentField
            club={club}
            value={form.values.departmentId}
            onChange={(id, sport) => form.setValues((now) => ({ departmentId: id, sport: now.sport || sport }))}
            error={form.errors['departmentId']}
          />
        )}
        <SizeFields form={form} norm={season.rules.normPerPart} fixedClass={fixedClass} />
        <WishOptions form={form} season={season} fixedClass={fixedClass} />
        <Group grow align="flex-start">
          <TextInput label="Ansprechperson" maxLength={120} {...form.getInputProps('contactName')} />
          <TextInput label="Telefon" type="tel" maxLength={40} {...form.getInputProps('contactPhone')} />
        </Group>
        <Textarea label="Bemerkung" autosize maxLength={500} {...form.getInputProps('note')} />
        <FormProblem error={saving.error} fields={Object.keys(form.values)} clash={clash} />
        <SaveBar form={form} saving={saving} isNew={!wish} onDiscard={discard} />
      </Stack>
    </form>
  );
}

type SizeFieldsProps = {
  form: UseFormReturnType<WishInput>;
  /** Up to this many people per unit count in full. */ norm: number;
  fixedClass: number | null;
};

function SizeFields({ form, norm, fixedClass }: SizeFieldsProps) {
  const { participants, parts } = form.values;
  const isThin = participants < norm * parts;
  // An empty number field stays empty: a 0 would precede the next digits.
  const number = (field: 'participants' | 'parts' | 'minutes' | 'timesPerWeek') => ({
    ...form.getInputProps(field),
    allowDecimal: false,
    required: true,
  });
  // Times that were not edited follow the group: each class has its usual ones.
  const setGroup = (change: Partial<WishInput>) =>
    form.setValues((now) => {
      const before = form.getValues();
      const [left, usual] = [usualTimesFor(before, fixedClass), usualTimesFor({ ...before, ...change }, fixedClass)];
      const isLeft = ({ fromTime, toTime }: WishInput['options'][number]) => fromTime === left.fromTime && toTime === left.toTime;
      return { ...change, options: now.options?.map((one) => (isLeft(one) ? { ...one, ...usual } : one)) };
    });
  return (
    <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="md" verticalSpacing="sm">
      <Select
        label="Art"
        data={wishKinds.map((value) => ({ value, label: bookingKindNames[value] }))}
        allowDeselect={false}
        {...form.getInputProps('kind')}
        onChange={(value) => setGroup({ kind: wishKinds.find((kind) => kind === value) ?? 'training' })}
      />
      <Select
        label="Altersgruppe"
        data={ageGroups.map((value) => ({ value, label: ageGroupNames[value] }))}
        allowDeselect={false}
        {...form.getInputProps('ageGroup')}
        onChange={(value) => setGroup({ ageGroup: ageGroups.find((ageGroup) => ageGroup === value) ?? 'adults' })}
      />
      <NumberInput
        label="Personen"
        min={1}
        max={500}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={isThin ? `Unter ${norm} je Hallenteil zählt ein Wunsch weniger.` : undefined}
        {...number('participants')}
      />
      <NumberInput label="Hallenteile" min={1} max={24} {...number('parts')} />
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
    </SimpleGrid>
  );
}

function valuesOf(contactName: string, fixedClass: number | null, wish?: Wish): WishInput {
  if (wish) {
    const {
      groupName,
      sport,
      departmentId,
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
      departmentId,
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
  const asked =
    fixedClass === 1
      ? ({ kind: 'school', ageGroup: 'children', minutes: 90 } as const)
      : ({ kind: 'training', ageGroup: 'adults', minutes: 90 } as const);
  return {
    ...asked,
    groupName: '',
    sport: '',
    departmentId: null,
    participants: 15,
    parts: 1,
    timesPerWeek: 1,
    intervalWeeks: 1,
    contactName,
    contactPhone: '',
    note: '',
    options: [{ facilityId: null, weekday: 1, ...usualTimesFor(asked, fixedClass) }],
  };
}
