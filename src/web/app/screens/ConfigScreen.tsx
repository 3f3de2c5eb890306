import { Page as ConfigPage } from '#web/club/config/ConfigPage.tsx';
import { HolidaysPart } from '#web/halls/closures/HolidaysPart.tsx';
import { HolidaysState } from '#web/halls/closures/HolidaysState.tsx';
import { useAuth } from '#web/lib/session/session.ts';

/** /admin/config: the parameters, followed by the holidays that boards maintain. */
export function Page() {
  const { user } = useAuth();
  const holidays = user && {
    id: 'ferien',
    title: 'Ferien und Schließtage',
    state: <HolidaysState />,
    content: <HolidaysPart viewer={user} />,
  };
  return <ConfigPage parts={holidays ? [holidays] : []} />;
}
