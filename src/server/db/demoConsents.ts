import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { keepConsents } from '#server/people/persons/service.ts';
import { person } from '#server/people/persons/table.ts';
import type { Write } from '#server/platform/database/database.ts';

const howMany = 12;

/** Some members of a club agreed to photos and the newsletter. */
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
