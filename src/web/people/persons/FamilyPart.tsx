import { CloseButton, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { accessBasisNames, accessRelationNames } from '#shared/people/accessWords.ts';
import { formatDate } from '#web/lib/format.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { ConfirmAccess } from './ConfirmAccess.tsx';
import { FamilyList } from './FamilyList.tsx';
import { familyQuery, sharedAccessQuery, useLinkMutations } from './linkQueries.ts';
import { LinkForm } from './LinkForm.tsx';
import { OpenInvitations } from './OpenInvitations.tsx';
import classes from '../members/members.module.css';

const stateWords = { verified: '', claimed: ' – nicht bestätigt', suspended: ' – gesperrt' } as const;

type FamilyPartProps = { id: string; /** Of the member, as the address of an own account; empty if unknown. */ email: string };

/** The accounts that may act for a member: the board links them by email and ends links. */
export function FamilyPart({ id, email }: FamilyPartProps) {
  const { data } = useQuery(familyQuery(id));
  const personId = data?.personId;
  const { unlink } = useLinkMutations();
  const { data: shared } = useQuery({ ...sharedAccessQuery(personId ?? ''), enabled: personId !== undefined });
  return (
    <Stack gap="sm">
      <FamilyList id={id} />
      {data?.accounts.length === 0 && <Text size="sm">Noch kein Konto darf für dieses Mitglied handeln.</Text>}
      <ul className={classes['slices']} aria-label="Verknüpfte Konten">
        {data?.accounts.map(({ userId, name, email, relation, state, basis, verifiedAt }) => (
          <li key={userId}>
            <Group justify="space-between">
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {name} ({email}), {accessRelationNames[relation]}
                {stateWords[state]}
                {verifiedAt && ` – ${accessBasisNames[basis]}, ${formatDate(verifiedAt)}`}
              </Text>
              {state !== 'verified' && personId && (
                <ConfirmAccess of={{ id: personId, userId }} name={name} action="Bestätigen" told="Der Zugang ist bestätigt." />
              )}
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
      <OpenInvitations invitations={shared?.invitations ?? []} />
      {personId && shared && (
        <LinkForm
          memberId={id}
          personId={personId}
          email={data?.accounts.length === 0 && shared.relations[0] === 'self' ? email : ''}
          relations={shared.relations}
        />
      )}
    </Stack>
  );
}
