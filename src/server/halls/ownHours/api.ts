import { and, inArray, isNull } from 'drizzle-orm';
import { ownHoursContract } from '#shared/halls/ownHours.ts';
import { everyClub, oneByOne, type Transaction, type Write } from '#server/platform/database/database.ts';
import { allow, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { countTry, type Limit } from '#server/platform/http/rateLimit.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { now } from '#server/platform/process/clock.ts';
import type { OfferFollower } from '../bookings/decide.ts';
import { contactsOf, noteOpened, openContactLink, type Speaker } from '../organisations/links.ts';
import { answerQuestion } from '../notices/answers.ts';
import { writeToContact, writeToContacts } from '../organisations/emails.ts';
import { organisation } from '../organisations/table.ts';
import { objectFor, withdrawObjection } from '../seasons/objections.ts';
import { replyToOffer } from '../seasons/offers.ts';
import { reclaimMany, releaseMany } from '../plan/manyHours.ts';
import { ownCalendar } from './calendar.ts';
import { answerOwn, hoursOf } from './dates.ts';
import { actorOf, answering, requireSign } from './hand.ts';
import { viewOwnHours } from './view.ts';
import { actOnOwn, addOwnWish, changeOwnWish, knownSeason, orderOwn } from './wishes.ts';

const os = implementing(ownHoursContract);
const ok = { ok: true } as const;
const hourMs = 60 * 60 * 1000;
const perNetwork: Limit = { free: 10, windowMs: hourMs };
const perAddress: Limit = { free: 3, windowMs: hourMs };

type Opened = { token: string; organisationId?: string | undefined };

/** The hours of organisations without an account, behind the links of their emails; `follow` updates what depends on moved bookings. */
export const ownHoursApi = (follow: OfferFollower) =>
  os.router({
    read: os.read.handler(({ context, input: { token, organisationId } }) =>
      context.read(async (tx) => viewOwnHours(tx, await openContactLink(tx, token, organisationId))),
    ),
    calendar: os.calendar.handler(({ context, input: { token, organisationId } }) =>
      context.read(async (tx) => ownCalendar(tx, await openContactLink(tx, token, organisationId))),
    ),
    seen: os.seen.handler(({ context, input: { token } }) =>
      speaking(context, { token }, async ({ tx }, { linkId }) => {
        await noteOpened(tx, linkId);
        return ok;
      }),
    ),
    renew: os.renew.handler(async ({ context, input }) => {
      await renew(context, input.email);
      return ok;
    }),
    release: os.release.handler(({ context, input: { bookingIds, ...opened } }) =>
      speaking(context, opened, async (write, speaker) => ({
        changed: await releaseMany(context.settings, write, hoursOf(speaker, bookingIds)),
      })),
    ),
    reclaim: os.reclaim.handler(({ context, input: { bookingIds, ...opened } }) =>
      speaking(context, opened, async (write, speaker) => ({ changed: await reclaimMany(write, hoursOf(speaker, bookingIds)) })),
    ),
    answer: os.answer.handler(({ context, input: { bookingId, isAccepted, ...opened } }) =>
      speaking(context, opened, async (write, speaker) => {
        requireSign(speaker);
        return { changed: await answerOwn(context, write, speaker, { bookingId, isAccepted }, follow) };
      }),
    ),
    answerQuestion: os.answerQuestion.handler(({ context, input: { token, organisationId, questionId: id, ...said } }) =>
      speaking(context, { token, organisationId }, (write, speaker) =>
        answerQuestion(context, write, answering(speaker), { id, ...said }, follow),
      ),
    ),
    addWish: os.addWish.handler(({ context, input: { token, organisationId, seasonId, ...input } }) =>
      speaking(context, { token, organisationId }, (write, speaker) => addOwnWish(write, speaker, seasonId, input)),
    ),
    changeWish: os.changeWish.handler(({ context, input: { token, organisationId, ...input } }) =>
      speaking(context, { token, organisationId }, (write, speaker) => changeOwnWish(write, speaker, input)),
    ),
    order: os.order.handler(({ context, input: { seasonId, wishIds, ...opened } }) =>
      speaking(context, opened, async (write, speaker) => ({ changed: await orderOwn(write, speaker, seasonId, wishIds) })),
    ),
    act: os.act.handler(({ context, input: { seasonId, action, wishIds, ...opened } }) =>
      speaking(context, opened, async (write, speaker) => ({ changed: await actOnOwn(write, speaker, { seasonId, action, wishIds }) })),
    ),
    ...objecting,
    send: os.send.handler(({ context, input }) => context.write((write) => sendLinks(context, write, input.ids))),
  });

/** Objections to a result, and answers to what the manager offers instead. */
const objecting = {
  object: os.object.handler(({ context, input: { token, organisationId, seasonId, ...said } }) =>
    speaking(context, { token, organisationId }, async (write, speaker) => {
      const row = await knownSeason(write.tx, speaker, seasonId);
      requireSign(speaker);
      return objectFor(context.settings, write, row, speaker.organisation.id, said, {
        club: speaker.club,
        email: speaker.contact.email,
        actor: actorOf(speaker),
      });
    }),
  ),
  reply: os.reply.handler(({ context, input: { token, organisationId, objectionId: id, ...said } }) =>
    speaking(context, { token, organisationId }, async (write, speaker) => {
      requireSign(speaker);
      const by = { club: speaker.club, actor: actorOf(speaker) };
      return replyToOffer(context.settings, write, { id, organisationId: speaker.organisation.id, ...said }, by);
    }),
  ),
  withdraw: os.withdraw.handler(({ context, input: { token, organisationId, objectionId: id } }) =>
    speaking(context, { token, organisationId }, async (write, speaker) => {
      requireSign(speaker);
      const by = { club: speaker.club, actor: actorOf(speaker) };
      return withdrawObjection(context.settings, write, { id, organisationId: speaker.organisation.id }, by);
    }),
  ),
};

/** Runs a write in the name of the organisation that a link opens. */
function speaking<T>(
  context: Context,
  { token, organisationId }: Opened,
  work: (write: Write, speaker: Speaker) => Promise<T>,
): Promise<T> {
  return context.write(async (write) => work(write, await openContactLink(write.tx, token, organisationId)));
}

/** Sends a further link if the address is that of an organisation's contact; the response does not reveal whether it is. */
async function renew(context: Context, email: string): Promise<void> {
  await countTry(context.database, `ownHours:${context.network}`, perNetwork);
  await countTry(context.database, `ownHours:${email}`, perAddress);
  await context.database.write(everyClub, async ({ tx }) => {
    const [known] = await contactsOf(tx, context.hostClub, email);
    if (known) await writeToContact(tx, context.settings, context.hostClub, known, ownLink(known.name, `renew:${now().getTime()}`));
  });
}

/** Sends the contacts of organisations a link to their hours. */
async function sendLinks(context: Context, write: Write, ids: readonly string[]): Promise<{ sent: number; without: string[] }> {
  const { tx } = write;
  const rows = await managed(context, tx, ids);
  const told = await oneByOne(rows, async ({ id, name, managerClub: club }) => ({
    name,
    count: await writeToContacts(tx, context.settings, { club, organisationId: id }, ownLink(name, `link:${id}:${now().getTime()}`)),
  }));
  const [first] = rows;
  if (first)
    write.audit('organisations.update', { club: first.managerClub }, `Links zu Hallenzeiten gesendet: ${rows.length} Organisationen`);
  return {
    sent: told.reduce((sum, { count }) => sum + count, 0),
    without: told.filter(({ count }) => count === 0).map(({ name }) => name),
  };
}

async function managed(context: Context, tx: Transaction, ids: readonly string[]) {
  signedIn(context);
  const rows = await tx
    .select()
    .from(organisation)
    .where(and(inArray(organisation.id, [...ids]), isNull(organisation.club), isNull(organisation.archivedOn)));
  if (rows.length < new Set(ids).size) throw new Problem('not-found');
  for (const { managerClub } of rows) allow(context, 'organisations.update', targetOf(context, managerClub));
  return rows;
}

function ownLink(name: string, onceKey: string) {
  return { subject: `Ihre Hallenzeiten: ${name}`, body: `Guten Tag,\n\nhier ist Ihr Link zu den Hallenzeiten von „${name}“.\n`, onceKey };
}
