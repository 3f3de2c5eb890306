import { Accordion, Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import { today } from '#web/lib/berlinDay.ts';
import { CallError } from '#web/lib/call/call.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { focusFault } from '#web/ui/forms/focusFault.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { GermanDates } from '#web/ui/forms/GermanDates.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { faultsOf, hasNewTimes, valuesOf, type CourseValues } from './courseForm.ts';
import { BasicFields, ContactFields } from './BasicFields.tsx';
import { partsOf, type EditorPart } from './editorParts.ts';
import { PlaceFields, RuleFields } from './RuleFields.tsx';
import { listOf } from './lists.ts';
import { ReasonDialog } from './ReasonDialog.tsx';
import { SessionList } from './SessionList.tsx';
import { StatusBar } from './StatusBar.tsx';
import { TemplateBar } from './TemplateBar.tsx';
import { TimeFields } from './TimeFields.tsx';
import { PriceFields, TrainerFields } from './PeopleFields.tsx';
import { useCourseMutations } from './queries.ts';

type CourseEditorProps = { fields: { title: string }; club: ClubName; course?: EditedCourse };

/** Creates or edits an offer of a club. */
export function CourseEditor({ fields, club, course }: CourseEditorProps) {
  const navigate = useNavigate();
  const { create, update } = useCourseMutations();
  const [asksTimes, setAsksTimes] = useState<CourseValues>();
  const [asksReason, setAsksReason] = useState<{ question: string; values: CourseValues; slotsFrom: string | undefined }>();
  const stored = valuesOf(fields);
  const form = useForm<CourseValues>({ initialValues: stored, validate: faultsOf });
  const mutation = course ? update : create;
  const lacking = course?.sessions.filter(({ hall }) => hall?.state === 'missing').length ?? 0;
  const [open, setOpen] = useState<string[]>(() => ['basic', 'times', 'people', ...(lacking > 0 ? ['sessions'] : [])]);
  // A field in a part that is shut cannot take the cursor: the part opens first, at once.
  const openPartsOf = (paths: string[]) => flushSync(() => setOpen((before) => [...new Set([...before, ...partsOf(paths)])]));
  const onError = (error: unknown) => {
    if (error instanceof CallError && error.fields.length > 0) openPartsOf(error.fields.map(({ path }) => path));
    applyProblem(form, error);
  };

  const save = (values: CourseValues, slotsFrom?: string, reason = '') => {
    setAsksTimes(undefined);
    setAsksReason(undefined);
    if (!course)
      return create.mutate({ ...values, club }, { onError, onSuccess: ({ id }) => void navigate({ to: `/admin/courses/${id}` }) });
    const ask = (error: unknown) => {
      const lacks = error instanceof CallError ? error.fields.find(({ path }) => path === 'reason') : undefined;
      if (lacks) setAsksReason({ question: lacks.message, values, slotsFrom });
      else onError(error);
    };
    update.mutate(
      { ...values, id: course.id, version: course.version, slotsFrom, reason },
      { onError: ask, onSuccess: () => notify(course.isTemplate ? 'Die Vorlage ist gespeichert.' : 'Das Angebot ist gespeichert.') },
    );
  };
  const submit = form.onSubmit(
    (values) => (course && course.status !== 'draft' && hasNewTimes(stored, values) ? setAsksTimes(values) : save(values)),
    (errors) => {
      openPartsOf(Object.keys(errors));
      focusFault(form)(errors);
    },
  );
  return (
    <GermanDates>
      <PageTitle title={course ? `${course.isTemplate ? 'Vorlage: ' : ''}${course.title}` : 'Neues Sportangebot'} />
      {course && (course.isTemplate ? <TemplateBar course={course} /> : <StatusBar course={course} />)}
      {lacking > 0 && (
        <Alert color="red" mt="sm" title={lacking === 1 ? 'Ein Termin hat keine Halle' : `${lacking} Termine haben keine Halle`}>
          Unten unter „Termine“ steht bei jedem, warum, und was stattdessen geht.
        </Alert>
      )}
      <form onSubmit={submit} noValidate>
        <Accordion multiple value={open} onChange={setOpen} transitionDuration={0} variant="separated" mt="md" order={2}>
          <Part value="basic" title="Angebot">
            <BasicFields form={form} club={club} />
          </Part>
          <Part value="times" title="Zeiten und Termine">
            <TimeFields form={form} club={club} isTemplate={course?.isTemplate ?? false} />
          </Part>
          <Part value="people" title="Leitung und Preise">
            <TrainerFields form={form} club={club} />
            <PriceFields form={form} />
          </Part>
          <Part value="places" title="Plätze, Anmeldung und Warteliste">
            <PlaceFields form={form} />
          </Part>
          <Part value="rules" title="Wer darf, Abmelden">
            <RuleFields form={form} />
          </Part>
          <Part value="contact" title="Kontakt">
            <ContactFields form={form} />
          </Part>
          {course && !course.isTemplate && (
            <Part value="sessions" title={`Termine (${course.sessions.length})`}>
              <SessionList course={course} />
            </Part>
          )}
        </Accordion>
        <Stack mt="md">
          {Object.keys(form.errors).length > 0 && (
            <Text c="red.8" role="alert">
              Bitte prüfen Sie: {Object.values(form.errors).join(' ')}
            </Text>
          )}
          <FormProblem error={mutation.error} fields={Object.keys(form.values)} />
          <Group>
            <Button type="submit" loading={mutation.isPending}>
              Speichern
            </Button>
            <Button variant="default" onClick={() => void navigate({ to: listOf({ isTemplate: course?.isTemplate ?? false }) })}>
              Zur Liste
            </Button>
          </Group>
        </Stack>
      </form>
      <ReasonDialog
        question={asksReason?.question}
        onClose={() => setAsksReason(undefined)}
        onAnswer={(reason) => asksReason && save(asksReason.values, asksReason.slotsFrom, reason)}
      />
      <AskTimes values={asksTimes} onClose={() => setAsksTimes(undefined)} onSave={save} />
    </GermanDates>
  );
}

/** A changed time is either a correction of all dates to come, or holds from a day on: what was stays what it was. */
function AskTimes({
  values,
  onClose,
  onSave,
}: {
  values: CourseValues | undefined;
  onClose: () => void;
  onSave: (values: CourseValues, from?: string) => void;
}) {
  const [from, setFrom] = useState<string | undefined>(today);
  return (
    <Modal
      opened={values !== undefined}
      onClose={onClose}
      title="Korrektur oder ab Datum?"
      centered
      closeButtonProps={{ 'aria-label': 'Schließen' }}
    >
      {values && (
        <Stack>
          <Text size="sm">Die Zeiten haben sich geändert. Vergangene Termine bleiben in jedem Fall, wie sie waren.</Text>
          <Button variant="default" onClick={() => onSave(values)}>
            Korrektur: gilt für alle künftigen Termine
          </Button>
          <DayField label="Gilt ab" hasVisibleLabel isRequired value={from} onChange={setFrom} />
          <Button disabled={!from} onClick={() => from && onSave(values, from)}>
            Ab diesem Datum ändern
          </Button>
        </Stack>
      )}
    </Modal>
  );
}

function Part({ value, title, children }: { value: EditorPart; title: string; children: React.ReactNode }) {
  return (
    <Accordion.Item value={value}>
      <Accordion.Control>{title}</Accordion.Control>
      <Accordion.Panel>
        <Stack gap="sm">{children}</Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}
