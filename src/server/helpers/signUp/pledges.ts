import { eq, sql } from 'drizzle-orm';
import { randomBytes, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { germanDate, localOf } from '#shared/kernel/calendar.ts';
import type { OwnPledge, pledgeInput } from '#shared/helpers/operationalShapes.ts';
import { mailAddresses, ownPeople } from '#server/people/persons/service.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Context } from '#server/platform/http/context.ts';
import { enterScope, type Deed, type Transaction } from '#server/platform/database/database.ts';
import { postMail } from '#server/platform/outbox.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { clubOfHelperToken, listByToken, requireOpened } from '../lists/access.ts';
import { tellChanged, type OperationalRow } from './places.ts';
import { checkGuest, countGuest } from './signUp.ts';
import { operational, operationalItem, operationalItemPledge } from '../lists/table.ts';

type Item = typeof operationalItem.$inferSelect;
type Pledge = typeof operationalItemPledge.$inferSelect;
type Input = z.output<typeof pledgeInput> & { token: string; id: string };

/**
 * Promises to bring something along, never more than is still needed. Without an account it counts at once: nothing scarce
 * is held back from others, and the mail to the given address carries the way back.
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
  return context.write(async (deed) => {
    const list = await listByToken(context, deed.tx, input.token);
    const [item] = await deed.tx.select().from(operationalItem).where(eq(operationalItem.id, input.id)).for('update');
    if (item?.operationalId !== list.id) throw new Problem('not-found');
    if (list.state !== 'open' || list.endsOn < localOf(now()).date) throw new Problem('registration-closed');
    const left = item.needed - (await pledgedOf(deed.tx, item.id));
    if (input.quantity > left) throw fieldProblem('quantity', left > 0 ? `Es fehlen nur noch ${left}.` : 'Davon ist schon genug da.');
    const self = viewer && (await ownPeople(deed.tx, viewer.userId)).find((one) => one.relation === 'self' && one.club === list.club);
    const [row] = await deed.tx
      .insert(operationalItemPledge)
      .values({
        id: randomUUID(),
        club: list.club,
        itemId: item.id,
        personId: self?.id ?? null,
        guestName: self ? null : (viewer?.name ?? input.name),
        guestEmail: self ? null : (viewer?.email ?? input.email),
        quantity: input.quantity,
        manageToken: randomBytes(24).toString('base64url'),
        createdAt: now(),
        createdBy: viewer?.userId ?? null,
      })
      .returning();
    if (!row) throw new Problem('conflict');
    await postPledgeLetter(deed.tx, context.settings, { list, item, row }, 'pledged');
    record(context, deed, list, item, row, 'Bringt etwas mit');
    return { token: viewer ? row.manageToken : null };
  });
}

/** An own pledge behind the secret in the mail. */
export async function pledgeByToken(context: Context, token: string): Promise<OwnPledge> {
  await requireOpened(context, token);
  return context.read(async (tx) => {
    const { list, item, row } = await foundBy(tx, token);
    return { label: item.label, quantity: row.quantity, listTitle: list.title, canTakeBack: mayTakeBack(list) };
  });
}

/** Takes an own pledge back; a second time changes nothing. */
export async function takeBack(context: Context, token: string): Promise<{ ok: true }> {
  await requireOpened(context, token);
  return context.write(async (deed) => {
    const { list, item, row } = await foundBy(deed.tx, token);
    if (!mayTakeBack(list)) throw new Problem('wrong-state');
    await deed.tx.delete(operationalItemPledge).where(eq(operationalItemPledge.id, row.id));
    record(context, deed, list, item, row, 'Bringt doch nichts mit');
    return { ok: true };
  });
}

/** Tells everybody who wanted to bring something that the list is called off. */
export async function tellPledgers(deed: Deed, settings: Settings, list: OperationalRow): Promise<void> {
  const rows = await deed.tx
    .select({ item: operationalItem, row: operationalItemPledge })
    .from(operationalItemPledge)
    .innerJoin(operationalItem, eq(operationalItem.id, operationalItemPledge.itemId))
    .where(eq(operationalItem.operationalId, list.id))
    .limit(2000);
  for (const found of rows) await postPledgeLetter(deed.tx, settings, { list, ...found }, 'called-off');
}

async function foundBy(tx: Transaction, token: string): Promise<{ list: OperationalRow; item: Item; row: Pledge }> {
  const club = await clubOfHelperToken(tx, token);
  if (!club) throw new Problem('not-found');
  await enterScope(tx, club);
  const [found] = await tx
    .select({ list: operational, item: operationalItem, row: operationalItemPledge })
    .from(operationalItemPledge)
    .innerJoin(operationalItem, eq(operationalItem.id, operationalItemPledge.itemId))
    .innerJoin(operational, eq(operational.id, operationalItem.operationalId))
    .where(eq(operationalItemPledge.manageToken, token));
  if (!found) throw new Problem('not-found');
  return found;
}

function mayTakeBack({ state, endsOn }: OperationalRow): boolean {
  return ['open', 'closed'].includes(state) && endsOn >= localOf(now()).date;
}

async function pledgedOf(tx: Transaction, itemId: string): Promise<number> {
  const [row] = await tx
    .select({ sum: sql<number>`coalesce(sum(${operationalItemPledge.quantity}), 0)::int` })
    .from(operationalItemPledge)
    .where(eq(operationalItemPledge.itemId, itemId));
  return row?.sum ?? 0;
}

async function postPledgeLetter(
  tx: Transaction,
  settings: Settings,
  { list, item, row }: { list: OperationalRow; item: Item; row: Pledge },
  occasion: 'pledged' | 'called-off',
): Promise<void> {
  const known = row.personId ? await mailAddresses(tx, [row.personId]) : undefined;
  const recipients = row.personId ? (known?.get(row.personId) ?? []) : row.guestEmail ? [row.guestEmail] : [];
  const what = `${row.quantity} × ${item.label}\n${list.title}, ${germanDate(list.startsOn)}`;
  const link = `${siteOf(settings, list.club)}/helpers/${list.publicToken}?zusage=${row.manageToken}`;
  const words =
    occasion === 'pledged'
      ? `danke, dass Sie etwas mitbringen:\n\n${what}\n\nKommt etwas dazwischen, nehmen Sie die Zusage über diesen Link zurück. Haben Sie nichts zugesagt, bitte ebenso:\n${link}`
      : `diese Liste findet leider nicht statt, Sie brauchen nichts mitzubringen:\n\n${what}`;
  for (const recipient of recipients)
    await postMail(tx, {
      kind: 'manage',
      club: list.club,
      recipient,
      subject: `${occasion === 'pledged' ? 'Zum Mitbringen' : 'Abgesagt: Mitbringen'} (${list.title})`,
      body: `Guten Tag,\n\n${words}\n`,
      onceKey: `pledge:${row.id}:${occasion}:${recipient}`,
    });
}

function record(context: Context, deed: Deed, list: OperationalRow, item: Item, row: Pledge, words: string): void {
  deed.audit({
    name: context.viewer?.name ?? row.guestName ?? 'Über den Link in der Mail',
    actorId: context.viewer?.userId,
    club: list.club,
    content: `${words}: ${item.label} (${list.title})`,
    action: 'operational.signUp',
    entity: 'operational',
    entityId: row.id,
  });
  tellChanged(deed, list);
}
