import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import { CallError } from '#web/lib/call/call.ts';
import { fieldText } from '#web/lib/call/failure.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { focusFault } from '#web/ui/forms/focusFault.ts';
import { FoundDraft } from '#web/ui/forms/FoundDraft.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { GermanDates } from '#web/ui/forms/GermanDates.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { useDraft } from '#web/ui/forms/useDraft.ts';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { courseShape, hasNewTimes, valuesOf, type CourseValues } from './courseForm.ts';
import { CourseParts } from './CourseParts.tsx';
import { partsOf } from './editorParts.ts';
import { listOf } from './lists.ts';
import { ReasonDialog } from './ReasonDialog.tsx';
import { StatusBar } from './StatusBar.tsx';
import { TemplateBar } from '../templates/TemplateBar.tsx';
import { TimesDialog } from './TimesDialog.tsx';
import { useCourseMutations } from './queries.ts';

type CourseEditorProps = { fields: { title: string }; club: ClubName; course?: EditedCourse };

/** Creates or edits an offer of a club. */
export function CourseEditor({ fields, club, course }: CourseEditorProps) {
  const lacking = course?.sessions.filter(({ hall }) => hall?.state === 'missing').length ?? 0;
  return (
    <GermanDates>
      <PageTitle title={course ? `${course.isTemplate ? 'Vorlage: ' : ''}${course.title}` : 'Neues Sportangebot'} />
      {course && (course.isTemplate ? <TemplateBar course={course} /> : <StatusBar course={course} />)}
      {lacking > 0 && (
        <Alert color="red" mt="sm" title={lacking === 1 ? 'Ein Termin hat keine Halle' : `${lacking} Termine haben keine Halle`}>
          Unten unter „Termine“ steht bei jedem, warum, und was stattdessen geht.
        </Alert>
      )}
      <CourseForm stored={valuesOf(fields)} club={club} course={course} lacksHall={lacking > 0} />
    </GermanDates>
  );
}

type CourseFormProps = { stored: CourseValues; club: ClubName; course: EditedCourse | undefined; lacksHall: boolean };
type AskedReason = { question: string; values: CourseValues; slotsFrom: string | undefined };

function CourseForm({ stored, club, course, lacksHall }: CourseFormProps) {
  const navigate = useNavigate();
  const { create, update } = useCourseMutations();
  const [asksTimes, setAsksTimes] = useState<CourseValues>();
  const [asksReason, setAsksReason] = useState<AskedReason>();
  const { form, version, adopt, edition, clash } = useRowForm<CourseValues>(course ?? { version: 0 }, stored, courseShape);
  const draft = useDraft(`course.${course?.id ?? `neu.${club}`}`, form);
  const [taken, setTaken] = useState(0);
  const kept = () => {
    draft.clear();
    form.resetDirty();
  };
  const [open, setOpen] = useState<string[]>(() => ['basic', 'times', 'people', ...(lacksHall ? ['sessions'] : [])]);
  // A field in a part that is shut cannot take the focus: the part opens first, at once.
  const openPartsOf = (paths: string[]) => flushSync(() => setOpen((before) => [...new Set([...before, ...partsOf(paths)])]));
  const onError = (error: unknown) => {
    if (error instanceof CallError && error.fields.length > 0) openPartsOf(error.fields.map(({ path }) => path));
    applyProblem(form, error);
  };
  const save = (values: CourseValues, slotsFrom?: string, reason = '') => {
    setAsksTimes(undefined);
    setAsksReason(undefined);
    if (!course)
      return create.mutate(
        { ...values, club },
        { onError, onSuccess: ({ id }) => [kept(), void navigate({ to: `/admin/courses/${id}` })] },
      );
    const ask = (error: unknown) => {
      const question = fieldText(error, 'reason');
      if (question) setAsksReason({ question, values, slotsFrom });
      else onError(error);
    };
    const onSuccess = (saved: EditedCourse) => {
      kept();
      adopt(saved.version, valuesOf(saved));
      notify(course.isTemplate ? 'Die Vorlage ist gespeichert.' : 'Das Angebot ist gespeichert.');
    };
    update.mutate({ ...values, id: course.id, version, slotsFrom, reason }, { onError: ask, onSuccess });
  };
  const submit = form.onSubmit(
    (values) => (course && course.status !== 'draft' && hasNewTimes(stored, values) ? setAsksTimes(values) : save(values)),
    (errors, tried, event) => {
      openPartsOf(Object.keys(errors));
      focusFault(form)(errors, tried, event);
    },
  );
  return (
    <>
      <form onSubmit={submit} noValidate>
        <FoundDraft draft={draft} form={form} onTaken={() => setTaken(taken + 1)} />
        <CourseParts form={form} textKey={`${edition('description')}.${taken}`} club={club} course={course} open={open} onOpen={setOpen} />
        <Stack mt="md">
          <Refused errors={form.errors} />
          <FormProblem error={course ? update.error : create.error} fields={Object.keys(form.values)} clash={clash} />
          <Group>
            <Button type="submit" loading={create.isPending || update.isPending}>
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
      <TimesDialog values={asksTimes} onClose={() => setAsksTimes(undefined)} onSave={save} />
    </>
  );
}

/** All refusals in one place: some of their fields lie far up, or in a part that is shut. */
function Refused({ errors }: { errors: FormErrors }) {
  if (Object.keys(errors).length === 0) return null;
  return (
    <Text c="red" role="alert">
      Bitte prüfen Sie: {Object.values(errors).join(' ')}
    </Text>
  );
}
