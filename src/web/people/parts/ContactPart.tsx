import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { fullName } from '#shared/kernel/fullName.ts';
import { pages } from '#shared/kernel/pages.ts';
import { contactInput, type Contact, type ContactInput } from '#shared/people/contacts.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormButtons } from '#web/ui/forms/FormButtons.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';

/** A person's contact data; "participants" is the collection whose live notices refresh it. */
function contactQuery(id: string) {
  return queryOptions({ queryKey: ['participants', 'contact', id], queryFn: () => api.contacts.read({ id }) });
}

/** The address and email of a person, with an edit action: here, or on the record of a member. */
export function ContactPart({ personId }: { personId: string }) {
  const { data } = useQuery(contactQuery(personId));
  const [isOpen, setIsOpen] = useState(false);
  if (!data) return null;
  const { street, houseNo, postcode, city, email, memberId } = data;
  const place = [street && `${street} ${houseNo}`, city && `${postcode} ${city}`].filter(Boolean).join(', ');
  return (
    <Group gap="xs">
      <Text size="sm">
        {place || 'Keine Anschrift'}
        {' · '}
        {email || 'keine E-Mail-Adresse'}
      </Text>
      {memberId ? (
        <Link to={pages.member.path} params={{ memberId }}>
          Zum Mitglied
        </Link>
      ) : (
        <Button variant="default" size="compact-md" onClick={() => setIsOpen(true)}>
          Anschrift …
        </Button>
      )}
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title={`Anschrift: ${fullName(data)}`} closeOnClickOutside={false}>
        {isOpen && <ContactForm contact={data} onDone={() => setIsOpen(false)} />}
      </Modal>
    </Group>
  );
}

const fields = [
  ['firstname', 'Vorname'],
  ['lastname', 'Nachname'],
  ['street', 'Straße'],
  ['houseNo', 'Hausnummer'],
  ['postcode', 'Postleitzahl'],
  ['city', 'Ort'],
  ['email', 'E-Mail'],
  ['phone', 'Telefon'],
] as const satisfies readonly (readonly [keyof ContactInput, string])[];

function ContactForm({ contact: { id, version, memberId: _member, ...values }, onDone }: { contact: Contact; onDone: () => void }) {
  const client = useQueryClient();
  const form = useShapeForm<ContactInput>(values, contactInput);
  const save = useMutation({
    mutationFn: (input: ContactInput) => api.contacts.update({ ...input, id, version }),
    onSettled: () => Promise.all([['participants'], ['charges']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  const submit = form.onSubmit((input) =>
    save.mutate(input, {
      onSuccess: () => (notify('Die Anschrift ist gespeichert.'), onDone()),
      onError: (refusal: unknown) => applyProblem(form, refusal),
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {fields.map(([path, label]) => (
          <TextInput
            key={path}
            label={label}
            type={path === 'email' ? 'email' : 'text'}
            required={path === 'firstname' || path === 'lastname'}
            {...form.getInputProps(path)}
          />
        ))}
        <FormProblem error={save.error} fields={fields.map(([path]) => path)} />
        <FormButtons action="Speichern" isBusy={save.isPending} onCancel={onDone} />
      </Stack>
    </form>
  );
}
