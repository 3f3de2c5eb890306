import { fullName } from '#shared/kernel/fullName.ts';
import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { walkInInput } from '#shared/courses/enrolmentShapes.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { newId } from '#web/lib/newId.ts';
import { isWithoutLine, type KeptGuest } from './keptGuests.ts';
import { useParticipantMutations } from '../participants/queries.ts';

type WalkInProps = {
  sessionId: string;
  onDone: () => void;
  /** Stores a guest on the phone while offline. */
  onKeep: (guest: Pick<KeptGuest, 'id' | 'person'>) => Promise<void>;
};

/** Adds a trial guest to a session: a name is enough. */
export function WalkIn({ sessionId, onDone, onKeep }: WalkInProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button variant="default" size="md" onClick={() => setIsOpen(true)}>
        Schnuppergast aufnehmen
      </Button>
      <Modal opened={isOpen} onClose={close} title="Schnuppergast" centered>
        <WalkInForm sessionId={sessionId} onDone={() => (close(), onDone())} onKeep={(guest) => (close(), onKeep(guest))} />
      </Modal>
    </>
  );
}

const shape = walkInInput.omit({ sessionId: true, id: true });

function WalkInForm({ sessionId, onDone, onKeep }: WalkInProps) {
  const { walkIn } = useParticipantMutations();
  // The client chooses the id, so that a repeated request creates one person.
  const [id] = useState(newId);
  const form = useShapeForm({ person: { firstname: '', lastname: '', phone: '' } }, shape);
  const submit = form.onSubmit(({ person }) =>
    walkIn.mutate(
      { id, sessionId, person },
      {
        onSuccess: ({ visitsBefore }) => {
          notify(`${fullName(person)} ist als Schnuppergast eingetragen.${beforeInWords(visitsBefore)}`);
          onDone();
        },
        onError: (error) => {
          if (!isWithoutLine(error)) return applyProblem(form, error);
          const { firstname, lastname, phone = '' } = person;
          void onKeep({ id, person: { firstname, lastname, phone } });
          notify(`${fullName(person)} ist auf diesem Telefon gemerkt.`);
        },
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput label="Vorname" required data-autofocus autoComplete="off" {...form.getInputProps('person.firstname')} />
        <TextInput label="Nachname" required autoComplete="off" {...form.getInputProps('person.lastname')} />
        <TextInput label="Telefon" type="tel" autoComplete="off" {...form.getInputProps('person.phone')} />
        <FormProblem error={walkIn.error} fields={['person']} />
        <Button type="submit" loading={walkIn.isPending}>
          Aufnehmen
        </Button>
      </Stack>
    </form>
  );
}

function beforeInWords(visits: number): string {
  if (visits === 0) return '';
  return ` Unter diesem Namen hat hier schon ${visits === 1 ? 'einmal' : `${visits}-mal`} jemand geschnuppert.`;
}
