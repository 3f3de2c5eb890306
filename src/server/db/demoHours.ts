import { sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { HourSheetState } from '#shared/money/hours.ts';
import { heldEntries } from '#server/money/hours/held.ts';
import { changeSheet, payFor, replaceEntries } from '#server/money/hours/sheets.ts';
import { hourSheet, trainerRate } from '#server/money/hours/table.ts';
import { trainerContract } from '#server/people/trainers/table.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Write, Transaction } from '#server/platform/database/database.ts';

const centsPerHour = 1250;
/** The states of last quarter's hour sheets, one trainer each. */
const states: readonly HourSheetState[] = ['submitted', 'submitted', 'approved', 'paid'];

/** Hour sheets of RWA for the last full quarter; two await approval. Trainers with accounts get none, so that they can be tried. */
export async function fillHours({ tx }: Write): Promise<void> {
  const club: ClubName = 'RWA';
  const today = localOf(now()).date;
  await tx.insert(trainerRate).values({ id: randomUUID(), club, cents: centsPerHour, validFrom: `${today.slice(0, 4)}-01-01` });
  const to = addDays(quarterOf(today), -1);
  const from = quarterOf(to);
  const waiting = [...states];
  for (const { personId, departmentId } of await leadersOf(tx, club)) {
    const [state] = waiting;
    if (!state) return;
    const entries = await heldEntries(tx, personId, { departmentId, from, to });
    if (entries.length === 0) continue;
    await tx
      .insert(trainerContract)
      .values({ id: randomUUID(), club, personId, kind: 'trainer', validFrom: `${today.slice(0, 4)}-01-01`, createdAt: now() });
    waiting.shift();
    const [sheet] = await tx
      .insert(hourSheet)
      .values({ id: randomUUID(), club, personId, departmentId, periodFrom: from, periodTo: to })
      .returning();
    if (!sheet) throw new Error('The sheet was not written.');
    await replaceEntries(tx, sheet, entries);
    const minutes = entries.reduce((sum, one) => sum + one.minutes, 0);
    const frozen = { rateCents: centsPerHour, totalCents: payFor(minutes, centsPerHour), submittedAt: now() };
    await changeSheet(tx, sheet, { ...frozen, state, approvedAt: state === 'submitted' ? null : now() });
  }
}

/** Trainers without an account, each with one department. */
async function leadersOf(tx: Transaction, club: ClubName) {
  const { rows } = await tx.execute<{ personId: string; departmentId: string | null }>(sql`
    select distinct on (t.person_id) t.person_id as "personId", c.department_id as "departmentId"
    from course_trainer t join course c on c.id = t.course_id and c.club = ${club}
    where not exists (select 1 from person_access a where a.person_id = t.person_id)
    order by t.person_id, c.starts_on`);
  return rows;
}

/** The first day of a day's quarter. */
function quarterOf(day: string): string {
  const month = Number(day.slice(5, 7));
  return `${day.slice(0, 4)}-${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`;
}
