import type { Candidate } from '#shared/courses/enrolmentShapes.ts';
import { requiredConsentWords, type RequirableConsent } from '#shared/people/consents.ts';
import { CallError } from '#web/lib/call/call.ts';
import { PlainField } from '#web/ui/plain/PlainField.tsx';
import { EmergencyField } from './EmergencyField.tsx';
import classes from '../offers/course.module.css';

/** What people say and allow with a sign-up, apart from the terms; all but `consents` is freely given. */
export type Agreements = {
  allowsPhotos: boolean;
  allowsHealthNotes: boolean;
  healthNotes: { [personId: string]: string };
  /** Numbers for an emergency of those who have none yet. */
  emergencyPhones: { [personId: string]: string };
  /** What the offer requires and was ticked. */
  consents: RequirableConsent[];
};

export const noAgreements: Agreements = {
  allowsPhotos: false,
  allowsHealthNotes: false,
  healthNotes: {},
  emergencyPhones: {},
  consents: [],
};

type AgreementFieldsProps = Pick<ConsentFieldsProps, 'required' | 'error'> & {
  people: readonly Pick<Candidate, 'personId' | 'name' | 'lacksEmergency'>[];
  value: Agreements;
  onChange: (value: Agreements) => void;
};

/** Whom to call for a child, a health note for each who comes, with the consent to keep it, what the offer requires, and the consent to pictures. */
export function AgreementFields({ people, required, value, onChange, error }: AgreementFieldsProps) {
  const { healthNotes, emergencyPhones, allowsHealthNotes } = value;
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
        <label className={classes['check']}>
          <input
            type="checkbox"
            required
            checked={allowsHealthNotes}
            onChange={() => onChange({ ...value, allowsHealthNotes: !allowsHealthNotes })}
          />
          <span>
            Der Verein darf den Hinweis speichern. Nur die leitende Übungsleitung und der Vorstand können ihn öffnen, und jedes Öffnen wird
            festgehalten.
          </span>
        </label>
      )}
      <ConsentFields required={required} value={value} onChange={(next) => onChange({ ...value, ...next })} error={error} />
    </>
  );
}

type ConsentFieldsProps = {
  required: readonly RequirableConsent[];
  value: Pick<Agreements, 'allowsPhotos' | 'consents'>;
  onChange: (value: Pick<Agreements, 'allowsPhotos' | 'consents'>) => void;
  /** Why the last attempt was refused; what lacks is told at its box. */
  error: unknown;
};

/** What this offer requires of everybody, and the consent to pictures where it is free. */
export function ConsentFields({ required, value, onChange, error }: ConsentFieldsProps) {
  const { allowsPhotos, consents } = value;
  const toggle = (one: RequirableConsent) =>
    onChange({ ...value, consents: consents.includes(one) ? consents.filter((other) => other !== one) : [...consents, one] });
  const lacking = error instanceof CallError ? error.fields : [];
  return (
    <>
      {required.map((purpose) => (
        <label key={purpose} className={classes['check']}>
          <input type="checkbox" required checked={consents.includes(purpose)} onChange={() => toggle(purpose)} />
          <span>
            {requiredConsentWords[purpose]} (für dieses Angebot nötig)
            {lacking
              .filter(({ path }) => path === `consents.${purpose}`)
              .map(({ message }) => (
                <span key={message} className={classes['error']}>
                  {' '}
                  {message}
                </span>
              ))}
          </span>
        </label>
      ))}
      {!required.includes('photo_web') && (
        <label className={classes['check']}>
          <input type="checkbox" checked={allowsPhotos} onChange={() => onChange({ ...value, allowsPhotos: !allowsPhotos })} />
          <span>
            Fotos aus den Stunden dürfen auf der Website des Vereins stehen (freiwillig, jederzeit unter „Mein Profil“ zu widerrufen).
          </span>
        </label>
      )}
    </>
  );
}
