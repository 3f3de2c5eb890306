import { and, eq, inArray, isNotNull, isNull, lte, sql, type SQL } from 'drizzle-orm';
import { endSoonDays, fewVisits, visitsInWords, visitsLeft } from '#shared/courses/cards/cardRules.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { notifyAccounts } from '#server/accounts/notices/service.ts';
import { mailAddresses, accountsWithPerson } from '#server/people/persons/service.ts';
import { enterScope, everyClub, type Transaction } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/http/context.ts';
import { postMails } from '#server/platform/mail/outbox.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { siteOf } from '#server/platform/process/site.ts';
import type { CardRow } from './list.ts';
import { isValid, scopesOf } from './products.ts';
import { punchCard, punchCardPerson } from './table.ts';

type Needs = Pick<Services, 'database' | 'settings'>;

/** Batch size; the rest follows in the next transaction. */
const atOnce = 200;

/** Notifies families once when few visits are left, and once before a card expires. Runs daily as a job. */
export function remindOfCards({ database, settings }: Needs): Promise<void> {
  const left = sql`${punchCard.visits} - ${punchCard.used} - ${punchCard.corrected}`;
  return database.write(everyClub, async ({ tx }) => {
    // Resets the notification of cards that have regained visits.
    const given = and(isNotNull(punchCard.toldLowAt), sql`${left} > ${fewVisits}`);
    const free = tx.select({ id: punchCard.id }).from(punchCard).where(given).for('update', { skipLocked: true });
    await tx.update(punchCard).set({ toldLowAt: null }).where(inArray(punchCard.id, free));
    for (const row of await due(
      tx,
      and(isNull(punchCard.toldEndAt), lte(punchCard.validUntil, sql`${today()}::date + ${endSoonDays}::int`)),
    )) {
      await tx.update(punchCard).set({ toldEndAt: now() }).where(eq(punchCard.id, row.id));
      await notifyCardUsers(tx, settings, row, {
        key: `card:${row.id}:end:${row.validUntil}`,
        title: `${row.title}: gültig bis ${germanDate(row.validUntil)}`,
        text: `auf der Karte „${row.title}“ ${visitsLeft(row) === 1 ? 'ist' : 'sind'} noch ${visitsInWords(visitsLeft(row))} offen. Sie gilt bis zum ${germanDate(row.validUntil)}; was bis dahin nicht genutzt ist, verfällt.`,
      });
    }
    for (const row of await due(tx, and(isNull(punchCard.toldLowAt), sql`${left} <= ${fewVisits}`))) {
      await tx.update(punchCard).set({ toldLowAt: now() }).where(eq(punchCard.id, row.id));
      await notifyCardUsers(tx, settings, row, {
        key: `card:${row.id}:low:${row.version}`,
        title: `${row.title}: noch ${visitsInWords(visitsLeft(row))}`,
        text: `auf der Karte „${row.title}“ ${visitsLeft(row) === 1 ? 'ist' : 'sind'} noch ${visitsInWords(visitsLeft(row))} offen, bis zum ${germanDate(row.validUntil)}. Die nächste Karte gibt es auf der Seite des Angebots oder in der Geschäftsstelle.`,
      });
    }
  });
}

function due(tx: Transaction, condition: SQL | undefined): Promise<CardRow[]> {
  return (
    tx
      .select()
      .from(punchCard)
      .where(and(isValid(), condition))
      .orderBy(punchCard.validUntil, punchCard.id)
      .limit(atOnce)
      // Skips cards that are locked by a concurrent mark or sale; the next run handles them.
      .for('update', { skipLocked: true })
  );
}

type News = { key: string; title: string; text: string };

/** Notifies all persons who may use it, or their parents; each address once. */
async function notifyCardUsers(tx: Transaction, settings: Settings, row: CardRow, { key, title, text }: News): Promise<void> {
  await enterScope(tx, row.club);
  const people = await tx.select({ id: punchCardPerson.personId }).from(punchCardPerson).where(eq(punchCardPerson.cardId, row.id));
  const ids = people.map(({ id }) => id);
  const concerns = await accountsWithPerson(
    tx,
    ids.map((personId) => ({ personId, enteredBy: row.soldBy })),
  );
  const { club } = row;
  const scope = (await scopesOf(tx, [row.productId])).get(row.productId)?.words ?? '';
  const body = `${text.charAt(0).toUpperCase()}${text.slice(1)} Sie gilt für: ${scope}.`;
  const userIds = [...new Set(concerns.map(({ userId }) => userId))];
  await notifyAccounts(tx, { userIds, concerns, club, topic: 'enrolment', title, body, onceKey: key });
  const addresses = new Set([...(await mailAddresses(tx, ids)).values()].flat());
  await postMails(
    tx,
    [...addresses].map((recipient) => ({
      kind: 'notice' as const,
      club,
      recipient,
      subject: title,
      body: `Guten Tag,\n\n${text} Sie gilt für: ${scope}.\n\nIhre Karten: ${siteOf(settings, club)}/profile/enrolments\n`,
      onceKey: `${key}:${recipient}`,
      subjectId: row.id,
    })),
  );
  await enterScope(tx, everyClub.club);
}
