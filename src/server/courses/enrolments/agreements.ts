import type { z } from 'zod';
import { needsGuardian } from '#shared/courses/eligibility.ts';
import type { registerInput } from '#shared/courses/enrolmentShapes.ts';
import { consentNames, type RequirableConsent } from '#shared/people/consents.ts';
import { keepConsents, keepHealthNote, type OwnPersonRow } from '#server/people/persons/service.ts';
import { today } from '#server/platform/process/clock.ts';
import type { Write } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { offeringOf, type AnySeats, type Offering } from './counting.ts';

/** Why somebody under 18 cannot enrol alone, before the enrolment and as its refusal. */
export const guardianNeeded = 'Unter 18 Jahren meldet ein Elternteil an.';

type Agreed = Pick<z.output<typeof registerInput>, 'allowsPhotos' | 'healthNotes' | 'allowsHealthNotes' | 'consents'>;

/** Stores the agreements of each enrolled person; the enrolment is refused if a required one is missing. */
export async function keepAgreements(
  write: Write,
  seats: AnySeats,
  people: readonly OwnPersonRow[],
  viewer: { userId: string; name: string },
  agreed: Agreed,
): Promise<void> {
  const offering = offeringOf(seats);
  const given = givenConsents(offering, agreed);
  for (const person of people) {
    const isChild = needsGuardian(offering, person.birthDate, today());
    if (isChild && person.relation === 'self') throw new Problem('not-eligible', { fields: [{ path: 'person', message: guardianNeeded }] });
    const relation = person.relation === 'self' ? 'self' : 'guardian';
    const healthNote = agreed.healthNotes[person.id] ?? '';
    if (healthNote !== '' && !agreed.allowsHealthNotes)
      throw fieldProblem('allowsHealthNotes', 'Ohne Ihre Einwilligung speichern wir keinen Gesundheitshinweis.');
    const purposes = [
      'terms' as const,
      ...(isChild ? ['guardian_participation' as const] : []),
      ...given,
      ...(healthNote !== '' ? ['health_note' as const] : []),
    ];
    if (healthNote !== '') await keepHealthNote(write.tx, person, healthNote);
    await keepConsents(write.tx, purposes, {
      personId: person.id,
      club: offering.club,
      userId: viewer.userId,
      name: viewer.name,
      relation,
    });
  }
}

/** The given agreements, required and optional; a missing required one is a problem of its field. */
export function givenConsents(
  { requiredConsents }: Pick<Offering, 'requiredConsents'>,
  { allowsPhotos, consents }: Pick<Agreed, 'allowsPhotos' | 'consents'>,
): RequirableConsent[] {
  const given = new Set<RequirableConsent>([...consents, ...(allowsPhotos ? ['photo_web' as const] : [])]);
  const lacking = requiredConsents.filter((purpose) => !given.has(purpose));
  if (lacking.length > 0)
    throw new Problem('invalid-input', {
      fields: lacking.map((purpose) => ({
        path: `consents.${purpose}`,
        message: `Für dieses Angebot ist die Einwilligung nötig: ${consentNames[purpose]}.`,
      })),
    });
  return [...given];
}
