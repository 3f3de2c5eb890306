import { Button, Modal, Stack, Tabs, TextInput } from '@mantine/core';
import { useState } from 'react';
import { knownAdded, newAdded } from '#shared/courses/enrolmentShapes.ts';
import { enrolmentStateNames, type EnrolmentState } from '#shared/courses/enrolmentStates.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { PersonSearch } from '#web/people/parts/PersonSearch.tsx';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { today } from '#web/lib/berlinDay.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { TabList } from '#web/ui/plain/TabList.tsx';
import { useParticipantMutations } from './queries.ts';

type AddParticipantProps = { /** The course or event. */ of: 'course' | 'event'; id: string; isOpen: boolean; onClose: () => void };

type AddedValues = {
  personId: string | null;
  person: { firstname: string; lastname: string; birthDate: string | undefined; email: string; phone: string };
  reason: string;
};

/** Enrolment by staff: an existing person or a new one; with a reason even beyond the seats. */
export function AddParticipant({ of, id, isOpen, onClose }: AddParticipantProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Jemanden anmelden" centered>
      <AddForm of={of} id={id} onClose={onClose} />
    </Modal>
  );
}

function AddForm({ of, id, onClose }: Omit<AddParticipantProps, 'isOpen'>) {
  const { add } = useParticipantMutations();
  const [knownName, setKnownName] = useState('');
  const [tab, setTab] = useState<string | null>('known');
  const isKnown = tab === 'known';
  const form = useShapeForm<AddedValues>(
    { personId: null, person: { firstname: '', lastname: '', birthDate: undefined, email: '', phone: '' }, reason: '' },
    isKnown ? knownAdded : newAdded,
  );
  const { personId, person } = form.values;
  const submit = form.onSubmit(({ reason }) =>
    add.mutate(
      { of, id, ...(isKnown ? { personId: personId ?? undefined } : { person }), reason },
      {
        onSuccess: ({ state }) => (notify(addedInWords(isKnown ? knownName : fullName(person), state)), onClose()),
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  const { error: refusal, ...reason } = form.getInputProps('reason');
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Tabs value={tab} onChange={setTab}>
          <TabList>
            <Tabs.Tab value="known">Bekannte Person</Tabs.Tab>
            <Tabs.Tab value="new">Neue Person</Tabs.Tab>
          </TabList>
        </Tabs>
        {isKnown ? (
          <PersonSearch
            label="Person suchen"
            error={form.errors['personId']}
            isFirst
            onChoose={(chosen, name = '') => {
              setKnownName(name);
              form.setFieldValue('personId', chosen);
            }}
          />
        ) : (
          <>
            <TextInput label="Vorname" required {...form.getInputProps('person.firstname')} />
            <TextInput label="Nachname" required {...form.getInputProps('person.lastname')} />
            <DayField
              label="Geburtsdatum"
              hasVisibleLabel
              max={today()}
              {...dayInput(form, 'person.birthDate')}
              onChange={(day) => form.setFieldValue('person.birthDate', day)}
            />
            <TextInput label="E-Mail" type="email" {...form.getInputProps('person.email')} />
            <TextInput label="Telefon" type="tel" {...form.getInputProps('person.phone')} />
          </>
        )}
        <TextInput
          label="Grund (freiwillig)"
          description="Nötig nur, wenn kein Platz frei ist oder eine Regel des Angebots dagegen spricht."
          maxLength={300}
          {...reason}
          error={refusal && withWayOut(String(refusal))}
        />
        <FormProblem error={add.error} fields={['reason', 'person']} />
        <Button type="submit" loading={add.isPending}>
          Anmelden
        </Button>
      </Stack>
    </form>
  );
}

/** What became of the enrolment: "Marie Kaiser ist dabei." */
function addedInWords(name: string, state: EnrolmentState): string {
  if (state === 'waitlisted') return `${name} steht auf der Warteliste.`;
  if (state === 'confirmed') return `${name} ist dabei.`;
  return `${name}: ${enrolmentStateNames[state]}.`;
}

const wayOut = 'Mit einem Grund geht es trotzdem.';

function withWayOut(refusal: string): string {
  return refusal.endsWith(wayOut) ? refusal : `${refusal} ${wayOut}`;
}
