import { z } from 'zod';
import { may } from '#shared/kernel/rights.ts';
import { clubName, id } from '#shared/kernel/fields.ts';
import { pages } from '#shared/kernel/pages.ts';
import { useAddress } from '#web/lib/address.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { ClubChoice } from '#web/club/parts/ClubChoice.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { PersonSearch } from '#web/people/parts/PersonSearch.tsx';
import { ClubConsents } from './ConsentList.tsx';
import { PersonPart } from './PersonPart.tsx';
import { RetentionRules } from './RetentionRules.tsx';

const address = z.object({ club: clubName.optional(), person: id.optional() });

/** Rights of the people whose data the club keeps: information, erasure, consents, and how long what is kept (/admin/privacy). */
export function Page() {
  const { user } = useAuth();
  const [{ club, person }, setAddress] = useAddress(address);
  if (!user) return null;
  const shown = club ?? user.club.name;
  return (
    <>
      <PageTitle title={pages.adminPrivacy.title}>
        {may({ role: user.role.name }, 'gdpr.exportSubject', 'other') && (
          <ClubChoice value={shown} isShort onChange={(next) => setAddress({ club: next, person: undefined })} />
        )}
      </PageTitle>
      <PagePart
        title="Auskunft und Löschung"
        lead="Suchen Sie die Person, die Auskunft möchte oder gelöscht werden soll. Beides steht danach im Protokoll."
      >
        <PersonSearch key={shown} club={shown} onChoose={(chosen) => setAddress({ person: chosen ?? undefined })} />
      </PagePart>
      {person && <PersonPart key={person} id={person} club={shown} onErased={() => setAddress({ person: undefined })} />}
      {!person && (
        <PagePart title="Einwilligungen" lead="Die neuesten 200. Ein Widerruf gilt ab jetzt; was bis dahin geschah, bleibt erlaubt.">
          <ClubConsents key={shown} club={shown} />
        </PagePart>
      )}
      <PagePart title="Aufbewahrung" lead="Jede Nacht wird gelöscht, was seine Frist überschritten hat.">
        <RetentionRules />
      </PagePart>
    </>
  );
}
