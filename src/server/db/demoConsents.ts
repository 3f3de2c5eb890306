import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { addDays } from '#shared/kernel/calendar.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { keepConsents } from '#server/people/persons/service.ts';
import { consentText } from '#server/people/consentTexts/table.ts';
import { person } from '#server/people/persons/table.ts';
import type { Write } from '#server/platform/database/database.ts';
import { now, today } from '#server/platform/process/clock.ts';

const howMany = 12;

/** Consents to photos and the newsletter by some members of a club. */
export async function fillConsents({ tx }: Write, club: ClubName): Promise<void> {
  const people = await tx
    .select()
    .from(person)
    .where(and(eq(person.club, club), isNotNull(person.street)))
    .orderBy(asc(person.lastname), asc(person.id))
    .limit(howMany);
  for (const [at, { id, firstname, lastname }] of people.entries())
    await keepConsents(tx, at % 3 === 0 ? ['photo_web'] : ['photo_web', 'newsletter'], {
      personId: id,
      club,
      name: fullName({ firstname, lastname }),
      relation: 'self',
    });
}

/** A new version of one consent text. */
export async function fillConsentTexts({ tx }: Write): Promise<void> {
  await tx.insert(consentText).values({
    id: randomUUID(),
    club: 'RWA',
    purpose: 'photo_print',
    version: 2,
    text: 'Fotos aus den Stunden und von Festen dürfen im Vereinsheft und auf Plakaten des Vereins stehen.',
    fromDay: addDays(today(), -60),
    asksAgain: true,
    createdAt: now(),
  });
}
