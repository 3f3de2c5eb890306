import { Button, Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { TrainingDate } from '#shared/courses/attendance.ts';
import { CallOff } from './CallOff.tsx';
import { isOverAndOpen, isToCome, mayPutBack, useRestore } from './sessionRules.ts';
import { Substitute } from './Substitute.tsx';

type SessionActionsProps = {
  session: TrainingDate;
  /** Without a line nothing is begun; what is open stays. */ isOffline: boolean;
  onDone: () => void;
};

/** Cancels or restores a session, or names a substitute. */
export function SessionActions({ session, isOffline, onDone }: SessionActionsProps) {
  const [dialog, setDialog] = useState<'cancel' | 'substitute'>();
  const [nowText] = useState(() => new Date().toISOString());
  const { restore, isPending } = useRestore();
  const onClose = () => setDialog(undefined);
  const callOff = <CallOff session={session} isOpen={dialog === 'cancel'} onClose={onClose} onDone={onDone} />;
  const online = (buttons: ReactNode) => (isOffline ? <Text size="sm">Absagen und Vertretung gehen nur mit Verbindung.</Text> : buttons);
  if (mayPutBack(session, nowText))
    return online(
      <Button variant="default" size="md" loading={isPending} onClick={() => restore(session, onDone)}>
        Absage zurücknehmen
      </Button>,
    );
  if (isOverAndOpen(session, nowText))
    return (
      <>
        {online(
          <Button variant="default" size="md" onClick={() => setDialog('cancel')}>
            Fand nicht statt
          </Button>,
        )}
        {callOff}
      </>
    );
  if (!isToCome(session, nowText)) return null;
  return (
    <>
      {online(
        <Group grow preventGrowOverflow={false}>
          <Button variant="default" size="md" px="xs" onClick={() => setDialog('cancel')}>
            Stunde absagen
          </Button>
          <Button variant="default" size="md" px="xs" onClick={() => setDialog('substitute')}>
            Vertretung
          </Button>
        </Group>,
      )}
      {callOff}
      <Substitute session={session} isOpen={dialog === 'substitute'} onClose={onClose} onDone={onDone} />
    </>
  );
}
