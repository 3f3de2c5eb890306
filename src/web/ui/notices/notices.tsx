import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { CallError } from '#web/lib/call/call.ts';
import { failureText } from '#web/lib/call/failure.ts';
import { newId } from '#web/lib/newId.ts';
import { Icon } from '../plain/Icon.tsx';
import { wantOverlays } from './overlays.ts';

/**
 * Confirms an action; with `onUndo` it can be undone for 12 seconds. A notification with a `place` replaces the
 * previous one of the same `place`.
 */
export function notify(message: string, onUndo?: () => void, place?: string): void {
  wantOverlays();
  const id = place ?? newId();
  if (place) notifications.hide(place);
  const undo = () => {
    notifications.hide(id);
    onUndo?.();
  };
  notifications.show({
    id,
    color: 'teal.8',
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

/**
 * Explains why an action is impossible that was never sent, e.g. a drop on an invalid target. No tick icon, and shown
 * longer than a success.
 */
export function notifyRefusal(message: string): void {
  wantOverlays();
  notifications.show({
    color: 'yellow.8',
    icon: <Icon name="alert-triangle" />,
    autoClose: 10_000,
    closeButtonProps: { 'aria-label': 'Hinweis schließen' },
    message,
  });
}

/** Shows why the server refused an action, until closed. A cancelled password prompt shows nothing. */
export function notifyProblem(error: unknown): void {
  if (error instanceof CallError && error.code === 'reauthentication-required') return;
  wantOverlays();
  notifications.show({
    color: 'red',
    icon: <Icon name="alert-triangle" />,
    autoClose: false,
    closeButtonProps: { 'aria-label': 'Hinweis schließen' },
    message: reasonOf(error),
  });
}

/** A notification has no fields, so the field errors are part of its text. */
function reasonOf(error: unknown): string {
  const fields = error instanceof CallError ? error.fields : [];
  return fields.map(({ message }) => message).join(' ') || failureText(error);
}
