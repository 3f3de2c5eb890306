import { Button, Modal, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { TrainingDate } from '#shared/courses/attendance.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useParticipantMutations } from '../participants/queries.ts';

const reasons = ['Übungsleitung erkrankt', 'Halle gesperrt', 'Wetter', 'Zu wenige Teilnehmende', 'Anderer Grund'];

type CallOffProps = { session: TrainingDate; isOpen: boolean; onClose: () => void; onDone: () => void };

/** Asks why an hour is called off, and says who is told of it. */
export function CallOff({ isOpen, ...rest }: CallOffProps) {
  return (
    <Modal opened={isOpen} onClose={rest.onClose} title="Stunde absagen" centered>
      <CallOffForm {...rest} />
    </Modal>
  );
}

function CallOffForm({ session, onClose, onDone }: Omit<CallOffProps, 'isOpen'>) {
  const { cancelSession, restoreSession } = useParticipantMutations();
  const [reason, setReason] = useState('');
  const [words, setWords] = useState('');
  const undo = () =>
    restoreSession.mutate(session.id, {
      onError: notifyProblem,
      onSuccess: () => (notify('Die Stunde findet statt. Niemand wurde benachrichtigt.'), onDone()),
    });
  const callOff = (event: FormEvent) => {
    event.preventDefault();
    cancelSession.mutate(
      { id: session.id, reason, words: words.trim() },
      { onSuccess: () => (notify('Die Stunde ist abgesagt. Die Mails gehen gleich hinaus.', undo), onClose(), onDone()) },
    );
  };
  return (
    <Stack component="form" onSubmit={callOff}>
      <Radio.Group label="Warum?" value={reason} onChange={setReason}>
        <Stack gap="xs" mt="xs">
          {reasons.map((one, at) => (
            <Radio key={one} value={one} label={one} size="md" {...(at === 0 && { 'data-autofocus': true })} />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        label="Eigene Worte"
        description="Freiwillig. Sie stehen in der Mail an die Familien."
        maxLength={200}
        autosize
        minRows={2}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <Text size="sm">{toldOf(session)}</Text>
      <FormProblem error={cancelSession.error} />
      <Button type="submit" size="md" color="red" disabled={reason === ''} loading={cancelSession.isPending}>
        Stunde absagen
      </Button>
    </Stack>
  );
}

function toldOf({ expected }: TrainingDate): string {
  if (expected === 0) return 'Niemand ist angemeldet.';
  return expected === 1 ? 'Eine angemeldete Person erhält sofort eine Mail.' : `${expected} Angemeldete erhalten sofort eine Mail.`;
}
