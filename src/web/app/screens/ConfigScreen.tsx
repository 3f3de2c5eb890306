import { Page as ConfigPage } from '#web/club/config/ConfigPage.tsx';
import { HolidaysPart } from '#web/halls/closures/HolidaysPart.tsx';
import { useAuth } from '#web/lib/session/session.ts';

/** /admin/config: the parameters, and below them the holidays that the boards keep. */
export function Page() {
  const { user } = useAuth();
  return <ConfigPage parts={user ? [{ id: 'ferien', title: 'Ferien und Schließtage', content: <HolidaysPart viewer={user} /> }] : []} />;
}
