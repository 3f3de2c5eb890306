import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { TrainingDate } from '#shared/courses/attendance.ts';
import { CallOff } from './CallOff.tsx';
import { isOverAndOpen, isToCome, mayPutBack, useRestore } from './sessionRules.ts';
import { Substitute } from './Substitute.tsx';

/** Cancels or restores a session, or names a substitute. */
export function SessionActions({ session, onDone }: { session: TrainingDate; onDone: () => void }) {
  const [dialog, setDialog] = useState<'cancel' | 'substitute'>();
  const [nowText] = useState(() => new Date().toISOString());
  const { restore, isPending } = useRestore();
  if (mayPutBack(session, nowText))
    return (
      <Button variant="default" size="md" loading={isPending} onClick={() => restore(session, onDone)}>
        Absage zurücknehmen
      </Button>
    );
  if (isOverAndOpen(session, nowText))
    return (
      <>
        <Button variant="default" size="md" onClick={() => setDialog('cancel')}>
          Fand nicht statt
        </Button>
        <CallOff session={session} isOpen={dialog === 'cancel'} onClose={() => setDialog(undefined)} onDone={onDone} />
      </>
    );
  if (!isToCome(session, nowText)) return null;
  return (
    <>
      <Group grow preventGrowOverflow={false}>
        <Button variant="default" size="md" px="xs" onClick={() => setDialog('cancel')}>
          Stunde absagen
        </Button>
        <Button variant="default" size="md" px="xs" onClick={() => setDialog('substitute')}>
          Vertretung
        </Button>
      </Group>
      <CallOff session={session} isOpen={dialog === 'cancel'} onClose={() => setDialog(undefined)} onDone={onDone} />
      <Substitute session={session} isOpen={dialog === 'substitute'} onClose={() => setDialog(undefined)} onDone={onDone} />
    </>
  );
}
