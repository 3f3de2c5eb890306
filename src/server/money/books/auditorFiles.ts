import { sql, type SQL } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { bankLineStateNames } from '#shared/money/bankWords.ts';
import { sphereNames } from '#shared/money/books/words.ts';
import { moneyAccountNames } from '#shared/money/cash/words.ts';
import { chargeMethodNames, chargeSets, chargeSourceNames, chargeStateNames, sepaRunStateNames } from '#shared/money/chargeWords.ts';
import { donationKindNames } from '#shared/money/donations/words.ts';
import { dunningRunStateNames } from '#shared/money/dunning/words.ts';
import { categoryNames } from '#shared/money/entries/words.ts';
import { feeLayerNames, feeRhythmNames, feeRunStateNames } from '#shared/money/fees/feeWords.ts';
import { expenseStates } from '#shared/money/expenses/words.ts';
import { hourSheetSets, hourSheetStates } from '#shared/money/hours.ts';
import { mandateEndNames, mandateStateNames } from '#shared/money/mandateWords.ts';
import { payoutRunStateNames, payoutSourceNames } from '#shared/money/payouts/words.ts';
import { paymentKindNames } from '#shared/money/paymentWords.ts';
import { fullNameOf, listedNameOf, oneOf } from '#server/platform/database/columns.ts';
import { clubAccount } from '#server/club/bankAccounts/table.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { person } from '#server/people/persons/table.ts';
import { audit } from '#server/platform/database/auditTables.ts';
import { accountEnd } from '#server/platform/database/sealing.ts';
import { payer } from '../payers/view.ts';
import { accountOf, berlin, cents, clubAccountOf, inWords, memberNumbersOf } from './auditorColumns.ts';

export type Asked = { club: ClubName; from: string; until: string };
type Part = { name: string; about: string; query: (asked: Asked) => SQL };

/** The charges that belong to a year: created, paid or open in it. */
export const chargesOf = ({ club, from, until }: Asked) => sql`
  select c.* from charge c where c.club = ${club} and (c.created_at at time zone 'Europe/Berlin')::date <= ${until}::date
    and ((c.created_at at time zone 'Europe/Berlin')::date >= ${from}::date or c.state in ${oneOf(chargeSets.owed)}
      or exists (select 1 from allocation a join payment p on p.id = a.payment_id
        where a.charge_id = c.id and p.booked_on between ${from}::date and ${until}::date))`;

export const paymentsOf = ({ club, from, until }: Asked) =>
  sql`select p.* from payment p where p.club = ${club} and p.booked_on between ${from}::date and ${until}::date`;

/** The files for the auditors, in order; bank accounts of others only with their last digits. */
export const auditorFiles: readonly Part[] = [
  {
    name: 'personen.csv',
    about: 'Wer zahlt und für wen: Name, Konto beim Verein und Mitgliedsnummern; auch Organisationen',
    query: (asked) => sql`with c as (${chargesOf(asked)}), p as (${paymentsOf(asked)})
      select ${accountOf('q')} as "Konto", q.listed_name as "Name", case when q.is_organisation then 'Organisation' else 'Person' end as "Art",
        ${memberNumbersOf(sql`q.id`)} as "Mitgliedsnummer" from ${payer} q
      where q.id in (select person_id from c union select payer_id from c union select payer_id from p) order by q.listed_name, q.account_no`,
  },
  {
    name: 'forderungen.csv',
    about: 'Forderungen und Erstattungen, die im Jahr entstanden, bezahlt oder offen sind',
    query: (asked) => sql`with c as (${chargesOf(asked)})
      select c.reference as "Zahlungszeichen", w.listed_name as "Für", ${memberNumbersOf(sql`w.id`)} as "Mitgliedsnummer",
        ${accountOf('q')} as "Konto", q.listed_name as "Zahler", ${inWords('c.source', chargeSourceNames)} as "Quelle", c.label as "Zweck", ${cents('c.cents')} as "Betrag in Euro", ${cents('c.settled_cents')} as "Erledigt in Euro",
        ${cents('c.waived_cents')} as "Erlassen in Euro", c.due_on::text as "Fällig", ${inWords('c.method', chargeMethodNames)} as "Zahlungsart", ${inWords('c.state', chargeStateNames)} as "Stand",
        ${inWords('c.tax_sphere', sphereNames)} as "Bereich", (select own.name from ledger_account own where own.id = c.ledger_account_id) as "Buchungskonto", c.reason as "Grund", ${berlin('c.created_at')} as "Erstellt"
      from c join ${payer} q on q.id = c.payer_id left join ${payer} w on w.id = c.person_id order by c.created_at, c.reference`,
  },
  {
    name: 'zahlungen.csv',
    about: 'Geld, das kam oder ging, Verrechnungen und Erlasse; Rücknahmen stehen als eigene Zeile',
    query: (asked) => sql`with p as (${paymentsOf(asked)})
      select p.id::text as "Zahlung", ${accountOf('q')} as "Konto", q.listed_name as "Zahler", ${inWords('p.kind', paymentKindNames)} as "Art", ${cents('p.cents')} as "Betrag in Euro",
        p.booked_on::text as "Tag", ${clubAccountOf('p')} as "Konto des Vereins", p.reverses::text as "Nimmt zurück", p.note as "Notiz", p.created_by as "Erfasst von",
        ${berlin('p.created_at')} as "Erfasst" from p join ${payer} q on q.id = p.payer_id order by p.booked_on, p.created_at, p.id`,
  },
  {
    name: 'zuordnungen.csv',
    about: 'Welche Zahlung für welche Forderung steht',
    query: (asked) => sql`with p as (${paymentsOf(asked)})
      select a.payment_id::text as "Zahlung", c.reference as "Zahlungszeichen", ${cents('a.cents')} as "Betrag in Euro",
        ${berlin('a.created_at')} as "Erfasst" from allocation a join p on p.id = a.payment_id join charge c on c.id = a.charge_id order by a.created_at, a.id`,
  },
  {
    name: 'offene_posten.csv',
    about: 'Was zum Zeitpunkt der Ausgabe offen ist, aus allen Jahren',
    query: ({
      club,
    }) => sql`select c.reference as "Zahlungszeichen", ${accountOf('q')} as "Konto", q.listed_name as "Zahler", c.label as "Zweck",
        c.due_on::text as "Fällig", ${cents('(c.cents - c.settled_cents)')} as "Offen in Euro"
      from charge c join ${payer} q on q.id = c.payer_id where c.club = ${club} and c.state in ${oneOf(chargeSets.owed)}
      order by c.due_on, c.reference`,
  },
  {
    name: 'lastschriften.csv',
    about: 'Einzüge mit Lauf, Mandat und Rückgabe; Konten nur mit den letzten vier Stellen',
    query: ({
      club,
      from,
      until,
    }) => sql`select r.message_id as "Lauf", r.collection_date::text as "Einzug am", ${clubAccountOf('r')} as "Konto des Vereins", ${inWords('r.state', sepaRunStateNames)} as "Stand",
        c.reference as "Zahlungszeichen", i.mandate_reference as "Mandat", i.signed_on::text as "Unterschrieben", ${accountEnd(sql.raw('i.iban'))} as "Konto endet auf",
        ${cents('i.cents')} as "Betrag in Euro", i.return_code as "Rückgabe" from sepa_run_item i join sepa_run r on r.id = i.run_id join charge c on c.id = i.charge_id
      where r.club = ${club} and r.collection_date between ${from}::date and ${until}::date order by r.created_at, i.mandate_reference, c.reference`,
  },
  {
    name: 'mandate.csv',
    about: 'Mandate, die im Jahr galten oder endeten; Konten nur mit den letzten vier Stellen',
    query: ({
      club,
      from,
      until,
    }) => sql`select m.reference as "Mandat", ${accountOf('q')} as "Konto beim Verein", m.account_holder as "Kontoinhaber", ${accountEnd(sql.raw('m.iban'))} as "Konto endet auf",
        m.signed_on::text as "Unterschrieben", m.last_used_on::text as "Zuletzt eingezogen", ${inWords('m.state', mandateStateNames)} as "Stand", m.ended_on::text as "Beendet",
        ${inWords('m.end_reason', mandateEndNames)} as "Grund" from sepa_mandate m join ${payer} q on q.id = m.payer_person_id
      where m.club = ${club} and coalesce(m.signed_on, ${from}::date) <= ${until}::date and coalesce(m.ended_on, ${until}::date) >= ${from}::date
      order by q.listed_name, m.reference`,
  },
  {
    name: 'bankzeilen.csv',
    about: 'Zeilen der Kontoauszüge im Jahr und was aus ihnen wurde; fremde Konten nur mit den letzten Stellen',
    query: ({
      club,
      from,
      until,
    }) => sql`select id::text as "Bankzeile", ${clubAccountOf('bank_line')} as "Konto des Vereins", booked_on::text as "Tag", ${cents('cents')} as "Betrag in Euro", name as "Name",
        account as "Konto endet auf", purpose as "Zweck", ${inWords('state', bankLineStateNames)} as "Stand", array_to_string("references", ', ') as "Verbucht auf", reason as "Grund",
        decided_by as "Von", ${berlin('decided_at')} as "Entschieden" from bank_line
      where club = ${club} and booked_on between ${from}::date and ${until}::date order by booked_on, created_at, id`,
  },
  {
    name: 'bankkonten.csv',
    about: 'Die Bankkonten des Vereins und die Kasse, mit dem Anfangsbestand',
    query: ({
      club,
    }) => sql`select name as "Konto", case kind when 'cash' then ${moneyAccountNames.cash} else 'Bank' end as "Art", holder as "Inhaber", iban as "IBAN", bic as "BIC",
        creditor_id as "Gläubiger-ID", case when is_collect then 'ja' else 'nein' end as "Zieht ein", case when is_pay then 'ja' else 'nein' end as "Zahlt aus",
        ${cents('opening_cents')} as "Anfangsbestand in Euro", opening_on::text as "Am Morgen des", ended_on::text as "Beendet"
      from ${clubAccount} where club = ${club} order by kind, created_at, id`,
  },
  {
    name: 'ueberweisungen.csv',
    about: 'Sammelüberweisungen: an wen, wofür, ausgeführt oder zurückgekommen; Konten nur mit den letzten vier Stellen',
    query: ({
      club,
      from,
      until,
    }) => sql`select r.message_id as "Datei", ${inWords('r.state', payoutRunStateNames)} as "Stand", r.execution_on::text as "Auszuführen am",
        r.executed_on::text as "Ausgeführt am", ${clubAccountOf('r')} as "Konto des Vereins", ${inWords('i.source', payoutSourceNames)} as "Quelle", i.holder as "An", ${accountEnd(sql.raw('i.iban'))} as "Konto endet auf",
        i.remittance as "Zweck", ${cents('i.cents')} as "Betrag in Euro", i.failed_reason as "Kam zurück", i.payment_id::text as "Zahlung", r.created_by as "Von"
      from payout_item i join payout_run r on r.id = i.run_id
      where r.club = ${club} and coalesce(r.executed_on, r.execution_on) between ${from}::date and ${until}::date order by r.created_at, i.holder, i.id`,
  },
  {
    name: 'stundennachweise.csv',
    about: 'Stunden der Übungsleitungen des Jahres mit Satz, Betrag und wer freigegeben hat',
    query: ({ club, from, until }) => sql`select ${listedNameOf(person)} as "Name", h.period_from::text as "Von",
        h.period_to::text as "Bis", (h.total_minutes / 60.0)::float8 as "Stunden", ${cents('h.rate_cents')} as "Satz in Euro", ${cents('h.total_cents')} as "Betrag in Euro",
        ${inWords('h.state', hourSheetStates)} as "Stand", ${fullNameOf(appUser)} as "Freigegeben von", ${berlin('h.approved_at')} as "Freigegeben"
      from hour_sheet h join ${person} on ${person.id} = h.person_id left join ${appUser} on ${appUser.id} = h.approved_by
      where h.club = ${club} and h.state not in ${oneOf(hourSheetSets.unsubmitted)} and h.period_from between ${from}::date and ${until}::date
      order by h.period_from, 1, h.id`,
  },
  {
    name: 'auslagen.csv',
    about: 'Auslagen des Jahres mit Betrag und wer genehmigt hat; die Belege liegen im Portal unter „Auslagen“',
    query: ({ club, from, until }) => sql`select ${listedNameOf(person)} as "Name", e.spent_on::text as "Tag", e.purpose as "Zweck",
        e.km as "Kilometer", ${cents('e.cents')} as "Betrag in Euro", ${inWords('e.category', categoryNames)} as "Buchungskonto",
        ${inWords('e.state', expenseStates)} as "Stand", ${fullNameOf(appUser)} as "Genehmigt von", ${berlin('e.decided_at')} as "Genehmigt"
      from expense e join ${person} on ${person.id} = e.person_id left join ${appUser} on ${appUser.id} = e.decided_by
      where e.club = ${club} and e.state <> 'rejected' and e.spent_on between ${from}::date and ${until}::date order by e.spent_on, 1, e.id`,
  },
  {
    name: 'beitragsregeln.csv',
    about: 'Die Beitragsordnung, wie sie jetzt steht',
    query: ({
      club,
    }) => sql`select ${inWords('layer', feeLayerNames)} as "Ebene", position as "Reihenfolge", name as "Name", age_from as "Alter ab", age_to as "Alter bis",
        ${inWords('rhythm', feeRhythmNames)} as "Zahlweise", ${cents('cents')} as "Beitrag in Euro", due_minutes as "Minuten im Jahr", valid_from::text as "Gültig ab", valid_to::text as "Gültig bis",
        retroactive_reason as "Rückwirkend weil"
      from fee_rule where club = ${club} order by layer, position, name`,
  },
  {
    name: 'beitragslaeufe.csv',
    about: 'Beitragsläufe des Jahres, auch rückgängig gemachte',
    query: ({
      club,
      from,
      until,
    }) => sql`select from_day::text as "Von", to_day::text as "Bis", due_on::text as "Fällig", ${inWords('state', feeRunStateNames)} as "Stand", lines as "Forderungen",
        ${cents('total_cents')} as "Summe in Euro", created_by as "Gebucht von", ${berlin('created_at')} as "Gebucht", reason as "Grund"
      from fee_run where club = ${club} and (created_at at time zone 'Europe/Berlin')::date between ${from}::date and ${until}::date order by created_at`,
  },
  {
    name: 'mahnungen.csv',
    about: 'Erinnerungen und Mahnungen des Jahres',
    query: ({
      club,
      from,
      until,
    }) => sql`select r.created_on::text as "Tag", ${accountOf('q')} as "Konto", q.listed_name as "Zahler", n.level_name as "Stufe", ${cents('n.cents')} as "Betrag in Euro",
        ${cents('n.fee_cents')} as "Gebühr in Euro", ${inWords('r.state', dunningRunStateNames)} as "Stand", r.created_by as "Von"
      from dunning_notice n join dunning_run r on r.id = n.run_id join ${payer} q on q.id = n.payer_id
      where r.club = ${club} and r.created_on between ${from}::date and ${until}::date order by r.created_at, n.id`,
  },
  {
    name: 'spenden.csv',
    about: 'Spenden des Jahres mit der Nummer ihrer Bestätigung',
    query: ({
      club,
      from,
      until,
    }) => sql`select d.received_on::text as "Tag", d.donor_name as "Von", ${inWords('d.kind', donationKindNames)} as "Art", ${cents('d.cents')} as "Betrag in Euro",
        case when d.kind <> 'money' then '' when d.in_cash then ${moneyAccountNames.cash} else ${clubAccountOf('d')} end as "Wo", d.note as "Notiz", r.year || '-' || r.number as "Bestätigung" from donation d left join donation_receipt r on r.id = d.receipt_id
      where d.club = ${club} and d.received_on between ${from}::date and ${until}::date order by d.received_on, d.created_at, d.id`,
  },
  {
    name: 'weitere_buchungen.csv',
    about: 'Andere Einnahmen und Ausgaben des Jahres, von der Bank oder in bar',
    query: ({
      club,
      from,
      until,
    }) => sql`select booked_on::text as "Tag", case when account = 'cash' then ${moneyAccountNames.cash} else ${clubAccountOf('ledger_entry')} end as "Wo", ${inWords('category', categoryNames)} as "Wofür",
        ${inWords('sphere', sphereNames)} as "Bereich", text as "Text", ${cents('cents')} as "Betrag in Euro",
        case when bank_line_id is null then 'von Hand' else 'Bank' end as "Herkunft", created_by as "Von" from ledger_entry
      where club = ${club} and booked_on between ${from}::date and ${until}::date order by booked_on, created_at, id`,
  },
  {
    name: 'kassenbuch.csv',
    about: 'Bares nach Tagen, mit lückenlosen Nummern; Rücknahmen stehen als eigene Zeile',
    query: ({
      club,
      from,
      until,
    }) => sql`select e.no as "Nummer", e.booked_on::text as "Tag", e.text as "Text", e.payment_id::text as "Zahlung",
        ${cents('e.cents')} as "Betrag in Euro", ${berlin('e.created_at')} as "Eingetragen" from cash_entry e
      where e.club = ${club} and e.booked_on between ${from}::date and ${until}::date order by e.booked_on, e.no`,
  },
  {
    name: 'zuwendungsbestaetigungen.csv',
    about: 'Im Jahr ausgestellte Bestätigungen, auch ungültige; die Nummern sind lückenlos',
    query: ({
      club,
      from,
    }) => sql`select year || '-' || number as "Nummer", issued_on::text as "Ausgestellt", donor_name as "Für", ${cents('cents')} as "Betrag in Euro",
        created_by as "Von", ${berlin('cancelled_at')} as "Ungültig seit", reason as "Grund" from donation_receipt
      where club = ${club} and year = extract(year from ${from}::date) order by number`,
  },
  {
    name: 'abschluesse.csv',
    about: 'Abschlüsse und Aufhebungen aller Jahre, mit Grund',
    query: ({
      club,
    }) => sql`select until_day::text as "Bis", ${berlin('closed_at')} as "Abgeschlossen", closed_by as "Von", hash as "Prüfsumme",
        ${berlin('reopened_at')} as "Aufgehoben", reopened_by as "Aufgehoben von", reason as "Grund" from closed_period where club = ${club} order by closed_at`,
  },
  {
    name: 'protokoll.csv',
    about: 'Was am Geld getan wurde, von wem und wann',
    query: ({ club, from, until }) => sql`select to_char(${audit.time} at time zone 'Europe/Berlin', 'YYYY-MM-DD HH24:MI') as "Zeit",
        ${audit.name} as "Wer", ${audit.action} as "Handlung", ${audit.content} as "Was" from ${audit}
      where ${audit.club} = ${club} and ${audit.entity} in ('charges', 'fees', 'mandates', 'books', 'expenses')
        and (${audit.time} at time zone 'Europe/Berlin')::date between ${from}::date and ${until}::date order by ${audit.id}`,
  },
];
