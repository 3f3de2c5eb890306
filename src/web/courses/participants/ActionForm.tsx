import { Button, Checkbox, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { z } from 'zod';
import { priceCategories, priceCategoryNames } from '#shared/courses/courseWords.ts';
import type { ListedEnrolment, ParticipantList } from '#shared/courses/enrolmentShapes.ts';
import {
  cancellationInput,
  decisionInput,
  moveInput,
  noteInput,
  priceInput,
  rankInput,
  replacementInput,
} from '#shared/courses/participants/actions.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { today } from '#web/lib/berlinDay.ts';
import { PersonSearch } from '#web/people/parts/PersonSearch.tsx';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useRowForm, type Clash } from '#web/ui/forms/useRowForm.ts';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { StaffPauseForm } from '../pauses/StaffPauseForm.tsx';
import { mayCharge } from './actionRules.ts';
import { actionNames, doneWords, type Action } from './actionWords.ts';
import { coursesQuery, useParticipantMutations } from './queries.ts';

/** The course of the enrolment. */
type From = Pick<ParticipantList['course'], 'id' | 'club'>;

type FormProps = { one: ListedEnrolment; onDone: () => void };

/** The fields of an action, and its button. */
export function ActionForm({
  action,
  course,
  ...form
}: FormProps & { action: Action; /** Undefined at events. */ course: From | undefined }) {
  if (action === 'replace') return <ReplaceForm {...form} />;
  if (action === 'move' && course) return <MoveForm {...form} course={course} />;
  if (action === 'stay') return <StayForm {...form} />;
  if (action === 'pause') return <StaffPauseForm {...form} />;
  if (action === 'price') return <PriceForm {...form} />;
  if (action === 'note') return <NoteForm {...form} />;
  if (action === 'first') return <FirstForm {...form} />;
  if (action === 'cancel') return <CancelForm {...form} hasFee={course !== undefined && mayCharge(form.one)} />;
  return action === 'move' ? null : <DecideForm {...form} action={action} />;
}

function DecideForm({ action, one, onDone }: FormProps & { action: z.infer<typeof decisionInput>['action'] }) {
  const { decide } = useParticipantMutations();
  const form = useShapeForm({ id: one.id, action, reason: '' }, decisionInput);
  return (
    <Frame
      mutation={decide}
      button={actionNames[action]}
      onSubmit={form.onSubmit((values) => decide.mutate(values, ended(form, action, { one, onDone })))}
    >
      <TextInput
        label="Grund"
        data-autofocus
        maxLength={300}
        description="Freiwillig; er steht im Protokoll."
        {...form.getInputProps('reason')}
      />
    </Frame>
  );
}

function FirstForm({ one, onDone }: FormProps) {
  const { reorder } = useParticipantMutations();
  const form = useShapeForm({ id: one.id, position: 1, reason: '' }, rankInput);
  return (
    <Frame
      mutation={reorder}
      button={actionNames.first}
      isDisabled={!form.values.reason}
      onSubmit={form.onSubmit((values) => reorder.mutate(values, ended(form, 'first', { one, onDone })))}
    >
      <TextInput
        label="Grund"
        data-autofocus
        maxLength={300}
        required
        description="Er steht im Protokoll."
        {...form.getInputProps('reason')}
      />
    </Frame>
  );
}

function CancelForm({ one, hasFee, onDone }: FormProps & { hasFee: boolean }) {
  const { cancel } = useParticipantMutations();
  const form = useShapeForm(
    { id: one.id, withFee: false, reason: '', leavesOn: one.mayLeaveOnDay ? today() : undefined },
    cancellationInput,
  );
  return (
    <Frame
      mutation={cancel}
      button={actionNames.cancel}
      onSubmit={form.onSubmit((values) => cancel.mutate(values, ended(form, 'cancel', { one, onDone })))}
    >
      <TextInput
        label="Grund"
        data-autofocus
        maxLength={300}
        description="Freiwillig; er steht im Protokoll."
        {...form.getInputProps('reason')}
      />
      {one.mayLeaveOnDay && <DayField label="Letzter Tag" hasVisibleLabel min={today()} {...dayInput(form, 'leavesOn', today())} />}
      {hasFee && <Checkbox label="Gebühr nach der Absageregel" {...form.getInputProps('withFee', { type: 'checkbox' })} />}
    </Frame>
  );
}

function ReplaceForm({ one, onDone }: FormProps) {
  const { replace } = useParticipantMutations();
  const form = useShapeForm({ id: one.id, personId: '' }, replacementInput);
  return (
    <Frame
      mutation={replace}
      button={actionNames.replace}
      isDisabled={form.values.personId === ''}
      onSubmit={form.onSubmit((values) => replace.mutate(values, ended(form, 'replace', { one, onDone })))}
    >
      <PersonSearch label="Person suchen" onChoose={(id) => form.setFieldValue('personId', id ?? '')} />
    </Frame>
  );
}

function MoveForm({ one, course, onDone }: FormProps & { course: From }) {
  const { move } = useParticipantMutations();
  const form = useShapeForm({ id: one.id, courseId: '', from: one.mayLeaveOnDay ? today() : undefined }, moveInput);
  return (
    <Frame
      mutation={move}
      button={actionNames.move}
      isDisabled={form.values.courseId === ''}
      onSubmit={form.onSubmit((values) => move.mutate(values, ended(form, 'move', { one, onDone })))}
    >
      <CourseSelect
        from={course}
        isGroup={one.mayLeaveOnDay}
        error={form.errors['courseId']}
        onChoose={(id) => form.setFieldValue('courseId', id ?? '')}
      />
      {one.mayLeaveOnDay && (
        <>
          <DayField label="Ab" hasVisibleLabel min={today()} {...dayInput(form, 'from', today())} />
          <Text size="sm" c="dimmed">
            Der alte Platz endet am Tag davor und wird bis zum Ende des begonnenen Monats abgerechnet, die neue Gruppe danach. Ist sie voll,
            kommt die Person auf die Warteliste und behält den alten Platz.
          </Text>
        </>
      )}
    </Frame>
  );
}

function StayForm({ one, onDone }: FormProps) {
  const { stay } = useParticipantMutations();
  return (
    <Stack>
      <Text>{one.moving}</Text>
      <FormProblem error={stay.error} />
      <Button
        loading={stay.isPending}
        onClick={() =>
          stay.mutate(one.id, {
            onSuccess: () => {
              notify(`${fullName(one)}: bleibt in der alten Gruppe.`);
              onDone();
            },
          })
        }
      >
        {actionNames.stay}
      </Button>
    </Stack>
  );
}

function PriceForm({ one, onDone }: FormProps) {
  const { setPrice } = useParticipantMutations();
  // The action is offered only if there is a price.
  const { form, version, clash } = useRowForm(
    one,
    { priceCategory: one.priceCategory ?? 'member' },
    priceInput.pick({ priceCategory: true }),
  );
  return (
    <Frame
      mutation={setPrice}
      clash={clash}
      button="Speichern"
      onSubmit={form.onSubmit((values) => setPrice.mutate({ id: one.id, version, ...values }, ended(form, 'price', { one, onDone })))}
    >
      <Select
        label="Preisgruppe"
        allowDeselect={false}
        data={priceCategories.map((value) => ({ value, label: priceCategoryNames[value] }))}
        {...form.getInputProps('priceCategory')}
      />
    </Frame>
  );
}

function NoteForm({ one, onDone }: FormProps) {
  const { note } = useParticipantMutations();
  const { form, version, clash } = useRowForm(one, { note: one.staffNote ?? '' }, noteInput.pick({ note: true }));
  return (
    <Frame
      mutation={note}
      clash={clash}
      button="Speichern"
      onSubmit={form.onSubmit((values) =>
        note.mutate({ id: one.id, version, note: values.note.trim() }, ended(form, 'note', { one, onDone })),
      )}
    >
      <TextInput label="Notiz, nur für die Verwaltung" data-autofocus maxLength={500} {...form.getInputProps('note')} />
    </Frame>
  );
}

/** Handles the result of an action: a notification, or errors at their fields. */
function ended(form: Parameters<typeof applyProblem>[0], action: keyof typeof doneWords, { one, onDone }: FormProps) {
  return {
    onSuccess: () => {
      notify(doneWords[action](fullName(one)));
      onDone();
    },
    onError: (error: unknown) => applyProblem(form, error),
  };
}

type FrameProps = {
  mutation: { error: unknown; isPending: boolean };
  clash?: Clash;
  button: string;
  isDisabled?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
};

function Frame({ mutation, clash, button, isDisabled = false, onSubmit, children }: FrameProps) {
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        {children}
        <FormProblem
          error={mutation.error}
          fields={['reason', 'note', 'priceCategory', 'leavesOn', 'courseId', 'from']}
          {...(clash && { clash })}
        />
        <Button type="submit" loading={mutation.isPending} disabled={isDisabled}>
          {button}
        </Button>
      </Stack>
    </form>
  );
}

type CourseSelectProps = {
  from: From;
  /** Only permanent groups, into which one moves from a given day. */
  isGroup: boolean;
  error: ReactNode;
  onChoose: (id: string | null) => void;
};

/** The other courses of the same club. */
export function CourseSelect({ from, isGroup, error, onChoose }: CourseSelectProps) {
  const { data } = useQuery(coursesQuery(false, from.club));
  const rows =
    data?.rows.filter(({ id, status, kind }) => id !== from.id && status !== 'draft' && (!isGroup || kind === 'permanent')) ?? [];
  return (
    <Select
      label={isGroup ? 'Neue Gruppe' : 'Neuer Kurs'}
      searchable
      error={error}
      data={rows.map(({ id, title, number }) => ({ value: id, label: `${title} (${number})` }))}
      onChange={onChoose}
    />
  );
}
