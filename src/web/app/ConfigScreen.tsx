import { Page as ConfigPage } from '#web/config/ConfigPage.tsx';
import { HolidaysPart } from '#web/facilities/HolidaysPart.tsx';
import { useAuth } from '#web/lib/session.ts';

/** /admin/config: the parameters, and below them the holidays that the boards keep. */
export function Page() {
  const { user } = useAuth();
  return <ConfigPage>{user && <HolidaysPart viewer={user} />}</ConfigPage>;
}
