import { Alert, Anchor, Button, Group, List, Menu, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isAdmin } from '#shared/kernel/roles.ts';
import { mayMove, courseStatusNames, courseSets, type CourseStatus } from '#shared/courses/courseStates.ts';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import { CallError } from '#web/lib/call/call.ts';
import { fieldText } from '#web/lib/call/failure.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import { CopyDialog } from '../CopyDialog.tsx';
import { DeleteDraft } from './DeleteDraft.tsx';
import { useCourseMutations } from '../queries.ts';
import { ReasonDialog } from '../ReasonDialog.tsx';

/** The transitions of a running offer. */
const verbs: readonly { to: CourseStatus; label: string }[] = [
  { to: 'confirmed', label: 'Durchführung bestätigen' },
  { to: 'paused', label: 'Pausieren' },
];

/** The transitions that end the offer and cannot be undone: shown apart, and asked about. */
const endings: readonly { to: CourseStatus; label: string; action: string; text: string }[] = [
  { to: 'completed', label: 'Abschließen …', action: 'Abschließen', text: 'Es nimmt danach keine Anwesenheit mehr an.' },
  {
    to: 'billed',
    label: 'Abgerechnet …',
    action: 'Abgerechnet',
    text: 'Es lässt sich danach nicht mehr ändern. Das lässt sich nicht rückgängig machen.',
  },
  {
    to: 'archived',
    label: 'Archivieren …',
    action: 'Archivieren',
    text: 'Es steht danach im Archiv. Das lässt sich nicht rückgängig machen.',
  },
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
  const may = (to: CourseStatus) => mayMove(course.status, to) && (to !== 'billed' || mayBill);
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
        {may('published') && !isSure && (
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
            {may('published') && isSure && <Menu.Item onClick={() => go('published')}>Doch nicht sicher</Menu.Item>}
            {verbs
              .filter(({ to }) => may(to))
              .map(({ to, label }) => (
                <Menu.Item key={to} onClick={() => go(to)}>
                  {label}
                </Menu.Item>
              ))}
            <Menu.Item onClick={() => setIsCopying(true)}>Kopieren …</Menu.Item>
            <Menu.Item onClick={keep}>Als Vorlage merken</Menu.Item>
            <Endings title={course.title} may={may} onEnd={go} />
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

type EndingsProps = { title: string; may: (to: CourseStatus) => boolean; onEnd: (to: CourseStatus) => void };

/** The menu entries that end the offer. Cancelling has a dialog of its own. */
function Endings({ title, may, onEnd }: EndingsProps) {
  const ends = endings.filter(({ to }) => may(to));
  const ask = ({ to, action, text }: (typeof endings)[number]) =>
    confirm({
      title: `„${title}“ ${to === 'billed' ? 'ist abgerechnet' : action.toLowerCase()}?`,
      text,
      action,
      onConfirm: () => onEnd(to),
    });
  return (
    <>
      {(ends.length > 0 || may('cancelled')) && <Menu.Divider />}
      {ends.map((one) => (
        <Menu.Item key={one.to} onClick={() => ask(one)}>
          {one.label}
        </Menu.Item>
      ))}
      {may('cancelled') && (
        <Menu.Item c="danger" leftSection={<Icon name="ban" size={18} />} onClick={() => onEnd('cancelled')}>
          Absagen …
        </Menu.Item>
      )}
    </>
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
