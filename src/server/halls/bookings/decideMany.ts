import { inArray, or } from 'drizzle-orm';
import type { ManyDecided, ManyDecisions } from '#shared/halls/bookingRequests.ts';
import type { Context } from '#server/platform/http/context.ts';
import { inAllClubs, type Write } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { decisionMail, openRequest, settleRequest, type OfferFollower, type Settled } from './decide.ts';
import { planPageOf, writeToHolder } from './emails.ts';
import { lockFacilities } from './occupancy.ts';
import { booking } from './table.ts';

/**
 * Decides many requests with one reason: approves what is free and leaves the rest open, or rejects. Each is independent: requests decided
 * meanwhile are reported and do not stop the others. Each club and organisation gets one email about all of its requests.
 */
export async function decideMany(
  context: Context,
  write: Write,
  { ids, action, reason }: ManyDecisions,
  follow: OfferFollower,
): Promise<ManyDecided> {
  const { tx } = write;
  const asked = [...new Set(ids)];
  // Locks all halls at once and in a fixed order, so that concurrent decisions cannot deadlock.
  const left = tx.select({ id: booking.replacesId }).from(booking).where(inArray(booking.id, asked));
  const halls = await inAllClubs(tx, () =>
    tx
      .selectDistinct({ id: booking.facilityId })
      .from(booking)
      .where(or(inArray(booking.id, asked), inArray(booking.id, left))),
  );
  await lockFacilities(
    tx,
    halls.map(({ id }) => id),
  );
  const results: ManyDecided['results'] = [];
  const settled: Settled[] = [];
  for (const id of asked) {
    const open = await openRequest(context, write, { id, action, reason, scope: 'all', onlyFree: true }).catch(codeOf);
    if (typeof open === 'string') {
      results.push({ id, changed: 0, left: 0, code: open });
      continue;
    }
    // An error from here on rolls back all, so that nothing is decided partially.
    const one = await settleRequest(context, write, open, follow);
    settled.push(one);
    results.push({ id, changed: one.done, left: one.left, code: null });
  }
  await notifyHolders(context, write, settled, reason);
  return { results };
}

/** Why a request cannot be decided; this does not stop the others. */
function codeOf(error: unknown): Problem['code'] {
  if (error instanceof Problem) return error.code;
  throw error;
}

async function notifyHolders(
  { settings }: Pick<Context, 'settings'>,
  { tx }: Write,
  settled: readonly Settled[],
  reason: string,
): Promise<void> {
  const told = Map.groupBy(
    settled.filter(({ done }) => done > 0),
    ({ row }) => row.organisationId ?? row.club,
  );
  for (const ofOne of told.values()) {
    const [first] = ofOne;
    if (!first) continue;
    const mails = ofOne.map((one) => decisionMail(one, ''));
    const subject = ofOne.length === 1 ? mails[0]?.subject : `${ofOne.length} Anfragen für Hallenzeiten entschieden`;
    const mail = {
      subject: subject ?? '',
      body: `${mails.map(({ body }) => body).join('\n')}${reason ? `\n${reason}\n` : ''}`,
      page: planPageOf(first.row),
      onceKey: `decisions:${first.row.id}:${first.row.version}`,
      about: { kind: 'decision' as const, id: first.row.id },
    };
    await writeToHolder(
      tx,
      settings,
      first.row,
      mail,
      ofOne.flatMap(({ row }) => row.createdBy ?? []),
    );
  }
}
