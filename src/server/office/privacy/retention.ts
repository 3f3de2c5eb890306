import { sql } from 'drizzle-orm';
import { readParameter } from '#server/club/config/service.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { Services } from '#server/platform/http/context.ts';
import { everyClub, type Write } from '#server/platform/database/database.ts';
import { forgetPerson } from './service.ts';

const peopleAtOnce = 200;

/** What the rules no longer keep (domain.md 4), each in a write of its own; the days, months and years are config parameters. */
export async function forgetByRule({ database, log }: Services): Promise<void> {
  const health = await database.write(everyClub, forgetHealthNotes);
  const waiting = await database.write(everyClub, forgetWaiting);
  const vouchers = await database.write(everyClub, forgetVouchers);
  const emails = await database.write(everyClub, forgetEmails);
  const people = await database.write(everyClub, forgetFormerPeople);
  log.info({ health, waiting, vouchers, letters: emails, people }, 'retention');
}

/** Health notes go some days after the last course of a person. */
async function forgetHealthNotes({ tx }: Write): Promise<number> {
  const days = await readParameter(tx, 'retention.healthNoteDays');
  const { rows } = await tx.execute<{ id: string }>(sql`
    update care_note t set health_note = null, allergies = null, updated_at = ${now()}
    where coalesce(t.health_note, t.allergies) is not null and t.updated_at < ${now()}::timestamptz - make_interval(days => ${days})
      and not exists (select 1 from enrolment p join course c on c.id = p.course_id where p.person_id = t.person_id
        and p.state in ('unverified', 'pending', 'waitlisted', 'offered', 'confirmed', 'completed')
        and (c.ends_on is null and c.status not in ('cancelled', 'archived') or c.ends_on >= ${today()}::date - ${days}::int)) returning t.person_id as id`);
  return rows.length;
}

/** Who only waited or was refused is forgotten some days after the course. */
async function forgetWaiting({ tx }: Write): Promise<number> {
  const days = await readParameter(tx, 'retention.healthNoteDays');
  const { rows } = await tx.execute<{ id: string }>(sql`
    delete from enrolment p using course c where c.id = p.course_id and c.ends_on < ${today()}::date - ${days}::int
      and p.state in ('unverified', 'waitlisted', 'declined', 'expired', 'rejected')
      and not exists (select 1 from charge h where h.source_id = p.id) returning p.id`);
  return rows.length;
}

/** Vouchers go after the last day of their last year, and with them what the bank was told. */
async function forgetVouchers({ tx }: Write): Promise<number> {
  const years = await readParameter(tx, 'retention.voucherYears');
  const over = sql`(select c.id from charge c
    where extract(year from c.created_at at time zone 'Europe/Berlin') + ${years} < extract(year from ${today()}::date)
      and c.state not in ('draft', 'open', 'in_collection', 'returned'))`;
  await tx.execute(sql`delete from sepa_run_item where charge_id in ${over}`);
  const { rows } = await tx.execute<{ id: string }>(sql`delete from charge where id in ${over} returning id`);
  await tx.execute(sql`delete from sepa_mandate m using person p where p.id = m.payer_person_id and p.anonymised_at is not null
    and m.last_used_on + make_interval(months => ${await readParameter(tx, 'retention.mandateMonths')}) < ${today()}::date
    and not exists (select 1 from sepa_run_item i where i.mandate_id = m.id)`);
  return rows.length;
}

/** Answered feedback and mails that were sent. */
async function forgetEmails({ tx }: Write): Promise<number> {
  const feedbackMonths = await readParameter(tx, 'retention.feedbackMonths');
  const mailMonths = await readParameter(tx, 'retention.mailMonths');
  const messages = await tx.execute<{ id: string }>(sql`delete from feedback where state in ('answered', 'closed', 'spam')
    and created_at < ${now()}::timestamptz - make_interval(months => ${feedbackMonths}) returning id`);
  const mails = await tx.execute<{ id: string }>(sql`delete from outbox_mail where state <> 'queued'
    and created_at < ${now()}::timestamptz - make_interval(months => ${mailMonths}) returning id`);
  return messages.rows.length + mails.rows.length;
}

/** People who left years ago, and guests who have not come back: as if they had asked for it. */
async function forgetFormerPeople(write: Write): Promise<number> {
  const years = await readParameter(write.tx, 'retention.formerMemberYears');
  const limit = sql`(${today()}::date - make_interval(years => ${years}))::date`;
  const { rows } = await write.tx.execute<{ id: string; club: ClubName }>(sql`
    select p.id, p.club from person p
    where p.anonymised_at is null and p.merged_into is null and p.created_at < ${limit} and p.updated_at < ${limit}
      and not exists (select 1 from member m where m.person_id = p.id and (m.left_on is null or m.left_on >= ${limit}))
      and not exists (select 1 from member m where m.payer_person_id = p.id and (m.left_on is null or m.left_on >= ${limit}))
      and not exists (select 1 from enrolment o left join course c on c.id = o.course_id where o.person_id = p.id
        and (o.registered_at >= ${limit} or c.status not in ('cancelled', 'archived') and (c.ends_on is null or c.ends_on >= ${limit})))
      and not exists (select 1 from attendance a where a.person_id = p.id and a.marked_at >= ${limit})
      and not exists (select 1 from course_trainer t join course c on c.id = t.course_id
        where t.person_id = p.id and (c.ends_on is null or c.ends_on >= ${limit}))
      and not exists (select 1 from charge h where p.id in (h.person_id, h.payer_person_id)
        and h.state in ('draft', 'open', 'in_collection', 'returned'))
      and not exists (select 1 from person_access a join app_user u on u.id = a.user_id
        where a.person_id = p.id and a.relation = 'self' and coalesce(u.last_login, u.created_at) >= ${limit})
    order by p.id limit ${peopleAtOnce}`);
  for (const one of rows) await forgetPerson(write, one);
  for (const club of new Set(rows.map((row) => row.club)))
    write.audit(
      'gdpr.eraseSubject',
      { club, entity: 'participants', by: { name: 'Aufbewahrung' } },
      `Nach Ablauf der Frist gelöscht: ${rows.filter((row) => row.club === club).length} Personen`,
    );
  return rows.length;
}
