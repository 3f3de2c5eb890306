import { sql } from 'drizzle-orm';
import type { ErasurePreview } from '#shared/office/privacy.ts';
import { addDays } from '#shared/kernel/calendar.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { readParameter } from '#server/club/config/service.ts';
import { type PersonRow } from '#server/people/persons/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { countPapers } from '#server/files/objects/service.ts';
import { accountToErase, mergedInto } from './erase.ts';
import { keptOf } from './keeping.ts';
import { today } from '#server/platform/process/clock.ts';

type Counts = {
  memberships: number;
  participations: number;
  attendances: number;
  health: number;
  consents: number;
  access: number;
  requests: number;
  audits: number;
  sheets: number;
  imports: number;
};

/** What would go, what must stay and until when, and what must be settled before. */
export async function previewOf(tx: Transaction, person: PersonRow): Promise<ErasurePreview> {
  const { id } = person;
  const { rows } = await tx.execute<Counts>(sql`select
    (select count(*)::int from member where person_id = ${id}) as memberships,
    (select count(*)::int from enrolment where person_id = ${id}) as participations,
    (select count(*)::int from attendance where person_id = ${id}) as attendances,
    (select count(*)::int from care_note where person_id = ${id}) as health,
    (select count(*)::int from consent where person_id = ${id}) as consents,
    (select count(*)::int from person_access where person_id = ${id}) as access,
    (select count(*)::int from change_request where person_id = ${id})
      + (select count(*)::int from membership_application a join person p on p.id = ${id} where a.club = p.club and a.state <> 'new'
        and (a.member_id in (select m.id from member m where m.person_id = p.id) or a.birth_date = p.birth_date
          and lower(a.firstname) = lower(p.firstname) and lower(a.lastname) = lower(p.lastname))) as requests,
    (select count(*)::int from hour_sheet where person_id = ${id} and state not in ('draft', 'rejected')) as sheets,
    (select count(*)::int from member_import where club = ${person.club} and state <> 'running' and content is not null) as imports,
    (select count(*)::int from audit where entity_id = ${id}
      or entity_id in (select m.id::text from member m where m.person_id = ${id})) as audits`);
  const counted = rows[0];
  if (!counted) throw new Error('Nothing was counted.');
  const kept = await keptOf(tx, id);
  const account = await accountToErase(tx, id);
  const auditMonths = await readParameter(tx, 'retention.auditMonths');
  const goes = [
    { what: 'Name, Geburtsdatum, Anschrift, Telefon, E-Mail', count: 1 },
    { what: 'Mitgliedschaften mit Abteilungen', count: counted.memberships },
    { what: 'Gesundheitshinweise und Notfallangaben', count: counted.health },
    { what: 'Einwilligungen', count: counted.consents },
    { what: 'Verknüpfungen mit Konten', count: counted.access },
    { what: 'Anträge und Änderungswünsche', count: counted.requests },
    { what: 'Dateien der Mitgliedschaft', count: await countPapers(tx, [id, ...(await mergedInto(tx, id))]) },
    { what: 'Zwischengespeicherte Importdateien des Vereins', count: counted.imports },
    { what: 'Benutzerkonto', count: account ? 1 : 0 },
  ];
  const stays = [
    {
      what: kept.vouchers === 1 ? 'Beleg' : 'Belege',
      count: kept.vouchers,
      until: kept.vouchersUntil,
      why: 'Aufbewahrung von Belegen (§ 147 AO), nur noch mit Pseudonym',
    },
    {
      what: kept.mandates === 1 ? 'Lastschriftmandat' : 'Lastschriftmandate',
      count: kept.mandates,
      until: kept.mandatesUntil,
      why: 'Nachweis gegenüber der Bank nach dem letzten Einzug',
    },
    {
      what: counted.sheets === 1 ? 'Stundennachweis' : 'Stundennachweise',
      count: counted.sheets,
      until: null,
      why: 'Beleg für gezahlte Vergütungen (§ 147 AO), nur noch mit Pseudonym',
    },
    {
      what: 'Anmeldungen und Anwesenheiten',
      count: counted.participations + counted.attendances,
      until: null,
      why: 'für die Statistik, ohne Namen',
    },
    {
      what: 'Einträge im Protokoll',
      count: counted.audits,
      until: addDays(today(), Math.round(auditMonths * 30.44)),
      why: 'Nachweis, wer was getan hat',
    },
  ];
  return {
    id,
    club: person.club,
    name: fullName(person),
    version: person.version,
    blockers: await blockersOf(tx, id),
    goes: goes.filter(({ count }) => count > 0),
    stays: stays.filter(({ count }) => count > 0),
  };
}

/** What must be settled before somebody is erased, each as a sentence. */
async function blockersOf(tx: Transaction, id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ text: string }>(sql`
    select 'Die Mitgliedschaft ' || member_no || ' läuft noch: Bitte zuerst den Austritt eintragen.' as text from member
      where person_id = ${id} and status in ('applied', 'active', 'terminated') and (left_on is null or left_on >= ${today()}::date)
    union all
    select 'Zahlt die Beiträge anderer Mitglieder (' || count(*) || '): Bitte dort jemand anderen eintragen.' from member
      where payer_person_id = ${id} and person_id <> ${id} and (left_on is null or left_on >= ${today()}::date) having count(*) > 0
    union all
    select 'Offene Forderungen: ' || count(*) || ' über zusammen ' || replace(to_char(sum(cents) / 100.0, 'FM999990.00'), '.', ',') || ' €.' from charge
      where ${id} in (person_id, payer_person_id) and state in ('draft', 'open', 'in_collection', 'returned') having count(*) > 0
    union all
    select 'Ein Mitgliedsantrag ist offen: Bitte zuerst entscheiden.' from membership_application a join person p on p.id = ${id}
      where a.club = p.club and a.state = 'new' and a.birth_date = p.birth_date
        and lower(a.firstname) = lower(p.firstname) and lower(a.lastname) = lower(p.lastname) having count(*) > 0
    union all
    select 'Stundennachweise noch nicht ausgezahlt: ' || count(*) || '. Bitte zuerst abschließen oder zurückgeben.' from hour_sheet
      where person_id = ${id} and state in ('submitted', 'approved', 'exported') having count(*) > 0
    union all
    select 'Angemeldet für „' || c.title || '“: Bitte zuerst abmelden.' from enrolment p join course c on c.id = p.course_id
      where p.person_id = ${id} and p.state in ('unverified', 'pending', 'waitlisted', 'offered', 'confirmed')
        and c.status in ('published', 'paused', 'confirmed') and (c.ends_on is null or c.ends_on >= ${today()}::date)
    union all
    select 'Angemeldet für „' || e.title || '“: Bitte zuerst abmelden.' from enrolment p join event e on e.id = p.event_id
      where p.person_id = ${id} and p.state in ('unverified', 'pending', 'waitlisted', 'offered', 'confirmed') and e.ends_at > now()
    union all
    select 'Leitet „' || c.title || '“: Bitte zuerst jemand anderen eintragen.' from course_trainer t join course c on c.id = t.course_id
      where t.person_id = ${id} and c.status in ('published', 'paused', 'confirmed') and (c.ends_on is null or c.ends_on >= ${today()}::date)
    limit 20`);
  return rows.map(({ text }) => text);
}
