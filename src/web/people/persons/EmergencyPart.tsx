import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fullName } from '#shared/kernel/fullName.ts';
import { emergencyInput, type OwnPerson } from '#shared/people/people.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormButtons } from '#web/ui/forms/FormButtons.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { ownPeopleQuery } from '../requests/requestQueries.ts';
import classes from '../members/members.module.css';

/** Whom the trainer calls when something happens: for oneself and whom one acts for, changed at once (/profile). */
export function EmergencyPart() {
  const query = useQuery(ownPeopleQuery());
  const { data: people } = query;
  if (!people) return <Loading query={query} />;
  if (people.length === 0) return null;
  return (
    <PagePart
      title="Notfallkontakte"
      lead="Wen ruft die Übungsleitung an, wenn etwas passiert? Sie sieht die Nummer auf der Liste ihrer Gruppe, auch ohne Netz."
    >
      <ul className={classes['slices']}>
        {people.map((one) => (
          <Contact key={one.id} of={one} />
        ))}
      </ul>
    </PagePart>
  );
}

function Contact({ of }: { of: OwnPerson }) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen)
    return (
      <li>
        <ContactForm of={of} onDone={() => setIsOpen(false)} />
      </li>
    );
  const action = of.emergencyContactPhone ? 'Ändern' : 'Eintragen';
  return (
    <li>
      <Group justify="space-between">
        <span>
          <strong>{fullName(of)}</strong>
          <br />
          {of.emergencyContactPhone ? [of.emergencyContactName, of.emergencyContactPhone].filter(Boolean).join(', ') : 'Noch keine Nummer'}
        </span>
        <Button variant="default" onClick={() => setIsOpen(true)} aria-label={`${action}: Notfallkontakt von ${fullName(of)}`}>
          {action}
        </Button>
      </Group>
    </li>
  );
}

function ContactForm({ of, onDone }: { of: OwnPerson; onDone: () => void }) {
  const client = useQueryClient();
  const form = useShapeForm({ name: of.emergencyContactName, phone: of.emergencyContactPhone }, emergencyInput);
  const save = useMutation({
    mutationFn: (contact: { name: string; phone: string }) => api.people.setEmergency({ id: of.id, ...contact }),
    onSettled: () => client.invalidateQueries({ queryKey: ['people', 'mine'] }),
  });
  const submit = form.onSubmit((contact) =>
    save.mutate(contact, {
      onSuccess: () => {
        notify(`Der Notfallkontakt von ${fullName(of)} ist gespeichert.`);
        onDone();
      },
      onError: (error) => applyProblem(form, error),
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text fw={600}>{fullName(of)}</Text>
        <TextInput label="Wer?" placeholder="Gerda Muster (Oma)" maxLength={80} {...form.getInputProps('name')} />
        <TextInput label="Telefon" type="tel" placeholder="0170 1234567" maxLength={40} {...form.getInputProps('phone')} />
        <FormProblem error={save.error} fields={['name', 'phone']} />
        <FormButtons action="Speichern" isBusy={save.isPending} onCancel={onDone} />
      </Stack>
    </form>
  );
}
