import { sql, type SQL } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import { clubAccount } from '#server/club/bankAccounts/table.ts';
import { now } from '#server/platform/process/clock.ts';
import { sepaMandate } from '#server/money/mandates/table.ts';
import { sealedAccount } from '#server/platform/database/sealing.ts';
import { sealWithin } from '#server/platform/database/sealRows.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';

const main = { name: 'Girokonto', creditorId: 'DE98ZZZ09999999999', isCollect: true, isPay: true };
const accounts = [
  { ...main, club: 'RWA', holder: 'Rot-Weiß Auenfeld e. V.', iban: 'DE02120300000000202051', openingCents: 1_248_310 },
  { ...main, club: 'SCB', holder: 'SC Blau e. V.', iban: 'DE02500105170137075030' },
  // An invented account at a bank that does not exist.
  { club: 'RWA', name: 'Rücklagen', holder: 'Rot-Weiß Auenfeld e. V.', iban: 'DE93999999990000202052', openingCents: 850_000 },
  { club: 'RWA', name: 'Kasse', kind: 'cash', openingCents: 32_550 },
] as const;

/** Mandates of some payers, and charges of courses that began at least two months ago: most paid, some late, one refunded. */
export async function fillCharges({ tx }: Write): Promise<void> {
  const today = localOf(now()).date;
  const openingOn = `${today.slice(0, 4)}-01-01`;
  await tx.insert(clubAccount).values(
    accounts.map((account, at) => ({
      ...account,
      ...('openingCents' in account && { openingOn }),
      id: randomUUID(),
      createdAt: new Date(now().getTime() + at),
    })),
  );
  // The check digits of an invented account at a non-existent bank: 98 minus the remainder (ISO 13616).
  await tx.execute(sql`
    insert into sepa_mandate (id, club, payer_person_id, reference, signed_on, iban, account_holder)
    select gen_random_uuid(), p.club, p.id, 'RWA-' || to_char(row_number() over (order by p.lastname, p.id), 'FM00000'), ${addDays(today, -200)}::date,
      'DE' || to_char(98 - (('99999999' || to_char(hashed.account, 'FM0000000000') || '131400')::numeric % 97), 'FM00') || '99999999' || to_char(hashed.account, 'FM0000000000'),
      p.firstname || ' ' || p.lastname
    from person p cross join lateral (select (abs(hashtext(p.id::text))::bigint) as account) hashed
    where p.club = 'RWA' and p.birth_date < ${addDays(today, -18 * 366)}::date and abs(hashtext(p.lastname || p.firstname)) % 3 = 0
      and exists (select 1 from enrolment e where e.person_id = p.id and e.state = 'confirmed')`);
  // An imported mandate without its date, and one revoked by its payer.
  await tx.execute(sql`
    insert into sepa_mandate (id, club, payer_person_id, reference, signed_on, iban, account_holder, state, origin, ended_on, end_reason)
    select gen_random_uuid(), p.club, p.id, case when p.place = 1 then null else 'ALT-00017' end, case when p.place = 1 then null else ${addDays(today, -900)}::date end,
      'DE80999999999999990001', p.firstname || ' ' || p.lastname, case when p.place = 1 then 'incomplete' else 'revoked' end, 'import',
      case when p.place = 1 then null else ${addDays(today, -30)}::date end, case when p.place = 1 then null else 'revoked_by_payer' end
    from (select q.*, row_number() over (order by q.lastname, q.id) as place from person q join member m on m.person_id = q.id
      where q.club = 'RWA' and m.left_on is null and q.birth_date < ${addDays(today, -30 * 366)}::date
        and not exists (select 1 from sepa_mandate s where s.payer_person_id = q.id)) p
    where p.place <= 2`);
  await sealWithin(tx, sealedAccount(sepaMandate.iban));
  await tx.execute(sql`
    insert into charge (id, club, reference, person_id, payer_person_id, source, source_id, course_id, label, cents, due_on, method, state, tax_sphere, created_at)
    select gen_random_uuid(), e.club, e.club || '-' || nextval('charge_number_seq'), e.person_id, e.person_id, 'course', e.id, c.id, c.title, e.price_cents,
      c.starts_on + 20 + (chance.of % 40)::int, case when m.id is null then 'transfer' else 'sepa' end,
      'open', c.tax_sphere, least(c.starts_on::timestamptz, ${now()})
    from enrolment e join course c on c.id = e.course_id
    left join sepa_mandate m on m.payer_person_id = e.person_id and m.state = 'active'
    cross join lateral (select abs(hashtext(e.person_id::text || c.number)) as of) chance
    where e.club = 'RWA' and e.state = 'confirmed' and e.price_cents > 0 and c.kind <> 'permanent'
      and c.starts_on <= ${addDays(today, -60)}::date and abs(hashtext(c.number)) % 4 > 0
    order by c.starts_on, e.id`);
  await fillPayments(tx, today);
  await fillInstallments(tx, today);
  await tx.execute(sql`
    insert into charge (id, club, reference, person_id, payer_person_id, source, source_id, course_id, refund_of, label, cents, due_on, method, state, reason, tax_sphere, created_at)
    select gen_random_uuid(), club, club || '-' || nextval('charge_number_seq'), person_id, payer_person_id, 'refund', source_id, course_id, id,
      'Erstattung zu ' || reference || ': ' || label, -1000, ${today}::date, 'transfer', 'open', 'Termin ausgefallen', tax_sphere, ${now()}
    from charge where state = 'paid' order by reference limit 2`);
}

/** Five of six have paid; of the others some paid partially, one overpaid, one was waived, one deferred. */
async function fillPayments(tx: Transaction, today: string): Promise<void> {
  // A payment has the same id as its charge.
  await tx.execute(sql`
    with made as (
      insert into payment (id, club, payer_person_id, kind, cents, booked_on, created_by, created_at)
      select c.id, c.club, c.payer_person_id, case c.method when 'sepa' then 'debit' else 'transfer' end,
        case chance.of % 6 when 0 then c.cents / 2 else c.cents end, least(${today}::date, o.starts_on + 10 + (chance.of % 30)::int), 'Demonstration', ${now()}
      from charge c join course o on o.id = c.course_id cross join lateral (select abs(hashtext(c.person_id::text || o.number)) as of) chance
      where c.source = 'course' and c.cents > 1 and (chance.of % 6 > 0 or chance.of % 5 = 0)
      returning id, club, cents)
    insert into allocation (id, club, payment_id, charge_id, cents, created_at)
    select gen_random_uuid(), club, id, id, cents, ${now()} from made`);
  await tx.execute(sql`
    with made as (
      insert into payment (id, club, payer_person_id, kind, cents, booked_on, note, created_by, created_at)
      select id, club, payer_person_id, 'waiver', cents, ${today}::date, 'Härtefall', 'Demonstration', ${now()}
      from charge where state = 'open' and settled_cents = 0 and cents > 0 order by reference limit 1
      returning id, club, cents)
    insert into allocation (id, club, payment_id, charge_id, cents, created_at)
    select gen_random_uuid(), club, id, id, cents, ${now()} from made`);
  await tx.execute(sql`
    insert into payment (id, club, payer_person_id, kind, cents, booked_on, note, created_by, created_at)
    select gen_random_uuid(), club, payer_person_id, 'transfer', 1000, ${today}::date, 'zu viel überwiesen', 'Demonstration', ${now()}
    from charge where state = 'open' order by reference limit 1`);
  await tx.execute(sql`
    update charge set deferred_until = ${addDays(today, 60)}::date, reason = 'Gestundet nach Rücksprache'
    where id = (select id from charge where state = 'open' and settled_cents = 0 order by reference desc limit 1)`);
  await fillDunning(tx, today);
}

/** Among late charges, one payer got a reminder and another has a dunning stop. */
async function fillDunning(tx: Transaction, today: string): Promise<void> {
  const late = (place: number) => sql`(select payer_person_id from charge where club = 'RWA' and state = 'open' and cents > 0
    and method = 'transfer' and due_on < ${today}::date and deferred_until is null order by reference limit 1 offset ${place})`;
  await tx.execute(sql`update charge set dunning_level = 0, reminded_on = ${addDays(today, -20)}::date
    where state = 'open' and cents > 0 and due_on < ${today}::date and payer_person_id = ${late(0)}`);
  await tx.execute(sql`insert into dunning_stop (club, payer_person_id, reason, until_day, created_by, created_at)
    select 'RWA', payer, 'Nach Rücksprache', ${addDays(today, 30)}::date, 'Demonstration', ${now()}
    from ${late(1)} as spared(payer)`);
}

/** The reader's account pays for a camp in three instalments; the first is paid. */
async function fillInstallments(tx: Transaction, today: string): Promise<void> {
  await tx.execute(sql`
    insert into charge (id, club, reference, person_id, payer_person_id, source, label, cents, due_on, method, state, tax_sphere, created_at)
    select gen_random_uuid(), p.club, p.club || '-' || nextval('charge_number_seq'), p.id, p.id, 'other', 'Trainingslager', 15000,
      ${addDays(today, -10)}::date, 'transfer', 'open', 'ideal', ${now()}
    from person p join person_access a on a.person_id = p.id and a.relation = 'self' join app_user u on u.id = a.user_id
    where u.role = 'reader' and p.club = 'RWA' limit 1`);
  await tx.execute(sql`
    insert into charge (id, club, reference, person_id, payer_person_id, source, split_of, label, cents, due_on, method, state, tax_sphere, created_at)
    select gen_random_uuid(), club, club || '-' || nextval('charge_number_seq'), person_id, payer_person_id, source, id,
      label || ', Rate ' || no || ' von 3', cents / 3, (due_on + make_interval(months => no - 1))::date, method, 'open', tax_sphere, created_at
    from charge cross join generate_series(1, 3) part(no) where label = 'Trainingslager'`);
  const settle = (kind: SQL, which: SQL) => sql`
    with made as (
      insert into payment (id, club, payer_person_id, kind, cents, booked_on, note, created_by, created_at)
      select c.id, c.club, c.payer_person_id, ${kind}, c.cents, ${today}::date, 'Nach Rücksprache', 'Demonstration', ${now()} from charge c where ${which}
      returning id, club, cents)
    insert into allocation (id, club, payment_id, charge_id, cents, created_at)
    select gen_random_uuid(), club, id, id, cents, ${now()} from made`;
  await tx.execute(settle(sql`'split'`, sql`c.id in (select split_of from charge)`));
  await tx.execute(settle(sql`'transfer'`, sql`c.split_of is not null and c.due_on <= ${today}::date`));
}
