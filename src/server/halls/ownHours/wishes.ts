import { and, eq } from 'drizzle-orm';
import type { Wish, wishActions, WishInput } from '#shared/halls/seasons/wishes.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import type { Speaker } from '../organisations/links.ts';
import { season, wish } from '../seasons/table.ts';
import type { SeasonRow } from '../seasons/view.ts';
import {
  changeWish,
  insertWish,
  orderWishes,
  readWishes,
  refuseUnfitting,
  setWishStates,
  toWish,
  wishActionWords,
  worksOn,
} from '../seasons/wishes.ts';
import { actorOf, contactActor, requireSign } from './hand.ts';

/** Adds a wish of an organisation; its author decides for the organisation, so it is submitted immediately. */
export async function addOwnWish(write: Write, speaker: Speaker, seasonId: string, input: WishInput): Promise<Wish> {
  const row = await openSeason(write.tx, speaker, seasonId);
  await refuseUnfitting(write.tx, row, speaker.organisation, input);
  const id = await insertWish(write.tx, row, speaker.organisation, input, { state: 'submitted' });
  note(write, speaker, row, id, `Hallenwunsch eingetragen: ${input.groupName}`);
  return viewWish(write.tx, speaker, row, id);
}

/** Changes a wish; this also confirms one that was copied from last year. */
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
  await refuseUnfitting(tx, row, speaker.organisation, input);
  await changeWish(tx, row, speaker.organisation, before, input);
  await tx.update(wish).set({ state: 'submitted' }).where(eq(wish.id, wishId));
  note(write, speaker, row, wishId, `Hallenwunsch geändert: ${input.groupName}`);
  return viewWish(tx, speaker, row, wishId);
}

/** Confirms, returns or resumes wishes of the organisation. Resumed wishes are submitted immediately. */
export async function actOnOwn(
  write: Write,
  speaker: Speaker,
  { seasonId, action, wishIds }: { seasonId: string; action: (typeof wishActions)[number]; wishIds: readonly string[] },
): Promise<number> {
  const { tx } = write;
  const row = await openSeason(tx, speaker, seasonId);
  const found = (await readWishes(tx, row.id, speaker.organisation.id)).filter((one) => wishIds.includes(one.row.id));
  if (found.length < new Set(wishIds).size) throw new Problem('not-found');
  const fitting = found.filter((one) => toWish(contactActor(speaker), row, one).may.includes(action)).map((one) => one.row);
  const changed = await setWishStates(tx, fitting, action);
  if (action === 'restore') await setWishStates(tx, fitting, 'submit');
  note(write, speaker, row, undefined, `Hallenwünsche ${wishActionWords[action]}: ${changed}`);
  return changed;
}

/** Sorts the wishes of the organisation. */
export async function orderOwn(write: Write, speaker: Speaker, seasonId: string, wishIds: readonly string[]): Promise<number> {
  const row = await openSeason(write.tx, speaker, seasonId);
  const changed = await orderWishes(write.tx, row, speaker.organisation.id, wishIds);
  note(write, speaker, row, undefined, 'Hallenwünsche geordnet');
  return changed;
}

/** A season of the manager that currently accepts wishes of this organisation. */
async function openSeason(tx: Transaction, speaker: Speaker, id: string): Promise<SeasonRow> {
  const row = await knownSeason(tx, speaker, id);
  requireSign(speaker);
  if (!worksOn(contactActor(speaker), row, speaker.organisation)) throw new Problem('wrong-state');
  return row;
}

/** A season of the manager that is visible to others. */
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
  return toWish(contactActor(speaker), row, found);
}

/** Records it in the manager's log, like all wishes of organisations without an account. */
function note(write: Write, speaker: Speaker, { managerClub: club }: SeasonRow, id: string | undefined, content: string): void {
  write.audit('wishes.update', { club, id, entity: 'seasons', by: actorOf(speaker) }, content);
  write.changed({ collection: 'seasons', club });
}
