import type { ListedUser } from '#shared/accounts/users.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';

/** Whether somebody can sign in. */
export function UserState({ user }: { user: Pick<ListedUser, 'isDisabled' | 'isVerified'> }) {
  if (user.isDisabled) return <StateMark tone="bad">Gesperrt</StateMark>;
  return user.isVerified ? <StateMark tone="good">Aktiv</StateMark> : <StateMark tone="waiting">Unbestätigt</StateMark>;
}
