import type { User } from '#shared/kernel/user.ts';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';

// Nearly every account has a name, and the overview needs no other form.
const NameForm = lazyPart(async () => (await import('./NameForm.tsx')).NameForm, null);

/** Asks the name of an account without one, as the first superuser's is; nothing for all others. */
export function NameAsked({ user }: { user: User }) {
  return user.firstname || user.lastname ? null : <NameForm />;
}
