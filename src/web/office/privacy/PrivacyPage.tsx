import { Button } from '@mantine/core';
import { z } from 'zod';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { may } from '#shared/kernel/rights.ts';
import { clubName, id } from '#shared/kernel/fields.ts';
import { pages } from '#shared/kernel/pages.ts';
import { useAddress } from '#web/lib/address.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { ClubChoice } from '#web/club/parts/ClubChoice.tsx';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { PersonSearch } from '#web/people/parts/PersonSearch.tsx';
import { CasesPart } from '../privacyLog/CasesPart.tsx';
import { useWay } from '../privacyLog/useWay.ts';
import { ClubConsents } from './ConsentList.tsx';
import { PersonPart } from './PersonPart.tsx';
import { RetentionRules } from './RetentionRules.tsx';

const CaseList = lazyPart(async () => (await import('../privacyLog/CaseList.tsx')).CaseList);
const CaseView = lazyPart(async () => (await import('../privacyLog/CaseView.tsx')).CaseView);
const ConsentTexts = lazyPart(async () => (await import('./ConsentTexts.tsx')).ConsentTexts);
const ProcessingRegister = lazyPart(async () => (await import('./ProcessingRegister.tsx')).ProcessingRegister);

const address = z.object({
  club: clubName.optional(),
  person: id.optional(),
  tab: z.enum(['register', 'log', 'texts']).optional(),
  case: id.optional(),
});

/** Data protection: access, erasure, consents, breaches and requests, retention (/admin/privacy). */
export function Page() {
  const { user } = useAuth();
  const [{ club, person, tab, case: opened }, setAddress] = useAddress(address);
  const lead = useWay();
  if (!user) return null;
  const shown = club ?? user.club.name;
  return (
    <>
      <PageTitle title={pages.adminPrivacy.title}>
        {may({ role: user.role.name }, 'gdpr.exportSubject', 'other') && (
          <ClubChoice value={shown} isShort onChange={(next) => setAddress({ club: next, person: undefined, case: undefined })} />
        )}
      </PageTitle>
      {tab === 'texts' && <ConsentTexts club={shown} onClose={() => lead({ tab: undefined })} />}
      {tab === 'register' && <ProcessingRegister club={shown} onClose={() => lead({ tab: undefined })} />}
      {tab === 'log' && opened && (
        <CaseView
          key={opened}
          id={opened}
          onBack={() => lead({ case: undefined })}
          onPerson={(next) => lead({ tab: undefined, case: undefined, person: next })}
        />
      )}
      {tab === 'log' && !opened && (
        <CaseList club={shown} onOpen={(next) => lead({ case: next })} onBack={() => lead({ tab: undefined })} />
      )}
      {!tab && (
        <Rights club={shown} person={person} onPerson={(next) => setAddress({ person: next })} onTab={(next) => lead({ tab: next })} />
      )}
    </>
  );
}

type RightsProps = {
  club: ClubName;
  person: string | undefined;
  onPerson: (id: string | undefined) => void;
  onTab: (tab: 'register' | 'log' | 'texts') => void;
};

function Rights({ club, person, onPerson, onTab }: RightsProps) {
  return (
    <>
      <PagePart
        title="Auskunft und Löschung"
        lead="Suchen Sie die Person, die Auskunft möchte oder gelöscht werden soll. Beides steht danach im Protokoll."
      >
        <PersonSearch key={club} club={club} withDead onChoose={(chosen) => onPerson(chosen ?? undefined)} />
      </PagePart>
      {person && <PersonPart key={person} id={person} club={club} onErased={() => onPerson(undefined)} />}
      <CasesPart club={club} onOpen={() => onTab('log')} />
      <PagePart
        title="Texte der Einwilligungen"
        lead="In welchen Worten der Verein fragt, in welcher Fassung, und wie viele Menschen welcher zugestimmt haben."
      >
        <Button variant="default" leftSection={<Icon name="edit" size={18} />} onClick={() => onTab('texts')}>
          Ansehen und ändern
        </Button>
      </PagePart>
      <PagePart title="Aufbewahrung" lead="Jede Nacht wird gelöscht, was seine Frist überschritten hat.">
        <RetentionRules />
      </PagePart>
      <PagePart
        title="Verzeichnis von Verarbeitungstätigkeiten"
        lead="Was der Verein mit Angaben über Menschen tut, wofür und wie lange (Art. 30 DSGVO), mit den Fristen, die hier gelten."
      >
        <Button variant="default" leftSection={<Icon name="printer" size={18} />} onClick={() => onTab('register')}>
          Ansehen und drucken
        </Button>
      </PagePart>
      {!person && (
        <PagePart title="Einwilligungen" lead="Die neuesten 200. Ein Widerruf gilt ab jetzt; was bis dahin geschah, bleibt erlaubt.">
          <ClubConsents key={club} club={club} />
        </PagePart>
      )}
    </>
  );
}
