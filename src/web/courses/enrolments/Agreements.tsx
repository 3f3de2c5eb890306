import { useQuery } from '@tanstack/react-query';
import type { Candidate } from '#shared/courses/enrolmentShapes.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { RequirableConsent } from '#shared/people/consents.ts';
import type { WayHomeChoice } from '#shared/people/wayHome.ts';
import type { KnownEmergency } from '#shared/people/knownEmergency.ts';
import { fieldText } from '#web/lib/call/failure.ts';
import { consentTextsQuery } from '#web/people/parts/consentTexts.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PlainField } from '#web/ui/plain/PlainField.tsx';
import { PlainTick } from '#web/ui/plain/forms/PlainTick.tsx';
import { EmergencyField, WayHomeField } from './EmergencyField.tsx';

/** The consents and notes given with an enrolment, apart from the terms; all but `consents` are optional. */
export type Agreements = {
  allowsPhotos: boolean;
  allowsHealthNotes: boolean;
  healthNotes: { [personId: string]: string };
  /** Emergency numbers for persons who have none yet. */
  emergencyPhones: { [personId: string]: string };
  /** The way home of children for whom it is not known yet. */
  waysHome: { [personId: string]: WayHomeChoice };
  /** The consents that the offer requires, as ticked. */
  consents: RequirableConsent[];
};

export const noAgreements: Agreements = {
  allowsPhotos: false,
  allowsHealthNotes: false,
  healthNotes: {},
  emergencyPhones: {},
  waysHome: {},
  consents: [],
};

type AgreementFieldsProps = Pick<ConsentFieldsProps, 'club' | 'required' | 'error'> & {
  /** The known number of a person who lacks one here. */
  knownOf: (personId: string) => KnownEmergency | undefined;
  people: readonly Pick<Candidate, 'personId' | 'name' | 'lacksEmergency' | 'lacksWayHome'>[];
  value: Agreements;
  onChange: (value: Agreements) => void;
};

/**
 * Emergency contact and way home of children, a health note per person with consent to store it, the consents that the
 * offer requires, and the consent to pictures.
 */
export function AgreementFields({ club, people, knownOf, required, value, onChange, error }: AgreementFieldsProps) {
  const { healthNotes, emergencyPhones, waysHome, allowsHealthNotes } = value;
  const hasNote = people.some(({ personId }) => healthNotes[personId]?.trim());
  return (
    <>
      {people
        .filter(({ lacksEmergency }) => lacksEmergency)
        .map(({ personId, name }) => (
          <EmergencyField
            key={personId}
            name={name}
            value={emergencyPhones[personId] ?? ''}
            known={knownOf(personId)}
            onChange={(phone) => onChange({ ...value, emergencyPhones: { ...emergencyPhones, [personId]: phone } })}
            error={error}
            path={`emergencyPhones.${personId}`}
          />
        ))}
      {people
        .filter(({ lacksWayHome }) => lacksWayHome)
        .map(({ personId, name }) => (
          <WayHomeField
            key={personId}
            of={name}
            name={`goesHome-${personId}`}
            required
            start={waysHome[personId]}
            onChange={(way) => onChange({ ...value, waysHome: { ...waysHome, [personId]: way } })}
          />
        ))}
      {people.map(({ personId, name }) => (
        <PlainField
          key={personId}
          label={`Gesundheitshinweis für ${name} (freiwillig)`}
          type="text"
          maxLength={300}
          placeholder="zum Beispiel Asthma oder eine Allergie"
          value={healthNotes[personId] ?? ''}
          onChange={(event) => onChange({ ...value, healthNotes: { ...healthNotes, [personId]: event.currentTarget.value } })}
        />
      ))}
      {hasNote && (
        <HealthNoteConsent
          club={club}
          isGiven={allowsHealthNotes}
          onToggle={() => onChange({ ...value, allowsHealthNotes: !allowsHealthNotes })}
        />
      )}
      <ConsentFields club={club} required={required} value={value} onChange={(next) => onChange({ ...value, ...next })} error={error} />
    </>
  );
}

type HealthNoteConsentProps = { club: ClubName; isGiven: boolean; onToggle: () => void };

function HealthNoteConsent({ club, isGiven, onToggle }: HealthNoteConsentProps) {
  const query = useQuery(consentTextsQuery(club));
  if (!query.data) return <Loading query={query} />;
  return (
    <PlainTick required checked={isGiven} onChange={onToggle}>
      {query.data.health_note.text}
    </PlainTick>
  );
}

type ConsentFieldsProps = {
  /** The club of the offer, whose texts are shown. */
  club: ClubName;
  required: readonly RequirableConsent[];
  /** Whether to ask for the optional consent to pictures, too. */
  hasFree?: boolean;
  value: Pick<Agreements, 'allowsPhotos' | 'consents'>;
  onChange: (value: Pick<Agreements, 'allowsPhotos' | 'consents'>) => void;
  /** The server's refusal; a missing consent is reported at its checkbox. */
  error: unknown;
};

/** The consents that the offer requires of everybody, and the optional consent to pictures. */
export function ConsentFields({ club, required, hasFree = true, value, onChange, error }: ConsentFieldsProps) {
  const query = useQuery(consentTextsQuery(club));
  if (!query.data) return <Loading query={query} />;
  const texts = query.data;
  const { allowsPhotos, consents } = value;
  const toggle = (one: RequirableConsent) =>
    onChange({ ...value, consents: consents.includes(one) ? consents.filter((other) => other !== one) : [...consents, one] });
  return (
    <>
      {required.map((purpose) => (
        <PlainTick
          key={purpose}
          required
          checked={consents.includes(purpose)}
          onChange={() => toggle(purpose)}
          error={fieldText(error, `consents.${purpose}`)}
        >
          {texts[purpose].text} (für dieses Angebot nötig)
        </PlainTick>
      ))}
      {hasFree && !required.includes('photo_web') && (
        <PlainTick checked={allowsPhotos} onChange={() => onChange({ ...value, allowsPhotos: !allowsPhotos })}>
          {texts.photo_web.text} (freiwillig, jederzeit unter „Mein Profil“ zu widerrufen)
        </PlainTick>
      )}
    </>
  );
}
