import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionSets } from '#shared/courses/sessionStates.ts';
import type { TrainingDate } from '#shared/courses/attendance.ts';
import { trainersQuery } from '#web/people/parts/trainers.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useParticipantMutations } from '../participants/queries.ts';
import { CallOff } from './CallOff.tsx';

/** So many names are found at a glance. */
const searchedFrom = 8;

/** Calls a date off or puts it back, or names somebody who stands in. */
export function SessionActions({ session, onDone }: { session: TrainingDate; onDone: () => void }) {
  const [dialog, setDialog] = useState<'cancel' | 'substitute'>();
  const [nowText] = useState(() => new Date().toISOString());
  if (session.mayRestore && session.startsAt > nowText) return <Restore session={session} onDone={onDone} />;
  if (!sessionSets.coming.includes(session.state) || session.endsAt < nowText) return null;
  return (
    <>
      <Group grow>
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

function Restore({ session, onDone }: { session: TrainingDate; onDone: () => void }) {
  const { restoreSession } = useParticipantMutations();
  return (
    <>
      <Button
        variant="default"
        size="md"
        loading={restoreSession.isPending}
        onClick={() =>
          restoreSession.mutate(session.id, {
            onSuccess: () => (notify('Die Stunde findet doch statt. Wer von der Absage wusste, erhält eine Mail.'), onDone()),
          })
        }
      >
        Absage zurücknehmen
      </Button>
      <FormProblem error={restoreSession.error} />
    </>
  );
}

type DialogProps = { session: TrainingDate; isOpen: boolean; onClose: () => void; onDone: () => void };

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
