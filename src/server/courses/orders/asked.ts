import { and, eq, isNull } from 'drizzle-orm';
import { isMinor } from '#shared/kernel/age.ts';
import { needsGuardian } from '#shared/courses/eligibility.ts';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { needsWayHome, type WayHomeChoice } from '#shared/people/wayHome.ts';
import type { RequirableConsent } from '#shared/people/consents.ts';
import { fillEmergencyNumbers, fillWaysHome, keepConsents, livingPerson } from '#server/people/persons/service.ts';
import { consent } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import { givenConsents } from '../enrolments/agreements.ts';
import { offeringOf, type AnySeats, type EnrolmentRow } from '../enrolments/counting.ts';
import type { Ordered } from './orders.ts';

type Asks = NonNullable<OwnEnrolment['step']>['asks'];

/** Data given with the acceptance of an offered seat. */
export type Told = { emergencyPhone: string; wayHome?: WayHomeChoice | undefined; consents: readonly RequirableConsent[] };

/** The data that an offered seat still requires because it is not known for the person. */
export async function asksOf(tx: Transaction, { state, personId }: EnrolmentRow, of: Ordered): Promise<Asks> {
  if (state !== 'offered') return { emergency: false, wayHome: false, consents: [] };
  const { birthDate, emergencyContactPhone, goesHome } = await livingPerson(tx, personId);
  const given = await standingConsents(tx, personId);
  return {
    emergency: !emergencyContactPhone && isMinor(birthDate, today()),
    wayHome: goesHome === 'unknown' && needsWayHome(birthDate, today()),
    consents: offeringOf(of).requiredConsents.filter((purpose) => !given.has(purpose)),
  };
}

/** Stores the data given with an acceptance, and the consents; a missing required consent is a problem of its field. */
export async function storeAnswers(seats: AnySeats, { personId, guardianName }: EnrolmentRow, told: Told): Promise<void> {
  const { tx } = seats.write;
  const { club, requiredConsents, requiresGuardian } = offeringOf(seats);
  const person = await livingPerson(tx, personId);
  const given = await standingConsents(tx, personId);
  const lacking = requiredConsents.filter((purpose) => !given.has(purpose));
  givenConsents({ requiredConsents: lacking }, { allowsPhotos: false, consents: [...told.consents] });
  await fillEmergencyNumbers(tx, new Map([[personId, told.emergencyPhone]]));
  await fillWaysHome(tx, new Map([[personId, told.wayHome]]));
  const isChild = needsGuardian({ requiresGuardian }, person.birthDate, today());
  const implied = ['terms' as const, ...(isChild ? ['guardian_participation' as const] : [])];
  await keepConsents(tx, [...implied.filter((purpose) => !given.has(purpose)), ...lacking], {
    personId,
    club,
    userId: seats.actor.userId,
    name: guardianName ?? seats.actor.name,
    relation: isChild ? 'guardian' : 'self',
  });
}

async function standingConsents(tx: Transaction, personId: string): Promise<Set<string>> {
  const rows = await tx
    .select({ purpose: consent.purpose })
    .from(consent)
    .where(and(eq(consent.personId, personId), isNull(consent.revokedAt)));
  return new Set(rows.map(({ purpose }) => purpose));
}
