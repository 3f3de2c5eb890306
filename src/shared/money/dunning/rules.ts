import { addDays, germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import type { ChargeMethod, ChargeState } from '../chargeWords.ts';
import { dunningLevels, type DunningLevel, type DunningStage } from './words.ts';

/** A claim that is past its day, as far as dunning needs to know it. */
export type LateCharge = {
  chargeId: string;
  reference: string;
  label: string;
  dueOn: string;
  restCents: number;
  /** Of the last notice about it. */
  level: DunningLevel | null;
  toldOn: string | null;
  state: ChargeState;
  method: ChargeMethod;
  deferredUntil: string | null;
  /** Whether a debit would go through. */
  hasMandate: boolean;
};

/** Who pays, with all that is past its day. */
export type LatePayer = {
  payerPersonId: string;
  name: string;
  email: string | null;
  isMinor: boolean;
  /** Set by the board; without a day until it is lifted. */
  stop: { reason: string; until: string | null } | null;
  /** Money at the bank that nobody has assigned yet and that may be theirs. */
  openLine: { bookedOn: string; cents: number } | null;
  claims: readonly LateCharge[];
};

/** One notice, over the rests of all that is past its day. */
export type PlannedNotice = {
  payerPersonId: string;
  name: string;
  level: DunningLevel;
  claims: readonly LateCharge[];
  cents: number;
  feeCents: number;
  dueOn: string;
  byMail: boolean;
  byLetter: boolean;
};

/** Who gets none, and why. */
export type LeftOut = { payerPersonId: string; name: string; cents: number; reason: string; isCourt: boolean };

type World = {
  today: string;
  minCents: number;
  stages: readonly DunningStage[];
  /** Payers who get one level less. */ lowered: ReadonlySet<string>;
};

/** Between two notices of whatever kind. */
const quietDays = 10;

/** What a payer is told now, or why not: one level above the highest of what is late, once its days are over. */
export function dunningOf(payer: LatePayer, world: World): PlannedNotice | LeftOut {
  const { payerPersonId, name, claims } = payer;
  const late = claims.filter((claim) => heldBack(claim, world.today) === '');
  const cents = late.reduce((sum, { restCents }) => sum + restCents, 0);
  const left = (reason: string, isCourt = false): LeftOut => {
    const all = claims.reduce((sum, { restCents }) => sum + restCents, 0);
    return { payerPersonId, name, cents: cents || all, reason, isCourt };
  };
  const held = whyHeld(payer, late, cents, world);
  if (held) return left(held);
  const highest = Math.max(...late.map(({ level }) => level ?? -1));
  const next = dunningLevels.find((level) => level === highest + 1);
  if (next === undefined) return left('Die letzte Mahnung ist verschickt.', true);
  const waits = whyTooEarly(late, stageOf(world.stages, next), highest, world.today);
  if (waits) return left(waits);
  const level = (world.lowered.has(payerPersonId) ? dunningLevels.find((one) => one === next - 1) : undefined) ?? next;
  const { feeCents, dueDays, channel } = stageOf(world.stages, level);
  const byMail = channel !== 'letter' && payer.email !== null;
  return {
    payerPersonId,
    name,
    level,
    claims: late,
    cents,
    feeCents,
    dueOn: addDays(world.today, dueDays),
    byMail,
    byLetter: channel !== 'mail' || !byMail,
  };
}

/** Whether it is a notice that goes out. */
export function isNotice(one: PlannedNotice | LeftOut): one is PlannedNotice {
  return 'level' in one;
}

/** Why a claim is not dunned although its day is past; empty where it is. */
function heldBack({ state, method, deferredUntil, hasMandate }: LateCharge, today: string): string {
  if (state === 'in_collection') return 'Die Lastschrift ist unterwegs.';
  if (deferredUntil !== null && deferredUntil >= today) return `Gestundet bis ${germanDate(deferredUntil)}.`;
  if (method === 'but') return 'Das zahlt das Amt (Bildung und Teilhabe).';
  if (method === 'sepa' && state === 'open' && hasMandate) return 'Wird mit dem nächsten Lastschriftlauf eingezogen.';
  return '';
}

function whyHeld(
  { claims, isMinor, stop, openLine }: LatePayer,
  late: readonly LateCharge[],
  cents: number,
  { today, minCents }: World,
): string {
  if (stop && (stop.until === null || stop.until >= today))
    return `Mahnsperre${stop.until ? ` bis ${germanDate(stop.until)}` : ''}: ${stop.reason}`;
  const [first] = claims;
  if (late.length === 0) return first ? heldBack(first, today) : '';
  if (isMinor) return 'Kinder werden nicht gemahnt. Bitte tragen Sie ein, wer zahlt.';
  if (openLine)
    return `Vielleicht schon bezahlt: ${euros(openLine.cents)} vom ${germanDate(openLine.bookedOn)} warten unter „Bank“ auf ihre Zuordnung.`;
  if (cents < minCents) return `Gemahnt wird erst ab ${euros(minCents)}.`;
  const told = lastTold(late);
  return told > addDays(today, 0 - quietDays) ? `Zuletzt erinnert am ${germanDate(told)}.` : '';
}

function whyTooEarly(late: readonly LateCharge[], { afterDays }: DunningStage, highest: number, today: string): string {
  const oldest = late.map(({ dueOn }) => dueOn).reduce((one, other) => (one < other ? one : other));
  const from = highest < 0 ? oldest : lastTold(late.filter(({ level }) => level === highest));
  const first = addDays(from, afterDays);
  return first > today ? `Erst ab ${germanDate(first)} an der Reihe.` : '';
}

function lastTold(claims: readonly LateCharge[]): string {
  return claims.map(({ toldOn }) => toldOn ?? '').reduce((one, other) => (one > other ? one : other), '');
}

function stageOf(stages: readonly DunningStage[], level: DunningLevel): DunningStage {
  const stage = stages.find((one) => one.level === level);
  if (!stage) throw new Error(`No stage ${level}.`);
  return stage;
}
