import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { isMinor } from '#shared/kernel/age.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { slugOf } from '#shared/kernel/slug.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import type { StandingMandate } from '../members/mandates.ts';
import type { PlannedRow } from './importKnown.ts';
import type { ImportedAccount } from './importRows.ts';

/** A valid row with data about payment. */
export type PaidRow = PlannedRow & { account: ImportedAccount };

/** A payer found neither in the file nor in the club: a new person without membership, with the address of the household if it is known. */
export type NewPayer = Someone & Partial<Address>;

type Address = { street: string; houseNo: string; postcode: string; city: string };

type Someone = { personId: string; firstname: string; lastname: string };

type Asked = {
  rows: readonly PlannedRow[];
  wanted: readonly PaidRow[];
  standing: readonly StandingMandate[];
  faultyLines: ReadonlyMap<string, number>;
};
type World = Pick<Asked, 'faultyLines'> &
  People & {
    made: Map<string, NewPayer>;
    byIban: Map<string | undefined, PaidRow[]>;
    byReference: Map<string | undefined, PaidRow[]>;
    byPaper: Map<string | null, StandingMandate>;
  };

/** Finds the payers of a file: `payerOf` a row gives a German message if the named one cannot be found. */
export async function payersOfFile(tx: Transaction, club: ClubName, asked: Asked) {
  const people = await peopleOf(tx, club, asked.rows);
  const made = new Map<string, NewPayer>();
  const byIban = Map.groupBy(asked.wanted, ({ account }) => account.iban);
  const byReference = Map.groupBy(asked.wanted, ({ account }) => account.reference);
  const byPaper = new Map(asked.standing.map((one) => [one.reference, one]));
  const world = { ...asked, ...people, made, byIban, byReference, byPaper };
  const nameOf = (personId: string): string => {
    const one = people.byId.get(personId) ?? [...made.values()].find((other) => other.personId === personId);
    return one ? fullName(one).trim() : '';
  };
  return { payerOf: (row: PaidRow) => payerOf(row, world), nameOf, newPayers: () => made.values() };
}

type People = { byId: Map<string, Someone>; byNumber: Map<string, Someone>; byName: Map<string, Someone[]> };

/** The persons of the club and of the file, by member number and by name. */
async function peopleOf(tx: Transaction, club: ClubName, rows: readonly PlannedRow[]): Promise<People> {
  const { rows: known } = await tx.execute<Someone & { memberNo: string | null }>(sql`
    select p.id as "personId", p.firstname, p.lastname, (select m.member_no from member m where m.person_id = p.id order by m.joined_on desc limit 1) as "memberNo"
    from person p where p.club = ${club} and p.merged_into is null and p.anonymised_at is null`);
  const ofFile = rows
    .filter(({ result }) => result !== 'faulty')
    .map(({ personId, values, known: of }) => ({
      personId,
      firstname: values.firstname ?? of?.firstname ?? '',
      lastname: values.lastname ?? of?.lastname ?? '',
      memberNo: values.memberNo ?? of?.memberNo ?? null,
    }));
  const byId = new Map([...known, ...ofFile].map((one) => [one.personId, one]));
  const all = [...byId.values()];
  return {
    byId,
    byNumber: new Map(all.flatMap((one) => (one.memberNo ? [[one.memberNo, one]] : []))),
    byName: Map.groupBy(all, (one) => nameKey(fullName(one))),
  };
}

type Payer = Pick<Someone, 'personId'>;

function payerOf(row: PaidRow, world: World): Payer | string {
  const { payer } = row.account;
  if (!payer) return unnamedPayer(row, world);
  const numbered = world.byNumber.get(payer);
  if (numbered) return numbered;
  const faultyLine = world.faultyLines.get(payer);
  if (faultyLine) return `Zahler: „${payer}“ steht in Zeile ${faultyLine}, die selbst fehlerhaft ist. Bitte zuerst jene berichtigen.`;
  if (/^\d+$/.test(payer)) return `Zahler: Die Mitgliedsnummer „${payer}“ gibt es nicht.`;
  return named(payer, world) ?? `Zahler: „${payer}“ ist nicht zu verstehen. Bitte Mitgliedsnummer oder „Nachname, Vorname“.`;
}

/**
 * A paper mandate has one payer: that of the club's existing mandate, otherwise the payer named in a row of it, otherwise the account
 * holder, otherwise the oldest adult of these rows. Without a holder, a person whose paper nobody shares pays alone.
 */
function unnamedPayer(row: PaidRow, world: World): Payer {
  const { iban, reference, holder } = row.account;
  const sameAccount = (iban && world.byIban.get(iban)) || [row];
  const family = ((reference && world.byReference.get(reference)) || [row]).filter(
    ({ account }) => !account.iban || !iban || account.iban === iban,
  );
  const present = reference && world.byPaper.get(reference);
  if (present && (!iban || present.iban === iban)) return { personId: present.payerPersonId };
  const naming = family.find(({ account }) => account.payer);
  const told = naming && payerOf(naming, world);
  if (told && typeof told !== 'string') return told;
  const holderText = holder ?? family.find(({ account }) => account.holder)?.account.holder;
  const holding = holderText && holderOf(holderText, [row, ...family, ...sameAccount], world);
  if (holding) return holding;
  if (family.length > 1) return oldest(family) ?? row;
  // Two names or a company do not identify a person: the oldest adult with this account pays.
  return (holder && oldest(sameAccount)) || row;
}

/** The holder of an account as a person: of the same rows, of the club, or new. */
function holderOf(holder: string, near: readonly PaidRow[], world: World): Payer | undefined {
  const key = nameKey(holder);
  const lastnames = new Set(near.map(({ values, known }) => slugOf(values.lastname ?? known?.lastname ?? '')));
  return near.find((one) => ownKey(one) === key) ?? named(holder, world, lastnames);
}

/** A new payer with the address of those of the same last name whom they pay for, if these live together; none if nobody is left. */
export function withAddress(payer: NewPayer, rows: readonly PaidRow[]): NewPayer[] {
  if (rows.length === 0) return [];
  const related = rows.filter(({ values, known }) => slugOf(values.lastname ?? known?.lastname ?? '') === slugOf(payer.lastname));
  const addresses = related.map(({ values, known }): Address => {
    const cell = (field: keyof Address) => values[field] ?? known?.[field] ?? '';
    return { street: cell('street'), houseNo: cell('houseNo'), postcode: cell('postcode'), city: cell('city') };
  });
  const [first] = addresses;
  const isOne = new Set(addresses.map((one) => JSON.stringify(one))).size === 1;
  return first?.street && first.city && isOne ? [{ ...payer, ...first }] : [payer];
}

/** Adults come before children; a person without a birth date counts as the youngest adult. */
function oldest(rows: readonly PaidRow[]): PaidRow | undefined {
  const order = (row: PaidRow) => `${isChild(row) ? 1 : 0} ${bornOn(row) || '9'}`;
  return rows.toSorted((a, b) => order(a).localeCompare(order(b)) || a.line - b.line)[0];
}

function isChild(row: PaidRow): boolean {
  return isMinor(bornOn(row), today());
}

function bornOn({ values, known }: PaidRow): string {
  return values.birthDate ?? known?.birthDate ?? '';
}

/** A person by name, known or new; undefined if the text is not the name of exactly one person. */
function named(text: string, { byName, made }: World, lastnames: ReadonlySet<string> = new Set()): Someone | undefined {
  const key = nameKey(text);
  const found = byName.get(key) ?? [];
  if (found.length > 0) return found.length === 1 ? found[0] : undefined;
  if (/\b(und|u\.|gmbh|kg|ag|e\.\s?v|ohg|ug|familie|eheleute)(\b|$)/i.test(text)) return undefined;
  const names = namesIn(text, lastnames);
  if (!names) return undefined;
  const one = made.get(key) ?? { personId: randomUUID(), ...names };
  made.set(key, one);
  return one;
}

/** First and last name of a text. Banks write "OHM UWE": which word is the last name is told by those whom the account pays for. */
function namesIn(text: string, lastnames: ReadonlySet<string>): Omit<Someone, 'personId'> | undefined {
  const [, lastname = '', firstname = ''] = /^([^,&/]+),\s*([^,&/]+)$/.exec(text) ?? [];
  const [, first = '', last = ''] = /^([\p{L}.'-]+(?: [\p{L}.'-]+)?) ([\p{L}'-]+)$/u.exec(text) ?? [];
  const words = text.split(' ');
  const isReversed = words.length === 2 && lastnames.has(slugOf(first)) && !lastnames.has(slugOf(last));
  const names = lastname && firstname ? [firstname, lastname] : isReversed ? [last, first] : [first, last];
  const [one = '', other = ''] = names.map((name) => inWords(name.trim()));
  return one && other ? { firstname: one, lastname: other } : undefined;
}

/** Capitals as names are written; other names stay. */
function inWords(name: string): string {
  if (name.length < 3 || name !== name.toUpperCase()) return name;
  return name.toLowerCase().replaceAll(/(^|[ '-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}

/** A normalised key, equal for "Ole Öhm", "Öhm, Ole" and "OEHM OLE". */
function nameKey(name: string): string {
  return name
    .split(/[\s,]+/)
    .map((word) => slugOf(word))
    .filter(Boolean)
    .toSorted()
    .join(' ');
}

function ownKey({ values, known }: PaidRow): string {
  return nameKey(`${values.firstname ?? known?.firstname ?? ''} ${values.lastname ?? known?.lastname ?? ''}`);
}
