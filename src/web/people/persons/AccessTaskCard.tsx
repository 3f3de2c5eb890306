import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AccessTask } from '#shared/people/access.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { pages } from '#shared/kernel/pages.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { nameOf, sinceOf } from './accessWords.ts';
import { ConfirmAccess } from './ConfirmAccess.tsx';
import { useAccessMutations } from './linkQueries.ts';

const reasons = {
  suspended: 'Jemand hat gemeldet, dass dieser Zugang nicht richtig ist. Er ist gesperrt, bis Sie entscheiden.',
  claimed: 'Dieses Konto hat die Person selbst eingetragen. Es sieht das Mitglied erst, wenn Sie das bestätigen.',
} as const;

/** One access that the board has to decide on, or that ends with a birthday. */
export function AccessTaskCard({ task: { kind, name, memberId, personId, endsOn, account } }: { task: AccessTask }) {
  const { end } = useAccessMutations();
  const of = { id: personId, userId: account.userId };
  return (
    <Card withBorder component="article" aria-label={`Zugang zu ${name}`}>
      <Stack gap="xs">
        <Text fw={600}>
          {memberId ? (
            <Link to={pages.member.path} params={{ memberId }}>
              {name}
            </Link>
          ) : (
            name
          )}
        </Text>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {nameOf(account)}, {sinceOf(account)}
        </Text>
        {kind === 'ofAge' && endsOn && (
          <Text size="sm">
            {name} wird am {germanDate(endsOn)} 18. Dann endet dieser Zugang von selbst. Verknüpfen Sie das eigene Konto beim Mitglied unter
            „Familie“.
          </Text>
        )}
        {kind !== 'ofAge' && (
          <>
            <Text size="sm">{reasons[kind]}</Text>
            <Group justify="flex-end" align="end" gap="xs">
              <ConfirmAccess of={of} name={name} action="Zugang ist richtig" told="Der Zugang gilt wieder." />
              <Button
                loading={end.isPending}
                onClick={() =>
                  confirm({
                    title: 'Zugang beenden?',
                    text: `${account.name} sieht ${name} dann nicht mehr. Was eingetragen wurde, bleibt.`,
                    action: 'Beenden',
                    onConfirm: () => end.mutate(of, { onSuccess: () => notify('Der Zugang ist beendet.'), onError: notifyProblem }),
                  })
                }
              >
                Zugang beenden …
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Card>
  );
}
