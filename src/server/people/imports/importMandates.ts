import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { fullName } from '#shared/kernel/fullName.ts';
import { maskedIban } from '#shared/kernel/iban.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { ImportedMandate, KnownMandate, Mandates, StandingMandate } from '../members/mandates.ts';
import type { PlannedRow } from './importKnown.ts';
import type { ImportedAccount } from './importRows.ts';

/** A payer found neither in the file nor in the club: a new person without membership. */
type NewPayer = { personId: string; firstname: string; lastname: string };

/** The planned payers and mandates of a file. */
export type MandatePlan = {
  rows: PlannedRow[];
  /** Payer by the person of a row, if they are different. */
  payers: Map<string, string>;
  newPayers: NewPayer[];
  mandates: ImportedMandate[];
  /** Whether a row's payer has an active mandate after the import. */
  isCovered: (row: PlannedRow) => boolean;
};

type Someone = { personId: string; firstname: string; lastname: string };
type Row = PlannedRow & { account: ImportedAccount };
type Paid = { row: Row; payerId: string };

/** Finds the payer of each valid row, and merges accounts of the same payer. Read-only. */
export async function planMandates(
  tx: Transaction,
  club: ClubName,
  rows: readonly PlannedRow[],
  { mandates, lastUsedOn, faultyLines }: { mandates: Mandates; lastUsedOn: string | null; faultyLines: ReadonlyMap<string, number> },
): Promise<MandatePlan> {
  const wanted = rows.filter((row): row is Row => row.result !== 'faulty' && row.account !== undefined);
  const all = await mandates.standing(tx, club);
  if (wanted.length === 0) return { rows: [...rows], payers: new Map(), newPayers: [], mandates: [], isCovered: coveredBy(all, new Map()) };
  const finder = { ...(await peopleOf(tx, club, rows)), faultyLines };
  const standing = all.filter(({ isPresent }) => isPresent);
  const faults = doubledReferences(wanted);
  const payers = new Map<string, string>();
  const newPayers = new Map<string, NewPayer>();
  const found: Paid[] = [];
  for (const row of wanted) {
    const payer = faults.has(row.line) ? undefined : payerOf(row, wanted, finder, newPayers);
    if (typeof payer === 'string') faults.set(row.line, payer);
    if (!payer || typeof payer === 'string') continue;
    if (isOfAnother(row, payer.personId, all)) {
      faults.set(row.line, takenReference(row));
      continue;
    }
    found.push({ row, payerId: payer.personId });
  }
  const paid = withoutFaultyPayers(found, wanted, faults);
  for (const { row, payerId } of paid) if (payerId !== row.personId) payers.set(row.personId, payerId);
  const made = withOwnReference(
    [...Map.groupBy(paid, ({ payerId }) => payerId)].flatMap(([payerId, some]) => mandatesFor(payerId, some, lastUsedOn)),
    all,
  );
  const notes = notesOf(paid, standing, made);
  const fresh = made.filter((one) => !standing.some((other) => other.payerPersonId === one.payerPersonId && isSameScope(one, other)));
  const used = new Set(paid.map(({ payerId }) => payerId));
  return {
    rows: rows.map((row) => withMandate(row, { faults, notes, fresh, payers })),
    payers,
    newPayers: [...newPayers.values()].filter(({ personId }) => used.has(personId)),
    mandates: fresh,
    isCovered: coveredBy([...all, ...fresh.map((one) => ({ ...one, isActive: one.signedOn !== null && one.reference !== null }))], payers),
  };
}

/** Returns a function that tells whether a row is covered by an active mandate of its payer. */
function coveredBy(mandates: readonly (StandingMandate & { isActive: boolean })[], payers: ReadonlyMap<string, string>) {
  const covered = new Set(
    mandates.filter(({ isActive }) => isActive).map(({ payerPersonId, forPersonId }) => `${payerPersonId} ${forPersonId ?? ''}`),
  );
  return ({ personId, known }: PlannedRow): boolean => {
    const payerId = payers.get(personId) ?? known?.payerPersonId ?? personId;
    return covered.has(`${payerId} `) || covered.has(`${payerId} ${personId}`);
  };
}

/** Excludes rows whose payer would be created by a faulty row, transitively. */
function withoutFaultyPayers(found: readonly Paid[], rows: readonly Row[], faults: Map<number, string>): Paid[] {
  const broken = new Map(rows.flatMap(({ line, result, personId }) => (result === 'new' && faults.has(line) ? [[personId, line]] : [])));
  const left = found.filter(({ row, payerId }) => payerId === row.personId || !broken.has(payerId));
  if (left.length === found.length) return left;
  for (const { row, payerId } of found) {
    const at = broken.get(payerId);
    if (at !== undefined && payerId !== row.personId)
      faults.set(row.line, `Zahler: Zeile ${at} ist selbst fehlerhaft. Bitte zuerst jene berichtigen.`);
  }
  return withoutFaultyPayers(left, rows, faults);
}

/** A reference belongs to one account: later rows with another account are faulty. */
function doubledReferences(rows: readonly Row[]): Map<number, string> {
  const faults = new Map<number, string>();
  const accounts = new Map<string, string>();
  for (const row of rows) {
    const { iban, reference } = row.account;
    if (!iban || !reference) continue;
    const known = accounts.get(reference);
    if (known && known !== iban) faults.set(row.line, takenReference(row));
    else accounts.set(reference, iban);
  }
  return faults;
}

/** Whether the club uses a reference for another account already. The payer's own existing mandate is left unchanged. */
function isOfAnother({ account }: Row, payerId: string, all: readonly KnownMandate[]): boolean {
  const known = all.find(({ reference }) => reference !== null && reference === account.reference);
  return known !== undefined && known.iban !== account.iban && !(known.isPresent && known.payerPersonId === payerId);
}

function takenReference({ account }: Row): string {
  return `Mandatsreferenz: „${account.reference}“ gehört schon zu einem anderen Konto.`;
}

type Finder = People & { faultyLines: ReadonlyMap<string, number> };
type People = { byNumber: Map<string, Someone>; byName: Map<string, Someone[]> };

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
  const all = [...new Map([...known, ...ofFile].map((one) => [one.personId, one])).values()];
  return {
    byNumber: new Map(all.flatMap((one) => (one.memberNo ? [[one.memberNo, one]] : []))),
    byName: Map.groupBy(all, (one) => nameKey(fullName(one))),
  };
}

/** The payer of a row; a German message if the named one cannot be found. */
function payerOf(row: Row, all: readonly Row[], { faultyLines, ...finder }: Finder, made: Map<string, NewPayer>): Someone | string {
  const self = { personId: row.personId, firstname: '', lastname: '' };
  const { payer, iban, holder } = row.account;
  if (payer) {
    const numbered = finder.byNumber.get(payer);
    if (numbered) return numbered;
    const faultyLine = faultyLines.get(payer);
    if (faultyLine) return `Zahler: „${payer}“ steht in Zeile ${faultyLine}, die selbst fehlerhaft ist. Bitte zuerst jene berichtigen.`;
    if (/^\d+$/.test(payer)) return `Zahler: Die Mitgliedsnummer „${payer}“ gibt es nicht.`;
    return named(payer, finder, made) ?? `Zahler: „${payer}“ ist nicht zu verstehen. Bitte Mitgliedsnummer oder „Nachname, Vorname“.`;
  }
  if (!holder || nameKey(holder) === ownKey(row)) return self;
  const others = all.filter(({ account }) => account.iban === iban);
  const sameAccount = others.find((one) => ownKey(one) === nameKey(holder));
  if (sameAccount) return { ...self, personId: sameAccount.personId };
  // Two names or a company do not identify a person: the first person with this account pays.
  return named(holder, finder, made) ?? { ...self, personId: others[0]?.personId ?? row.personId };
}

/** A person by name, known or new; undefined if the text is not the name of exactly one person. */
function named(text: string, { byName }: People, made: Map<string, NewPayer>): Someone | undefined {
  const key = nameKey(text);
  const found = byName.get(key) ?? [];
  if (found.length > 0) return found.length === 1 ? found[0] : undefined;
  const [, lastname, firstname] = /^([^,&/]+),\s*([^,&/]+)$/.exec(text) ?? [];
  const [, first, last] = /^([\p{L}.'-]+(?: [\p{L}.'-]+)?) ([\p{L}'-]+)$/u.exec(text) ?? [];
  if (/\b(und|u\.|gmbh|kg|ag|e\.\s?v|ohg|ug|familie|eheleute)(\b|$)/i.test(text)) return undefined;
  const names =
    lastname && firstname
      ? { firstname: firstname.trim(), lastname: lastname.trim() }
      : first && last
        ? { firstname: first, lastname: last }
        : undefined;
  if (!names) return undefined;
  const one = made.get(key) ?? { personId: randomUUID(), ...names };
  made.set(key, one);
  return one;
}

/** A normalised key, equal for "Ole Ohm", "Ohm, Ole" and "OHM OLE". */
function nameKey(name: string): string {
  return name
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .toSorted()
    .join(' ');
}

function ownKey({ values, known }: Row): string {
  return nameKey(`${values.firstname ?? known?.firstname ?? ''} ${values.lastname ?? known?.lastname ?? ''}`);
}

/** One mandate if the rows of a payer agree, otherwise one per person (some programs assign one to each member). */
function mandatesFor(payerPersonId: string, some: readonly Pick<Paid, 'row'>[], lastUsedOn: string | null): ImportedMandate[] {
  const rows = some.map(({ row }) => row).filter(({ account }) => account.iban);
  const differs = (field: 'iban' | 'reference') => new Set(rows.map(({ account }) => account[field]).filter(Boolean)).size > 1;
  const isGeneral = !differs('iban') && !differs('reference');
  const used = isGeneral ? [rows.find(({ account }) => account.reference) ?? rows[0]].filter((one) => one !== undefined) : rows;
  return used.map((row) => ({
    payerPersonId,
    forPersonId: isGeneral ? null : row.personId,
    iban: row.account.iban ?? '',
    accountHolder:
      row.account.holder ??
      [row.values.firstname ?? row.known?.firstname, row.values.lastname ?? row.known?.lastname].join(' ').slice(0, 70),
    reference: row.account.reference ?? null,
    ...daysOf(row, rows, lastUsedOn),
  }));
}

/** The dates of signature and last use of a mandate; a debit before the signature used an earlier mandate and is ignored. */
function daysOf(row: Row, rows: readonly Row[], lastOfClub: string | null): Pick<ImportedMandate, 'signedOn' | 'lastUsedOn'> {
  const signedOn = row.account.signedOn ?? rows.find(({ account }) => account.signedOn)?.account.signedOn ?? null;
  const lastUsedOn = row.account.lastUsedOn ?? lastOfClub;
  return { signedOn, lastUsedOn: signedOn !== null && lastUsedOn !== null && lastUsedOn < signedOn ? null : lastUsedOn };
}

/** A reference is unique within a club, also after the end of its mandate; a second mandate with it remains incomplete. */
function withOwnReference(made: readonly ImportedMandate[], standing: readonly StandingMandate[]): ImportedMandate[] {
  const taken = new Map(standing.map((one) => [one.reference, one]));
  return made.map((one) => {
    const other = one.reference === null ? undefined : taken.get(one.reference);
    const isItself = other?.payerPersonId === one.payerPersonId && isSameScope(other, one);
    if (one.reference !== null && !other) taken.set(one.reference, one);
    return other && !isItself ? { ...one, reference: null } : one;
  });
}

function isSameScope(one: { forPersonId: string | null }, other: { forPersonId: string | null }): boolean {
  return one.forPersonId === other.forPersonId;
}

type Found = { faults: Map<number, string>; notes: Map<number, string>; fresh: readonly ImportedMandate[]; payers: Map<string, string> };

/** Notes of the dry run about mandates, by line. */
function notesOf(paid: readonly { row: Row; payerId: string }[], standing: readonly StandingMandate[], made: readonly ImportedMandate[]) {
  const notes = new Map<number, string>();
  for (const [payerId, some] of Map.groupBy(paid, (one) => one.payerId)) {
    for (const { row } of some) {
      const mine = made.find((one) => one.payerPersonId === payerId && (one.forPersonId ?? row.personId) === row.personId);
      const old = standing.find((one) => one.payerPersonId === payerId && mine && isSameScope(one, mine));
      const words = [
        some.length > 1 && `ein Zahler für ${some.length} Personen`,
        old && mine && old.iban !== mine.iban && `das Mandat für ${maskedIban(old.iban)} bleibt, bitte dort ersetzen`,
        !old && mine && (!mine.signedOn || !mine.reference) && 'Mandat unvollständig, wird nicht eingezogen',
      ].filter((word) => typeof word === 'string');
      notes.set(row.line, words.join('; '));
    }
  }
  return notes;
}

/** Adds the result of mandate planning to a row; a row with only a mandate change counts as changed. */
function withMandate(row: PlannedRow, { faults, notes, fresh, payers }: Found): PlannedRow {
  const fault = faults.get(row.line);
  if (fault) return { ...row, result: 'faulty', message: fault };
  if (row.account === undefined || row.result === 'faulty') return row;
  const payerId = payers.get(row.personId) ?? row.personId;
  const brings = [
    fresh.some((one) => one.payerPersonId === payerId && (one.forPersonId ?? row.personId) === row.personId) && 'Lastschriftmandat',
    payerId !== (row.known?.payerPersonId ?? row.personId) && 'Zahler',
  ].filter((word) => typeof word === 'string');
  const fields = row.result === 'new' ? [row.message] : [row.message, ...brings];
  const message = [fields.filter(Boolean).join(', '), notes.get(row.line)].filter(Boolean).join('; ');
  return { ...row, message, ...(brings.length > 0 && row.result === 'unchanged' && { result: 'changed' as const }) };
}
