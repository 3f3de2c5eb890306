import { Alert, Anchor, Button, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { CourseFields, EditedCourse } from '#shared/courses/courseShapes.ts';
import { courseSets } from '#shared/courses/courseStates.ts';
import { slotInWords } from '#shared/courses/courseText.ts';
import { Colleagues } from '#web/accounts/parts/Colleagues.tsx';
import { useSavedBy } from '#web/accounts/parts/useSavedBy.ts';
import { fieldText } from '#web/lib/call/failure.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { focusFault } from '#web/ui/forms/focusFault.ts';
import { FoundDraft } from '#web/ui/drafts/FoundDraft.tsx';
import { FaultList } from '#web/ui/saving/FaultList.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { GermanDates } from '#web/ui/forms/GermanDates.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { SaveBar } from '#web/ui/saving/SaveBar.tsx';
import { courseShape, hasNewTimes, placelessTimes, valuesOf, withoutEmptyRows, type CourseValues } from './courseForm.ts';
import { CourseParts } from './CourseParts.tsx';
import { placeOf } from './editorParts.ts';
import { listOf } from './lists.ts';
import { ReasonDialog } from './ReasonDialog.tsx';
import { StatusBar, type Lacks } from './status/StatusBar.tsx';
import { TemplateBar } from '../templates/TemplateBar.tsx';
import { TimesDialog } from './TimesDialog.tsx';
import { useCourseMutations } from './queries.ts';

type CourseEditorProps = { fields: CourseValues; club: ClubName; course?: EditedCourse };

/** Creates or edits an offer of a club. */
export function CourseEditor({ fields, club, course }: CourseEditorProps) {
  const leadToRef = useRef<LeadTo>(() => undefined);
  const lacking = course?.sessions.filter(({ hall }) => hall?.state === 'missing').length ?? 0;
  return (
    <GermanDates>
      <PageTitle title={course ? `${course.isTemplate ? 'Vorlage: ' : ''}${course.title}` : 'Neues Sportangebot'} />
      {course &&
        (course.isTemplate ? <TemplateBar course={course} /> : <StatusBar course={course} onLack={(lacks) => leadToRef.current(lacks)} />)}
      {lacking > 0 && (
        <Alert color="danger" mt="sm" title={lacking === 1 ? 'Ein Termin hat keine Halle' : `${lacking} Termine haben keine Halle`}>
          <Anchor href={`#${placeOf('sessions')}`} inherit underline="always">
            Unten unter „Termine“
          </Anchor>{' '}
          steht bei jedem, warum, und was stattdessen geht.
        </Alert>
      )}
      {course && courseSets.living.includes(course.status) && <Placeless course={course} />}
      <CourseForm stored={fields} club={club} course={course} leadToRef={leadToRef} />
    </GermanDates>
  );
}

/** Shows what is missing at its fields and focuses the first one. */
type LeadTo = (lacks: Lacks) => void;
type CourseFormProps = {
  stored: CourseValues;
  club: ClubName;
  course: EditedCourse | undefined;
  /** Receives `leadTo`, for what is rendered above the form. */ leadToRef: RefObject<LeadTo>;
};
type AskedReason = { question: string; values: CourseFields; slotsFrom: string | undefined };

function CourseForm({ stored, club, course, leadToRef }: CourseFormProps) {
  const navigate = useNavigate();
  const { create, update } = useCourseMutations();
  const [asksTimes, setAsksTimes] = useState<CourseFields>();
  const [asksReason, setAsksReason] = useState<AskedReason>();
  const savedBy = useSavedBy('course', course);
  const { form, version, adopt, edition, clash, discard, draft } = useRowForm<CourseValues>(course ?? { version: 0 }, stored, courseShape, {
    draft: `course.${course?.id ?? `neu.${club}`}`,
  });
  const [taken, setTaken] = useState(0);
  const kept = () => {
    draft.clear();
    form.resetDirty();
  };
  useEffect(() => {
    leadToRef.current = (lacks) => {
      const errors = Object.fromEntries(lacks.map(({ path, message }) => [path, message]));
      form.setErrors(errors);
      focusFault(form)(errors);
    };
  });
  const onError = (error: unknown) => applyProblem(form, error);
  const save = (values: CourseFields, slotsFrom?: string, reason = '') => {
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
  const submit = form.onSubmit((typed) => {
    const values = withoutEmptyRows(typed);
    // Errors refer to rows by index, so the form has to contain exactly the sent rows.
    form.setValues({ slots: values.slots, prices: values.prices });
    if (course && course.status !== 'draft' && hasNewTimes(stored, values)) setAsksTimes(values);
    else save(values);
  });
  return (
    <>
      <form onSubmit={submit} noValidate>
        <FoundDraft draft={draft} form={form} onTaken={() => setTaken(taken + 1)} />
        <Colleagues kind="course" record={course?.id} club={club} isChanging={form.isDirty()} />
        <CourseParts form={form} textKey={`${edition('description')}.${taken}`} club={club} course={course} />
        <Stack mt="md">
          <FaultList form={form} />
          <FormProblem error={course ? update.error : create.error} fields={Object.keys(form.values)} clash={clash} savedBy={savedBy} />
        </Stack>
        <SaveBar form={form} saving={course ? update : create} isNew={!course} onDiscard={discard}>
          <Button variant="default" onClick={() => void navigate({ to: listOf({ isTemplate: course?.isTemplate ?? false }) })}>
            Zur Liste
          </Button>
        </SaveBar>
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

/** Names the times of which nobody who signs up would know where they are. */
function Placeless({ course }: { course: EditedCourse }) {
  const times = placelessTimes(course);
  if (times.length === 0) return null;
  return (
    <Alert color="waiting" mt="sm" title={`Für ${times.map(slotInWords).join(' und ')} steht kein Ort`}>
      Wählen Sie unter{' '}
      <Anchor href={`#${placeOf('times')}`} inherit underline="always">
        „Zeiten und Termine“
      </Anchor>{' '}
      eine Halle, oder tragen Sie dort einen Ort ein.
    </Alert>
  );
}
