import { Alert, Button, Group, List, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isAdmin } from '#shared/kernel/access.ts';
import { mayMove, courseStatusNames, courseSets, type CourseStatus } from '#shared/courses/courseStates.ts';
import { cancelReasonNames, cancelReasons, type CancelReason } from '#shared/courses/courseWords.ts';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import { fieldText } from '#web/lib/call/failure.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { CopyDialog } from './CopyDialog.tsx';
import { DeleteDraft } from './DeleteDraft.tsx';
import { useCourseMutations } from './queries.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

const verbs: readonly { to: CourseStatus; label: string }[] = [
  { to: 'published', label: 'Veröffentlichen' },
  { to: 'confirmed', label: 'Findet statt' },
  { to: 'paused', label: 'Pausieren' },
  { to: 'completed', label: 'Abschließen' },
  { to: 'billed', label: 'Abgerechnet' },
  { to: 'cancelled', label: 'Absagen …' },
  { to: 'archived', label: 'Archivieren' },
];

/** Where the course stands, what is missing, and the ways on. */
export function StatusBar({ course }: { course: EditedCourse }) {
  const { setStatus, saveTemplate } = useCourseMutations();
  const { user } = useAuth();
  const mayBill = user !== null && isAdmin(user.role.name);
  const [isCancelling, setIsCancelling] = useState(false);
  const [isCopying, setIsCopying] = useState(false);
  const [asksReason, setAsksReason] = useState<{ to: CourseStatus; question: string }>();
  const go = (to: CourseStatus, reason = '') => {
    if (to === 'cancelled') return setIsCancelling(true);
    const ask = (error: Error) => {
      const question = fieldText(error, 'reason');
      if (question) setAsksReason({ to, question });
      else notifyProblem(error);
    };
    setAsksReason(undefined);
    setStatus.mutate(
      { id: course.id, to, version: course.version, reason },
      { onError: ask, onSuccess: () => notify(`${course.title}: ${courseStatusNames[to]}.`) },
    );
  };
  const keep = () =>
    saveTemplate.mutate(course.id, {
      onError: notifyProblem,
      onSuccess: () => notify('Gespeichert. Die Vorlage steht unter „Sportangebote“, „Vorlagen“.'),
    });
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <StateMark tone={course.status === 'cancelled' ? 'bad' : courseSets.open.includes(course.status) ? 'good' : 'waiting'}>
          {courseStatusNames[course.status]}
        </StateMark>
        <Text size="sm">
          {course.occupied} angemeldet{course.waiting > 0 && `, ${course.waiting} auf der Warteliste`}
        </Text>
      </Group>
      <Group gap="xs" className="no-print">
        {verbs
          .filter(({ to }) => mayMove(course.status, to) && (to !== 'billed' || mayBill))
          .map(({ to, label }) => (
            <Button
              key={to}
              variant={to === 'published' && course.status !== 'confirmed' ? 'filled' : 'default'}
              loading={setStatus.isPending}
              onClick={() => go(to)}
            >
              {to === 'published' && course.status === 'confirmed' ? 'Doch nicht sicher' : label}
            </Button>
          ))}
        <Button variant="default" onClick={() => setIsCopying(true)}>
          Kopieren …
        </Button>
        <Button variant="default" component={Link} to={`/admin/participants?course=${course.id}`}>
          Teilnehmer
        </Button>
        <Button variant="default" component="a" href={`/id/${course.slug}`}>
          Seite ansehen
        </Button>
        <Button variant="default" loading={saveTemplate.isPending} onClick={keep}>
          Als Vorlage merken
        </Button>
        {course.status === 'draft' && <DeleteDraft course={course} />}
      </Group>
      {course.status === 'draft' && course.missing.length > 0 && (
        <Alert color="orange" title="Vor dem Veröffentlichen fehlt noch">
          <List size="sm">
            {course.missing.map(({ path, message }) => (
              <List.Item key={path}>{message}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <ReasonDialog
        question={asksReason?.question}
        onClose={() => setAsksReason(undefined)}
        onAnswer={(reason) => asksReason && go(asksReason.to, reason)}
      />
      <CancelDialog course={course} isOpen={isCancelling} onClose={() => setIsCancelling(false)} />
      <CopyDialog course={course} isOpen={isCopying} onClose={() => setIsCopying(false)} />
    </Stack>
  );
}

type DialogProps = { course: EditedCourse; isOpen: boolean; onClose: () => void };

function CancelDialog({ course, isOpen, onClose }: DialogProps) {
  const { setStatus } = useCourseMutations();
  const [cancelReason, setCancelReason] = useState<CancelReason | null>(null);
  const [reason, setReason] = useState('');
  const submit = () =>
    setStatus.mutate(
      { id: course.id, to: 'cancelled', version: course.version, reason, ...(cancelReason && { cancelReason }) },
      { onSuccess: () => (notify('Der Kurs ist abgesagt. Alle Angemeldeten erhalten eine Mail.'), onClose()) },
    );
  return (
    <Modal opened={isOpen} onClose={onClose} title="Kurs absagen" centered>
      <Stack>
        <Text size="sm">
          {course.occupied + course.waiting} Anmeldungen werden aufgehoben, künftige Termine fallen aus, und alle erhalten eine Mail.
        </Text>
        <Select
          label="Grund"
          required
          data={cancelReasons.map((value) => ({ value, label: cancelReasonNames[value] }))}
          value={cancelReason}
          onChange={setCancelReason}
        />
        <TextInput label="Satz für die Mail" value={reason} maxLength={300} onChange={(event) => setReason(event.currentTarget.value)} />
        <FormProblem error={setStatus.error} />
        <Button color="red" disabled={!cancelReason} loading={setStatus.isPending} onClick={submit}>
          Kurs absagen
        </Button>
      </Stack>
    </Modal>
  );
}
