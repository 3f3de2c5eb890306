import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName } from '#shared/kernel/fields.ts';
import { feeRuleInput } from './fees.ts';
import { feeRhythmNames, type FeeRhythm } from './feeWords.ts';
import { euros } from '#shared/kernel/money.ts';
import type { LocalDate } from '#shared/kernel/calendar.ts';
import type { MemberKind } from '#shared/people/memberWords.ts';
import { feeLines } from './feeRules.ts';
import { firstDayOf, lastDayOf, monthOf } from './feeMonths.ts';
import type { FeeLine, FeeMember, FeeRule } from './feeTypes.ts';

const { ledgerAccountId: _inside, ...shown } = feeRuleInput.shape;
const publicRule = z.object({
  ...shown,
  id: z.string(),
  departmentName: z.string().describe('Empty for rules without a department.'),
});
/** A public line of a club's fee schedule. */
export type PublicFeeRule = z.infer<typeof publicRule>;

/** The fees of a club (/myClub): public, since prospective members look for them first. */
export const feeOrderContract = {
  read: endpoint(
    { access: 'fees.readOrder' },
    {
      method: 'GET',
      path: '/fee-order',
      summary: 'Beiträge des Vereins',
      description:
        'The current and future rules of the given club, by default the club of the host, in the order in which they are evaluated.',
    },
  )
    .input(z.strictObject({ club: clubName.optional() }))
    .output(z.object({ yearStart: z.int().describe('The month in which the fee year starts, from 1.'), rules: z.array(publicRule) })),
};

/** An applicant for membership, as far as the fees depend on them. */
export type MembershipWish = { birthDate: LocalDate; kind: MemberKind; joinsOn: LocalDate; departmentIds: readonly string[] };

/** The price of one part of a membership. */
export type QuotedFee = {
  label: string;
  /** "120,00 € jährlich", "10,00 € einmal". */
  price: string;
  /** "anteilig ab 12/2026: 1 von 12 Monaten, zuerst 10,00 €"; empty if the whole period is paid. */
  first: string;
  /** The amount of the first period. */
  cents: number;
};

type Priced = { layer: FeeRule['layer']; rhythm: FeeRhythm; cents: number } & {
  [price in 'monthCents' | 'quarterCents' | 'halfCents' | 'yearCents']: number | null;
};

/** Converts a database rule to the price format of the fee rules. */
export function pricedRule<Row extends Priced>({ cents, layer, rhythm, monthCents, quarterCents, halfCents, yearCents, ...row }: Row) {
  const others = { month: monthCents, quarter: quarterCents, half: halfCents, year: yearCents };
  const isOnce = layer === 'entry' || layer === 'helper';
  const prices: FeeRule['prices'] = isOnce
    ? {}
    : { ...Object.fromEntries(Object.entries(others).filter(([, price]) => price !== null)), [rhythm]: cents };
  return { ...row, layer, rhythm, prices, onceCents: isOnce ? cents : null };
}

/** The expected price of a membership for a single person: that of a family is agreed with the board. */
export function quoteFees(rules: readonly FeeRule[], wish: MembershipWish, yearStart: number): QuotedFee[] {
  const month = monthOf(wish.joinsOn);
  const facts = { from: firstDayOf(month), to: lastDayOf(month + 11), yearStart, families: [], charged: [] };
  const { lines } = feeLines({ ...facts, rules, members: [memberOf(wish)] });
  return [...Map.groupBy(lines, ({ slot }) => slot).values()].flatMap(([line]) => (line ? quoted(line, rules) : []));
}

function quoted({ slot, ruleId, label, cents, fullCents, reason }: FeeLine, rules: readonly FeeRule[]): QuotedFee[] {
  const rule = rules.find(({ id }) => id === ruleId);
  if (!rule) return [];
  const rhythm = slot === 'entry' ? 'einmal' : feeRhythmNames[rule.rhythm];
  const first = cents === fullCents ? '' : `${reason}, zuerst ${euros(cents)}`;
  return [{ label, price: `${euros(fullCents)} ${rhythm}`, first, cents }];
}

function memberOf({ birthDate, kind, joinsOn, departmentIds }: MembershipWish): FeeMember {
  return {
    memberId: '',
    personId: '',
    name: '',
    payerPersonId: '',
    kind,
    birthDate: birthDate || null,
    joinedOn: joinsOn,
    leftOn: null,
    leftBefore: null,
    rhythm: null,
    feesFrom: null,
    families: [],
    slices: departmentIds.map((departmentId) => ({ departmentId, from: joinsOn, to: null })),
    exceptions: [],
  };
}
