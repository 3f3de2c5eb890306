import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { FamilyProposal } from '#shared/money/fees/feeFamilies.ts';
import { today } from '#web/lib/berlinDay.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Disclosure } from '#web/ui/plain/Disclosure.tsx';
import classes from '../mandates/mandates.module.css';
import { familyProposalsQuery, useFamilyMutations } from './familyQueries.ts';

/** Possible families, mainly after an import: accepted one by one, or all with a single payer at once. */
export function FamilyProposals({ club }: { club: ClubName }) {
  const { data = [] } = useQuery(familyProposalsQuery(club));
  const { create } = useFamilyMutations();
  if (data.length === 0) return null;
  const take = (some: readonly FamilyProposal[]) =>
    create.mutate(
      { club, families: some.map(toFamily) },
      {
        onSuccess: ({ made }) => notify(made === 1 ? 'Die Familie ist angelegt.' : `${made} Familien sind angelegt.`),
        onError: notifyProblem,
      },
    );
  const certain = data.filter(({ basis }) => basis === 'payer');
  const takeAll = () =>
    confirm({
      title: `${certain.length} Familien anlegen?`,
      text: 'Alle, bei denen schon eine Person für mehrere zahlt. Jede lässt sich danach ändern oder löschen.',
      action: 'Anlegen',
      onConfirm: () => take(certain),
    });
  return (
    <Disclosure title={data.length === 1 ? '1 Vorschlag' : `${data.length} Vorschläge`} onPaper="hidden">
      <Stack gap="xs" mt="xs">
        {certain.length > 1 && (
          <Button variant="default" style={{ alignSelf: 'flex-start' }} loading={create.isPending} onClick={takeAll}>
            Alle {certain.length} mit gemeinsamem Zahler anlegen
          </Button>
        )}
        {data.map((one) => (
          <Group key={`${one.payerPersonId} ${one.basis}`} justify="space-between" className={classes['card']}>
            <div className={classes['row']}>
              <strong>{one.name}</strong>
              <span>{one.members.map(({ name }) => name).join(', ')}</span>
              <span className={classes['quiet']}>
                {one.basis === 'payer'
                  ? `${one.payer} zahlt schon für alle.`
                  : `Gleicher Name, gleiche Anschrift. Es zahlt dann ${one.payer}.`}
              </span>
            </div>
            <Button variant="default" disabled={create.isPending} aria-label={`Familie ${one.name} anlegen`} onClick={() => take([one])}>
              Anlegen
            </Button>
          </Group>
        ))}
        <Text size="sm">Eine vorgeschlagene Familie gilt vom Anfang dieses Jahres an.</Text>
      </Stack>
    </Disclosure>
  );
}

function toFamily({ name, payerPersonId, members }: FamilyProposal) {
  const from = `${today().slice(0, 4)}-01-01`;
  return { name, payerPersonId, members: members.map(({ personId }) => ({ personId, from, to: null })) };
}
