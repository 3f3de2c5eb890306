import { instantOf, addDays, type LocalDate } from '#shared/kernel/calendar.ts';
import type { MatchedWish } from './matching.ts';

/** The states of a round as the database keeps them; that its wishes are closed follows from the day. */
export const roundStates = ['draft', 'open', 'drawn', 'sent', 'cancelled'] as const;
type RoundState = (typeof roundStates)[number];

const states = (...of: RoundState[]): readonly RoundState[] => of;

/** Sets of states that decide about something. */
export const roundSets = {
  /** Named beside the offers. */
  seen: states('open', 'drawn', 'sent'),
  /** Clubs may still take part. */
  changing: states('draft', 'open'),
  /** Its seats have not gone out. */
  unsent: states('draft', 'open', 'drawn'),
  /** Nothing changes any more. */
  over: states('sent', 'cancelled'),
  /** Families wait for its seats: it can be called off. */
  running: states('open', 'drawn'),
  /** Who gets what is fixed. */
  fixed: states('drawn', 'sent'),
};

/** The states of a round as people see it. */
export const roundPhases = ['draft', 'open', 'closed', 'drawn', 'sent', 'cancelled'] as const;
export type RoundPhase = (typeof roundPhases)[number];

/** The phases in which families read what became of their wishes, or wait for it. */
export const answeringPhases: readonly RoundPhase[] = ['closed', 'drawn', 'sent'];

/** Whether nothing of a round changes any more. */
export function isOver(phase: RoundPhase): boolean {
  return roundSets.over.some((one) => one === phase);
}

/** The German words for the states of a round. */
export const roundPhaseNames: { readonly [phase in RoundPhase]: string } = {
  draft: 'Entwurf',
  open: 'Wünsche offen',
  closed: 'Wünsche abgeschlossen',
  drawn: 'Verlost',
  sent: 'Plätze vergeben',
  cancelled: 'Abgebrochen',
};

/** The state of a round now: wishes are taken until the end of their last day. */
export function phaseOfRound({ state, wishesUntil }: { state: RoundState; wishesUntil: LocalDate }, now: Date): RoundPhase {
  return state === 'open' && now >= wishesEnd(wishesUntil) ? 'closed' : state;
}

/** Whether the wishes may still change, so that nobody looks at who would get what. */
export function isBeforeEnd(phase: RoundPhase): boolean {
  return phase === 'draft' || phase === 'open';
}

/** The instant at which the wishes are closed: the end of their last day in Berlin. */
function wishesEnd(wishesUntil: LocalDate): Date {
  return instantOf(addDays(wishesUntil, 1), '00:00');
}

/** How many wishes a child has at most; also how many offers it can get. */
export const wishesAtMost = 10;
/** How many friends come together at most. */
export const friendsAtMost = 4;
/** How long a seat of the round is kept for an answer, in hours. */
export const roundOfferHours = 72;
/** How many days after its day of sending a round without seats lets its offers go by itself. */
export const releasedAfterDays = 3;
/** How many days after the last offer of a round its wishes are deleted. */
export const wishesKeptDays = 30;

/** The earliest first day of an offer whose seats go out on a day: what is offered can be answered for its whole time. */
export function firstStart(sendsOn: LocalDate): LocalDate {
  return addDays(sendsOn, roundOfferHours / 24 + 1);
}

/** What becomes of a wish; 'unfit': age or the like, or the offer does not take place. */
export const wishOutcomes = ['seat', 'waits', 'enough', 'clash', 'group', 'unfit'] as const;
export type WishOutcome = (typeof wishOutcomes)[number];

/** The German words for what became of a wish. */
export const wishOutcomeNames: { readonly [outcome in WishOutcome]: string } = {
  seat: 'Platz',
  waits: 'Warteliste',
  enough: 'nicht nötig',
  clash: 'überschneidet sich',
  group: 'nicht alle Freunde',
  unfit: 'passt nicht',
};

/** Why a wish got no seat, or that it got one, in a sentence for the family. */
export function reasonInWords(
  { outcome }: Pick<MatchedWish, 'outcome'>,
  of: { seats: number | null; wishes: number; wants: number; withTitle: string; friends: number },
): string {
  const asked = `${of.seats === 1 ? '1 Platz' : `${of.seats ?? 0} Plätze`}, ${of.wishes === 1 ? '1 Wunsch' : `${of.wishes} Wünsche`}`;
  if (outcome === 'seat') return of.seats === null ? 'Platz für alle' : asked;
  if (outcome === 'clash') return `Zur selben Zeit wie „${of.withTitle}“, oder der Weg dazwischen ist zu kurz.`;
  if (outcome === 'enough')
    return of.wants === 1 ? 'Am liebsten 1 Angebot: Das gibt es schon.' : `Am liebsten ${of.wants} Angebote: Die gibt es schon.`;
  if (outcome === 'group') return 'Nicht alle aus der Gruppe wünschen sich das.';
  return of.friends > 1 ? `${asked}, zusammen sind ${of.friends} Plätze nötig` : asked;
}

/** The letters of a code for friends: none that looks like another one. */
export const codeLetters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
/** The length of a code for friends. */
export const codeLength = 6;
