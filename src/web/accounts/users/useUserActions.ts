import type { ListedUser } from '#shared/accounts/users.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useUserMutations, type BatchAction } from './queries.ts';

/** The actions on users with their questions beforehand and their notices afterwards. */
export function useUserActions() {
  const { disable, enable, revokeSessions, sendReset, remove, batch } = useUserMutations();
  const onError = notifyProblem;

  const enableNow = (user: ListedUser, onUndo?: () => void) =>
    enable.mutate(user.id, { onError, onSuccess: () => notify(`${user.fullName} kann sich wieder anmelden.`, onUndo) });
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
    disable: (user: ListedUser) =>
      confirm({
        title: 'Konto sperren?',
        text: `${user.fullName} wird überall abgemeldet und kann sich nicht mehr anmelden, bis Sie das Konto entsperren.`,
        action: 'Sperren',
        onConfirm: () => disableNow(user),
      }),
    revokeSessions: (user: ListedUser) =>
      confirm({
        title: 'Überall abmelden?',
        text: `${user.fullName} wird auf allen Geräten abgemeldet und muss sich neu anmelden.`,
        action: 'Abmelden',
        onConfirm: () =>
          revokeSessions.mutate(user.id, { onError, onSuccess: () => notify(`${user.fullName} ist auf allen Geräten abgemeldet.`) }),
      }),
    sendReset: (user: ListedUser) =>
      sendReset.mutate(user.id, {
        onError,
        onSuccess: () => notify(`Die Mail zum neuen Passwort geht an ${user.email}.`),
      }),
    remove: (user: ListedUser, onDone?: () => void) =>
      confirm({
        title: 'Benutzer endgültig löschen?',
        text: `Das Konto von ${user.fullName} (${user.email}) wird gelöscht. Das lässt sich nicht rückgängig machen. Soll sich die Person nur nicht mehr anmelden, sperren Sie das Konto.`,
        action: 'Endgültig löschen',
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
        : confirm({
            title: action === 'disable' ? `${users.length} Konten sperren?` : `${users.length} Personen überall abmelden?`,
            text:
              action === 'disable'
                ? 'Diese Personen werden abgemeldet und können sich nicht mehr anmelden, bis Sie die Konten entsperren.'
                : 'Diese Personen werden auf allen Geräten abgemeldet und müssen sich neu anmelden.',
            action: action === 'disable' ? 'Sperren' : 'Abmelden',
            onConfirm: () => batchNow(action, users, onDone),
          }),
    isBusy: batch.isPending,
  };
}

function batchDone(action: BatchAction, count: number): string {
  const words = { disable: 'gesperrt', enable: 'entsperrt', revokeSessions: 'überall abgemeldet' }[action];
  return count === 1 ? `1 Konto ist ${words}.` : `${count} Konten sind ${words}.`;
}
