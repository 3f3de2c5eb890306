import { and, eq } from 'drizzle-orm';
import type { Wish, wishActions, WishInput } from '#shared/halls/seasons/wishes.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import type { Speaker } from '../organisations/links.ts';
import { season, wish } from '../seasons/table.ts';
import type { SeasonRow } from '../seasons/view.ts';
import { changeWish, insertWish, orderWishes, readWishes, setWishStates, toWish, wishActionWords, worksOn } from '../seasons/wishes.ts';
import { actorOf, handOf, requireSign } from './hand.ts';

/** Writes a wish of an organisation; its author decides for it, so it is submitted at once. */
export async function addOwnWish(write: Write, speaker: Speaker, seasonId: string, input: WishInput): Promise<Wish> {
  const row = await openSeason(write.tx, speaker, seasonId);
  const id = await insertWish(write.tx, row, speaker.organisation, input, { state: 'submitted' });
  note(write, speaker, row, id, `Hallenwunsch eingetragen: ${input.groupName}`);
  return viewWish(write.tx, speaker, row, id);
}

/** Changes a wish; one that was copied from last year is confirmed by it. */
export async function changeOwnWish(
  write: Write,
  speaker: Speaker,
  { wishId, version, ...input }: WishInput & { wishId: string; version: number },
): Promise<Wish> {
  const { tx } = write;
  const [before] = await tx
    .select()
    .from(wish)
    .where(and(eq(wish.id, wishId), eq(wish.organisationId, speaker.organisation.id)))
    .for('update');
  if (!before) throw new Problem('not-found');
  const row = await openSeason(tx, speaker, before.seasonId);
  if (before.version !== version) throw new Problem('conflict');
  if (before.state === 'withdrawn') throw new Problem('wrong-state');
  await changeWish(tx, row, speaker.organisation, before, input);
  await tx.update(wish).set({ state: 'submitted' }).where(eq(wish.id, wishId));
  note(write, speaker, row, wishId, `Hallenwunsch geändert: ${input.groupName}`);
  return viewWish(tx, speaker, row, wishId);
}

/** Confirms, gives back or takes up again wishes of the organisation. What is taken up again is sent at once. */
export async function actOnOwn(
  write: Write,
  speaker: Speaker,
  { seasonId, action, wishIds }: { seasonId: string; action: (typeof wishActions)[number]; wishIds: readonly string[] },
): Promise<number> {
  const { tx } = write;
  const row = await openSeason(tx, speaker, seasonId);
  const found = (await readWishes(tx, row.id, speaker.organisation.id)).filter((one) => wishIds.includes(one.row.id));
  if (found.length < new Set(wishIds).size) throw new Problem('not-found');
  const fitting = found.filter((one) => toWish(handOf(speaker), row, one).may.includes(action)).map((one) => one.row);
  const changed = await setWishStates(tx, fitting, action);
  if (action === 'restore') await setWishStates(tx, fitting, 'submit');
  note(write, speaker, row, undefined, `Hallenwünsche ${wishActionWords[action]}: ${changed}`);
  return changed;
}

/** Puts the wishes of the organisation in order. */
export async function orderOwn(write: Write, speaker: Speaker, seasonId: string, wishIds: readonly string[]): Promise<number> {
  const row = await openSeason(write.tx, speaker, seasonId);
  const changed = await orderWishes(write.tx, row, speaker.organisation.id, wishIds);
  note(write, speaker, row, undefined, 'Hallenwünsche geordnet');
  return changed;
}

/** A season of the manager that takes wishes of this organisation now. */
async function openSeason(tx: Transaction, speaker: Speaker, id: string): Promise<SeasonRow> {
  const row = await knownSeason(tx, speaker, id);
  requireSign(speaker);
  if (!worksOn(handOf(speaker), row, speaker.organisation)) throw new Problem('wrong-state');
  return row;
}

/** A season of the manager that others may know of. */
export async function knownSeason(tx: Transaction, { club }: Speaker, id: string): Promise<SeasonRow> {
  const [row] = await tx
    .select()
    .from(season)
    .where(and(eq(season.id, id), eq(season.managerClub, club)));
  if (!row || row.phase === 'draft') throw new Problem('not-found');
  return row;
}

async function viewWish(tx: Transaction, speaker: Speaker, row: SeasonRow, id: string): Promise<Wish> {
  const found = (await readWishes(tx, row.id, speaker.organisation.id)).find((one) => one.row.id === id);
  if (!found) throw new Problem('not-found');
  return toWish(handOf(speaker), row, found);
}

/** Notes it with the manager, as all wishes of those without an account. */
function note(write: Write, speaker: Speaker, { managerClub: club }: SeasonRow, id: string | undefined, content: string): void {
  write.audit('wishes.update', { club, id, entity: 'seasons', by: actorOf(speaker) }, content);
  write.changed({ collection: 'seasons', club });
}
