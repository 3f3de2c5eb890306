import { and, eq, inArray, sql } from 'drizzle-orm';
import { oneByOne } from '#server/platform/database/database.ts';
import { readRows, type PersonalData } from '#server/platform/database/personalData.ts';
import { now } from '#server/platform/process/clock.ts';
import { member } from '../members/table.ts';
import { reportProfile, reportSnapshot } from './table.ts';

/** The retention of reports in years, equal to that of accounting records. */
const keptYears = 10;

/**
 * Frozen reports contain no names, but birth year, gender and federations with the membership ID. An erasure deletes
 * that ID; the reported numbers are kept.
 */
export const reportData: PersonalData = {
  beside: [
    {
      title: 'Bestandserhebungen',
      tables: [reportSnapshot],
      read: async (tx, { people }) =>
        (
          await oneByOne(people, ({ id }) =>
            readRows(
              tx,
              sql`select s.key_date, s.state, (r ->> 'birthYear') as birth_year, (r ->> 'gender') as gender, s.made_at as created_at
                from ${reportSnapshot} s cross join lateral jsonb_array_elements(s.rows) r
                where (r ->> 'memberId')::uuid in (select m.id from ${member} m where m.person_id = ${id})`,
            ),
          )
        ).flat(),
    },
  ],
  erase: async (tx, { id, club }) => {
    const memberships = await tx.select({ id: member.id }).from(member).where(eq(member.personId, id));
    const ids = sql`array[${sql.join(
      memberships.map((one) => sql`${one.id}`),
      sql`, `,
    )}]::text[]`;
    if (memberships.length === 0) return;
    const without = (list: typeof reportSnapshot.rows | typeof reportSnapshot.leftOut) => sql`(
      select coalesce(jsonb_agg(case when r ->> 'memberId' = any(${ids}) then jsonb_set(r, '{memberId}', 'null') else r end order by at), '[]'::jsonb)
      from jsonb_array_elements(${list}) with ordinality as t(r, at))`;
    await tx
      .update(reportSnapshot)
      .set({ rows: without(reportSnapshot.rows), leftOut: without(reportSnapshot.leftOut) })
      .where(eq(reportSnapshot.club, club));
  },
  retention: [
    {
      name: 'reports',
      forget: async ({ tx }) => {
        const old = tx
          .select({ id: reportSnapshot.id })
          .from(reportSnapshot)
          .where(sql`${reportSnapshot.keyDate} < (${now()}::timestamptz - make_interval(years => ${keptYears}))::date`)
          .limit(500);
        const rows = await tx
          .delete(reportSnapshot)
          .where(and(inArray(reportSnapshot.id, old)))
          .returning({ id: reportSnapshot.id });
        return rows.length;
      },
    },
  ],
  mayName: [reportSnapshot.madeBy, reportSnapshot.handedInBy, reportProfile.contactPerson],
};
