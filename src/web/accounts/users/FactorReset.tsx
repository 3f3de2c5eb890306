import { Button } from '@mantine/core';
import type { ListedUser } from '#shared/accounts/users.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { useUserMutations } from './queries.ts';
import { questions } from './questions.ts';

/** Resets a lost second factor, or asks a second board member to approve it. */
export function FactorReset({ user }: { user: ListedUser }) {
  const { resetFactor } = useUserMutations();
  const reset = () =>
    resetFactor.mutate(user.id, {
      onError: notifyProblem,
      onSuccess: ({ isReset }) =>
        notify(
          isReset
            ? `${user.fullName} loggt sich jetzt nur mit dem Passwort ein.`
            : 'Vorgemerkt. Eine zweite Person aus dem Vorstand muss hier innerhalb von sieben Tagen noch zustimmen.',
        ),
    });
  return (
    <Button
      variant="default"
      leftSection={<Icon name="key-off" />}
      loading={resetFactor.isPending}
      onClick={() => confirm({ ...questions.resetFactor(user), onConfirm: reset })}
    >
      Zweiten Faktor zurücksetzen
    </Button>
  );
}
