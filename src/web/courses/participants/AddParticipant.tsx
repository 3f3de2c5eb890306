import { Button, Modal, Stack, Tabs, TextInput } from '@mantine/core';
import { useState } from 'react';
import { enrolmentStateNames } from '#shared/courses/enrolmentStates.ts';
import { PersonSearch } from '#web/people/parts/PersonSearch.tsx';
import { faultOf, FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { today } from '#web/lib/berlinDay.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { useParticipantMutations } from './queries.ts';

type AddParticipantProps = { /** What they come to. */ of: 'course' | 'event'; id: string; isOpen: boolean; onClose: () => void };

/** Signs somebody up by staff: a known person or a new one; with a reason also beyond the seats. */
export function AddParticipant({ of, id, isOpen, onClose }: AddParticipantProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Jemanden anmelden" centered closeButtonProps={{ 'aria-label': 'Schließen' }}>
      <AddForm of={of} id={id} onClose={onClose} />
    </Modal>
  );
}

function AddForm({ of, id, onClose }: Omit<AddParticipantProps, 'isOpen'>) {
  const { add } = useParticipantMutations();
  const [tab, setTab] = useState<string | null>('known');
  const [personId, setPersonId] = useState<string | null>(null);
  const [person, setPerson] = useState({ firstname: '', lastname: '', birthDate: '', email: '', phone: '' });
  const [reason, setReason] = useState('');
  const faultAt = (path: string) => faultOf(add.error, path);
  const set = (change: Partial<typeof person>) => setPerson({ ...person, ...change });
  const isReady = tab === 'known' ? personId !== null : person.firstname !== '' && person.lastname !== '';
  const submit = () => {
    const { birthDate, ...names } = person;
    const who = tab === 'known' ? { personId: personId ?? undefined } : { person: { ...names, ...(birthDate && { birthDate }) } };
    add.mutate({ of, id, ...who, reason }, { onSuccess: ({ state }) => (notify(`Erledigt: ${enrolmentStateNames[state]}.`), onClose()) });
  };
  return (
    <Stack>
      <Tabs value={tab} onChange={setTab}>
        <Tabs.List>
          <Tabs.Tab value="known">Bekannte Person</Tabs.Tab>
          <Tabs.Tab value="new">Neue Person</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      {tab === 'known' ? (
        <PersonSearch label="Person suchen" onChoose={setPersonId} />
      ) : (
        <>
          <TextInput
            label="Vorname"
            required
            value={person.firstname}
            error={faultAt('person.firstname')}
            onChange={(event) => set({ firstname: event.currentTarget.value })}
          />
          <TextInput
            label="Nachname"
            required
            value={person.lastname}
            error={faultAt('person.lastname')}
            onChange={(event) => set({ lastname: event.currentTarget.value })}
          />
          <DayField
            label="Geburtsdatum"
            hasVisibleLabel
            max={today()}
            value={person.birthDate || undefined}
            error={faultAt('person.birthDate')}
            onChange={(day) => set({ birthDate: day ?? '' })}
          />
          <TextInput
            label="E-Mail"
            type="email"
            value={person.email}
            error={faultAt('person.email')}
            onChange={(event) => set({ email: event.currentTarget.value })}
          />
          <TextInput label="Telefon" type="tel" value={person.phone} onChange={(event) => set({ phone: event.currentTarget.value })} />
        </>
      )}
      <TextInput
        label="Grund (freiwillig)"
        description="Nötig nur, wenn kein Platz frei ist oder eine Regel des Angebots dagegen spricht."
        error={faultAt('reason') && `${faultAt('reason')} Mit einem Grund geht es trotzdem.`}
        value={reason}
        maxLength={300}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <FormProblem error={add.error} fields={['reason', 'person']} />
      <Button disabled={!isReady} loading={add.isPending} onClick={submit}>
        Anmelden
      </Button>
    </Stack>
  );
}
