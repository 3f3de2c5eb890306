import { Button, Group, Text } from '@mantine/core';
import { notifications, notificationsStore } from '@mantine/notifications';
import { CallError } from '#web/lib/call/call.ts';
import { failureText, isGone } from '#web/lib/call/failure.ts';
import { whileUndoing } from '#web/lib/call/undoing.ts';
import { newId } from '#web/lib/newId.ts';
import { Icon } from '../plain/Icon.tsx';
import { dropStep, keepStep } from './lastSteps.ts';
import { wantOverlays } from './overlays.ts';

/**
 * Confirms an action; with `onUndo` it can be undone for 12 seconds here, and later in the account menu. A notification with a `place` replaces the
 * previous one of the same `place`, with its step.
 */
export function notify(message: string, onUndo?: () => void, place?: string): void {
  wantOverlays();
  const id = place ?? newId();
  if (place) {
    notifications.hide(place);
    dropStep(place);
  }
  const undo = () => {
    notifications.hide(id);
    dropStep(id);
    whileUndoing(
      () => onUndo?.(),
      (error) => {
        if (isTooLate(error)) return notifyTooLate(error);
        keepStep({ id, message, undo });
        notifyProblem(error);
      },
    );
  };
  if (onUndo) keepStep({ id, message, undo });
  makeRoom({ id, message, canUndo: onUndo !== undefined });
  dropProblem();
  notifications.show({
    id,
    color: 'good',
    icon: <Icon name="check" />,
    autoClose: onUndo ? 12_000 : 5000,
    closeButtonProps: { 'aria-label': 'Hinweis schließen' },
    message: onUndo ? (
      <Group justify="space-between" gap="0.25rem 1rem">
        <Text size="sm">{message}</Text>
        <Button variant="default" onClick={undo}>
          Rückgängig
        </Button>
      </Group>
    ) : (
      message
    ),
  });
}

type Shown = { id: string; message: string; canUndo: boolean };
let shown: Shown[] = [];

/** At most two confirmations are visible, and no sentence twice: beside a new one stays the latest that can be undone, else the latest. */
function makeRoom(next: Shown): void {
  const open = new Set(notificationsStore.getState().notifications.map(({ id }) => id));
  shown = shown.filter(({ id }) => open.has(id));
  const others = shown.filter(({ id, message }) => id !== next.id && message !== next.message);
  const staying = others.findLast(({ canUndo }) => canUndo) ?? others.at(-1);
  const leaving = shown.filter((one) => one !== staying && one.id !== next.id);
  shown = [...(staying ? [staying] : []), next];
  for (const one of leaving) notifications.hide(one.id);
}

/**
 * Explains why an action is impossible that was never sent, e.g. a drop on an invalid target. No tick icon, and shown
 * longer than a success.
 */
export function notifyRefusal(message: string): void {
  wantOverlays();
  notifications.show({
    'data-refusal': true,
    color: 'waiting',
    icon: <Icon name="alert-triangle" />,
    autoClose: 10_000,
    closeButtonProps: { 'aria-label': 'Hinweis schließen' },
    message,
  });
}

/** Whether an undo was refused for good; after a lost line or a cancelled password prompt it can be tried again. */
function isTooLate(error: Error): boolean {
  return isGone(error) && !(error instanceof CallError && error.code === 'reauthentication-required');
}

/** The state has moved on since, so the action can no longer be undone. */
function notifyTooLate(error: Error): void {
  const saved = error instanceof CallError && error.code === 'conflict' ? error.saved : undefined;
  notifyRefusal(`Rückgängig geht nicht mehr: ${saved ? `${saved.by} hat das inzwischen geändert.` : reasonOf(error)}`);
}

let problemId: string | undefined;

/** Shows why the server refused an action, until closed or the next action's outcome. A cancelled password prompt shows nothing. */
export function notifyProblem(error: unknown): void {
  if (error instanceof CallError && error.code === 'reauthentication-required') return;
  wantOverlays();
  dropProblem();
  problemId = newId();
  notifications.show({
    id: problemId,
    'data-refusal': true,
    color: 'danger',
    icon: <Icon name="alert-triangle" />,
    autoClose: false,
    closeButtonProps: { 'aria-label': 'Hinweis schließen' },
    message: reasonOf(error),
  });
}

/** An error stands alone, and not beside the success of the next try. */
function dropProblem(): void {
  if (problemId) notifications.hide(problemId);
  problemId = undefined;
}

/** A notification has no fields, so the field errors are part of its text. */
function reasonOf(error: unknown): string {
  const fields = error instanceof CallError ? error.fields : [];
  return fields.map(({ message }) => message).join(' ') || failureText(error);
}
