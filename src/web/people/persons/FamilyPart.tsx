import { Button, CloseButton, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { linkInput } from '#shared/people/memberLinks.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { FamilyList } from './FamilyList.tsx';
import { familyQuery, useLinkMutations } from './linkQueries.ts';
import classes from '../members/members.module.css';

const relationNames = { self: 'Eigenes Konto', guardian: 'Elternteil', delegate: 'Beauftragt' } as const;

/** Who may act for a member: the board links accounts by their e-mail, and ends links. */
export function FamilyPart({ id }: { id: string }) {
  const { data } = useQuery(familyQuery(id));
  const { link, unlink } = useLinkMutations();
  const form = useShapeForm<z.input<typeof linkInput>>({ email: '', relation: 'guardian' }, linkInput);
  const submit = form.onSubmit((values) =>
    link.mutate(
      { id, ...values },
      {
        onSuccess: () => {
          form.reset();
          notify('Das Konto ist verknüpft.');
        },
        onError: (error) => applyProblem(form, error, { 'already-registered': 'email' }),
      },
    ),
  );
  return (
    <Stack gap="sm">
      <FamilyList id={id} />
      {data?.accounts.length === 0 && <Text size="sm">Noch kein Konto darf für dieses Mitglied handeln.</Text>}
      <ul className={classes['slices']} aria-label="Verknüpfte Konten">
        {data?.accounts.map(({ userId, name, email, relation }) => (
          <li key={userId}>
            <Group justify="space-between" wrap="nowrap">
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {name} ({email}), {relationNames[relation]}
              </Text>
              <CloseButton
                aria-label={`Verknüpfung mit ${name} beenden`}
                onClick={() =>
                  confirm({
                    title: 'Verknüpfung beenden?',
                    text: `${name} sieht dieses Mitglied dann nicht mehr und kann es nicht mehr anmelden.`,
                    action: 'Beenden',
                    onConfirm: () =>
                      unlink.mutate({ id, userId }, { onSuccess: () => notify('Die Verknüpfung ist beendet.'), onError: notifyProblem }),
                  })
                }
              />
            </Group>
          </li>
        ))}
      </ul>
      <form onSubmit={submit} noValidate>
        <Group align="flex-start" gap="xs">
          <TextInput label="E-Mail des Kontos" type="email" autoComplete="off" flex={1} {...form.getInputProps('email')} />
          <NativeSelect
            label="Als"
            data={[
              { value: 'guardian', label: 'Elternteil' },
              { value: 'self', label: 'Eigenes Konto' },
            ]}
            {...form.getInputProps('relation')}
          />
        </Group>
        <FormProblem error={link.error} fields={['email', 'relation', 'validUntil']} atField={['already-registered']} />
        <Button type="submit" variant="default" mt="xs" disabled={!form.values.email.trim()} loading={link.isPending}>
          Konto verknüpfen
        </Button>
      </form>
    </Stack>
  );
}
