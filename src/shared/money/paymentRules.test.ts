import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  creditOf,
  creditShares,
  netOf,
  restOf,
  reversalOf,
  sharesOf,
  type Allocated,
  type Booked,
  type OpenCharge,
} from './paymentRules.ts';

const openCharge = (id: string, cents: number, dueOn: string, more: Partial<OpenCharge> = {}): OpenCharge => ({
  id,
  cents,
  settledCents: 0,
  dueOn,
  isFee: false,
  ...more,
});

test('money pays the oldest due charges first, on one day the charge before its fee, and the rest is credit', () => {
  const openCharges = [
    openCharge('fee', 500, '2026-01-01', { isFee: true }),
    openCharge('late', 7000, '2026-03-01'),
    openCharge('early', 7000, '2026-01-01', { settledCents: 2000 }),
  ];
  expect(sharesOf(6000, openCharges)).toEqual([
    { chargeId: 'early', cents: 5000 },
    { chargeId: 'fee', cents: 500 },
    { chargeId: 'late', cents: 500 },
  ]);
  expect(sharesOf(20_000, openCharges).reduce((sum, { cents }) => sum + cents, 0)).toBe(12_500);
  expect(sharesOf(0, openCharges)).toEqual([]);
});

test('a charge paid in full, or overpaid, accepts no cent more', () => {
  const openCharges = [
    openCharge('paid', 5000, '2026-01-01', { settledCents: 5000 }),
    openCharge('over', 5000, '2026-01-01', { settledCents: 5001 }),
    openCharge('open', 5000, '2026-03-01'),
  ];
  expect(sharesOf(700, openCharges)).toEqual([{ chargeId: 'open', cents: 700 }]);
});

test('of 120,00 first 50,00 and then 80,00 are paid: 10,00 are kept as credit for the next charge', () => {
  const ledger = newLedger([12_000]);
  receive(ledger, 5000);
  expect(ledger.openCharges.map(restOf)).toEqual([7000]);
  receive(ledger, 8000);
  expect([ledger.openCharges.map(restOf), creditOf(ledger.payments, ledger.allocations)]).toEqual([[0], 1000]);
  ledger.openCharges.push(openCharge('next', 3000, '2027-02-01'));
  useCredit(ledger);
  expect([ledger.openCharges.map(restOf), creditOf(ledger.payments, ledger.allocations)]).toEqual([[0, 2000], 0]);
});

type Ledger = { openCharges: OpenCharge[]; payments: Booked[]; allocations: Allocated[]; cash: number };

const newLedger = (cents: readonly number[]): Ledger => ({
  openCharges: cents.map((of, at) => openCharge(`charge${at}`, of, `2026-0${(at % 9) + 1}-01`)),
  payments: [],
  allocations: [],
  cash: 0,
});

/** Writes like the server: rows are only added, and settled amounts are derived from them. */
function add(ledger: Ledger, payment: Omit<Booked, 'id'>, shares: readonly { chargeId: string; cents: number }[]): void {
  const id = `payment${ledger.payments.length}`;
  ledger.payments.push({ id, ...payment });
  if (payment.kind !== 'waiver' && payment.kind !== 'offset') ledger.cash += payment.cents;
  for (const share of shares) allocate(ledger, { ...share, paymentId: id });
}

function allocate(ledger: Ledger, share: Allocated): void {
  ledger.allocations.push(share);
  const held = ledger.openCharges.find(({ id }) => id === share.chargeId);
  if (held) held.settledCents += share.cents;
}

const open = ({ openCharges }: Ledger) => openCharges.filter((one) => one.cents > 0 && restOf(one) > 0);

function receive(ledger: Ledger, cents: number): void {
  add(ledger, { kind: 'transfer', cents, reverses: null }, sharesOf(cents, open(ledger)));
}

function useCredit(ledger: Ledger): void {
  for (const share of creditShares(ledger.payments, ledger.allocations, open(ledger))) allocate(ledger, share);
}

/** Reverses a payment unless its credit is spent otherwise or a part of it is already being refunded. */
function reverse(ledger: Ledger, at: number, kind?: Booked['kind']): void {
  const found = ledger.payments[at % Math.max(1, ledger.payments.length)];
  if (!found || found.reverses || ledger.payments.some(({ reverses }) => reverses === found.id)) return;
  const own = ledger.allocations.filter(({ paymentId }) => paymentId === found.id);
  if (creditOf([found], own) > creditOf(ledger.payments, ledger.allocations)) return;
  if (own.some(({ chargeId }) => ledger.openCharges.some(({ id }) => id === `refund of ${chargeId}`))) return;
  const { cents, shares } = reversalOf(found, ledger.allocations);
  add(ledger, { kind: kind ?? found.kind, cents, reverses: found.id }, shares);
}

/** Refunds a part of a paid charge as a separate negative charge, which is set off against open charges or paid out. */
function refund(ledger: Ledger, at: number, isOffset: boolean): void {
  const paid = ledger.openCharges.filter(
    (one) => one.cents > 0 && restOf(one) === 0 && !ledger.openCharges.some(({ id }) => id === `refund of ${one.id}`),
  );
  const of = paid[at % Math.max(1, paid.length)];
  if (!of) return;
  const back = openCharge(`refund of ${of.id}`, 0 - of.cents, '2026-12-01');
  ledger.openCharges.push(back);
  const target = open(ledger)[0];
  const cents = target ? Math.min(of.cents, restOf(target)) : 0;
  if (isOffset && target) {
    const shares = [
      { chargeId: target.id, cents },
      { chargeId: back.id, cents: 0 - cents },
    ];
    return add(ledger, { kind: 'offset', cents: 0, reverses: null }, shares);
  }
  add(ledger, { kind: 'payout', cents: restOf(back), reverses: null }, [{ chargeId: back.id, cents: restOf(back) }]);
}

function waive(ledger: Ledger, cents: number): void {
  const [shares] = [sharesOf(cents, open(ledger).slice(0, 1))];
  const [first] = shares;
  if (first) add(ledger, { kind: 'waiver', cents: first.cents, reverses: null }, shares);
}

function payOut(ledger: Ledger, cents: number): void {
  const sum = Math.min(cents, creditOf(ledger.payments, ledger.allocations));
  if (sum > 0) add(ledger, { kind: 'payout', cents: 0 - sum, reverses: null }, []);
}

const amount = fc.integer({ min: 1, max: 20_000 });
const step = fc.oneof(
  fc.record({ do: fc.constant('receive' as const), with: amount }),
  fc.record({ do: fc.constant('reverse' as const), with: amount }),
  fc.record({ do: fc.constant('return' as const), with: amount }),
  fc.record({ do: fc.constant('waive' as const), with: amount }),
  fc.record({ do: fc.constant('refund' as const), with: amount }),
  fc.record({ do: fc.constant('offset' as const), with: amount }),
  fc.record({ do: fc.constant('credit' as const), with: amount }),
  fc.record({ do: fc.constant('payOut' as const), with: amount }),
  fc.record({ do: fc.constant('openCharge' as const), with: amount }),
);

const steps: {
  [name in 'receive' | 'reverse' | 'return' | 'waive' | 'refund' | 'offset' | 'credit' | 'payOut' | 'openCharge']: (
    ledger: Ledger,
    cents: number,
  ) => void;
} = {
  receive,
  reverse: (ledger, at) => reverse(ledger, at),
  return: (ledger, at) => reverse(ledger, at, 'debit_return'),
  waive,
  refund: (ledger, at) => refund(ledger, at, false),
  offset: (ledger, at) => refund(ledger, at, true),
  credit: (ledger) => useCredit(ledger),
  payOut,
  openCharge: (ledger, cents) => void ledger.openCharges.push(openCharge(`charge${ledger.openCharges.length}`, cents, '2026-11-01')),
};

test('with any payments, reversals, returns, waivers, refunds and set-offs nothing is settled beyond its sum, credit is never negative, and the money adds up', () => {
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 4 }), fc.array(step, { maxLength: 40 }), (openCharges, sequence) => {
      const ledger = newLedger(openCharges);
      for (const one of sequence) {
        steps[one.do](ledger, one.with);
        for (const { cents, settledCents } of ledger.openCharges) {
          expect(settledCents).toBeGreaterThanOrEqual(Math.min(0, cents));
          expect(settledCents).toBeLessThanOrEqual(Math.max(0, cents));
        }
        expect(creditOf(ledger.payments, ledger.allocations)).toBeGreaterThanOrEqual(0);
        for (const { id, kind, cents } of ledger.payments) {
          const used = ledger.allocations.filter(({ paymentId }) => paymentId === id).reduce((sum, share) => sum + share.cents, 0);
          if (kind === 'offset') expect(used).toBe(0);
          else expect(Math.abs(used)).toBeLessThanOrEqual(Math.abs(cents));
        }
      }
      const waived = ledger.payments.filter(({ kind }) => kind === 'waiver').reduce((sum, { cents }) => sum + cents, 0);
      const settled = ledger.openCharges.reduce((sum, { settledCents }) => sum + settledCents, 0);
      expect(settled + creditOf(ledger.payments, ledger.allocations)).toBe(ledger.cash + waived);
    }),
    { numRuns: 500 },
  );
});

test('a reversed payment has no allocations', () => {
  const ledger = newLedger([5000, 5000]);
  receive(ledger, 8000);
  reverse(ledger, 0);
  expect(ledger.openCharges.map(restOf)).toEqual([5000, 5000]);
  expect([...netOf(ledger.allocations)]).toEqual([]);
});

test('a single cent is allocated, between fees of one day by their number', () => {
  const fees = ['b', 'a'].map((id) => openCharge(id, 1, '2026-01-01', { isFee: true }));
  expect(sharesOf(1, fees)).toEqual([{ chargeId: 'a', cents: 1 }]);
});

test('neither a reversed payment nor its counter-entry pays anything more, and credit is allocated to each charge once', () => {
  const paid: Booked[] = [
    { id: 'p1', kind: 'transfer', cents: 5000, reverses: null },
    { id: 'p2', kind: 'transfer', cents: -5000, reverses: 'p1' },
    { id: 'p3', kind: 'transfer', cents: 800, reverses: null },
    { id: 'p4', kind: 'transfer', cents: 800, reverses: null },
  ];
  const openCharges = [openCharge('one', 1000, '2026-01-01'), openCharge('two', 1000, '2026-02-01')];
  expect(creditShares(paid, [], openCharges)).toEqual([
    { paymentId: 'p3', chargeId: 'one', cents: 800 },
    { paymentId: 'p4', chargeId: 'one', cents: 200 },
    { paymentId: 'p4', chargeId: 'two', cents: 600 },
  ]);
});
