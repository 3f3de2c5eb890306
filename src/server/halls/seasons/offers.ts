import { and, eq } from 'drizzle-orm';
import type { Settings } from '#server/platform/process/settings.ts';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { offerStateWords, type CounterOffer, type Objection, type offerInput, type offerReply } from '#shared/halls/seasons/objections.ts';
import { Timetable } from '#shared/halls/seasons/placing.ts';
import { timeOf, weekdayNames } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { inAllClubs, type Transaction, type Write } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/database/auditAndNotices.ts';
import type { Context } from '#server/platform/http/context.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import { writeToClub } from '../bookings/emails.ts';
import { organisation } from '../organisations/table.ts';
import { placedOf, placeWords, readBoard, type SeasonBoard } from './board.ts';
import { placedByHand } from './byHand.ts';
import { objectionsPage, writeToOrganisation } from './emails.ts';
import { lockSeason } from './managing.ts';
import { giveAlternative, listObjections, lockOwnObjection } from './objections.ts';
import { readGrants, sentPlan, type GrantRow, type PlanRow } from './planRows.ts';
import { objection, seasonGrant } from './table.ts';
import type { SeasonRow } from './view.ts';

type Offer = z.output<typeof offerInput> & { id: string };
type Reply = z.output<typeof offerReply>;

/** Offers an organisation another free time in answer to its objection, which stays open until the offer is answered. */
export async function offerPlace(context: Context, write: Write, { id, place, insteadOf, answer }: Offer): Promise<Objection> {
  const { tx } = write;
  const [found] = await tx.select().from(objection).where(eq(objection.id, id));
  if (!found) throw new Problem('not-found');
  const row = await lockSeason(context, tx, found.seasonId);
  const sent = await readSent(tx, row);
  // An objection read before the season was locked may have been answered since.
  const [said] = await tx.select().from(objection).where(eq(objection.id, id)).for('update');
  if (said?.state !== 'open') throw new Problem('wrong-state');
  if (!said.wishId) throw fieldProblem('place', 'Der Einwand nennt keinen Wunsch, für den eine Zeit angeboten werden könnte.');
  const grants = insteadOf === null ? sent.grants : sent.grants.filter((one) => !isReplaced(one, said.wishId, insteadOf));
  if (insteadOf !== null && grants.length === sent.grants.length)
    throw fieldProblem('insteadOf', 'An diesem Tag hat die Gruppe keine Zeit.');
  const table = tableOf(sent.board, grants);
  const placed = placedByHand(sent.board, table, { ...place, wishId: said.wishId, isLocked: false, reason: '' }, 'place');
  if (table.obstacles(placed).length > 0)
    throw new Problem('occupied', { fields: [{ path: 'place', message: 'Diese Zeit ist schon vergeben.' }] });
  const at = { ...place, endTime: timeOf(placed.end) };
  const offer: CounterOffer = { ...at, insteadOf, words: placeWords(sent.board, at) };
  await tx.update(objection).set({ offer, offerAnswer: null, reply: '', answer }).where(eq(objection.id, id));
  const [of] = await tx.select().from(organisation).where(eq(organisation.id, said.organisationId));
  const [view] = await listObjections(tx, row, id);
  if (!of || !view) throw new Problem('not-found');
  const instead = insteadOf === null ? '' : ` (statt der Zeit am ${weekdayWord(insteadOf)})`;
  // An identical offer that still awaits its answer needs no second mail; after a no it is a new offer.
  const waits = said.offerAnswer === null && said.answer === answer && isDeepStrictEqual(said.offer, offer);
  if (!waits)
    await writeToOrganisation(tx, context.settings, of, {
      seasonId: row.id,
      subject: `Hallenvergabe ${row.name}: Gegenangebot zu Ihrem Einwand`,
      body: `Auf Ihren Einwand${view.groupName ? ` zu ${view.groupName}` : ''} bieten wir Ihnen an:\n\n- ${offer.words}${instead}\n\n${answer && `${answer}\n\n`}Bitte nehmen Sie das Angebot an oder lehnen Sie es ab: im Portal unter Hallenvergabe, sonst über den Link in dieser Mail.\n\nIhr Einwand:\n${said.text}\n`,
      onceKey: `objection:${id}:offer:${now().getTime()}`,
    });
  write.audit('seasons.plan', { club: row.managerClub, id: row.id }, `Gegenangebot an ${view.organisation}: ${offer.words}`);
  for (const club of new Set([of.club ?? row.managerClub, row.managerClub])) write.changed({ collection: 'seasons', club });
  return view;
}

/** Accepts or declines an offer in the name of an organisation. A yes grants the time at once if it is still free; the manager is notified. */
export async function replyToOffer(
  settings: Settings,
  write: Write,
  { id, organisationId, answer, reply }: Reply & { id: string; organisationId: string },
  by: { club: ClubName; actor?: Actor },
): Promise<Objection> {
  const { tx } = write;
  return inAllClubs(tx, async () => {
    const { row, said } = await lockOwnObjection(tx, { id, organisationId });
    if (row.phase !== 'consultation' || !said.offer || said.offerAnswer) throw new Problem('wrong-state');
    const isGiven = answer === 'accepted' && (await give(tx, row, said.wishId, said.offer));
    await tx
      .update(objection)
      .set({ offerAnswer: answer, reply, ...(isGiven && { state: 'upheld' as const }) })
      .where(eq(objection.id, id));
    const [view] = await listObjections(tx, row, id);
    if (!view) throw new Problem('not-found');
    await writeToClub(tx, settings, row.managerClub, {
      page: objectionsPage(row.id),
      subject: `Antwort auf Ihr Gegenangebot (Hallenvergabe ${row.name})`,
      body: `${view.organisation}${view.groupName ? ` (${view.groupName})` : ''}, ${said.offer.words}: ${offerStateWords(view)}\n`,
      onceKey: `objection:${id}:reply:${now().getTime()}`,
    });
    write.audit(
      'wishes.submit',
      { club: by.club, id, entity: 'seasons', by: by.actor },
      // The free text may name people, and the log is kept for long.
      `Gegenangebot ${offerStateWords({ ...view, reply: '' })}: ${view.organisation}, ${said.offer.words}`,
    );
    for (const club of new Set([by.club, row.managerClub])) write.changed({ collection: 'seasons', club });
    return view;
  });
}

/** Puts an offered time into the sent plan, instead of the one that it replaces; false if it is taken by now. */
async function give(tx: Transaction, row: SeasonRow, wishId: string | null, offer: CounterOffer): Promise<boolean> {
  const { board, plan, grants } = await readSent(tx, row);
  const { insteadOf, startTime, endTime, words, ...place } = offer;
  if (!wishId || !board.board.wishes.has(wishId)) return false;
  const replaced = insteadOf === null ? [] : grants.filter((one) => isReplaced(one, wishId, insteadOf));
  if (insteadOf !== null && replaced.length === 0) return false;
  const left = grants.filter((one) => !replaced.includes(one));
  try {
    const table = tableOf(board, left);
    const wanted = placedByHand(board, table, { ...place, startTime, wishId, isLocked: false, reason: '' }, 'place');
    if (table.obstacles(wanted).length > 0) return false;
  } catch (error) {
    // A wish, a hall or its hours changed in between: the time is no longer available.
    if (error instanceof Problem) return false;
    throw error;
  }
  for (const one of replaced) await tx.delete(seasonGrant).where(and(eq(seasonGrant.id, one.id), eq(seasonGrant.planId, plan.id)));
  await giveAlternative(tx, row, wishId, { ...place, startTime, endTime, words }, insteadOf === null);
  return true;
}

function isReplaced({ wishId, weekday }: GrantRow, of: string | null, insteadOf: number): boolean {
  return wishId === of && weekday === insteadOf;
}

function tableOf(board: SeasonBoard, grants: readonly GrantRow[]): Timetable {
  return new Timetable(
    board.board.input.halls,
    grants.map((one) => placedOf(board, one)),
  );
}

/** The sent plan, while objections are possible. */
async function readSent(tx: Transaction, row: SeasonRow): Promise<{ board: SeasonBoard; plan: PlanRow; grants: GrantRow[] }> {
  const plan = row.phase === 'consultation' ? await sentPlan(tx, row.id) : undefined;
  if (!plan) throw new Problem('wrong-state');
  return { plan, board: await readBoard(tx, row), grants: await readGrants(tx, plan.id) };
}

function weekdayWord(weekday: number): string {
  return weekdayNames[weekday - 1] ?? '';
}
