import { and, asc, eq, isNotNull, lte } from 'drizzle-orm';
import { maskOne, maskSmall, sumOfShown, type MaskedCount } from '#shared/people/smallCells.ts';
import type { ClubSums } from '#shared/people/report/reportSums.ts';
import type { ReportTotals } from '#shared/people/report/reportSnapshots.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import { reportSnapshot } from './table.ts';

const youthUpTo = 18;

/** The totals of all clubs that released their report of a key date. Membership IDs are not read. */
export async function readSums(tx: Transaction, keyDate: string) {
  const yearBefore = `${Number(keyDate.slice(0, 4)) - 1}${keyDate.slice(4)}`;
  const rows = await inAllClubs(tx, () =>
    tx
      .select({
        club: reportSnapshot.club,
        keyDate: reportSnapshot.keyDate,
        handedInOn: reportSnapshot.handedInOn,
        totals: reportSnapshot.totals,
      })
      .from(reportSnapshot)
      .where(and(eq(reportSnapshot.state, 'handedIn'), isNotNull(reportSnapshot.releasedAt), lte(reportSnapshot.keyDate, keyDate)))
      .orderBy(asc(reportSnapshot.club), asc(reportSnapshot.keyDate))
      .limit(200),
  );
  const before = new Map(rows.filter((row) => row.keyDate === yearBefore).map((row) => [row.club, sumsOf(row.totals).total]));
  const clubs = rows
    .filter((row) => row.keyDate === keyDate)
    .map(({ club, handedInOn, totals }) => {
      const sums = sumsOf(totals);
      return { ...sums, club, handedInOn, change: difference(sums.total, before.get(club)) };
    });
  return { clubs, all: clubs.length > 0 ? together(clubs) : null };
}

/** The masked totals of one club. */
function sumsOf({ brackets, associations }: ReportTotals): ClubSums {
  const { rows, columns, total } = maskSmall(brackets.map(({ m, w, d, o }) => [m, w, d, o]));
  const masked = brackets.map(({ from, to }, at) => ({ from, to, cells: rows[at]?.cells ?? [], total: rows[at]?.total ?? 0 }));
  return {
    rows: masked,
    columns,
    total,
    associations: associations.map(({ no, name, members }) => ({ no, name, members: maskOne(members) })),
    youthPercent: youthOf(masked, total),
    change: null,
  };
}

/** The totals across clubs, from published numbers only, so that nothing masked can be derived. */
function together(clubs: readonly (ClubSums & { change: number | null })[]): ClubSums {
  const [first] = clubs;
  const hasSameAges = clubs.every(({ rows }) => rows.map(({ from }) => from).join() === first?.rows.map(({ from }) => from).join());
  const rows = (hasSameAges ? (first?.rows ?? []) : []).map(({ from, to, cells }, at) => ({
    from,
    to,
    cells: cells.map((_, column) => sumOfShown(clubs.map((one) => one.rows[at]?.cells[column] ?? 0))),
    total: sumOfShown(clubs.map((one) => one.rows[at]?.total ?? 0)),
  }));
  const total = sumOfShown(clubs.map((one) => one.total));
  const byNumber = Map.groupBy(
    clubs.flatMap(({ associations }) => associations),
    ({ no }) => no,
  );
  return {
    rows,
    columns: (first?.columns ?? []).map((_, at) => sumOfShown(clubs.map(({ columns }) => columns[at] ?? 0))),
    total,
    associations: [...byNumber]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([no, some]) => ({
        no,
        name: some.find(({ name }) => name !== '')?.name ?? '',
        members: sumOfShown(some.map(({ members }) => members)),
      })),
    youthPercent: youthOf(rows, total),
    change: clubs.some(({ change }) => change === null) ? null : clubs.reduce((sum, { change }) => sum + (change ?? 0), 0),
  };
}

/** From published totals only; null if any is masked. */
function youthOf(rows: ClubSums['rows'], total: MaskedCount): number | null {
  const youth = sumOfShown(rows.filter(({ to }) => to !== null && to <= youthUpTo).map((row) => row.total));
  return typeof youth === 'number' && typeof total === 'number' && total > 0 ? Math.round((youth / total) * 100) : null;
}

function difference(now: MaskedCount, before: MaskedCount | undefined): number | null {
  return typeof now === 'number' && typeof before === 'number' ? now - before : null;
}
