import type { ChargedFee, FeeCorrection, FeeCorrectionKind, FeeLine } from './feeTypes.ts';
import { sumOfCents } from '#shared/kernel/money.ts';
import { lastYearOf } from './lastYear.ts';

/** The part of a refund that reduces open amounts, of instalments the last ones first; the rest is paid out. */
export function reductionOf(correction: FeeCorrection): { cents: number; isSplit: boolean } | null {
  if (correction.kind !== 'refund') return null;
  const lowered = refundShares(correction).filter(({ of }) => of.openCents > 0);
  if (lowered.length === 0) return null;
  const cents = lowered.reduce((sum, share) => sum + Math.min(share.cents, share.of.openCents), 0);
  return { cents, isSplit: lowered.some(({ of }) => of.isSplit) };
}

/**
 * Distributes a refund (`cents` below 0) over the charges, in shares above 0: first over open amounts, so that nobody gets money while they
 * owe some, then over paid ones; each time from the latest charge on, and at most what remains of a charge beyond its waived amount.
 */
export function refundShares({ charged, cents }: Pick<FeeCorrection, 'charged' | 'cents'>): { of: ChargedFee; cents: number }[] {
  const latestFirst = charged.filter(({ refundOf }) => refundOf === null).toReversed();
  const refundsOf = ({ id }: ChargedFee) => charged.filter(({ refundOf }) => refundOf === id);
  const leftOf = new Map(latestFirst.map((one) => [one, sumOfCents([one, ...refundsOf(one)]) - one.waivedCents]));
  const shares = new Map<ChargedFee, number>();
  let left = 0 - cents;
  for (const most of [({ openCents }: ChargedFee) => openCents, () => Infinity])
    for (const one of latestFirst) {
      const taken = shares.get(one) ?? 0;
      const part = Math.min(left, most(one), (leftOf.get(one) ?? 0) - taken);
      if (part <= 0) continue;
      shares.set(one, taken + part);
      left -= part;
    }
  return latestFirst.flatMap((of) => {
    const share = shares.get(of);
    return share ? [{ of, cents: share }] : [];
  });
}

type Period = { from: string; to: string };
type Run = Period & { charged: readonly ChargedFee[] };
/** Overlapping lines and charges of one slot and person. */
type Bundle = { lines: FeeLine[]; charged: ChargedFee[] };

/** Compares lines with earlier charges for the same months and slot, and determines how a run handles differences; new lines get what was charged a year before. */
export function compareFees(
  lines: readonly FeeLine[],
  { from, to, charged }: Run,
  isGone: (charged: ChargedFee) => boolean,
): { lines: FeeLine[]; corrections: FeeCorrection[] } {
  const compared = new Map<FeeLine, FeeLine>();
  const gone: FeeLine[] = [];
  const corrections: FeeCorrection[] = [];
  for (const bundle of bundlesOf(lines, charged)) {
    const [before] = bundle.charged;
    if (!before) continue;
    const cents = differenceOf(bundle);
    const isOver = bundle.lines.length === 0;
    // A charge that began before the run may be owed for its first months, as the whole of it where the full fee applies.
    if (isOver && (cents >= 0 || !bundle.charged.every((one) => one.from >= from && one.from <= to && isGone(one)))) continue;
    const kind = cents === 0 ? null : kindOf(bundle, cents, { from, to });
    const shown = isOver
      ? [goneLine(before, sumOfCents(bundle.charged), kind)]
      : bundle.lines.map((line) => withChange({ ...line, payerId: payerOf(bundle) ?? line.payerId }, bundle, cents, kind));
    if (isOver) gone.push(...shown);
    for (const [at, line] of bundle.lines.entries()) compared.set(line, shown[at] ?? line);
    const [first] = shown;
    if (kind && first) corrections.push({ kind, slot: first.slot, personId: first.personId, lines: shown, charged: bundle.charged, cents });
  }
  const lastYear = lastYearOf(charged);
  return { lines: [...lines.map((line) => compared.get(line) ?? { ...line, previousCents: lastYear(line) }), ...gone], corrections };
}

/** What is owed beyond what was charged. If negative, waived amounts count as never charged, since nobody paid them. */
function differenceOf({ lines, charged }: Bundle): number {
  const cents = sumOfCents(lines) - sumOfCents(charged);
  const waived = charged.reduce((sum, { waivedCents }) => sum + waivedCents, 0);
  return cents < 0 ? Math.min(0, cents + waived) : cents;
}

function kindOf({ lines, charged }: Bundle, cents: number, period: Period): FeeCorrectionKind {
  const from = [period.from, ...lines.map((line) => line.from)].reduce((one, other) => (one < other ? one : other));
  const to = [period.to, ...lines.map((line) => line.to)].reduce((one, other) => (one > other ? one : other));
  if (charged.some((one) => one.state === 'pending' || one.from < from || one.to > to)) return 'wait';
  if (cents > 0) return 'adjust';
  return charged.every(({ state, refundOf }) => state === 'open' && refundOf === null) ? 'rewrite' : 'refund';
}

/** The payer of the charges, which keep their payer even if the rules name another one; undefined if there are several. */
function payerOf({ charged }: Bundle): string | undefined {
  const [payerId, ...others] = new Set(charged.map((one) => one.payerId));
  return others.length === 0 ? payerId : undefined;
}

function withChange(line: FeeLine, { lines, charged }: Bundle, cents: number, correction: FeeCorrectionKind | null): FeeLine {
  if (cents === 0) return { ...line, change: 'same', previousCents: line.cents };
  const before = lines.length === 1 ? charged : charged.filter(({ from, to }) => from <= line.to && to >= line.from);
  return { ...line, change: cents > 0 ? 'higher' : 'lower', previousCents: sumOfCents(before), correction };
}

/** The line for an amount that is no longer owed; it is never charged. */
function goneLine(before: ChargedFee, previousCents: number, correction: FeeCorrectionKind | null): FeeLine {
  const { personId, name, payerId, slot, label, from, to } = before;
  const of = { memberId: '', ruleId: '', personId, name, payerId, slot, label, from, to };
  return { ...of, fullCents: 0, cents: 0, reason: 'entfällt', change: 'gone', previousCents, correction };
}

/** Groups overlapping lines and charges, including transitive overlaps. */
function bundlesOf(lines: readonly FeeLine[], charged: readonly ChargedFee[]): Bundle[] {
  const all = [
    ...lines.map((line) => ({ key: `${line.slot} ${line.personId}`, from: line.from, to: line.to, line, charged: undefined })),
    ...charged.map((one) => ({ key: `${one.slot} ${one.personId}`, from: one.from, to: one.to, line: undefined, charged: one })),
  ];
  return [...Map.groupBy(all, ({ key }) => key).values()].flatMap((some) => {
    const bundles: Bundle[] = [];
    let end = '';
    for (const one of some.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))) {
      let bundle = bundles.at(-1);
      if (!bundle || one.from > end) {
        bundle = { lines: [], charged: [] };
        bundles.push(bundle);
      }
      if (one.line) bundle.lines.push(one.line);
      if (one.charged) bundle.charged.push(one.charged);
      end = one.to > end ? one.to : end;
    }
    return bundles;
  });
}
