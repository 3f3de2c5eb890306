import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { bankLinesContract, openLinesAtMost, type KeptLine } from '#shared/money/bankLines.ts';
import { bankLineSets, type BankLineState } from '#shared/money/bankWords.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { id, localDate } from '#shared/kernel/fields.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { categoryOf } from '#shared/money/entries/words.ts';
import { isClosed } from '#shared/money/books/rules.ts';
import { fromCursor, toCursor } from '#server/platform/database/cursor.ts';
import { bankAccountsOf } from '#server/club/bankAccounts/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { clubAsked, signedIn } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { closedUntil } from '../books/closing.ts';
import { record } from '../charges/record.ts';
import { donateLine, dropDonationOf } from '../donations/fromLine.ts';
import { dropEntryOf, enterLine } from '../entries/write.ts';
import { undoPayment } from '../payments/actions.ts';
import { payment } from '../payments/table.ts';
import { assignLine, bookLines, creditLine } from './bankBook.ts';
import { matchLines } from './bankMatch.ts';
import { decideOpen, keepStatement, lineOf, lockBank, openLines, decisionInWords, type LineRow } from './keep.ts';
import { returnByLine, settleByLine } from './runLines.ts';
import { applyRules, countOf, rulesInWords } from './rules/apply.ts';
import type { RuleRow } from './rules/read.ts';
import { bankLine } from './table.ts';

const os = implementing(bankLinesContract);

/** The stored lines of statements: open ones, and the decisions about them. */
export const bankLinesApi = os.router({
  keep: os.keep.handler(({ context, input }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.write(async (write) => {
      const done = await keepStatement(write.tx, club, input, signedIn(context).name);
      if (done.kept > 0) record(write, club, `Kontoauszug eingelesen: ${input.fileName}, ${done.kept} neue Zeilen`, {});
      // A reopened line is never booked automatically again.
      const isNew = ({ version }: LineRow, { isAutomatic }: RuleRow) => isAutomatic && version === 1;
      const counts = await applyRules(write.tx, club, { isAutomatic: true, isWanted: isNew, by: ({ name }) => `Regel „${name}“` });
      if (counts.size > 0) record(write, club, `Von selbst nach Regeln gebucht: ${rulesInWords(counts)}`, {});
      return { ...done, byRule: countOf(counts) };
    });
  }),

  list: os.list.handler(({ context, input: { state, limit, cursor } }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.read(async (tx) => {
      const nameOf = await accountNames(tx, club);
      const found = state === 'open' ? await openPage(tx, club, nameOf) : await settledPage(tx, club, { state, limit, cursor }, nameOf);
      const [counted] = await tx
        .select({ open: sql<number>`count(*)::int` })
        .from(bankLine)
        .where(and(eq(bankLine.club, club), eq(bankLine.state, 'new')));
      const open = counted?.open ?? 0;
      return { ...found, open, isCut: state === 'open' && open > found.rows.length };
    });
  }),

  book: os.book.handler(({ context, input: { ids } }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.write(async (write) => {
      const rows = await openLines(write.tx, club, openLinesAtMost);
      const chosen = new Set(rows.flatMap((row) => (ids.includes(row.id) ? row.fingerprint : [])));
      const { name } = signedIn(context);
      const { booked, references, cents } = await bookLines(write.tx, club, rows.map(lineOf), chosen, name);
      if (booked > 0) record(write, club, `Zahlungseingänge verbucht: ${booked} über ${euros(cents)}`, { after: { references } });
      const counts = await applyRules(write.tx, club, { isAutomatic: false, isWanted: (row) => ids.includes(row.id), by: () => name });
      if (counts.size > 0) record(write, club, `Nach Regeln gebucht: ${rulesInWords(counts)}`, {});
      const byRule = countOf(counts);
      return { booked, cents, byRule, left: new Set(ids).size - booked - byRule };
    });
  }),

  assign: os.assign.handler(({ context, input: { id: lineId, shares, payerId } }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.write(async (write) => {
      const row = await oneLine(write.tx, club, lineId);
      const by = { club, lines: [lineOf(row)], createdBy: signedIn(context).name };
      const { cents, references } = payerId
        ? await creditLine(write.tx, by, row.fingerprint, payerId)
        : await assignLine(write.tx, by, row.fingerprint, shares);
      record(write, club, `Zahlungseingang zugeordnet: ${euros(cents)} (${references.join(', ')})`, {
        after: { references, shares, payerId },
      });
      return { cents };
    });
  }),

  giveBack: os.giveBack.handler(({ context, input: { id: lineId, version, ...of } }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.write(async (write) => {
      const row = await oneLine(write.tx, club, lineId, version);
      record(write, club, await returnByLine(write.tx, club, row, of, signedIn(context).name), { entityId: row.id });
      write.changed({ collection: 'mandates', club });
      return { version: version + 1 };
    });
  }),

  settle: os.settle.handler(({ context, input: { id: lineId, version } }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.write(async (write) => {
      const row = await oneLine(write.tx, club, lineId, version);
      record(write, club, await settleByLine(write.tx, club, row, signedIn(context).name), { entityId: row.id });
      return { version: version + 1 };
    });
  }),

  enter: os.enter.handler(({ context, input: { id: lineId, version, parts } }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.write(async (write) => {
      const row = await oneLine(write.tx, club, lineId, version);
      const { name } = signedIn(context);
      const references = [...new Set(parts.map(({ category }) => categoryOf(category).label))];
      await enterLine(write.tx, row, { parts }, name);
      await decideOpen(write.tx, row, { state: 'done', references }, name);
      const what = `${references.join(', ')} ${euros(row.cents)} vom ${germanDate(row.bookedOn)}`;
      record(write, club, `Bankzeile gebucht: ${what}`, { entityId: row.id, after: { parts } });
      return { version: version + 1 };
    });
  }),

  donate: os.donate.handler(({ context, input: { id: lineId, version, ...donor } }) => {
    const club = clubAsked(context, 'donations.manage', undefined);
    return context.write(async (write) => {
      const row = await oneLine(write.tx, club, lineId, version);
      const { name } = signedIn(context);
      await donateLine(write.tx, row, donor, name);
      await decideOpen(write.tx, row, { state: 'done', references: ['Spende'] }, name);
      record(write, club, `Bankzeile als Spende eingetragen: ${euros(row.cents)} von ${donor.donorName}`, { entityId: row.id });
      write.changed({ collection: 'books', club });
      return { version: version + 1 };
    });
  }),

  ignore: os.ignore.handler(({ context, input: { id: lineId, version, reason } }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.write(async (write) => {
      const row = await oneLine(write.tx, club, lineId, version);
      await decideOpen(write.tx, row, { state: 'ignored', reason }, signedIn(context).name);
      record(write, club, `Bankzeile ignoriert: ${euros(row.cents)} vom ${row.bookedOn} (${reason})`, { entityId: row.id });
      return { version: version + 1 };
    });
  }),

  reopen: os.reopen.handler(({ context, input: { id: lineId, version, reason } }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.write(async (write) => {
      const row = await oneLine(write.tx, club, lineId, version);
      // The effect of a line on a collection run is corrected in the run.
      if (!mayReopen(row)) throw new Problem('wrong-state');
      const payments = await write.tx
        .select({ id: payment.id })
        .from(payment)
        .where(
          sql`${payment.bankLineId} = ${row.id} and ${payment.reverses} is null and not exists (select 1 from payment twin where twin.reverses = ${payment.id})`,
        )
        .orderBy(payment.payerId);
      for (const one of payments) await undoPayment(write.tx, club, one.id, reason, signedIn(context).name);
      await dropEntryOf(write.tx, row.id);
      await dropDonationOf(write.tx, row.id);
      write.changed({ collection: 'books', club });
      await write.tx
        .update(bankLine)
        .set({ state: 'new', references: [], reason: '', decidedBy: null, decidedAt: null, version: version + 1 })
        .where(eq(bankLine.id, row.id));
      record(write, club, `Bankzeile wieder geöffnet: ${euros(row.cents)} vom ${row.bookedOn} (${reason})`, {
        before: { state: row.state, references: row.references },
      });
      return { version: version + 1 };
    });
  }),
});

/** A line of the club, locked; a stale version is refused. */
async function oneLine(tx: Transaction, club: ClubName, lineId: string, version?: number): Promise<LineRow> {
  await lockBank(tx, club);
  const [row] = await tx
    .select()
    .from(bankLine)
    .where(and(eq(bankLine.id, lineId), eq(bankLine.club, club)))
    .for('update');
  if (!row) throw new Problem('not-found');
  if (version !== undefined && row.version !== version) throw new Problem('conflict');
  return row;
}

type Verdict = Awaited<ReturnType<typeof matchLines>>[number];
/** The name of an account of the club; empty while it has only one. */
type NameOf = (accountId: string | null) => string;
type Page = { rows: KeptLine[]; next: string | null };

async function openPage(tx: Transaction, club: ClubName, nameOf: NameOf): Promise<Page> {
  const rows = await openLines(tx, club, openLinesAtMost);
  const verdicts = await matchLines(tx, club, rows.map(lineOf));
  const closed = await closedUntil(tx, club);
  return { rows: rows.map((row, at) => late(shown(row, nameOf, verdicts[at]), closed, verdicts[at]?.rule)), next: null };
}

/** Notes that a line of a closed period is booked today, and never by an automatic rule. */
function late(line: KeptLine, closed: string | null, rule: RuleRow | undefined): KeptLine {
  if (!closed || !isClosed(line.day, closed)) return line;
  const words = `Bis ${germanDate(closed)} ist abgeschlossen; gebucht wird mit dem heutigen Tag.`;
  const byHand = rule?.isAutomatic && 'Die Regel tut es hier nicht von selbst.';
  return { ...line, message: [line.message, words, byHand].filter(Boolean).join(' ') };
}

async function settledPage(
  tx: Transaction,
  club: ClubName,
  { state, limit, cursor }: { state: 'booked' | 'ignored'; limit: number; cursor?: string | undefined },
  nameOf: NameOf,
): Promise<Page> {
  const states: readonly BankLineState[] = state === 'booked' ? bankLineSets.booked : ['ignored'];
  const after = cursor ? fromCursor(cursor, z.tuple([localDate, z.int(), id])) : undefined;
  const rows = await tx
    .select()
    .from(bankLine)
    .where(
      and(
        eq(bankLine.club, club),
        inArray(bankLine.state, states),
        after &&
          sql`(${bankLine.bookedOn}, ${bankLine.position}, ${bankLine.id}) < (${after[0]}::date, ${after[1]}::int, ${after[2]}::uuid)`,
      ),
    )
    .orderBy(desc(bankLine.bookedOn), desc(bankLine.position), desc(bankLine.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page.map((row) => shown(row, nameOf)),
    next: rows.length > limit && last ? toCursor([last.bookedOn, last.position, last.id]) : null,
  };
}

async function accountNames(tx: Transaction, club: ClubName): Promise<NameOf> {
  const [main, ...more] = await bankAccountsOf(tx, club);
  if (!main || more.length === 0) return () => '';
  const names = new Map([main, ...more].map(({ id: of, name }) => [of, name]));
  return (of) => names.get(of ?? main.id) ?? '';
}

/** A reference of a run, e.g. RWA-20261207-1a2b3c4d, is not that of a charge. */
function mayReopen({ state, references }: LineRow): boolean {
  return state !== 'new' && !references.some((one) => /^[A-Z]+-(A-)?\d{8}-/.test(one));
}

function shown(row: LineRow, nameOf: NameOf, verdict?: Verdict): KeptLine {
  const { id: lineId, bookedOn: day, cents, name, purpose, account, ibanHash: accountKey, state, version } = row;
  const {
    result = 'booked' as const,
    kind = null,
    message = decisionInWords(row),
    mayAssign = false,
    charges = [],
    action = null,
  } = verdict ?? {};
  const kept = { action, mayReopen: mayReopen(row), account, accountKey, ofAccount: nameOf(row.accountId) };
  return { ...kept, id: lineId, day, cents, name, purpose, state, version, result, kind, message, mayAssign, charges };
}
