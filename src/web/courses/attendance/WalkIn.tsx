import { fullName } from '#shared/kernel/fullName.ts';
import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useParticipantMutations } from '../participants/queries.ts';

/** Takes a trial guest into a date: a name is enough. */
export function WalkIn({ sessionId, onDone }: { sessionId: string; onDone: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const [person, setPerson] = useState({ firstname: '', lastname: '', phone: '' });
  const { walkIn } = useParticipantMutations();
  const set = (change: Partial<typeof person>) => setPerson({ ...person, ...change });
  const submit = () =>
    walkIn.mutate(
      { sessionId, person },
      {
        onSuccess: () => {
          notify(`${fullName(person)} ist als Schnuppergast eingetragen.`);
          setPerson({ firstname: '', lastname: '', phone: '' });
          setIsOpen(false);
          onDone();
        },
      },
    );
  return (
    <>
      <Button variant="default" size="md" onClick={() => setIsOpen(true)}>
        Schnuppergast aufnehmen
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title="Schnuppergast"
        centered
        closeButtonProps={{ 'aria-label': 'Schließen' }}
      >
        <Stack>
          <TextInput
            label="Vorname"
            required
            value={person.firstname}
            onChange={(event) => set({ firstname: event.currentTarget.value })}
          />
          <TextInput label="Nachname" required value={person.lastname} onChange={(event) => set({ lastname: event.currentTarget.value })} />
          <TextInput label="Telefon" type="tel" value={person.phone} onChange={(event) => set({ phone: event.currentTarget.value })} />
          <FormProblem error={walkIn.error} />
          <Button disabled={!person.firstname || !person.lastname} loading={walkIn.isPending} onClick={submit}>
            Aufnehmen
          </Button>
        </Stack>
      </Modal>
    </>
  );
}
