import { eq, sql } from 'drizzle-orm';
import { germanDate } from '#shared/kernel/calendar.ts';
import { auditorsContract, type OpenedBooks } from '#shared/money/auditors/contract.ts';
import { readClubs } from '#server/club/clubs/service.ts';
import { readParameter } from '#server/club/config/service.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { enterScope, type Transaction, type Write } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { now } from '#server/platform/process/clock.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { closedUntil } from '../books/closing.ts';
import { namedInPayments } from '../books/named.ts';
import { reportOf } from '../books/report.ts';
import { moneyOf } from '../cash/balances.ts';
import { isMoneyPlace, movesOf, type Move } from '../datev/moves.ts';
import { countOpening, endLink, forgetOpening, linksOf, makeLink, openLink, toLink, type LinkRow } from './links.ts';
import { sampleOf } from './sample.ts';
import { auditorLink } from './table.ts';

const os = implementing(auditorsContract);

/** Links to the books of a year for its auditors, and the pages behind them. */
export const auditorsApi = os.router({
  list: os.list.handler(({ context, input: { year, club: asked } }) => {
    const club = clubAsked(context, 'books.share', asked);
    return context.read(async (tx) => {
      await enterScope(tx, club);
      return linksOf(tx, club, year);
    });
  }),

  make: os.make.handler(({ context, input: { club: asked, ...input } }) => {
    const club = clubAsked(context, 'books.share', asked);
    return context.write(async (write) => {
      await enterScope(write.tx, club);
      const { row, secret } = await makeLink(write.tx, club, input, signedIn(context));
      record(write, row, 'books.share', `Link für die Kassenprüfung ${row.year} erstellt: ${row.name}, bis ${germanDate(input.until)}`);
      return { link: toLink(row), address: `${siteOf(context.settings, club)}/books/${secret}` };
    });
  }),

  end: os.end.handler(({ context, input: { id } }) =>
    context.write(async (write) => {
      const [row] = await write.tx.select().from(auditorLink).where(eq(auditorLink.id, id)).for('update');
      if (!row) throw new Problem('not-found');
      allow(context, 'books.share', targetOf(context, row.club));
      await enterScope(write.tx, row.club);
      const ended = await endLink(write.tx, row);
      if (!row.endedAt) record(write, row, 'books.share', `Link für die Kassenprüfung ${row.year} beendet: ${row.name}`);
      return toLink(ended);
    }),
  ),

  open: os.open.handler(({ context, input }) =>
    auditing(context, input, async (write, row) => {
      await write.tx
        .update(auditorLink)
        .set({ openings: sql`${auditorLink.openings} + 1`, lastOpenedAt: now() })
        .where(eq(auditorLink.id, row.id));
      record(write, row, 'books.readByToken', `Kassenprüfung ${row.year} geöffnet`);
      return openedBooks(write.tx, row);
    }),
  ),

  sample: os.sample.handler(({ context, input: { count, ...input } }) =>
    auditing(context, input, async (write, row) => {
      const sampled = await sampleOf(write.tx, await movesOfYear(write.tx, row), count);
      const words = `Kassenprüfung ${row.year}: Stichprobe von ${sampled.length} Buchungen`;
      const listed = await namedInPayments(
        write.tx,
        sampled.map(({ id }) => id),
      );
      record(write, row, 'books.readByToken', words, listed);
      return sampled;
    }),
  ),
});

type Opening = { token: string; password: string };

/** Runs a read for an auditor who gave a valid link and its password. */
async function auditing<T>(context: Context, input: Opening, work: (write: Write, row: LinkRow) => Promise<T>): Promise<T> {
  await countOpening(context, input.token);
  const result = await context.write(async (write) => work(write, await openLink(write.tx, input)));
  await forgetOpening(context, input.token);
  return result;
}

type Action = 'books.share' | 'books.readByToken';

/** `listed` are the persons named by what an auditor was shown. */
function record(write: Write, { id, club, name }: LinkRow, action: Action, content: string, listed?: string[]): void {
  const by = action === 'books.readByToken' ? { by: { name: `${name} (Link der Kassenprüfung)` } } : {};
  write.audit(action, { club, id, ...by }, content, listed && { after: { listed } });
  write.changed({ collection: 'books', club, entityId: id });
}

async function openedBooks(tx: Transaction, row: LinkRow): Promise<OpenedBooks> {
  const { club, year, name } = row;
  const balances = (await moneyOf(tx, club, year)).map(({ account, accountId, name: place, startCents, inCents, outCents, endCents }) => ({
    account,
    accountId,
    name: place,
    startCents,
    inCents,
    outCents,
    endCents,
  }));
  const moves = await movesOfYear(tx, row);
  return {
    clubName: (await readClubs({ orm: tx }))[club].displayName,
    year,
    name,
    until: toLink(row).until,
    closedUntil: await closedUntil(tx, club),
    ...(await reportOf(tx, club, `${year}-01-01`, `${year}-12-31`)),
    hasSpheres: await readParameter(tx, `books.${club}.spheres`),
    balances,
    movements: moves.map(({ day, cents, on, against, document, text }) => ({
      day,
      cents,
      document,
      text,
      place: isMoneyPlace(on) ? on.label : 'Guthaben',
      label: against.label,
      sphere: against.sphere,
    })),
  };
}

function movesOfYear(tx: Transaction, { club, year }: LinkRow): Promise<Move[]> {
  return movesOf(tx, club, `${year}-01-01`, `${year}-12-31`);
}
