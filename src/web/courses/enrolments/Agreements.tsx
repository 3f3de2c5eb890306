import { useQuery } from '@tanstack/react-query';
import type { Candidate } from '#shared/courses/enrolmentShapes.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { RequirableConsent } from '#shared/people/consents.ts';
import type { WayHomeChoice } from '#shared/people/people.ts';
import { fieldText } from '#web/lib/call/failure.ts';
import { consentTextsQuery } from '#web/people/parts/consentTexts.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PlainField } from '#web/ui/plain/PlainField.tsx';
import { PlainTick } from '#web/ui/plain/forms/PlainTick.tsx';
import { EmergencyField, WayHomeField } from './EmergencyField.tsx';

/** The consents and notes given with an enrolment, apart from the terms; all but `consents` is freely given. */
export type Agreements = {
  allowsPhotos: boolean;
  allowsHealthNotes: boolean;
  healthNotes: { [personId: string]: string };
  /** Numbers for an emergency of those who have none yet. */
  emergencyPhones: { [personId: string]: string };
  /** How children get home of whom nobody has said it yet. */
  waysHome: { [personId: string]: WayHomeChoice };
  /** What the offer requires and was ticked. */
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
  people: readonly Pick<Candidate, 'personId' | 'name' | 'lacksEmergency' | 'lacksWayHome'>[];
  value: Agreements;
  onChange: (value: Agreements) => void;
};

/** Whom to call for a child and how it gets home, a health note for each who comes, with the consent to keep it, what the offer requires, and the consent to pictures. */
export function AgreementFields({ club, people, required, value, onChange, error }: AgreementFieldsProps) {
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
  /** Whose offer it is: it asks in its own words. */
  club: ClubName;
  required: readonly RequirableConsent[];
  /** Whether the free consent to pictures is asked for, too. */
  hasFree?: boolean;
  value: Pick<Agreements, 'allowsPhotos' | 'consents'>;
  onChange: (value: Pick<Agreements, 'allowsPhotos' | 'consents'>) => void;
  /** Why the last attempt was refused; what lacks is told at its box. */
  error: unknown;
};

/** What this offer requires of everybody, and the consent to pictures where it is free. */
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
