import { sql } from 'drizzle-orm';
import { localOf } from '#shared/kernel/calendar.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Write } from '#server/platform/database/database.ts';

/** Fee rules, and agreements with some members. Nothing is charged, so that a run can be tried. */
export async function fillFees({ tx }: Write): Promise<void> {
  const year = `${localOf(now()).date.slice(0, 4)}-01-01`;
  await tx.execute(sql`
    insert into fee_rule (id, club, layer, position, name, kinds, age_from, age_to, age_on, pro_rata_in, pro_rata_out, valid_from, rhythm, cents)
    select gen_random_uuid(), 'RWA', r.layer, r.position, r.name, r.kinds::text[], r.age_from, r.age_to, 'year_start', 'month', 'full', ${year}::date, 'year', r.cents
    from (values
      ('base', 10, 'Fördermitglieder', '{supporting,passive}', null::int, null::int, 3600),
      ('base', 20, 'Kinder und Jugendliche', '{}', null, 17, 6000),
      ('base', 30, 'Junge Erwachsene', '{}', 18, 25, 8400),
      ('base', 40, 'Erwachsene', '{}', 26, null, 12000),
      ('entry', 50, 'Aufnahme', '{}', null, null, 1500)) as r(layer, position, name, kinds, age_from, age_to, cents)`);
  await tx.execute(sql`
    insert into member_fee (id, club, member_id, layer, kind, cents, percent, from_day, to_day, reason, proof_until)
    select gen_random_uuid(), m.club, m.id, 'base', case when m.place = 1 then 'free' else 'percent' end, 0, 50, ${year}::date, null,
      case when m.place = 1 then 'Vorstand, laut Satzung frei' else 'Ermäßigt nach Antrag' end,
      case when m.place = 1 then null else (${year}::date + interval '1 year 8 months')::date end
    from (select member.*, row_number() over (order by member_no) as place from member
      where club = 'RWA' and kind = 'active' and left_on is null and status = 'active') m
    where m.place <= 2`);
  // Families: members with the same payer.
  await tx.execute(sql`
    with paid as (
      select m.payer_person_id as payer, min(p.lastname) as name from member m join person p on p.id = m.payer_person_id
      where m.club = 'RWA' and m.left_on is null group by m.payer_person_id having count(*) > 1 limit 20),
    made as (
      insert into fee_family (id, club, name, payer_person_id) select gen_random_uuid(), 'RWA', name, payer from paid returning id, payer_person_id)
    insert into fee_family_member (id, club, family_id, member_id, from_day)
    select gen_random_uuid(), 'RWA', made.id, m.id, ${year}::date from made join member m on m.payer_person_id = made.payer_person_id or m.person_id = made.payer_person_id
    where m.left_on is null and m.status = 'active'`);
  await tx.execute(sql`
    insert into fee_rule (id, club, layer, position, name, age_on, pro_rata_in, pro_rata_out, valid_from, rhythm, cents)
    values (gen_random_uuid(), 'RWA', 'family', 60, 'Familienbeitrag', 'year_start', 'month', 'full', ${year}::date, 'year', 24000)`);
  await tx.execute(sql`
    insert into fee_rule (id, club, layer, position, name, age_from, age_to, age_on, pro_rata_in, pro_rata_out, valid_from, rhythm, cents, due_minutes)
    values (gen_random_uuid(), 'RWA', 'helper', 70, 'Helferstunden', 16, 65, 'year_start', 'month', 'month', ${year}::date, 'year', 1500, 300)`);
}
