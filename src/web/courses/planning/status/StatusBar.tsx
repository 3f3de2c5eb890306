import { Alert, Anchor, Button, Group, List, Menu, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isAdmin } from '#shared/kernel/roles.ts';
import { mayMove, courseStatusNames, courseSets, type CourseStatus } from '#shared/courses/courseStates.ts';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import { CallError } from '#web/lib/call/call.ts';
import { fieldText } from '#web/lib/call/failure.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import { CopyDialog } from '../CopyDialog.tsx';
import { DeleteDraft } from './DeleteDraft.tsx';
import { useCourseMutations } from '../queries.ts';
import { ReasonDialog } from '../ReasonDialog.tsx';

const verbs: readonly { to: CourseStatus; label: string; /** Shown apart from the others. */ isApart?: true }[] = [
  { to: 'published', label: 'Veröffentlichen', isApart: true },
  { to: 'confirmed', label: 'Durchführung bestätigen' },
  { to: 'paused', label: 'Pausieren' },
  { to: 'completed', label: 'Abschließen' },
  { to: 'billed', label: 'Abgerechnet' },
  { to: 'archived', label: 'Archivieren' },
  { to: 'cancelled', label: 'Absagen …', isApart: true },
];

/** What is missing before the offer can be published. */
export type Lacks = EditedCourse['missing'];

type StatusBarProps = {
  course: EditedCourse;
  /** Shows the missing fields. */ onLack: (lacks: Lacks) => void;
};

/** The status of the course, what is missing, and the next steps. */
export function StatusBar({ course, onLack }: StatusBarProps) {
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
      else if (to === 'published' && error instanceof CallError && error.fields.length > 0) onLack(error.fields);
      else notifyProblem(error);
    };
    setAsksReason(undefined);
    setStatus.mutate(
      { id: course.id, to, version: course.version, reason },
      { onError: ask, onSuccess: (after) => notify(`${course.title}: ${courseStatusNames[to]}.`, wayBack(course, after)) },
    );
  };
  // Pausing and republishing notify nobody, so they can be undone here; changes that send mails are reverted by their
  // own actions.
  const wayBack = ({ status }: EditedCourse, after: EditedCourse) => {
    const isQuiet = status === 'paused' || after.status === 'paused';
    if (!isQuiet || !mayMove(after.status, status)) return undefined;
    return () => setStatus.mutate({ id: after.id, to: status, version: after.version, reason: '' }, { onError: notifyProblem });
  };
  const keep = () =>
    saveTemplate.mutate(course.id, {
      onError: notifyProblem,
      onSuccess: () => notify('Gespeichert. Die Vorlage steht unter „Sportangebote“, „Vorlagen“.'),
    });
  const isSure = course.status === 'confirmed';
  const ways = verbs.map(({ to }) => to).filter((to) => mayMove(course.status, to) && (to !== 'billed' || mayBill));
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
        {ways.includes('published') && !isSure && (
          <Button loading={setStatus.isPending} onClick={() => go('published')}>
            Veröffentlichen
          </Button>
        )}
        <Button variant="default" component={Link} to={`/admin/participants?course=${course.id}`}>
          Teilnehmende
        </Button>
        <Button variant="default" component="a" href={`/id/${course.slug}`}>
          Seite ansehen
        </Button>
        <Menu position="bottom-start" shadow="md">
          <Menu.Target>
            <Button variant="default" rightSection={<Icon name="chevron-down" size={18} />} loading={setStatus.isPending}>
              Mehr
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {ways.includes('published') && isSure && <Menu.Item onClick={() => go('published')}>Doch nicht sicher</Menu.Item>}
            {verbs
              .filter(({ to, isApart }) => !isApart && ways.includes(to))
              .map(({ to, label }) => (
                <Menu.Item key={to} onClick={() => go(to)}>
                  {label}
                </Menu.Item>
              ))}
            <Menu.Item onClick={() => setIsCopying(true)}>Kopieren …</Menu.Item>
            <Menu.Item onClick={keep}>Als Vorlage merken</Menu.Item>
            {ways.includes('cancelled') && (
              <>
                <Menu.Divider />
                <Menu.Item c="danger" leftSection={<Icon name="ban" size={18} />} onClick={() => go('cancelled')}>
                  Absagen …
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
        {course.status === 'draft' && <DeleteDraft course={course} />}
      </Group>
      <LackList course={course} onLack={onLack} />
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

/** What a draft lacks, and warnings about an offer for minors. */
function LackList({ course: { status, missing, warnings }, onLack }: StatusBarProps) {
  const lacks = status === 'draft' ? missing : [];
  // Warnings that block publication are listed among the missing fields.
  const others = warnings.filter((one) => !lacks.some(({ message }) => message === one));
  return (
    <>
      {lacks.length > 0 && (
        <Alert color="waiting" title="Vor dem Veröffentlichen fehlt noch">
          <List size="sm">
            {lacks.map((lack) => (
              <List.Item key={lack.message}>
                <Anchor component="button" type="button" size="sm" ta="left" onClick={() => onLack([lack])}>
                  {lack.message}
                </Anchor>
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {others.length > 0 && (
        <Alert variant="default" title="Angebot mit Minderjährigen">
          <List size="sm">
            {others.map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  );
}
