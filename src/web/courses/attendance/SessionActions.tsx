import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionSets } from '#shared/courses/sessionStates.ts';
import type { TrainingDate } from '#shared/courses/attendance.ts';
import { trainersQuery } from '#web/people/parts/trainers.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useParticipantMutations } from '../participants/queries.ts';

const reasons = ['Übungsleitung erkrankt', 'Halle gesperrt', 'Wetter', 'Zu wenige Teilnehmende', 'Termin fällt aus'];
/** So many names are found at a glance. */
const searchedFrom = 8;

/** Calls a date off, or names somebody who stands in: two taps each. */
export function SessionActions({ session, onDone }: { session: TrainingDate; onDone: () => void }) {
  const [dialog, setDialog] = useState<'cancel' | 'substitute'>();
  const [nowText] = useState(() => new Date().toISOString());
  if (!sessionSets.coming.includes(session.state) || session.endsAt < nowText) return null;
  return (
    <>
      <Group grow>
        <Button variant="default" size="md" px="xs" onClick={() => setDialog('cancel')}>
          Stunde fällt aus
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

type DialogProps = { session: TrainingDate; isOpen: boolean; onClose: () => void; onDone: () => void };

function CallOff({ session, isOpen, onClose, onDone }: DialogProps) {
  const { cancelSession } = useParticipantMutations();
  const callOff = (reason: string) =>
    cancelSession.mutate(
      { id: session.id, reason },
      { onSuccess: () => (notify('Der Termin fällt aus. Alle Angemeldeten erhalten eine Mail.'), onClose(), onDone()) },
    );
  return (
    <Modal opened={isOpen} onClose={onClose} title="Warum fällt die Stunde aus?" centered>
      <Stack>
        {reasons.map((reason) => (
          <Button key={reason} size="md" variant="default" loading={cancelSession.isPending} onClick={() => callOff(reason)}>
            {reason}
          </Button>
        ))}
        <FormProblem error={cancelSession.error} />
      </Stack>
    </Modal>
  );
}

function Substitute({ session, isOpen, onClose, onDone }: DialogProps) {
  const { substitute } = useParticipantMutations();
  const { data = [] } = useQuery({ ...trainersQuery(session.club), enabled: isOpen });
  const [search, setSearch] = useState('');
  const shown = data.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  const choose = (personId: string) =>
    substitute.mutate({ id: session.id, personId }, { onSuccess: () => (notify('Die Vertretung ist eingetragen.'), onClose(), onDone()) });
  return (
    <Modal opened={isOpen} onClose={onClose} title="Wer vertritt?" centered>
      <Stack mih={320}>
        {data.length > searchedFrom && (
          <TextInput label="Namen suchen" value={search} onChange={(event) => setSearch(event.currentTarget.value)} />
        )}
        {shown.map(({ id, name }) => (
          <Button key={id} size="md" variant="default" disabled={substitute.isPending} onClick={() => choose(id)}>
            {name}
          </Button>
        ))}
        <FormProblem error={substitute.error} />
      </Stack>
    </Modal>
  );
}
