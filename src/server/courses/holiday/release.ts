import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { releasedAfterDays, roundSets } from '#shared/courses/holiday/rules.ts';
import type { RoundRow } from '#shared/courses/holiday/shapes.ts';
import { addDays, germanDate } from '#shared/kernel/calendar.ts';
import { inAllClubs, everyClub, type Write } from '#server/platform/database/database.ts';
import type { Context, Services } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { postMails } from '#server/platform/mail/outbox.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { course } from '../offers/table.ts';
import { byFamily, notifyLeadingBoard } from './mails.ts';
import { record, roundFor, written, type Round } from './rounds.ts';
import { holidayChild, holidayGroup, holidayOffer, holidayRound, holidayWish } from './table.ts';

const system = { name: 'Ferienprogramm' };

type Change = { id: string; version: number; reason: string };

/** Calls a round off before its first seat has gone out: its offers are free, the wishes are deleted, and the families are told. */
export async function cancelRound(context: Context, write: Write, { id, version, reason }: Change): Promise<RoundRow> {
  const round = await roundFor(context, write.tx, id, 'holidayRounds.manage', true);
  if (round.version !== version) throw new Problem('conflict');
  const sent = and(eq(holidayOffer.roundId, id), sql`${holidayOffer.sentAt} is not null`);
  if (!roundSets.running.includes(round.state) || (await write.tx.$count(holidayOffer, sent)) > 0) throw new Problem('wrong-state');
  const after = await callOff(write, context.settings, round, reason);
  return written(write, after, `Ferienprogramm abgebrochen (${reason})`, round);
}

async function callOff(write: Write, settings: Settings, round: Round, reason: string): Promise<Round | undefined> {
  const { tx } = write;
  const { id, club, name } = round;
  const families = await byFamily(tx, eq(holidayChild.roundId, id));
  await postMails(
    tx,
    families.map(({ account, children }) => ({
      kind: 'notice' as const,
      club,
      recipient: account.email,
      subject: `${name}: findet nicht statt`,
      body: `Guten Tag,\n\ndas Ferienprogramm „${name}“ findet nicht statt. Grund: ${reason}\n\nDie Wünsche für ${children.map((one) => one.name).join(', ')} sind gelöscht. Zu den Angeboten selbst können Sie sich anmelden, soweit sie stattfinden: ${siteOf(settings, account.home)}/offers\n`,
      onceKey: `holiday:${id}:off:${account.userId}`,
      subjectId: children[0]?.row.personId,
    })),
  );
  await freeOffers(write, id);
  await inAllClubs(tx, () => tx.delete(holidayChild).where(eq(holidayChild.roundId, id)));
  await tx.delete(holidayGroup).where(eq(holidayGroup.roundId, id));
  const [after] = await tx
    .update(holidayRound)
    .set({ state: 'cancelled', drawnAt: null, version: sql`${holidayRound.version} + 1` })
    .where(eq(holidayRound.id, id))
    .returning();
  return after;
}

/** Takes the offers out of a round: everybody enrols in them as in any other. */
async function freeOffers({ tx, changed }: Write, roundId: string): Promise<void> {
  const freed = await inAllClubs(tx, () =>
    tx.update(course).set({ roundId: null }).where(eq(course.roundId, roundId)).returning({ id: course.id, club: course.club }),
  );
  await tx.delete(holidayOffer).where(eq(holidayOffer.roundId, roundId));
  for (const { id, club } of freed) changed({ collection: 'courses', club, entityId: id });
}

/**
 * Lets the offers of rounds go whose seats have not gone out some days after their day, so that nothing stays shut for ever: one that
 * was never drawn is called off, a draft is emptied, and an offer that could not be given out is left. The board is told. A job calls it.
 */
export async function releaseRounds({ database, settings }: Pick<Services, 'database' | 'settings'>): Promise<void> {
  await database.write(
    everyClub,
    async (write) => {
      const late = await write.tx
        .select()
        .from(holidayRound)
        .where(
          and(
            inArray(holidayRound.state, roundSets.unsent),
            lt(holidayRound.sendsOn, addDays(today(), -releasedAfterDays)),
            sql`exists (select 1 from ${holidayOffer} where ${holidayOffer.roundId} = ${holidayRound.id} and ${holidayOffer.sentAt} is null)`,
          ),
        )
        .orderBy(asc(holidayRound.id))
        .for('update');
      for (const round of late) await release(write, settings, round);
    },
    system,
  );
}

/** Reminds the board that leads a round to draw: once the wishes are closed, and again when the day of the seats has come. A job calls it. */
export async function remindOfDrawing({ database, settings }: Pick<Services, 'database' | 'settings'>): Promise<void> {
  await database.write(
    everyClub,
    async ({ tx }) => {
      const undrawn = and(eq(holidayRound.state, 'open'), lt(holidayRound.wishesUntil, today()));
      const rounds = await tx.select().from(holidayRound).where(undrawn).orderBy(asc(holidayRound.id));
      for (const round of rounds) {
        const { name, wishesUntil, sendsOn } = round;
        const isLate = sendsOn <= today();
        const until = `Ist bis zum ${germanDate(addDays(sendsOn, releasedAfterDays))} nichts festgelegt, wird das Ferienprogramm abgebrochen.`;
        await notifyLeadingBoard(tx, settings, round, {
          key: isLate ? `late:${sendsOn}` : `closed:${wishesUntil}`,
          subject: `${name}: ${isLate ? 'Heute sollten die Plätze hinausgehen' : 'Bitte die Plätze festlegen'}`,
          text: isLate
            ? `im Ferienprogramm „${name}“ sind die Plätze noch nicht festgelegt, sie sollten am ${germanDate(sendsOn)} hinausgehen. ${until}`
            : `im Ferienprogramm „${name}“ sind die Wünsche abgeschlossen. Bitte sehen Sie die Vorschau an und legen Sie die Plätze fest, sie gehen am ${germanDate(sendsOn)} hinaus. ${until}`,
        });
      }
    },
    system,
  );
}

async function release(write: Write, settings: Settings, round: Round): Promise<void> {
  const { name, state, version } = round;
  if (state === 'drawn') {
    const titles = await leaveUnsent(write, round);
    await notifyLeadingBoard(write.tx, settings, round, {
      key: `released:${version}`,
      subject: `${name}: Plätze nicht vergeben`,
      text: `im Ferienprogramm „${name}“ ließen sich die Plätze dieser Angebote nicht vergeben: ${titles.join(', ')}. Sie sind jetzt für alle offen; die Familien erhalten eine Mail.`,
    });
    record(write, round, `Plätze nicht vergeben (${titles.join(', ')})`);
    return;
  }
  if (state === 'draft') await freeOffers(write, round.id);
  else await callOff(write, settings, round, 'Die Plätze wurden nicht rechtzeitig vergeben.');
  await notifyLeadingBoard(write.tx, settings, round, {
    key: `released:${version}`,
    subject: `${name}: abgebrochen`,
    text: `im Ferienprogramm „${name}“ wurden bis ${releasedAfterDays} Tage nach dem Tag der Vergabe keine Plätze festgelegt. Seine Angebote sind deshalb wieder für alle offen${state === 'draft' ? '.' : ', die Wünsche sind gelöscht, und die Familien erhalten eine Mail.'}`,
  });
  record(write, round, 'Angebote freigegeben');
}

/** Ends the offers of a drawn round that could not be given out; their wishes are refused with the reason. */
async function leaveUnsent({ tx, changed }: Write, { id: roundId }: Round): Promise<string[]> {
  return inAllClubs(tx, async () => {
    const left = await tx
      .update(holidayOffer)
      .set({ sentAt: now() })
      .where(and(eq(holidayOffer.roundId, roundId), isNull(holidayOffer.sentAt)))
      .returning({ id: holidayOffer.courseId });
    const ids = left.map(({ id }) => id);
    await tx
      .update(holidayWish)
      .set({ outcome: 'unfit', reason: 'Die Plätze ließen sich nicht vergeben. Bitte fragen Sie den Verein.', sentAt: now() })
      .where(and(eq(holidayWish.roundId, roundId), inArray(holidayWish.courseId, ids), inArray(holidayWish.outcome, ['seat', 'waits'])));
    const rows = await tx
      .update(course)
      .set({ roundId: null })
      .where(inArray(course.id, ids))
      .returning({ id: course.id, title: course.title, club: course.club });
    for (const { id, club } of rows) changed({ collection: 'courses', club, entityId: id });
    return rows.map(({ title }) => title);
  });
}
