import { and, asc, eq, gt, lte, ne } from 'drizzle-orm';
import type { WishState } from '#shared/halls/seasons/seasonStates.ts';
import { germanDate, localOf } from '#shared/kernel/calendar.ts';
import type { Services } from '#server/platform/http/context.ts';
import { everyClub, type Transaction } from '#server/platform/database/database.ts';
import { now } from '#server/platform/process/clock.ts';
import { askedOrganisations, writeToOrganisation } from './emails.ts';
import { season, wish } from './table.ts';
import type { SeasonRow } from './view.ts';

const dayMs = 86_400_000;
/** The days before the deadline for wishes on which reminders are sent, the last one first. */
const reminders = [3, 14] as const;
const objectionReminderDays = 3;

/**
 * Reminds those who have sent no wishes yet, or neither confirmed nor withdrawn some of last year. Once for each reminder and
 * deadline, however often the job runs; a new deadline starts again.
 */
export async function remindOfWishes({ database, settings }: Pick<Services, 'database' | 'settings'>): Promise<void> {
  const latest = new Date(now().getTime() + Math.max(...reminders) * dayMs);
  const rows = await database.read(everyClub, (tx) =>
    tx
      .select()
      .from(season)
      .where(and(eq(season.phase, 'open'), gt(season.wishesUntil, now()), lte(season.wishesUntil, latest)))
      .orderBy(asc(season.id)),
  );
  for (const row of rows) await database.write(everyClub, ({ tx }) => remind(tx, settings, row));
  const ending = new Date(now().getTime() + objectionReminderDays * dayMs);
  const consulted = await database.read(everyClub, (tx) =>
    tx
      .select()
      .from(season)
      .where(and(eq(season.phase, 'consultation'), gt(season.objectionsUntil, now()), lte(season.objectionsUntil, ending)))
      .orderBy(asc(season.id)),
  );
  for (const row of consulted) await database.write(everyClub, ({ tx }) => remindOfObjections(tx, settings, row));
}

/** Notifies organisations with wishes that objections end soon. */
async function remindOfObjections(tx: Transaction, settings: Services['settings'], row: SeasonRow): Promise<void> {
  if (!row.objectionsUntil) return;
  const asked = await tx
    .selectDistinct({ organisationId: wish.organisationId })
    .from(wish)
    .where(and(eq(wish.seasonId, row.id), ne(wish.state, 'withdrawn')));
  const ids = new Set(asked.map(({ organisationId }) => organisationId));
  const day = germanDate(localOf(row.objectionsUntil).date);
  for (const one of (await askedOrganisations(tx, row)).filter(({ id }) => ids.has(id)))
    await writeToOrganisation(tx, settings, one, {
      seasonId: row.id,
      subject: `Hallenvergabe ${row.name}: Einwände nur noch bis ${day}`,
      body: `Vereine im Portal lesen ihr Ergebnis unter Verwaltung, Hallenvergabe, alle anderen über den Link in dieser Mail. Was nicht stimmt, nehmen wir bis zum ${day} auf.\n`,
      onceKey: `season:${row.id}:objections:${row.objectionsUntil.toISOString()}:${one.id}`,
    });
}

async function remind(tx: Transaction, settings: Services['settings'], row: SeasonRow): Promise<void> {
  const { id, name, wishesUntil } = row;
  const daysLeft = (wishesUntil.getTime() - now().getTime()) / dayMs;
  const stage = reminders.find((days) => daysLeft <= days);
  if (stage === undefined) return;
  const wishes = await tx
    .select({ organisationId: wish.organisationId, state: wish.state })
    .from(wish)
    .where(and(eq(wish.seasonId, id), ne(wish.state, 'withdrawn')))
    .limit(5000);
  const byOrganisation = Map.groupBy(wishes, ({ organisationId }) => organisationId);
  const day = germanDate(localOf(wishesUntil).date);
  for (const one of await askedOrganisations(tx, row)) {
    const own = byOrganisation.get(one.id) ?? [];
    const count = (state: string) => own.filter((each) => each.state === state).length;
    const [copied, drafts] = [count('copied'), count('draft')];
    if (own.length > 0 && copied + drafts === 0) continue;
    const open = [
      own.length === 0 && 'Sie haben noch keine Wünsche abgesendet.',
      copied > 0 && `Zeiten des letzten Jahres, die noch niemand bestätigt oder zurückgegeben hat: ${copied}.`,
      drafts > 0 && `Entwürfe, die noch nicht abgesendet sind: ${drafts}.`,
    ].filter((sentence) => sentence !== false);
    await writeToOrganisation(tx, settings, one, {
      seasonId: row.id,
      subject: `Hallenvergabe ${name}: Wünsche nur noch bis ${day}`,
      body: `${open.join('\n')}\n\nVereine im Portal erledigen das unter Verwaltung, Hallenvergabe, alle anderen über den Link in dieser Mail.\n`,
      onceKey: `season:${id}:remind:${stage}:${wishesUntil.toISOString()}:${one.id}`,
    });
  }
}

/** Notifies each organisation with wishes after the deadline which of them count: the submitted ones, and those left out. */
export async function notifyOfClosing(tx: Transaction, settings: Services['settings'], row: SeasonRow): Promise<void> {
  const wishes = await tx
    .select({ organisationId: wish.organisationId, state: wish.state, groupName: wish.groupName })
    .from(wish)
    .where(eq(wish.seasonId, row.id))
    .orderBy(asc(wish.orderNo), asc(wish.id))
    .limit(5000);
  const byOrganisation = Map.groupBy(wishes, ({ organisationId }) => organisationId);
  for (const one of await askedOrganisations(tx, row)) {
    const groups = (state: WishState) =>
      (byOrganisation.get(one.id) ?? []).filter((each) => each.state === state).map((each) => each.groupName);
    const [sent, copied, drafts] = [groups('submitted'), groups('copied'), groups('draft')];
    if (sent.length + copied.length + drafts.length === 0) continue;
    const told = [
      sent.length > 0 && `Es zählen (${sent.length}): ${sent.join(', ')}.`,
      copied.length > 0 &&
        `Weder bestätigt noch zurückgegeben, ohne Vorrang der bisherigen Zeit (${copied.length}): ${copied.join(', ')}. Bitte melden Sie sich dazu.`,
      drafts.length > 0 && `Nicht abgesendet und daher außen vor (${drafts.length}): ${drafts.join(', ')}.`,
    ].filter((sentence) => sentence !== false);
    await writeToOrganisation(tx, settings, one, {
      seasonId: row.id,
      subject: `Hallenvergabe ${row.name}: Wünsche sind geschlossen`,
      body: `Wünsche für die Saison ${row.name} werden nicht mehr angenommen.\n\n${told.join('\n\n')}\n`,
      onceKey: `season:${row.id}:closed:${row.version}:${one.id}`,
    });
  }
}
