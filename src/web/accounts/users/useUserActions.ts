import type { ListedUser, SelectedUsers } from '#shared/accounts/users.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useUserMutations, type BatchAction } from './queries.ts';
import { batchQuestions, questions } from './questions.ts';

/** The chosen accounts; with the filter by which all were chosen, nothing is changed if it finds others by now. */
type Chosen = { ids: readonly string[]; of?: SelectedUsers | undefined };

/** The actions on users with their confirmations and notifications. */
export function useUserActions() {
  const { disable, enable, revokeSessions, sendReset, remove, batch } = useUserMutations();
  const onError = notifyProblem;

  const enableNow = (user: ListedUser, onUndo?: () => void) =>
    enable.mutate(user.id, { onError, onSuccess: () => notify(`${user.fullName} kann sich wieder einloggen.`, onUndo) });
  const disableNow = (user: ListedUser) =>
    disable.mutate(user.id, { onError, onSuccess: () => notify(`Das Konto von ${user.fullName} ist gesperrt.`, () => enableNow(user)) });
  const batchNow = (action: BatchAction, chosen: Chosen, onDone?: () => void) =>
    batch.mutate(
      { action, ...chosen },
      {
        onError,
        onSuccess: ({ count, changed }) => {
          notify(batchDone(action, count), undoOf(action, changed));
          onDone?.();
        },
      },
    );
  const undoOf = (action: BatchAction, changed: readonly string[]) =>
    changed.length > 0 ? () => batchNow(action === 'disable' ? 'enable' : 'disable', { ids: changed }) : undefined;

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
    batch: (action: BatchAction, chosen: Chosen, onDone: () => void) =>
      action === 'enable'
        ? batchNow(action, chosen, onDone)
        : confirm({ ...batchQuestions[action](chosen.ids.length), onConfirm: () => batchNow(action, chosen, onDone) }),
    isBusy: batch.isPending,
  };
}

function batchDone(action: BatchAction, count: number): string {
  const words = { disable: 'gesperrt', enable: 'entsperrt', revokeSessions: 'überall ausgeloggt' }[action];
  return count === 1 ? `1 Konto ist ${words}.` : `${count} Konten sind ${words}.`;
}
