import { addDays, germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import type { ChargeMethod, ChargeState } from '../chargeWords.ts';
import { dunningLevels, type DunningLevel, type DunningStage } from './words.ts';

/** The facts of an overdue charge that dunning depends on. */
export type LateCharge = {
  chargeId: string;
  reference: string;
  /** The person it is for, if that is not the payer. */
  name: string;
  label: string;
  dueOn: string;
  restCents: number;
  /** Of the last notice about it. */
  level: DunningLevel | null;
  toldOn: string | null;
  state: ChargeState;
  method: ChargeMethod;
  deferredUntil: string | null;
  /** Whether a debit would be possible. */
  hasMandate: boolean;
};

/** A payer with all overdue charges. */
export type LatePayer = {
  payerId: string;
  name: string;
  email: string | null;
  isMinor: boolean;
  isDead: boolean;
  /** Set by the board; without a day until it is lifted. */
  stop: { reason: string; until: string | null } | null;
  /** An unassigned bank line that may be theirs. */
  openLine: { bookedOn: string; cents: number } | null;
  lateCharges: readonly LateCharge[];
};

/** One notice about the open amounts of all overdue charges. */
export type PlannedNotice = {
  payerId: string;
  name: string;
  level: DunningLevel;
  lateCharges: readonly LateCharge[];
  cents: number;
  feeCents: number;
  dueOn: string;
  byMail: boolean;
  byLetter: boolean;
};

/** A payer who gets no notice, and why. */
export type LeftOut = { payerId: string; name: string; cents: number; reason: string; isCourt: boolean };

type World = {
  today: string;
  minCents: number;
  stages: readonly DunningStage[];
  /** Payers whose level is lowered by one. */ lowered: ReadonlySet<string>;
};

/** The minimum of days between two notices of any kind. */
const quietDays = 10;

/** The notice due to a payer, or why there is none: one level above the highest of the overdue charges, once the waiting time is over. */
export function dunningOf(payer: LatePayer, world: World): PlannedNotice | LeftOut {
  const { payerId, name, lateCharges } = payer;
  const late = lateCharges.filter((lateCharge) => heldBack(lateCharge, world.today) === '');
  const cents = late.reduce((sum, { restCents }) => sum + restCents, 0);
  const left = (reason: string, isCourt = false): LeftOut => {
    const all = lateCharges.reduce((sum, { restCents }) => sum + restCents, 0);
    return { payerId, name, cents: cents || all, reason, isCourt };
  };
  const held = whyHeld(payer, late, cents, world);
  if (held) return left(held);
  const highest = Math.max(...late.map(({ level }) => level ?? -1));
  const next = dunningLevels.find((level) => level === highest + 1);
  if (next === undefined) return left('Die letzte Mahnung ist verschickt.', true);
  const waits = whyTooEarly(late, stageOf(world.stages, next), highest, world.today);
  if (waits) return left(waits);
  const level = (world.lowered.has(payerId) ? dunningLevels.find((one) => one === next - 1) : undefined) ?? next;
  const { feeCents, dueDays, channel } = stageOf(world.stages, level);
  const byMail = channel !== 'letter' && payer.email !== null;
  return {
    payerId,
    name,
    level,
    lateCharges: late,
    cents,
    feeCents,
    dueOn: addDays(world.today, dueDays),
    byMail,
    byLetter: channel !== 'mail' || !byMail,
  };
}

/** Whether this is a notice to be sent. */
export function isNotice(one: PlannedNotice | LeftOut): one is PlannedNotice {
  return 'level' in one;
}

/** Why an overdue charge is not dunned; empty if it is. */
function heldBack({ state, method, deferredUntil, hasMandate }: LateCharge, today: string): string {
  if (state === 'in_collection') return 'Die Lastschrift ist unterwegs.';
  if (deferredUntil !== null && deferredUntil >= today) return `Gestundet bis ${germanDate(deferredUntil)}.`;
  if (method === 'but') return 'Das zahlt das Amt (Bildung und Teilhabe).';
  if (method === 'sepa' && state === 'open' && hasMandate) return 'Wird mit dem nächsten Lastschriftlauf eingezogen.';
  return '';
}

function whyHeld(
  { lateCharges, isMinor, isDead, stop, openLine }: LatePayer,
  late: readonly LateCharge[],
  cents: number,
  { today, minCents }: World,
): string {
  if (stop && (stop.until === null || stop.until >= today))
    return `Mahnsperre${stop.until ? ` bis ${germanDate(stop.until)}` : ''}: ${stop.reason}`;
  if (isDead) return 'Verstorben. Bitte klären Sie mit den Erben, wer zahlt.';
  const [first] = lateCharges;
  if (late.length === 0) return first ? heldBack(first, today) : '';
  if (isMinor) return 'Kinder werden nicht gemahnt. Bitte tragen Sie ein, wer zahlt.';
  if (openLine)
    return `Vielleicht schon bezahlt: ${euros(openLine.cents)} vom ${germanDate(openLine.bookedOn)} warten unter „Bank“ auf ihre Zuordnung.`;
  if (cents < minCents) return `Gemahnt wird erst ab ${euros(minCents)}.`;
  const told = lastNotice(late);
  return told > addDays(today, 0 - quietDays) ? `Zuletzt erinnert am ${germanDate(told)}.` : '';
}

function whyTooEarly(late: readonly LateCharge[], { afterDays }: DunningStage, highest: number, today: string): string {
  const oldest = late.map(({ dueOn }) => dueOn).reduce((one, other) => (one < other ? one : other));
  const from = highest < 0 ? oldest : lastNotice(late.filter(({ level }) => level === highest));
  const first = addDays(from, afterDays);
  return first > today ? `Erst ab ${germanDate(first)} an der Reihe.` : '';
}

function lastNotice(lateCharges: readonly LateCharge[]): string {
  return lateCharges.map(({ toldOn }) => toldOn ?? '').reduce((one, other) => (one > other ? one : other), '');
}

function stageOf(stages: readonly DunningStage[], level: DunningLevel): DunningStage {
  const stage = stages.find((one) => one.level === level);
  if (!stage) throw new Error(`No level ${level}.`);
  return stage;
}
