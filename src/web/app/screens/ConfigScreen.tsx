import { AccountsPart } from '#web/club/bankAccounts/AccountsPart.tsx';
import { Page as ConfigPage } from '#web/club/config/ConfigPage.tsx';
import { HolidaysPart } from '#web/halls/closures/HolidaysPart.tsx';
import { HolidaysState } from '#web/halls/closures/HolidaysState.tsx';
import { MissingTexts } from '#web/people/requests/MissingTexts.tsx';
import { useAuth } from '#web/lib/session/session.ts';

const notes = {
  'members.RWA.applications': <MissingTexts club="RWA" />,
  'members.SCB.applications': <MissingTexts club="SCB" />,
};

/** /admin/config: the parameters, followed by the holidays that boards maintain. */
export function Page() {
  const { user } = useAuth();
  const holidays = user && {
    id: 'ferien',
    title: 'Ferien und Schließtage',
    state: <HolidaysState />,
    content: <HolidaysPart viewer={user} />,
  };
  const heads = user ? { bank: { words: 'Bankkonten IBAN Kontoinhaber Gläubiger', content: <AccountsPart viewer={user} /> } } : {};
  return <ConfigPage parts={holidays ? [holidays] : []} heads={heads} notes={notes} />;
}
