import { useQuery } from '@tanstack/react-query';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { ownPeopleQuery } from '../parts/ownPeopleQuery.ts';

/** Says how the viewer and their children get onto the page of the family while nobody is on it. */
export function NobodyYet() {
  const { data: people } = useQuery(ownPeopleQuery());
  if (people?.length !== 0) return null;
  return (
    <PagePart title="Noch niemand eingetragen">
      <p>
        Sich selbst und Ihre Kinder tragen Sie ein, wenn Sie jemanden anmelden: bei den <a href="/offers">Angeboten</a>. Danach stehen hier
        Notfallnummern, und Sie laden den anderen Elternteil ein.
      </p>
      <p>Sind Sie oder Ihre Kinder schon Mitglied? Dann verbindet der Vorstand die Mitgliedschaft mit Ihrem Konto.</p>
    </PagePart>
  );
}
