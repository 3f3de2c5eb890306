import { eq } from 'drizzle-orm';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { may } from '#shared/kernel/rights.ts';
import { booksContract, type Year } from '#shared/money/books/contract.ts';
import { closableDays, metersOf } from '#shared/money/books/rules.ts';
import { sphereNames } from '#shared/money/books/words.ts';
import { readParameter } from '#server/club/config/service.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { enterScope, type Transaction, type Write } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { today } from '#server/platform/process/clock.ts';
import { moneyOf } from '../cash/balances.ts';
import { balancesOf, checksUntil } from './checks.ts';
import { closeBooks, closedUntil, closingsOf, reopenBooks, toClosing, type ClosingRow } from './closing.ts';
import { auditorsFile } from './exports.ts';
import { namedInBooks } from './named.ts';
import { reportOf } from './report.ts';
import { closedPeriod } from './table.ts';

const os = implementing(booksContract);

/** The books of a club: income and spending, closed year by year (/admin/money/year). */
export const booksApi = os.router({
  year: os.year.handler(({ context, input }) => {
    const club = clubAsked(context, 'books.manage', input.club);
    return context.read(async (tx) => {
      await enterScope(tx, club);
      return yearOf(context, tx, club, input.year);
    });
  }),

  export: os.export.handler(({ context, input: { year, club: asked } }) => {
    const club = clubAsked(context, 'books.manage', asked);
    return context.write(async (write) => {
      await enterScope(write.tx, club);
      const [from, until] = [`${year}-01-01`, `${year}-12-31`];
      const { lines } = await reportOf(write.tx, club, from, until);
      const rows = lines.map(({ sphere, label, inCents, outCents }) => ({
        Bereich: sphere ? sphereNames[sphere] : '',
        Quelle: label,
        'Einnahmen in Euro': inCents / 100,
        'Ausgaben in Euro': outCents / 100,
      }));
      write.audit('books.manage', { club }, `Dateien für die Kassenprüfung ${year} ausgegeben`, {
        after: { listed: await namedInBooks(write.tx, { club, from, until }) },
      });
      const balances = await moneyOf(write.tx, club, year);
      const lay = balances.map(({ name, startCents, inCents, outCents, endCents }) => ({
        Wo: name,
        'Anfang in Euro': startCents / 100,
        'Eingänge in Euro': inCents / 100,
        'Ausgänge in Euro': outCents / 100,
        'Ende in Euro': endCents / 100,
      }));
      return auditorsFile(write.tx, year, { club, from, until }, { report: rows, balances: lay });
    });
  }),

  close: os.close.handler(({ context, input: { club: asked, ...order } }) => {
    const club = clubAsked(context, 'books.close', asked);
    return context.write(async (write) => {
      await enterScope(write.tx, club);
      return finish(write, await closeBooks(write.tx, club, order, signedIn(context)), `Abgeschlossen bis ${germanDate(order.until)}`);
    });
  }),

  reopen: os.reopen.handler(({ context, input: { id, reason } }) =>
    context.write(async (write) => {
      const [row] = await write.tx.select().from(closedPeriod).where(eq(closedPeriod.id, id)).for('update');
      if (!row) throw new Problem('not-found');
      allow(context, 'books.reopen', targetOf(context, row.club));
      await enterScope(write.tx, row.club);
      const opened = await reopenBooks(write.tx, row, reason, signedIn(context));
      return finish(write, opened, `Abschluss bis ${germanDate(row.until)} aufgehoben (${reason})`);
    }),
  ),
});

async function yearOf(context: Context, tx: Transaction, club: ClubName, year: number): Promise<Year> {
  const closed = await closedUntil(tx, club);
  const mayClose = closableDays(year, today(), closed);
  const [latest] = mayClose;
  const { role } = signedIn(context);
  const report = await reportOf(tx, club, `${year}-01-01`, `${year}-12-31`);
  return {
    year,
    ...report,
    before: await reportOf(tx, club, `${year - 1}-01-01`, `${year - 1}-12-31`),
    hasSpheres: await readParameter(tx, `books.${club}.spheres`),
    meters: metersOf(report.lines),
    ...(await balancesOf(tx, club)),
    closedUntil: closed,
    mayClose,
    mayReopen: Boolean(may({ role }, 'books.reopen', targetOf(context, club))),
    checks: latest ? await checksUntil(tx, club, latest) : [],
    closings: await closingsOf(tx, club, year),
  };
}

function finish(write: Write, row: ClosingRow, content: string) {
  write.audit('books.close', row, content, { after: { until: row.until, hash: row.hash } });
  write.changed({ collection: 'books', club: row.club, entityId: row.id });
  write.changed({ collection: 'charges', club: row.club });
  return toClosing(write.tx, row);
}
