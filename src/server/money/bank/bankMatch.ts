import { and, eq, inArray, sql } from 'drizzle-orm';
import type { KeptLine } from '#shared/money/bankLines.ts';
import { fits } from '#shared/money/bankRules/fit.ts';
import { withoutUmlauts } from '#shared/money/bankText.ts';
import { sphereNames } from '#shared/money/books/words.ts';
import { categoryOf } from '#shared/money/entries/words.ts';
import { returnCodeInWords } from '#shared/money/returnCodes.ts';
import { bankLineSets, type BankKind } from '#shared/money/bankWords.ts';
import type { ListedCharge } from '#shared/money/charges.ts';
import { chargeStateNames, chargeSets } from '#shared/money/chargeWords.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import { restOf } from '#shared/money/paymentRules.ts';
import { bankAccountsOf } from '#server/club/bankAccounts/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import { byAccount, byBankAccount, openAccounts, type AccountVerdict, type OpenAccounts } from './accountMatch.ts';
import type { StatementLine } from './bankFile.ts';
import { chargesFor } from '../charges/rows.ts';
import { charge } from '../charges/table.ts';
import { decisionInWords } from './keep.ts';
import { codeIn, feeIn, holds, idIn, knownDebits, knownRuns, type KnownDebit, type KnownRun } from './debitMatch.ts';
import { isSameAccount, knownPayouts, payoutOf, type KnownPayout } from './payoutMatch.ts';
import { rulesOf, type RuleRow } from './rules/read.ts';
import { bankLine } from './table.ts';
import { twinsOf } from './twins.ts';

/** A line of a statement with its match. */
type MatchedLine = Pick<KeptLine, 'result' | 'kind' | 'message' | 'mayAssign' | 'charges'> &
  Pick<StatementLine, 'fingerprint' | 'day' | 'cents'> & { action?: RunAction; rule?: RuleRow };
type Verdict = Pick<KeptLine, 'result' | 'message' | 'charges'> & { kind?: BankKind };
export type RunAction = NonNullable<KeptLine['action']>;
type Seen = Verdict & {
  /** Incoming money that no collection run explains. */ isFree?: boolean;
  /** Nothing in the database explains it: a rule may apply. */ isUnknown?: boolean;
  action?: RunAction;
};
type Known = {
  booked: ReadonlyMap<string, string>;
  byReference: ReadonlyMap<string, ListedCharge>;
  byCents: ReadonlyMap<number, ListedCharge[]>;
  accounts: OpenAccounts;
  runs: readonly KnownRun[];
  debits: ReadonlyMap<string, KnownDebit>;
  payouts: readonly KnownPayout[];
  rules: readonly RuleRow[];
  /** The names of the club's own accounts. */
  own: ReadonlyMap<string, string>;
  /** The line of an earlier file of another format that equals a line, by the fingerprint of the later one. */
  twins: ReadonlyMap<string, string>;
};

/** Matches each line of a statement; nothing is written. A charge is proposed for only one line. */
export async function matchLines(tx: Transaction, club: ClubName, lines: readonly StatementLine[]): Promise<MatchedLine[]> {
  const known = await readKnown(tx, club, lines);
  const taken = new Set<string>();
  const verdicts = new Map<StatementLine, Seen>();
  // References come first, so that no suggestion uses up a charge that is named.
  for (const line of lines) verdicts.set(line, byReference(line, club, known, taken));
  return lines.map((line) => {
    const first = verdicts.get(line) ?? rest('unknown', '');
    const seen: Seen = first.result === 'rest' && first.message === '' ? byPayer(line, known, taken) : first;
    const { isFree = true, isUnknown, ...verdict } = seen;
    const { fingerprint, day, cents } = line;
    const mayAssign = isFree && !line.fault && verdict.result !== 'booked';
    const twin = known.twins.get(fingerprint);
    const found = twin ? doubtful(verdict, twin) : isUnknown ? byRule(line, known.rules, verdict) : verdict;
    return { fingerprint, day, cents, mayAssign, kind: null, ...found };
  });
}

function byReference(line: StatementLine, club: ClubName, known: Known, taken: Set<string>): Seen {
  const { booked, byReference: charges, runs } = known;
  const before = booked.get(line.fingerprint);
  if (before) return { result: 'booked', message: before, charges: [] };
  if (line.fault || line.cents === null) return rest('unknown', line.fault);
  const named = referencesIn(`${line.purpose} ${line.endToEndId}`, club).map((candidates) =>
    candidates.map((one) => charges.get(one)).find((one) => one !== undefined),
  );
  const found = [...new Set(named.filter((one) => one !== undefined))];
  const isOther =
    found.some(({ state }) => state !== 'in_collection') ||
    (found.length === 0 && byAccount({ ...line, cents: line.cents }, club, known.accounts, taken) !== undefined);
  const ofRun = runVerdict(line, known, isOther);
  if (ofRun) return ofRun;
  const ofRuns = runs.filter(({ messageId, ids }) => holds(line, messageId) || ids.some((id) => line.endToEndId === id || holds(line, id)));
  const inWords = ofRuns.map(({ messageId }) => messageId).join(' oder ');
  if (line.cents <= 0)
    return ofRuns.length > 0
      ? notFree('return', `Rücklastschrift aus dem Lauf ${inWords}? Bitte dort mit dem Grund der Bank vermerken.`)
      : {
          ...notFree(
            'outgoing',
            'Abgang vom Konto: als Ausgabe buchen oder beiseitelegen. Eine Rücklastschrift vermerken Sie am Lastschriftlauf.',
          ),
          isUnknown: true,
        };
  if (ofRuns.length > 0) return notFree('run', `Gehört zum Lastschriftlauf ${inWords}: bitte dort „Eingezogen“ vermerken.`);
  if (found.length === 0) return ofAccount(byAccount({ ...line, cents: line.cents }, club, known.accounts, taken), taken);
  const words = found.map(({ reference }) => reference).join(', ');
  const closed = found.find((one) => !isPayable(one));
  if (closed) return rest('closed', `${closed.reference} ist nicht mehr offen (${chargeStateNames[closed.state]}). Bitte prüfen.`, found);
  if (found.some(({ id }) => taken.has(id))) return rest('closed', `Zweite Zahlung zu ${words} in dieser Datei. Bitte prüfen.`, found);
  const sum = found.reduce((total, one) => total + restOf(one), 0);
  if (line.cents < sum) return rest('part', `Teilzahlung zu ${words}: ${euros(line.cents)} statt ${euros(sum)}.`, found);
  if (line.cents > sum) return rest('over', `Überzahlung zu ${words}: ${euros(line.cents)} statt ${euros(sum)}.`, found);
  for (const { id } of found) taken.add(id);
  return { result: 'match', message: `Verwendungszweck nennt ${words}.`, charges: found.map(shown) };
}

function ofAccount(verdict: AccountVerdict | undefined, taken: Set<string>): Seen {
  if (!verdict) return rest('unknown', '');
  const { charges, ...seen } = verdict;
  if (seen.result !== 'rest') for (const { id } of charges) taken.add(id);
  return { ...seen, charges: charges.map(shown) };
}

/**
 * What a line means for a run or a payout file: a debit was returned, all were collected, or transfers were executed. The sum and the day
 * of a run alone are not enough if the line names another reference.
 */
function runVerdict(line: StatementLine, { runs, debits, payouts, own }: Known, isOther: boolean): Seen | undefined {
  const { cents, day, endToEndId, batchReference } = line;
  const other = line.otherAccountId && own.get(line.otherAccountId);
  if (other)
    return {
      ...notFree('own', `Umbuchung ${cents !== null && cents < 0 ? 'auf' : 'von'} „${other}“: weder Einnahme noch Ausgabe.`),
      action: { kind: 'own', account: other },
    };
  const debit = debits.get(endToEndId) ?? debits.get(idIn(line, runs));
  if (debit && cents !== null && cents < 0) {
    const code = line.returnCode ?? codeIn(line.purpose);
    const why = code ? returnCodeInWords(code) : 'den Grund nennt die Datei nicht';
    if (debit.returnCode !== null)
      return notFree('return', `Rücklastschrift aus dem Lauf ${debit.messageId}, schon vermerkt. Bitte ignorieren.`);
    const action = {
      kind: 'return' as const,
      messageId: debit.messageId,
      mandate: debit.mandate,
      code,
      feeCents: line.feeCents || feeIn(debit, cents),
    };
    return { ...notFree('return', `Rücklastschrift aus dem Lauf ${debit.messageId}: ${why}.`), action };
  }
  const payout = payoutOf(line, payouts);
  if (payout?.isExecuted)
    return notFree('payout', `Abgang der Sammelüberweisung ${payout.messageId}, schon als ausgeführt vermerkt. Bitte ignorieren.`);
  if (payout)
    return {
      ...notFree('payout', `Abgang der Sammelüberweisung ${payout.messageId}, noch nicht als ausgeführt vermerkt.`),
      action: { kind: 'payout', messageId: payout.messageId },
    };
  if (cents === null || cents <= 0) return undefined;
  const isOf = (run: KnownRun) =>
    batchReference.includes(run.messageId) || (!isOther && run.totalCents === cents && run.collectionDate === day);
  const settled = runs.find(({ state, messageId }) => state === 'settled' && batchReference.includes(messageId));
  if (settled)
    return notFree('run', `Gutschrift des Lastschriftlaufs ${settled.messageId}, schon als eingezogen vermerkt. Bitte ignorieren.`);
  const run = runs.find((one) => one.state === 'submitted' && isSameAccount(one.accountId, line.accountId) && isOf(one));
  if (!run || (run.totalCents !== cents && !batchReference.includes(run.messageId))) return undefined;
  if (run.collectionDate > today()) return undefined;
  return {
    ...notFree('run', `Gutschrift des Lastschriftlaufs ${run.messageId}, noch nicht als eingezogen vermerkt.`),
    action: { kind: 'settle', messageId: run.messageId },
  };
}

/** Who may have paid without a reference: by the bank account, else by name and sum. */
function byPayer(line: StatementLine, known: Known, taken: Set<string>): Seen {
  const found = byBankAccount(line, known.accounts, taken);
  if (found?.result === 'suggestion') return ofAccount(found, taken);
  const named = byName(line, known, taken);
  return found && named.result === 'rest' ? ofAccount(found, taken) : named;
}

function byName(line: StatementLine, { byCents, accounts }: Known, taken: Set<string>): Seen {
  const words = new Set(withoutUmlauts(line.name).split(/[^a-z0-9]+/));
  const isNamed = (name: string) => {
    const parts = withoutUmlauts(name)
      .split(/[^a-z0-9]+/)
      .filter(Boolean);
    return parts.length > 1 && parts.every((part) => words.has(part));
  };
  const fitting = (byCents.get(line.cents ?? 0) ?? []).filter((one) => !taken.has(one.id) && (isNamed(one.payer) || isNamed(one.name)));
  const whole = (accounts.bySum.get(line.cents ?? 0) ?? []).filter((of) => of.every(({ id, payer }) => !taken.has(id) && isNamed(payer)));
  const [only] = fitting;
  const [all] = whole;
  if (!only && whole.length > 1)
    return rest('several', 'Mehrere mit diesem Namen haben gerade diese Summe offen. Bitte zuordnen.', whole.flat());
  if (!only && all) {
    for (const { id } of all) taken.add(id);
    return { result: 'suggestion', message: 'Name und Summe alles Offenen passen, das Zeichen fehlt.', charges: all.map(shown) };
  }
  if (!only)
    return {
      ...rest('unknown', 'Kein Zeichen im Verwendungszweck und keine offene Forderung mit diesem Namen und Betrag.'),
      isUnknown: true,
    };
  if (fitting.length > 1)
    return rest(
      'several',
      `Mehrere offene Forderungen passen (${fitting.map(({ reference }) => reference).join(', ')}). Bitte zuordnen.`,
      fitting,
    );
  taken.add(only.id);
  return { result: 'suggestion', message: 'Name und Betrag passen, das Zeichen fehlt.', charges: [shown(only)] };
}

/** The outcome of the first rule that matches. */
function byRule(
  { name, purpose, cents, ibanHash = '' }: StatementLine,
  rules: readonly RuleRow[],
  unknown: Verdict,
): Verdict & { rule?: RuleRow } {
  const rule = rules.find((one) => cents !== null && fits(one, { name, purpose, cents, accountKey: ibanHash }));
  if (!rule) return unknown;
  return { result: 'rule', message: `„${rule.name}“: ${whatOf(rule)}.`, charges: [], rule };
}

function whatOf({ category, sphere, reason, payerId, payerName }: RuleRow): string {
  if (payerId) return `auf das Konto von ${payerName}`;
  return category && sphere ? `${categoryOf(category).label}, ${sphereNames[sphere]}` : `ignorieren, ${reason}`;
}

/** A line that another file may have imported before is never certain: it has to be ticked by hand. */
function doubtful(verdict: Verdict, twin: string): Verdict {
  return { ...verdict, result: verdict.result === 'match' ? 'suggestion' : verdict.result, message: `${twin} ${verdict.message}` };
}

async function readKnown(tx: Transaction, club: ClubName, lines: readonly StatementLine[]): Promise<Known> {
  const prints = lines.map(({ fingerprint }) => fingerprint);
  const settled = await tx
    .select()
    .from(bankLine)
    .where(
      and(
        eq(bankLine.club, club),
        sql`${bankLine.fingerprint} = any(${sql.param(prints)}::text[])`,
        inArray(bankLine.state, bankLineSets.settled),
      ),
    );
  const references = lines.flatMap(({ purpose, endToEndId }) => referencesIn(`${purpose} ${endToEndId}`, club).flat());
  const amounts = [...new Set(lines.flatMap(({ cents }) => (cents !== null && cents > 0 ? cents : [])))];
  const named =
    references.length > 0 ? await chargesFor(tx, and(eq(charge.club, club), inArray(charge.reference, [...new Set(references)]))) : [];
  const open =
    amounts.length > 0
      ? await chargesFor(
          tx,
          and(
            eq(charge.club, club),
            inArray(charge.state, chargeSets.due),
            inArray(sql`(${charge.cents} - ${charge.settledCents})`, amounts),
          ),
        )
      : [];
  const runs = await knownRuns(tx, club);
  return {
    booked: new Map(settled.map((row) => [row.fingerprint, decisionInWords(row)])),
    byReference: new Map(named.map((one) => [one.reference, one])),
    byCents: Map.groupBy(open, restOf),
    accounts: await openAccounts(tx, club, lines),
    runs,
    debits: await knownDebits(tx, club, lines, runs),
    payouts: await knownPayouts(tx, club),
    rules: await rulesOf(tx, club),
    own: new Map((await bankAccountsOf(tx, club)).map(({ id, name }) => [id, name])),
    twins: await twinsOf(tx, club, lines),
  };
}

/**
 * The references that a purpose may contain, with or without dash and spaces: for each position the longest number first, since
 * banks cut purposes into lines and join them without a space.
 */
function referencesIn(text: string, club: ClubName): string[][] {
  const found = [...text.toUpperCase().matchAll(new RegExp(`${club}[\\s\\-–./:]*(\\d{6,12})`, 'g'))];
  return found.map(([, digits = '']) =>
    Array.from({ length: Math.min(digits.length, 9) - 5 }, (_, less) => `${club}-${digits.slice(0, Math.min(digits.length, 9) - less)}`),
  );
}

function isPayable({ state, source }: ListedCharge): boolean {
  return chargeSets.due.includes(state) && source !== 'refund';
}

function notFree(kind: BankKind, message: string): Seen {
  return { ...rest(kind, message), isFree: false };
}

function rest(kind: BankKind, message: string, found: readonly ListedCharge[] = []): Verdict {
  return { result: 'rest', kind, message, charges: found.map(shown) };
}

function shown(row: ListedCharge): KeptLine['charges'][number] {
  const { id, reference, name, label } = row;
  return { id, reference, name, label, cents: restOf(row) };
}
