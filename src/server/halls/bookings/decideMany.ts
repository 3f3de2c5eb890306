import { inArray, or } from 'drizzle-orm';
import type { ManyDecided, ManyDecisions } from '#shared/halls/bookingRequests.ts';
import type { Context } from '#server/platform/http/context.ts';
import { beyondScope, type Write } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { decisionMail, openRequest, settleRequest, type OfferFollower, type Settled } from './decide.ts';
import { writeToHolder } from './emails.ts';
import { lockFacilities } from './occupancy.ts';
import { booking } from './table.ts';

/**
 * Decides many requests with one reason: promises what is free and leaves the rest open, or refuses. Each stands for itself:
 * requests decided meanwhile are named and stop nothing. Each club and organisation gets one email about all of its requests.
 */
export async function decideMany(
  context: Context,
  write: Write,
  { ids, action, reason }: ManyDecisions,
  follow: OfferFollower,
): Promise<ManyDecided> {
  const { tx } = write;
  const asked = [...new Set(ids)];
  // All halls at once and in one order, so that two who decide do not wait for each other in a circle.
  const left = tx.select({ id: booking.replacesId }).from(booking).where(inArray(booking.id, asked));
  const halls = await beyondScope(tx, () =>
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
    // A refusal from here on refuses all, so that nothing is left half decided.
    const one = await settleRequest(context, write, open, follow);
    settled.push(one);
    results.push({ id, changed: one.done, left: one.left, code: null });
  }
  await tellHolders(context, write, settled, reason);
  return { results };
}

/** Why a request cannot be decided, which stops no other one. */
function codeOf(error: unknown): Problem['code'] {
  if (error instanceof Problem) return error.code;
  throw error;
}

async function tellHolders(
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
