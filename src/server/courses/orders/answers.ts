import { eq, sql } from 'drizzle-orm';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import type { GivenMandate } from '#shared/courses/orders.ts';
import type { OrderMethod } from '#shared/courses/courseWords.ts';
import { ownPeople } from '#server/people/persons/service.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import type { Context } from '#server/platform/http/context.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import { answerOffer, cancelOwn, keepSeat, undoAnswer } from '../enrolments/cancel.ts';
import { idOf, offeringOf, type AnySeats, type EnrolmentRow } from '../enrolments/counting.ts';
import { stateForHeld, stateForNew } from '../enrolments/enrol.ts';
import { enrolmentOf } from '../enrolments/guestApi.ts';
import { ownEnrolment } from '../enrolments/own.ts';
import { inLine, withSeatsOf } from '../enrolments/seats.ts';
import { changeState } from '../enrolments/states.ts';
import { enrolment } from '../enrolments/table.ts';
import { storeAnswers, type Told } from './asked.ts';
import { orderOfAnswer, type Placed } from './lastStep.ts';
import { comingMandate, giveMandate, withMandate } from './mandate.ts';
import { termsOf, type NewOrder } from './orders.ts';
import type { OrderPorts } from './ports.ts';

type Action = 'confirm' | 'accept' | 'decline' | 'cancel' | 'keep' | 'undo';

/** The enrolment opened by the secret of a mail, or by its id for a viewer whose own it is. */
export function readByToken(context: Context, token: string, ports: OrderPorts): Promise<OwnEnrolment> {
  return context.read(async (tx) => {
    const { id, club } = await enrolmentOf(context, tx, token);
    await requireFeature(context, 'participants.manageByToken', club);
    await enterScope(tx, club);
    return found(await ownEnrolment(tx, id, token, context.viewer, ports));
  });
}

/** Handles the owner's answers: confirming the address, accepting or declining an offer, cancelling. */
export async function answerByToken(
  context: Context,
  { token, action, quote, method, mandate, ...told }: Answer,
  ports: OrderPorts,
): Promise<Answered> {
  const { id, club, ref, personId } = await context.read((tx) => enrolmentOf(context, tx, token));
  await requireFeature(context, 'participants.manageByToken', club);
  return inLine(idOf(ref), () =>
    context.write(async (write) => {
      await enterScope(write.tx, club);
      const terms = await termsOf(write.tx, club, ports);
      const asked = { personIds: [personId], own: await ownIds(context, write.tx, mandate), method, mandate, partner: terms.partner };
      const placed = { terms, quote, method, told, mandate: await comingMandate(write.tx, club, asked, ports) };
      let hasProved = false;
      const actor = { userId: context.viewer?.userId, name: context.viewer?.name ?? 'Über den Link in der Mail' };
      await withSeatsOf({ write, settings: context.settings, actor }, { ...ref, check: () => undefined }, async (seats) => {
        const [row] = await write.tx.select().from(enrolment).where(eq(enrolment.id, id));
        if (!row) throw new Problem('not-found');
        await answers[action](seats, row, placed);
        if (placed.mandate) await giveMandate(write, club, placed.mandate, ports);
        hasProved = action === 'confirm' && row.state === 'unverified';
        write.audit(
          'participants.manageByToken',
          { club, id, entity: 'participations', by: actor },
          `${words[action]}: ${offeringOf(seats).title}`,
        );
      });
      return { own: found(await ownEnrolment(write.tx, id, token, context.viewer, ports)), hasProved };
    }),
  );
}

/** The persons for whom a signed-in viewer may give a mandate. */
async function ownIds({ viewer }: Context, tx: Transaction, mandate: GivenMandate | undefined): Promise<ReadonlySet<string>> {
  return viewer && mandate ? new Set((await ownPeople(tx, viewer.userId)).map(({ id }) => id)) : new Set();
}

/** The enrolment after the answer, and whether this answer verified its address. */
type Answered = { own: OwnEnrolment; hasProved: boolean };
type Answer = {
  token: string;
  action: Action;
  quote?: string | undefined;
  method?: OrderMethod | undefined;
  mandate?: GivenMandate | undefined;
} & Told;

const words: { readonly [action in Action]: string } = {
  confirm: 'Anmeldung bestätigt',
  accept: 'Angebot angenommen',
  decline: 'Angebot abgelehnt',
  cancel: 'Platz abgesagt',
  keep: 'Kündigung zurückgenommen',
  undo: 'Antwort zurückgenommen',
};

const answers: { readonly [action in Action]: (seats: AnySeats, row: EnrolmentRow, placed: Placed & { told: Told }) => Promise<unknown> } =
  {
    confirm: async (seats, row, placed) => {
      // A second click on the same link is not an error.
      if (enrolmentSets.verified.includes(row.state)) return;
      if (row.state !== 'unverified' || (row.holdExpiresAt && row.holdExpiresAt <= now())) throw new Problem('offer-over');
      const state = await (row.queueRank === null ? stateForHeld(seats) : stateForNew(seats, 1));
      const rank = state === 'waitlisted' ? { queueRank: sql`nextval('enrolment_queue_seq')` } : {};
      await changeState(seats, row.id, state, { set: rank, order: await orderAsShown(seats, row, 'confirm', placed) });
    },
    accept: async (seats, row, placed) => {
      if (row.state === 'confirmed') return;
      if (row.state !== 'offered' || (row.offerExpiresAt && row.offerExpiresAt <= now())) throw new Problem('offer-over');
      await storeAnswers(seats, row, placed.told);
      await answerOffer(seats, row, 'confirmed', await orderAsShown(seats, row, 'accept', placed));
    },
    decline: async (seats, row) => {
      if (row.state === 'declined') return;
      if (row.state !== 'offered') throw new Problem('offer-over');
      await answerOffer(seats, row, 'declined');
    },
    cancel: cancelOwn,
    keep: keepSeat,
    undo: undoAnswer,
  };

/** The order of an answer; refused if the terms above the button changed. */
async function orderAsShown(seats: AnySeats, row: EnrolmentRow, action: 'accept' | 'confirm', placed: Placed): Promise<NewOrder> {
  const order = await orderOfAnswer(seats, row, action, placed);
  if (placed.quote !== undefined && placed.quote !== JSON.stringify(order.shown)) throw new Problem('quote-changed');
  return withMandate(order, placed.mandate);
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem('not-found');
  return value;
}
