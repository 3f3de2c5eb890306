import { and, eq, gt, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { assignmentSets } from '#shared/helpers/helperListWords.ts';
import { dayInWords, localOf } from '#shared/kernel/calendar.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { oneByOne, type Transaction } from '#server/platform/database/database.ts';
import { readRows, type PersonalData, type PersonalRow, type Subject } from '#server/platform/database/personalData.ts';
import { now } from '#server/platform/process/clock.ts';
import { changeHelper, withShift } from '../signUp/seats.ts';
import { assignment, helperList, item, itemPledge, shift } from './table.ts';

/** Personal data of helpers: assignments and pledges of persons of the club, and of guests by name and address. */
export const helpersData: PersonalData = {
  records: [
    { title: 'Helferdienste', by: [assignment.personId] },
    { title: 'Zum Mitbringen', by: [itemPledge.personId] },
  ],
  names: [
    { column: 'shift_id', as: 'task', read: readTasks },
    { column: 'item_id', as: 'label', read: readLabels },
  ],
  beside: [
    {
      title: 'Helferdienste ohne Konto',
      tables: [assignment],
      read: (tx, { people }) => readOfGuests(tx, people, shiftsOfGuest),
    },
    { title: 'Zum Mitbringen ohne Konto', tables: [itemPledge], read: (tx, { people }) => readOfGuests(tx, people, pledgesOfGuest) },
  ],
  atDeath: async (tx, subject) => ({
    ends: (await comingOf(tx, subject)).map(({ task, startsAt }) => `Helferdienst „${task}“ am ${dayInWords(localOf(startsAt).date)}`),
  }),
  endLife: async (needs, subject) => {
    for (const { row } of await comingOf(needs.write.tx, subject))
      await withShift(
        needs,
        row.shiftId,
        () => undefined,
        (seats) => changeHelper(seats, row, 'cancelled', { isSilent: true }),
      );
  },
  erase: async (tx, subject) => {
    for (const table of [assignment, itemPledge]) {
      await tx.delete(table).where(and(isNull(table.personId), isGuest(table, subject)));
      await tx.delete(table).where(eq(table.personId, subject.id));
    }
  },
  moves: [assignment.personId, itemPledge.personId],
  // The helper key of an assignment contains the person's id, so it changes as well.
  afterMerge: async (tx, { kept, other }) => {
    await tx
      .update(assignment)
      .set({ helperKey: kept })
      .where(and(eq(assignment.personId, kept), eq(assignment.helperKey, other)));
  },
  accounts: [assignment.createdBy, itemPledge.createdBy],
  mayName: [helperList.contact, shift.contact, shift.note],
  leftAlone: [{ table: item, why: 'Things that are to be brought along.' }],
};

/** The future shifts of a person, in lock order. */
function comingOf(tx: Transaction, { id }: Subject) {
  return tx
    .select({ row: assignment, task: shift.task, startsAt: shift.startsAt })
    .from(assignment)
    .innerJoin(shift, eq(shift.id, assignment.shiftId))
    .where(and(eq(assignment.personId, id), inArray(assignment.state, assignmentSets.active), gt(assignment.endsAt, now())))
    .orderBy(assignment.shiftId);
}

function isGuest(table: typeof assignment | typeof itemPledge, { club, email, ...subject }: Subject): SQL {
  return sql`${table.club} = ${club} and ${table.personId} is null and lower(${table.guestEmail}) = ${email}::text
    and lower(${table.guestName}) = lower(${fullName(subject)})`;
}

async function readOfGuests(tx: Transaction, people: readonly Subject[], of: (subject: Subject) => SQL): Promise<PersonalRow[]> {
  return (await oneByOne(people, (subject) => readRows(tx, of(subject)))).flat();
}

function shiftsOfGuest(subject: Subject): SQL {
  return sql`select ${shift.task}, ${assignment.startsAt}, ${assignment.state}, ${assignment.guestEmail} as email,
      ${assignment.guestPhone} as phone, ${assignment.comment}, ${assignment.createdAt}
    from ${assignment} join ${shift} on ${shift.id} = ${assignment.shiftId} where ${isGuest(assignment, subject)}`;
}

function pledgesOfGuest(subject: Subject): SQL {
  return sql`select ${item.label}, ${itemPledge.quantity}, ${itemPledge.guestEmail} as email, ${itemPledge.createdAt}
    from ${itemPledge} join ${item} on ${item.id} = ${itemPledge.itemId} where ${isGuest(itemPledge, subject)}`;
}

function readTasks(tx: Transaction, ids: readonly string[]) {
  return tx
    .select({ id: shift.id, name: sql<string>`${shift.task} || ' (' || ${helperList.title} || ')'` })
    .from(shift)
    .innerJoin(helperList, eq(helperList.id, shift.helperListId))
    .where(inArray(shift.id, [...ids]));
}

function readLabels(tx: Transaction, ids: readonly string[]) {
  return tx
    .select({ id: item.id, name: sql<string>`${item.label} || ' (' || ${helperList.title} || ')'` })
    .from(item)
    .innerJoin(helperList, eq(helperList.id, item.helperListId))
    .where(inArray(item.id, [...ids]));
}
