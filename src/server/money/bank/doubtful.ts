import { and, eq, inArray, sql } from 'drizzle-orm';
import type { KeptStatement } from '#shared/money/bankLines.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { liesOn } from '#server/club/bankAccounts/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { fingerprintOf, type ReadLine } from './bankFile.ts';
import type { OfStatement } from './statementAccount.ts';
import { bankLine, bankStatement } from './table.ts';

type Doubtful = KeptStatement['doubtful'][number];
type Earlier = {
  fingerprint: string;
  day: string;
  cents: number;
  name: string;
  purpose: string;
  file: string | null;
  lastOn: string | null;
};

const doubtfulAtMost = 50;

/**
 * Lines that count as imported before, although the file itself suggests otherwise: a bank without booking numbers gives two equal
 * payments of one day the same fingerprint. If a file lacks other lines of that day, or begins on the day on which the earlier file ended, the
 * line may be a second payment; only the reader of the statement can decide that.
 */
export async function doubtfulLines(
  tx: Transaction,
  of: { club: ClubName; statementId: string; isTable: boolean; ofAccount: OfStatement },
  lines: readonly ReadLine[],
): Promise<Doubtful[]> {
  const own = lines.filter(({ sameAs, day }) => sameAs !== null && day !== null);
  const earlier = await earlierLines(tx, of, [...new Set(own.flatMap(({ day }) => day ?? []))]);
  const byPrint = new Map(earlier.map((one) => [one.fingerprint, one]));
  const partly = new Set(earlier.flatMap((one) => (own.some((line) => isAlike(one, line)) ? [] : one.day)));
  const firstOn = lines.flatMap(({ day }) => day ?? []).toSorted()[0];
  // Lines that this same file imported in addition are not doubtful.
  const isOfThisFile = (line: ReadLine) =>
    earlier.some((one) => one.file === of.statementId && isAlike(one, line)) ||
    own.some(({ sameAs, fingerprint }) => sameAs === line.sameAs && !byPrint.has(fingerprint));
  const found = own.flatMap((line) => {
    const before = byPrint.get(line.fingerprint);
    if (!before || before.file === of.statementId || isOfThisFile(line)) return [];
    const continues = line.day === firstOn && before.lastOn === firstOn;
    if (!continues && !partly.has(before.day)) return [];
    const known = earlier.filter((one) => isAlike(one, line)).length;
    return [{ line: line.line, day: before.day, cents: before.cents, name: before.name, purpose: before.purpose, known }];
  });
  return found.slice(0, doubtfulAtMost);
}

/** The fingerprints of lines confirmed as separate payments; refused if more were imported meanwhile. */
export async function againOf(
  tx: Transaction,
  club: ClubName,
  lines: readonly ReadLine[],
  again: readonly { line: number; known: number }[],
): Promise<ReadLine[]> {
  const made: ReadLine[] = [];
  for (const { line: at, known } of again) {
    const line = lines.find((one) => one.line === at);
    if (!line?.sameAs) throw new Problem('conflict');
    const free = await freeTurn(tx, club, line.sameAs, new Set(made.map(({ fingerprint }) => fingerprint)));
    if (free !== known + 1) throw new Problem('conflict');
    made.push({ ...line, fingerprint: fingerprintOf(line.sameAs, free) });
  }
  return made;
}

async function freeTurn(tx: Transaction, club: ClubName, same: string, taken: ReadonlySet<string>): Promise<number> {
  for (let turn = 1; ; turn++) {
    const fingerprint = fingerprintOf(same, turn);
    const [row] = await tx
      .select({ id: bankLine.id })
      .from(bankLine)
      .where(and(eq(bankLine.club, club), eq(bankLine.fingerprint, fingerprint)));
    if (!row && !taken.has(fingerprint)) return turn;
  }
}

/** The lines of some days from files of the same format. */
function earlierLines(
  tx: Transaction,
  { club, isTable, ofAccount }: { club: ClubName; isTable: boolean; ofAccount: OfStatement },
  days: readonly string[],
): Promise<Earlier[]> {
  return tx
    .select({
      fingerprint: bankLine.fingerprint,
      day: bankLine.bookedOn,
      cents: bankLine.cents,
      name: bankLine.name,
      purpose: bankLine.purpose,
      file: bankLine.statementId,
      lastOn: bankStatement.lastOn,
    })
    .from(bankLine)
    .innerJoin(bankStatement, eq(bankStatement.id, bankLine.statementId))
    .where(
      and(
        eq(bankLine.club, club),
        liesOn(bankLine.accountId, ofAccount.account, ofAccount.isMain),
        inArray(bankLine.bookedOn, [...days]),
        sql`(${bankStatement.format} like 'CSV%') = ${isTable}`,
      ),
    );
}

function isAlike({ day, cents, name, purpose }: Earlier, line: ReadLine): boolean {
  return day === line.day && cents === line.cents && name === line.name.slice(0, 200) && purpose === line.purpose.slice(0, 500);
}
