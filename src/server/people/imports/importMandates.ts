import { maskedIban } from '#shared/kernel/iban.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { FamilyPayer, PayingTogether } from '../members/paying.ts';
import type { ImportedMandate, KnownMandate, Mandates, StandingMandate } from '../members/mandates.ts';
import type { PlannedRow } from './importKnown.ts';
import { payersOfFile, withAddress, type NewPayer, type PaidRow } from './importPayers.ts';

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

type Paid = { row: PaidRow; payerId: string };

type Asked = { mandates: Mandates; together: PayingTogether; lastUsedOn: string | null; faultyLines: ReadonlyMap<string, number> };

/** Finds the payer of each valid row, and merges accounts of the same payer. Read-only. */
export async function planMandates(
  tx: Transaction,
  club: ClubName,
  rows: readonly PlannedRow[],
  { mandates, together, lastUsedOn, faultyLines }: Asked,
): Promise<MandatePlan> {
  const wanted = rows.filter((row): row is PaidRow => row.result !== 'faulty' && row.account !== undefined);
  const all = await mandates.standing(tx, club);
  if (wanted.length === 0) return { rows: [...rows], payers: new Map(), newPayers: [], mandates: [], isCovered: coveredBy(all, new Map()) };
  const standing = all.filter(({ isPresent }) => isPresent);
  const byReference = new Map(all.toReversed().map((one) => [one.reference, one]));
  const { payerOf, nameOf, newPayers } = await payersOfFile(tx, club, { rows, wanted, standing, faultyLines });
  const faults = doubledReferences(wanted);
  const payers = new Map<string, string>();
  const found: Paid[] = [];
  for (const row of wanted) {
    const payer = faults.has(row.line) ? undefined : payerOf(row);
    if (typeof payer === 'string') faults.set(row.line, payer);
    if (!payer || typeof payer === 'string') continue;
    if (isOfAnother(row, payer.personId, byReference)) {
      faults.set(row.line, takenReference(row));
      continue;
    }
    found.push({ row, payerId: payer.personId });
  }
  const paid = withoutFaultyPayers(found, wanted, faults);
  const families = await together.payersOf(tx, club);
  for (const { row, payerId } of paid) {
    const payer = families.get(row.personId)?.payerPersonId ?? payerId;
    if (payer !== row.personId) payers.set(row.personId, payer);
  }
  const byPayer = Map.groupBy(paid, ({ payerId }) => payerId);
  const made = withOwnReference(
    [...byPayer].flatMap(([payerId, some]) => mandatesFor({ payerPersonId: payerId, name: nameOf(payerId) }, some, lastUsedOn)),
    all,
  );
  const invented = [...newPayers()].flatMap((one) =>
    withAddress(
      one,
      (byPayer.get(one.personId) ?? []).map(({ row }) => row),
    ),
  );
  const homeless = new Set(invented.flatMap(({ personId, street }) => (street ? [] : [personId])));
  const notes = notesOf(paid, nameOf, { standing, made, families, homeless });
  const present = new Set(standing.map(scopeOf));
  const fresh = made.filter((one) => !present.has(scopeOf(one)));
  const told = { faults, notes, fresh: new Set(fresh.map(scopeOf)), payers };
  return {
    rows: rows.map((row) => withMandate(row, told)),
    payers,
    newPayers: invented,
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
function withoutFaultyPayers(found: readonly Paid[], rows: readonly PaidRow[], faults: Map<number, string>): Paid[] {
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
function doubledReferences(rows: readonly PaidRow[]): Map<number, string> {
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
function isOfAnother({ account }: PaidRow, payerId: string, byReference: ReadonlyMap<string | null, KnownMandate>): boolean {
  const known = account.reference ? byReference.get(account.reference) : undefined;
  return known !== undefined && known.iban !== account.iban && !(known.isPresent && known.payerPersonId === payerId);
}

function takenReference({ account }: PaidRow): string {
  return `Mandatsreferenz: „${account.reference}“ gehört schon zu einem anderen Konto.`;
}

/**
 * One mandate if the rows of a payer agree; otherwise one for the most rows with the same paper, and one per other person (some
 * programs assign one to each member).
 */
function mandatesFor(
  { payerPersonId, name }: { payerPersonId: string; name: string },
  some: readonly Pick<Paid, 'row'>[],
  lastUsedOn: string | null,
): ImportedMandate[] {
  const rows = some.map(({ row }) => row).filter(({ account }) => account.iban);
  const differs = (field: 'iban' | 'reference') => new Set(rows.map(({ account }) => account[field]).filter(Boolean)).size > 1;
  const shared = differs('iban') || differs('reference') ? sharedPaper(rows) : rows;
  const first = shared.find(({ account }) => account.reference) ?? shared[0];
  const isCovered = ({ account }: PaidRow) => !account.reference && account.iban === first?.account.iban;
  const others = rows.filter((row) => !shared.includes(row) && !isCovered(row));
  return [...(first ? [first] : []), ...others].map((row) => ({
    payerPersonId,
    forPersonId: row === first ? null : row.personId,
    iban: row.account.iban ?? '',
    accountHolder: row.account.holder ?? name.slice(0, 70),
    reference: row.account.reference ?? null,
    ...daysOf(row, row === first ? shared : [row], lastUsedOn),
  }));
}

/** The largest group of rows with the same reference; none if each has its own. */
function sharedPaper(rows: readonly PaidRow[]): readonly PaidRow[] {
  const papers = [...Map.groupBy(rows, ({ account }) => account.reference)];
  const [largest = []] = papers
    .flatMap(([reference, of]) => (reference && of.length > 1 ? [of] : []))
    .toSorted((a, b) => b.length - a.length);
  return largest;
}

/** The dates of signature and last use of a mandate; a debit before the signature used an earlier mandate and is ignored. */
function daysOf(row: PaidRow, rows: readonly PaidRow[], lastOfClub: string | null): Pick<ImportedMandate, 'signedOn' | 'lastUsedOn'> {
  const signedOn = row.account.signedOn ?? rows.find(({ account }) => account.signedOn)?.account.signedOn ?? null;
  const lastUsedOn = row.account.lastUsedOn ?? lastOfClub;
  return { signedOn, lastUsedOn: signedOn !== null && lastUsedOn !== null && lastUsedOn < signedOn ? null : lastUsedOn };
}

/** A reference is unique within a club, also after the end of its mandate; a second mandate with it remains incomplete. */
function withOwnReference(made: readonly ImportedMandate[], standing: readonly StandingMandate[]): ImportedMandate[] {
  const taken = new Map(standing.map((one) => [one.reference, one]));
  return made.map((one) => {
    const other = one.reference === null ? undefined : taken.get(one.reference);
    const isItself = other !== undefined && scopeOf(other) === scopeOf(one);
    if (one.reference !== null && !other) taken.set(one.reference, one);
    return other && !isItself ? { ...one, reference: null } : one;
  });
}

/** Who pays, and for whom alone: there is one present mandate of each. */
function scopeOf({ payerPersonId, forPersonId }: { payerPersonId: string; forPersonId: string | null }): string {
  return `${payerPersonId} ${forPersonId ?? ''}`;
}

type Found = { faults: Map<number, string>; notes: Map<number, string>; fresh: ReadonlySet<string>; payers: Map<string, string> };

type Noted = {
  standing: readonly StandingMandate[];
  made: readonly ImportedMandate[];
  families: Families;
  /** New payers without a known address. */ homeless: ReadonlySet<string>;
};

/** Notes of the dry run about mandates, by line: the payer of each row, and the outcome of the paper mandate. */
function notesOf(paid: readonly Paid[], nameOf: (personId: string) => string, { standing, made, families, homeless }: Noted) {
  const notes = new Map<number, string>();
  const madeBy = Map.groupBy(made, ({ payerPersonId }) => payerPersonId);
  const standingIn = new Map(standing.map((one) => [scopeOf(one), one]));
  for (const [payerId, some] of Map.groupBy(paid, (one) => one.payerId)) {
    const others = some.flatMap(({ row }) => (row.personId === payerId ? [] : [nameOf(row.personId)]));
    const ofPayer = madeBy.get(payerId) ?? [];
    for (const { row } of some) {
      const mine = ofPayer.find((one) => one.forPersonId === row.personId) ?? ofPayer.find((one) => one.forPersonId === null);
      const old = mine && standingIn.get(scopeOf(mine));
      const words = [
        familyWords(families.get(row.personId), payerId) ??
          (row.personId !== payerId
            ? `${nameOf(payerId)} zahlt${homeless.has(payerId) ? ' (Anschrift fehlt)' : ''}`
            : others.length > 0 && `zahlt auch für ${namesInWords(others)}`),
        old && mine && old.iban !== mine.iban && `das Mandat für ${maskedIban(old.iban)} bleibt, bitte dort ersetzen`,
        !old && mine && (!mine.signedOn || !mine.reference) && 'Mandat unvollständig, wird nicht eingezogen',
      ].filter((word) => typeof word === 'string');
      notes.set(row.line, words.join('; '));
    }
  }
  return notes;
}

type Families = ReadonlyMap<string, FamilyPayer>;

/** A family has one payer, whatever a file says. */
function familyWords(family: FamilyPayer | undefined, payerId: string): string | undefined {
  if (!family || family.payerPersonId === payerId) return undefined;
  return `für die Familie „${family.name}“ zahlt weiter ${family.payer}`;
}

const namesAtMost = 5;

function namesInWords(names: readonly string[]): string {
  const shown = names.length > namesAtMost ? [...names.slice(0, namesAtMost), `${names.length - namesAtMost} weitere`] : names;
  return new Intl.ListFormat('de-DE').format(shown);
}

/** Adds the result of mandate planning to a row; a row with only a mandate change counts as changed. */
function withMandate(row: PlannedRow, { faults, notes, fresh, payers }: Found): PlannedRow {
  const fault = faults.get(row.line);
  if (fault) return { ...row, result: 'faulty', message: fault };
  if (row.account === undefined || row.result === 'faulty') return row;
  const payerId = payers.get(row.personId) ?? row.personId;
  const brings = [
    [null, row.personId].some((forPersonId) => fresh.has(scopeOf({ payerPersonId: payerId, forPersonId }))) && 'Lastschriftmandat',
    payerId !== (row.known?.payerPersonId ?? row.personId) && 'Zahler',
  ].filter((word) => typeof word === 'string');
  const fields = row.result === 'new' ? [row.message] : [row.message, ...brings];
  const message = [fields.filter(Boolean).join(', '), notes.get(row.line)].filter(Boolean).join('; ');
  return { ...row, message, ...(brings.length > 0 && row.result === 'unchanged' && { result: 'changed' as const }) };
}
