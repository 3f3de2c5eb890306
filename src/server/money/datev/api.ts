import { eq } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { sphereNames, sphereNumbers } from '#shared/money/books/words.ts';
import { datevContract, type Datev, type LedgerAccount } from '#shared/money/datev/contract.ts';
import { extfText } from '#shared/money/datev/extf.ts';
import { localOf } from '#shared/kernel/calendar.ts';
import { clubAsked } from '#server/platform/http/context.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { now } from '#server/platform/process/clock.ts';
import { isMoneyPlace, movesOf, paymentsAmong, type Move } from './moves.ts';
import { namedInPayments } from '../books/named.ts';
import { datevSettings } from './table.ts';
import { windows1252 } from '#server/platform/formats/windows1252.ts';

const os = implementing(datevContract);

/** The year for the tax adviser: the numbers of the ledger accounts, and the file. */
export const datevApi = os.router({
  read: os.read.handler(({ context, input: { year, club: asked } }) => {
    const club = clubAsked(context, 'books.manage', asked);
    return context.read(async (tx) => {
      await enterScope(tx, club);
      const { settings, accounts, lacking } = await yearOf(tx, club, year);
      return { settings, accounts, lacking };
    });
  }),

  save: os.save.handler(({ context, input: { club: asked, version, accounts: typed, ...head } }) => {
    const club = clubAsked(context, 'books.manage', asked);
    return context.write(async (write) => {
      await enterScope(write.tx, club);
      const before = await settingsOf(write.tx, club);
      if ((before?.version ?? 0) !== version) throw new Problem('conflict');
      const all = { ...before?.accounts, ...Object.fromEntries(typed.map(({ place, account }) => [place, account])) };
      const accounts = Object.fromEntries(Object.entries(all).filter(([, account]) => account !== ''));
      const values = { ...head, accounts, version: version + 1 };
      const saved = await write.tx
        .insert(datevSettings)
        .values({ ...values, club })
        .onConflictDoUpdate({ target: datevSettings.club, set: values, setWhere: eq(datevSettings.version, version) })
        .returning({ version: datevSettings.version });
      if (saved.length === 0) throw new Problem('conflict');
      write.audit('books.manage', { club }, 'Buchungskonten für die Steuerberatung geändert', {
        before: before ?? undefined,
        after: values,
      });
      write.changed({ collection: 'books', club });
      return { version: version + 1 };
    });
  }),

  file: os.file.handler(({ context, input: { year, club: asked } }) => {
    const club = clubAsked(context, 'books.manage', asked);
    return context.write(async (write) => {
      await enterScope(write.tx, club);
      const { settings, accounts, lacking, moves } = await yearOf(write.tx, club, year);
      if (!settings || lacking.length > 0)
        throw new Problem('not-ready', { fields: lacking.map((message) => ({ path: 'year', message })) });
      const numbers = new Map(accounts.map(({ place, account }) => [place, account]));
      const text = extfText(
        { ...settings, from: `${year}-01-01`, until: `${year}-12-31`, madeAt: stamp(now()), name: `${club} ${year}` },
        moves.map(({ on, against, costCentre, ...move }) => ({
          ...move,
          account: numbers.get(on.place) ?? '',
          contra: numbers.get(against.place) ?? '',
          costCentres: [against.sphere ? String(sphereNumbers[against.sphere]) : '', costCentre] as const,
        })),
      );
      const listed = await namedInPayments(write.tx, paymentsAmong(moves));
      write.audit('books.manage', { club }, `Buchungsstapel für die Steuerberatung ${year} ausgegeben (${moves.length} Buchungen)`, {
        after: { listed },
      });
      return new File([windows1252(text)], `EXTF_Buchungsstapel_${club}_${year}.csv`, { type: 'text/csv; charset=windows-1252' });
    });
  }),
});

async function settingsOf(tx: Transaction, club: ClubName) {
  const [row] = await tx.select().from(datevSettings).where(eq(datevSettings.club, club));
  return row;
}

async function yearOf(tx: Transaction, club: ClubName, year: number): Promise<Datev & { moves: Move[] }> {
  const row = await settingsOf(tx, club);
  const moves = await movesOf(tx, club, `${year}-01-01`, `${year}-12-31`);
  const accounts = ledgerAccounts(moves, row?.accounts ?? {});
  const wrong = accounts.filter(({ account }) => account === '' || account.length !== row?.accountLength);
  const lacking = row
    ? wrong.map(
        ({ label, sphere }) =>
          `Die Nummer des Kontos „${[label, sphere && sphereNames[sphere]].filter(Boolean).join(', ')}“ fehlt oder ist zu kurz oder zu lang.`,
      )
    : ['Beraternummer, Mandantennummer und Kontolänge fehlen.'];
  const settings = row ? { adviser: row.adviser, client: row.client, accountLength: row.accountLength, version: row.version } : null;
  return { settings, accounts, lacking, moves };
}

/** The accounts with bookings, in order of their first one; each booking adds to one and subtracts from the other. */
function ledgerAccounts(moves: readonly Move[], numbers: { [place: string]: string }): LedgerAccount[] {
  const found = new Map<string, LedgerAccount>();
  for (const { on, against, cents } of moves) {
    for (const [of, sum] of [
      [on, cents],
      // Income of a purpose has the same sign as on the money account.
      [against, isMoneyPlace(against) || against.place === 'transit' ? 0 - cents : cents],
    ] as const) {
      const known = found.get(of.place) ?? { ...of, count: 0, inCents: 0, outCents: 0, account: numbers[of.place] ?? '' };
      known.count++;
      if (sum > 0) known.inCents += sum;
      else known.outCents -= sum;
      found.set(of.place, known);
    }
  }
  return [...found.values()].toSorted((one, other) => one.place.localeCompare(other.place));
}

/** "20261124160500000". */
function stamp(at: Date): string {
  const { date, time } = localOf(at);
  return `${`${date}${time}`.replaceAll(/\D/g, '')}00000`;
}
