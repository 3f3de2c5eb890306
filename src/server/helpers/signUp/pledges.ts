import { eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { helperListSets } from '#shared/helpers/helperListWords.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { OwnPledge, pledgeInput } from '#shared/helpers/helperListShapes.ts';
import { mailAddresses, ownPeople } from '#server/people/persons/service.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { Context } from '#server/platform/http/context.ts';
import type { Write, Transaction } from '#server/platform/database/database.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { isOpenedBy, isRecordId, issueLink } from '#server/platform/secretLinks.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { enterByToken, listByToken, requireOpened } from '../lists/access.ts';
import { notifyChanged, type HelperListRow } from './seats.ts';
import { checkGuest, countGuest } from './signUp.ts';
import { helperList, item, itemPledge } from '../lists/table.ts';

type Item = typeof item.$inferSelect;
type Pledge = typeof itemPledge.$inferSelect;
type Input = z.output<typeof pledgeInput> & { token: string; id: string };

/**
 * Adds a pledge for an item; a problem of `quantity` if it exceeds the quantity still needed. A guest's pledge counts without confirming the
 * address, because it holds nothing scarce back from others; the mail to that address contains the link to withdraw it.
 */
export async function pledge(context: Context, input: Input): Promise<{ token: string | null }> {
  const { viewer } = context;
  if (input.website !== '') return { token: null };
  await requireOpened(context, input.token);
  await context.read((tx) => listByToken(context, tx, input.token));
  if (!viewer) {
    checkGuest(input);
    await countGuest(context, input.email);
  }
  return context.write(async (write) => {
    const list = await listByToken(context, write.tx, input.token);
    const [thing] = await write.tx.select().from(item).where(eq(item.id, input.id)).for('update');
    if (thing?.helperListId !== list.id) throw new Problem('not-found');
    if (list.state !== 'open' || list.endsOn < today()) throw new Problem('registration-closed');
    const left = thing.needed - (await pledgedOf(write.tx, thing.id));
    if (input.quantity > left) throw fieldProblem('quantity', left > 0 ? `Es fehlen nur noch ${left}.` : 'Davon ist schon genug da.');
    const self = viewer && (await ownPeople(write.tx, viewer.userId)).find((one) => one.relation === 'self' && one.club === list.club);
    const [row] = await write.tx
      .insert(itemPledge)
      .values({
        id: randomUUID(),
        club: list.club,
        itemId: thing.id,
        personId: self?.id ?? null,
        guestName: self ? null : (viewer?.name ?? input.name),
        guestEmail: self ? null : (viewer?.email ?? input.email),
        quantity: input.quantity,
        createdAt: now(),
        createdBy: viewer?.userId ?? null,
      })
      .returning();
    if (!row) throw new Problem('conflict');
    await postPledgeEmail(write.tx, context.settings, { list, item: thing, row }, 'pledged');
    record(context, write, list, thing, row, 'Bringt etwas mit');
    return { token: viewer ? row.id : null };
  });
}

/** The pledge with the secret of its e-mail, or by its id for its own account. */
export async function pledgeByToken(context: Context, token: string): Promise<OwnPledge> {
  await requireOpened(context, token);
  return context.read(async (tx) => {
    const { list, item, row } = await foundBy(context, tx, token);
    return { label: item.label, quantity: row.quantity, listTitle: list.title, canTakeBack: mayTakeBack(list) };
  });
}

/** Withdraws an own pledge; 404 if it is withdrawn already. */
export async function withdrawPledge(context: Context, token: string): Promise<{ ok: true }> {
  await requireOpened(context, token);
  return context.write(async (write) => {
    const { list, item, row } = await foundBy(context, write.tx, token);
    if (!mayTakeBack(list)) throw new Problem('wrong-state');
    await write.tx.delete(itemPledge).where(eq(itemPledge.id, row.id));
    record(context, write, list, item, row, 'Bringt doch nichts mit');
    return { ok: true };
  });
}

/** Notifies everyone with a pledge that the list is cancelled. */
export async function notifyPledgers(write: Write, settings: Settings, list: HelperListRow): Promise<void> {
  const rows = await write.tx
    .select({ item: item, row: itemPledge })
    .from(itemPledge)
    .innerJoin(item, eq(item.id, itemPledge.itemId))
    .where(eq(item.helperListId, list.id))
    .limit(2000);
  for (const found of rows) await postPledgeEmail(write.tx, settings, { list, ...found }, 'called-off');
}

async function foundBy(context: Context, tx: Transaction, token: string): Promise<{ list: HelperListRow; item: Item; row: Pledge }> {
  await enterByToken(context, tx, token);
  const [found] = await tx
    .select({ list: helperList, item: item, row: itemPledge })
    .from(itemPledge)
    .innerJoin(item, eq(item.id, itemPledge.itemId))
    .innerJoin(helperList, eq(helperList.id, item.helperListId))
    .where(isRecordId(token) ? eq(itemPledge.id, token) : isOpenedBy(itemPledge, token));
  if (!found) throw new Problem('not-found');
  return found;
}

function mayTakeBack({ state, endsOn }: HelperListRow): boolean {
  return helperListSets.running.includes(state) && endsOn >= today();
}

async function pledgedOf(tx: Transaction, itemId: string): Promise<number> {
  const [row] = await tx
    .select({ sum: sql<number>`coalesce(sum(${itemPledge.quantity}), 0)::int` })
    .from(itemPledge)
    .where(eq(itemPledge.itemId, itemId));
  return row?.sum ?? 0;
}

async function postPledgeEmail(
  tx: Transaction,
  settings: Settings,
  { list, item, row }: { list: HelperListRow; item: Item; row: Pledge },
  occasion: 'pledged' | 'called-off',
): Promise<void> {
  const known = row.personId ? await mailAddresses(tx, [row.personId]) : undefined;
  const recipients = row.personId ? (known?.get(row.personId) ?? []) : row.guestEmail ? [row.guestEmail] : [];
  const what = `${row.quantity} × ${item.label}\n${list.title}, ${germanDate(list.startsOn)}`;
  const words = (secret: string) =>
    occasion === 'pledged'
      ? `danke, dass Sie etwas mitbringen:\n\n${what}\n\nKommt etwas dazwischen, nehmen Sie die Zusage über diesen Link zurück. Haben Sie nichts zugesagt, bitte ebenso:\n${siteOf(settings, list.club)}/helpers/${list.publicToken}?zusage=${secret}`
      : `diese Liste findet leider nicht statt, Sie brauchen nichts mitzubringen:\n\n${what}`;
  for (const recipient of recipients)
    await postMail(tx, {
      kind: 'manage',
      club: list.club,
      recipient,
      subject: `${occasion === 'pledged' ? 'Zum Mitbringen' : 'Abgesagt: Mitbringen'} (${list.title})`,
      body: `Guten Tag,\n\n${words(await issueLink(tx, itemPledge, row.id))}\n`,
      onceKey: `pledge:${row.id}:${occasion}:${recipient}`,
    });
}

function record(context: Context, write: Write, list: HelperListRow, item: Item, row: Pledge, words: string): void {
  write.audit(
    'operational.signUp',
    { club: list.club, id: row.id, by: context.viewer ?? { name: row.guestName ?? 'Über den Link in der Mail' } },
    `${words}: ${item.label} (${list.title})`,
  );
  notifyChanged(write, list);
}
