import { and, eq, inArray, isNull, ne, notInArray, sql } from 'drizzle-orm';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { claimAccess, type OwnPersonRow } from '#server/people/persons/service.ts';
import { heldAccess, person, personAccess } from '#server/people/persons/table.ts';
import { inAllClubs, type Transaction, type Write } from '#server/platform/database/database.ts';
import { signedIn, type Context, type Viewer } from '#server/platform/http/context.ts';
import type { EnrolmentRow } from '../enrolments/counting.ts';
import { enrolment } from '../enrolments/table.ts';

type PersonRow = typeof person.$inferSelect;

/** The rights of an account over an enrolment made with its address alone, which any visitor can enter. */
export function adoptionOf(row: EnrolmentRow, viewer: Pick<Viewer, 'email'> | undefined): OwnEnrolment['adoption'] {
  const isOfAddress = row.registeredBy === null && row.channel === 'web' && !enrolmentSets.unproved.includes(row.state);
  if (!isOfAddress || !row.contactEmail) return 'none';
  if (!viewer) return 'account';
  return row.contactEmail.toLowerCase() === viewer.email.toLowerCase() ? 'take' : 'none';
}

/**
 * Adopts the enrolments made and confirmed by link with the account's address, in all clubs. This is a claim of the
 * account: it grants rights over records created by these enrolments, not over older ones. People of other accounts are
 * not adopted.
 */
export function adopt(context: Context): Promise<Adopted> {
  const viewer = signedIn(context);
  return context.write((write) => adoptForNewAccount(write, viewer));
}

/** Like `adopt`, for a newly created account. */
export function adoptForNewAccount(write: Write, viewer: Account): Promise<Adopted> {
  return inAllClubs(write.tx, async () => {
    const rows = await enrolledBy(write.tx, viewer.email);
    const taken = new Set<string>();
    const elsewhere = new Set<string>();
    for (const group of Map.groupBy(rows, (row) => row.person.id).values()) {
      const [first] = group;
      const relation = first && relationTo(viewer, group);
      if (!relation) continue;
      const isTaken = await adoptPerson(write, viewer, first.person, relation);
      (isTaken ? taken : elsewhere).add(fullName(first.person));
      if (isTaken) await assign(write.tx, viewer.userId, group);
    }
    return { taken: [...taken], elsewhere: [...elsewhere] };
  });
}

type Account = Pick<Viewer, 'userId' | 'email' | 'name'>;
type Adopted = { taken: string[]; elsewhere: string[] };
type Enrolled = { row: EnrolmentRow; person: PersonRow };

function enrolledBy(tx: Transaction, email: string): Promise<Enrolled[]> {
  return tx
    .select({ row: enrolment, person })
    .from(enrolment)
    .innerJoin(person, eq(person.id, enrolment.personId))
    .where(
      and(
        eq(sql`lower(${enrolment.contactEmail})`, email.toLowerCase()),
        isNull(enrolment.registeredBy),
        eq(enrolment.channel, 'web'),
        notInArray(enrolment.state, [...enrolmentSets.unproved]),
        isNull(person.anonymisedAt),
        isNull(person.mergedInto),
      ),
    )
    .orderBy(enrolment.registeredAt)
    .for('update', { of: enrolment });
}

/**
 * The relation of the account to a person: parent of a child, or self for an adult of the same name. Others enrolled
 * with the address are not adopted.
 */
function relationTo({ name }: Account, group: readonly Enrolled[]): OwnPersonRow['relation'] | undefined {
  if (group.some(({ row }) => row.guardianName)) return 'guardian';
  return group.some((one) => fullName(one.person).toLowerCase() === name.toLowerCase()) ? 'self' : undefined;
}

async function adoptPerson(write: Write, viewer: Account, of: PersonRow, relation: OwnPersonRow['relation']): Promise<boolean> {
  const own = and(eq(heldAccess.personId, of.id), eq(heldAccess.userId, viewer.userId));
  if ((await write.tx.$count(heldAccess, own)) > 0) return true;
  const others = await write.tx.$count(
    personAccess,
    and(eq(personAccess.personId, of.id), ne(personAccess.userId, viewer.userId), isNull(personAccess.endedAt)),
  );
  // A record merged by the board was not created by this address alone: the board decides who acts for it.
  const merged = await write.tx.$count(person, eq(person.mergedInto, of.id));
  if (others > 0 || merged > 0 || !(await claimAccess(write.tx, viewer.userId, of, relation))) return false;
  write.changed({ collection: 'participants', club: of.club, entityId: of.id });
  write.audit(
    'persons.createChild',
    { club: of.club, id: of.id, entity: 'participants', by: viewer },
    `In das Konto der eigenen Adresse übernommen: ${fullName(of)}`,
    { after: { relation } },
  );
  return true;
}

async function assign(tx: Transaction, userId: string, group: readonly Enrolled[]): Promise<void> {
  await tx
    .update(enrolment)
    .set({ registeredBy: userId })
    .where(
      inArray(
        enrolment.id,
        group.map(({ row }) => row.id),
      ),
    );
}
