import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { CallError } from '#web/lib/call/call.ts';
import { failureText } from '#web/lib/call/failure.ts';
import { newId } from '#web/lib/newId.ts';
import { Icon } from '../plain/Icon.tsx';
import { wantOverlays } from './overlays.ts';

/** Says that an action is done; with `onUndo` it can be taken back for 12 seconds. Of those with one `place` the last one alone stands there. */
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

/** Says why something cannot be done that was never sent: a drop where it cannot stand. No tick, and longer than what is done. */
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

/** Says why an action was refused; stays until it is closed. A confirmation that was not given is no news. */
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

/** A notice marks no fields, so it says itself what is wrong with them. */
function reasonOf(error: unknown): string {
  const fields = error instanceof CallError ? error.fields : [];
  return fields.map(({ message }) => message).join(' ') || failureText(error);
}
