import type { ListedUser } from '#shared/accounts/users.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useUserMutations, type BatchAction } from './queries.ts';
import { batchQuestions, questions } from './questions.ts';

/** The actions on users with their confirmations and notifications. */
export function useUserActions() {
  const { disable, enable, revokeSessions, sendReset, remove, batch } = useUserMutations();
  const onError = notifyProblem;

  const enableNow = (user: ListedUser, onUndo?: () => void) =>
    enable.mutate(user.id, { onError, onSuccess: () => notify(`${user.fullName} kann sich wieder einloggen.`, onUndo) });
  const disableNow = (user: ListedUser) =>
    disable.mutate(user.id, { onError, onSuccess: () => notify(`Das Konto von ${user.fullName} ist gesperrt.`, () => enableNow(user)) });
  const batchNow = (action: BatchAction, users: ListedUser[], onDone?: () => void) =>
    batch.mutate(
      { action, ids: users.map(({ id }) => id) },
      {
        onError,
        onSuccess: () => {
          notify(batchDone(action, users.length), undoOf(action, users));
          onDone?.();
        },
      },
    );
  const undoOf = (action: BatchAction, users: ListedUser[]) => {
    if (action === 'revokeSessions') return undefined;
    const isDisabling = action === 'disable';
    const changed = users.filter(({ isDisabled }) => isDisabled !== isDisabling);
    return changed.length > 0 ? () => batchNow(isDisabling ? 'enable' : 'disable', changed) : undefined;
  };

  return {
    enable: (user: ListedUser) => enableNow(user, () => disableNow(user)),
    disable: (user: ListedUser) => confirm({ ...questions.disable(user), onConfirm: () => disableNow(user) }),
    revokeSessions: (user: ListedUser) =>
      confirm({
        ...questions.revokeSessions(user),
        onConfirm: () =>
          revokeSessions.mutate(user.id, { onError, onSuccess: () => notify(`${user.fullName} ist auf allen Geräten ausgeloggt.`) }),
      }),
    sendReset: (user: ListedUser) =>
      sendReset.mutate(user.id, {
        onError,
        onSuccess: () => notify(`Die Mail zum neuen Passwort geht an ${user.email}.`),
      }),
    remove: (user: ListedUser, onDone?: () => void) =>
      confirm({
        ...questions.remove(user),
        onConfirm: () =>
          remove.mutate(user.id, {
            onError,
            onSuccess: () => {
              notify(`Das Konto von ${user.fullName} ist gelöscht.`);
              onDone?.();
            },
          }),
      }),
    batch: (action: BatchAction, users: ListedUser[], onDone: () => void) =>
      action === 'enable'
        ? batchNow(action, users, onDone)
        : confirm({ ...batchQuestions[action](users.length), onConfirm: () => batchNow(action, users, onDone) }),
    isBusy: batch.isPending,
  };
}

function batchDone(action: BatchAction, count: number): string {
  const words = { disable: 'gesperrt', enable: 'entsperrt', revokeSessions: 'überall ausgeloggt' }[action];
  return count === 1 ? `1 Konto ist ${words}.` : `${count} Konten sind ${words}.`;
}
