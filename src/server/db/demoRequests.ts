import { and, eq, isNotNull } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { addDays } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { member } from '#server/people/members/table.ts';
import { changeRequest, membershipApplication } from '#server/people/requests/table.ts';
import { department } from '#server/club/departments/table.ts';
import { person, personAccess } from '#server/people/persons/table.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { Write } from '#server/platform/database/database.ts';
import { appUser } from '#server/accounts/users/table.ts';

/** Open requests for a club's board: two applications, one change request and one duplicate person. */
export async function fillRequests({ tx }: Write, club: ClubName): Promise<void> {
  await writeApplications({ tx }, club);
  await writeTwice({ tx }, club);
  const [own] = await tx
    .select({ personId: person.id, userId: appUser.id, email: appUser.email, firstname: person.firstname, lastname: person.lastname })
    .from(personAccess)
    .innerJoin(person, eq(person.id, personAccess.personId))
    .innerJoin(appUser, eq(appUser.id, personAccess.userId))
    .where(
      and(eq(personAccess.club, club), eq(personAccess.relation, 'self'), isNotNull(personAccess.verifiedAt), eq(appUser.role, 'reader')),
    )
    .limit(1);
  if (!own) return;
  await tx.insert(changeRequest).values({
    id: randomUUID(),
    club,
    personId: own.personId,
    createdAt: now(),
    createdBy: own.userId,
    createdByName: fullName(own),
    createdByEmail: own.email,
    changes: { street: 'Gartenweg', houseNo: '7a' },
    note: 'Wir sind umgezogen.',
  });
}

/** An application of an adult, and one for a child. */
async function writeApplications({ tx }: Pick<Write, 'tx'>, club: ClubName): Promise<void> {
  const departments = await tx
    .select({ id: department.id })
    .from(department)
    .where(eq(department.club, club))
    .orderBy(department.name)
    .limit(2);
  const address = { street: 'Lindenallee', houseNo: '12', postcode: '59999', city: 'Auenfeld' };
  const common = { phone: '02999 1234', mobile: '', ...address, kind: 'active' as const, joinsOn: addDays(today(), 10) };
  await tx.insert(membershipApplication).values([
    {
      id: randomUUID(),
      club,
      createdAt: new Date(now().getTime() - 3 * 86_400_000),
      applicantName: 'Jule Sommer',
      applicantEmail: 'jule.sommer@example.org',
      isForChild: false,
      firstname: 'Jule',
      lastname: 'Sommer',
      birthDate: '1994-03-18',
      details: {
        ...common,
        gender: 'w',
        departmentIds: departments.slice(0, 1).map(({ id }) => id),
        note: 'Ich möchte gern montags turnen.',
      },
      iban: 'DE89370400440532013000',
      accountHolder: 'Jule Sommer',
      consents: ['terms', 'privacy_notice', 'photo_web'],
    },
    {
      id: randomUUID(),
      club,
      createdAt: new Date(now().getTime() - 86_400_000),
      applicantName: 'Deniz Acar',
      applicantEmail: 'deniz.acar@example.org',
      isForChild: true,
      firstname: 'Milan',
      lastname: 'Acar',
      birthDate: `${Number(today().slice(0, 4)) - 8}-06-02`,
      details: { ...common, gender: 'm', departmentIds: departments.map(({ id }) => id), note: '' },
      consents: ['terms', 'privacy_notice'],
    },
  ]);
}

/** A member who was also recorded as a course guest, with a misspelt name. */
async function writeTwice({ tx }: Pick<Write, 'tx'>, club: ClubName): Promise<void> {
  const [one] = await tx
    .select({ person })
    .from(member)
    .innerJoin(person, eq(person.id, member.personId))
    .where(and(eq(member.club, club), isNotNull(person.birthDate)))
    .orderBy(member.memberNo)
    .limit(1);
  if (!one) return;
  const { firstname, lastname, birthDate } = one.person;
  const twin = { id: randomUUID(), club, firstname, lastname: `${lastname}e`, birthDate, mobile: '0171 0000000', city: 'Blautal' };
  await tx.insert(person).values({ ...twin, email: 'gast@example.org', createdAt: now(), updatedAt: now() });
}
