import type { Candidate } from '#shared/courses/enrolmentShapes.ts';
import { orderInWords, type ShownOrder } from '#shared/courses/orders.ts';
import { localOf } from '#shared/kernel/calendar.ts';
import { boot } from '#web/lib/boot.ts';
import type { Offer } from '../offers/offer.ts';

/** The text of the last step for these persons. */
export function shownTo(offer: Offer, people: readonly Candidate[], isPermanent: boolean): ShownOrder {
  const lines = people.map(({ phase, ...one }) => ({ ...one, waits: phase.action === 'waitlist' }));
  return orderInWords({
    action: 'sign-up',
    partner: people[0]?.partner ?? boot.clubs[offer.club].displayName,
    lines,
    rule: offer.cancelRule,
    feeCents: people.filter(({ phase }) => phase.action === 'register').reduce((sum, one) => sum + one.cancelFeeCents, 0),
    isPermanent,
    endsOnNotice: people.find(({ phase }) => phase.action === 'register')?.endsOnNotice ?? null,
    needsApproval: offer.registration === 'approval',
    dueOn: people.find(({ dueOn, phase }) => dueOn !== null && phase.action === 'register')?.dueOn ?? null,
    today: localOf(new Date()).date,
  });
}
