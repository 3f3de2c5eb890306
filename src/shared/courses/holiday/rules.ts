import { instantOf, addDays, type LocalDate } from '#shared/kernel/calendar.ts';
import type { MatchedWish } from './matching.ts';

/** The stored states of a round; that its wishes are closed follows from the day. */
export const roundStates = ['draft', 'open', 'drawn', 'sent', 'cancelled'] as const;
type RoundState = (typeof roundStates)[number];

const states = (...of: RoundState[]): readonly RoundState[] => of;

/** Sets of states that rules depend on. */
export const roundSets = {
  /** Shown beside the offers. */
  seen: states('open', 'drawn', 'sent'),
  /** Clubs may still join. */
  changing: states('draft', 'open'),
  /** Its seats have not been sent out. */
  unsent: states('draft', 'open', 'drawn'),
  /** Nothing changes any more. */
  over: states('sent', 'cancelled'),
  /** Families wait for its seats: it can be cancelled. */
  running: states('open', 'drawn'),
  /** The assignment is fixed. */
  fixed: states('drawn', 'sent'),
};

/** The states of a round as shown. */
export const roundPhases = ['draft', 'open', 'closed', 'drawn', 'sent', 'cancelled'] as const;
export type RoundPhase = (typeof roundPhases)[number];

/** The phases in which families read the outcome of their wishes, or wait for it. */
export const answeringPhases: readonly RoundPhase[] = ['closed', 'drawn', 'sent'];

/** Whether a round can no longer change. */
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

/** The current state of a round: wishes are accepted until the end of their last day. */
export function phaseOfRound({ state, wishesUntil }: { state: RoundState; wishesUntil: LocalDate }, now: Date): RoundPhase {
  return state === 'open' && now >= wishesEnd(wishesUntil) ? 'closed' : state;
}

/** Whether the wishes may still change, so that the assignment is not shown yet. */
export function isBeforeEnd(phase: RoundPhase): boolean {
  return phase === 'draft' || phase === 'open';
}

/** The instant at which the wishes close: the end of their last day in Berlin. */
function wishesEnd(wishesUntil: LocalDate): Date {
  return instantOf(addDays(wishesUntil, 1), '00:00');
}

/** The maximum of wishes per child; also of the offers that it can get. */
export const wishesAtMost = 10;
/** The maximum size of a group of friends. */
export const friendsAtMost = 4;
/** How many hours a seat of the round is reserved for an answer. */
export const roundOfferHours = 72;
/** How many days after its sending day a round without sent seats automatically releases its offers. */
export const releasedAfterDays = 3;
/** How many days after the last offer of a round its wishes are deleted. */
export const wishesKeptDays = 30;

/** The earliest first day of an offer of a round that is sent on a day, so that the full time to answer ends before it. */
export function firstStart(sendsOn: LocalDate): LocalDate {
  return addDays(sendsOn, roundOfferHours / 24 + 1);
}

/** The outcome of a wish; 'unfit': age or another condition, or the offer does not take place. */
export const wishOutcomes = ['seat', 'waits', 'enough', 'clash', 'group', 'unfit'] as const;
export type WishOutcome = (typeof wishOutcomes)[number];

/** The German words for the outcomes of a wish. */
export const wishOutcomeNames: { readonly [outcome in WishOutcome]: string } = {
  seat: 'Platz',
  waits: 'Warteliste',
  enough: 'kein weiterer Platz',
  clash: 'überschneidet sich',
  group: 'nicht alle Freunde',
  unfit: 'passt nicht',
};

/** A sentence for the family that explains the outcome of a wish. */
export function reasonInWords(
  { outcome }: Pick<MatchedWish, 'outcome'>,
  of: { seats: number | null; wishes: number; isFull: boolean; wants: number; least: number; withTitle: string; friends: number },
): string {
  const asked = `${of.seats === 1 ? '1 Platz' : `${of.seats ?? 0} Plätze`}, ${of.wishes === 1 ? '1 Wunsch' : `${of.wishes} Wünsche`}`;
  if (outcome === 'seat') return of.seats === null ? 'Platz für alle' : asked;
  if (outcome === 'clash') return `Zur selben Zeit wie „${of.withTitle}“, oder der Weg dazwischen ist zu kurz.`;
  if (outcome === 'enough') {
    const enough = of.least === 1 ? '1 Angebot: Das gibt es schon.' : `${of.least} Angebote: Die gibt es schon.`;
    return `${of.isFull ? `${asked}. ` : ''}${of.least < of.wants ? 'Unter den Freunden zählt die kleinste Zahl, ' : 'Am liebsten '}${enough}`;
  }
  if (outcome === 'group') return 'Nicht alle aus der Gruppe wünschen sich das.';
  return of.friends > 1 ? `${asked}, zusammen sind ${of.friends} Plätze nötig` : asked;
}

/** The letters of a code for friends, without easily confused ones. */
export const codeLetters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
/** The length of a code for friends. */
export const codeLength = 6;
