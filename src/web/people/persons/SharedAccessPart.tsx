import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { accessRelationNames } from '#shared/people/accessWords.ts';
import { invitationDays, invitationInput, type SharedAccess } from '#shared/people/invitations.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormButtons } from '#web/ui/forms/FormButtons.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { RowPart } from '#web/ui/rows/RowPart.tsx';
import { ownPeopleQuery } from '../parts/ownPeopleQuery.ts';
import classes from '../members/members.module.css';
import { OpenInvitations } from './OpenInvitations.tsx';
import { sharedAccessQuery, useInvitationMutations } from './linkQueries.ts';

/** Who may act for the viewer's children, with invitations for the other parent or the young adult (/profile/family). */
export function SharedAccessPart() {
  const query = useQuery(ownPeopleQuery());
  const { data: people } = query;
  if (!people) return <Loading query={query} />;
  const children = people.filter(({ relation }) => relation === 'guardian');
  if (children.length === 0) return null;
  return (
    <RowPart
      id="zugang"
      title="Wer für Ihre Kinder handeln darf"
      state={`${children.map(({ firstname }) => firstname).join(', ')}: Elternteil einladen`}
      lead="Laden Sie den anderen Elternteil ein: mit eigenem Konto, gleichen Rechten und eigenen Nachrichten. Der Verein sieht, wer Zugang hat."
    >
      <ul className={classes['slices']}>
        {children.map((one) => (
          <Child key={one.id} of={one} />
        ))}
      </ul>
    </RowPart>
  );
}

function Child({ of }: { of: OwnPerson }) {
  const query = useQuery(sharedAccessQuery(of.id));
  const { data } = query;
  const [isOpen, setIsOpen] = useState(false);
  const name = fullName(of);
  return (
    <li>
      <Stack gap="xs">
        <Group justify="space-between">
          <Text fw={600}>{name}</Text>
          {!isOpen && (
            <Button variant="default" onClick={() => setIsOpen(true)} aria-label={`Einladen: ${name}`}>
              Einladen
            </Button>
          )}
        </Group>
        {data ? (
          <Text size="sm">
            {data.accounts
              .map(({ name: account, relation, isMe }) => `${isMe ? 'Sie' : account} (${accessRelationNames[relation]})`)
              .join(', ')}
          </Text>
        ) : (
          <Loading query={query} />
        )}
        <OpenInvitations invitations={data?.invitations ?? []} />
        {isOpen && data && <InviteForm of={of} relations={data.relations} onDone={() => setIsOpen(false)} />}
      </Stack>
    </li>
  );
}

type InviteFormProps = { of: OwnPerson; relations: SharedAccess['relations']; onDone: () => void };

function InviteForm({ of, relations, onDone }: InviteFormProps) {
  const { invite } = useInvitationMutations();
  const [relation = 'guardian'] = relations;
  const form = useShapeForm<z.infer<typeof invitationInput>>({ email: '', relation }, invitationInput);
  const names = { guardian: 'Den anderen Elternteil', self: `${of.firstname}, mit eigenem Konto` };
  const submit = form.onSubmit((values) =>
    invite.mutate(
      { id: of.id, ...values },
      {
        onSuccess: () => {
          notify(`Die Einladung an ${values.email} ist unterwegs.`);
          onDone();
        },
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm" pb="md">
        {relations.length > 1 && (
          <NativeSelect
            label="Wen laden Sie ein?"
            data={relations.map((value) => ({ value, label: names[value] }))}
            {...form.getInputProps('relation')}
          />
        )}
        <TextInput
          label={relations.length > 1 ? 'E-Mail' : 'E-Mail des anderen Elternteils'}
          type="email"
          inputMode="email"
          autoComplete="off"
          description={`Der Link in der Mail gilt ${invitationDays} Tage und nur für ein Konto mit dieser Adresse.`}
          {...form.getInputProps('email')}
        />
        <FormProblem error={invite.error} fields={['email', 'relation']} />
        <FormButtons action="Einladung senden" isBusy={invite.isPending} onCancel={onDone} />
      </Stack>
    </form>
  );
}
