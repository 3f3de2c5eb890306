import type { Candidate } from '#shared/participationShapes.ts';
import classes from './course.module.css';

/** What people say and allow with a sign-up, apart from the terms; all of it is freely given. */
export type Agreements = { allowsPhotos: boolean; allowsHealthNotes: boolean; healthNotes: { [personId: string]: string } };

export const noAgreements: Agreements = { allowsPhotos: false, allowsHealthNotes: false, healthNotes: {} };

type AgreementFieldsProps = {
  people: readonly Pick<Candidate, 'personId' | 'name'>[];
  value: Agreements;
  onChange: (value: Agreements) => void;
};

/** A health note for each who comes, with the consent to keep it, and the consent to pictures. */
export function AgreementFields({ people, value, onChange }: AgreementFieldsProps) {
  const { healthNotes, allowsHealthNotes, allowsPhotos } = value;
  const hasNote = people.some(({ personId }) => healthNotes[personId]?.trim());
  return (
    <>
      {people.map(({ personId, name }) => (
        <p key={personId} className={classes['field']}>
          <label>
            Gesundheitshinweis für {name} (freiwillig)
            <input
              type="text"
              maxLength={300}
              placeholder="zum Beispiel Asthma oder eine Allergie"
              value={healthNotes[personId] ?? ''}
              onChange={(event) => onChange({ ...value, healthNotes: { ...healthNotes, [personId]: event.currentTarget.value } })}
            />
          </label>
        </p>
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
      <PhotoField value={allowsPhotos} onChange={(next) => onChange({ ...value, allowsPhotos: next })} />
    </>
  );
}

/** The consent to pictures. */
export function PhotoField({ value, onChange }: { value: boolean; onChange: (value: boolean) => void }) {
  return (
    <label className={classes['check']}>
      <input type="checkbox" checked={value} onChange={() => onChange(!value)} />
      <span>
        Fotos aus den Stunden dürfen auf der Website des Vereins stehen (freiwillig, jederzeit unter „Mein Profil“ zu widerrufen).
      </span>
    </label>
  );
}
