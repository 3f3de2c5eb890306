import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { departmentsContract } from '#shared/club/departments.ts';
import { memberFeesContract } from '#shared/money/fees/memberFees.ts';
import type { FeePreview, ShownFeeLine } from '#shared/money/fees/feePreview.ts';
import { feesContract, type FeeRun } from '#shared/money/fees/fees.ts';
import { membersContract } from '#shared/people/members.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { RunPart } from './RunPart.tsx';

const oleId = '9d7a8a31-5b7c-4c57-8d0f-000000000005';

beforeEach(() => void vi.setSystemTime('2026-11-22T10:00:00Z'));

test('payers with an incomplete or paused mandate are counted, with a link to the mandates', async () => {
  const { hand } = await open({ unfinished: 3 });
  await hand.reads(/Bei 3 Zahlern ist das Mandat unvollständig oder ruht; dort wird nichts eingezogen/);
  await hand.reads('Mandate ansehen');
});

test('a line is excluded with a reason, and the rest is booked as shown, with a mail to each payer', async () => {
  const { server, hand } = await open();
  server.on(feesContract.book, run());
  await hand.reads(/Ein Zahler hat keine E-Mail-Adresse; der Brief an ihn lässt sich nach dem Buchen drucken: Ole Ohm/);
  await hand.press('Auslassen: Ohm, Ole, Erwachsene');
  await hand.fill('Grund', 'Wird geklärt');
  await hand.press('Ausnehmen');
  await hand.reads('Eine Zeile bleibt diesmal aus:');
  await hand.press('1 Forderung buchen');
  await hand.reads(/1 Forderung über zusammen 60,00/);
  expect(server.sent).toEqual([]);
  await hand.press('Fordern');
  await hand.reads('1 Forderung ist gebucht. Eine Mitteilung geht hinaus.');
  expect(server.sent[0]?.body).toEqual({
    club: 'RWA',
    from: '2026-01-01',
    to: '2026-12-31',
    dueOn: '2026-12-22',
    isSpread: false,
    hash: 'abc',
    excluded: [{ key: 'p1 base 2026-01-01', reason: 'Wird geklärt' }],
    tells: true,
  });
});

test('an excluded line can be included again, and the mail can be switched off', async () => {
  const { server, hand } = await open();
  server.on(feesContract.book, run());
  await hand.press('Auslassen: Ohm, Ole, Erwachsene');
  await hand.fill('Grund', 'Irrtum');
  await hand.press('Ausnehmen');
  await hand.press('Doch fordern: Ohm, Ole, Erwachsene');
  await hand.tick('Beitragsmitteilung per Mail senden, eine an jeden Zahler');
  await hand.press('2 Forderungen buchen');
  await hand.reads('Beiträge fordern?');
  await hand.press('Fordern');
  await waitFor(() => expect(server.sent[0]?.body).toMatchObject({ excluded: [], tells: false }));
});

test('instalments are due on a day of their own each, or all on the first one', async () => {
  const { server, hand } = await open({ several: 1, parts: ['2027-01-01', '2027-04-01'] }, '2026-10-01', '2027-09-30');
  server.on(feesContract.book, run());
  await hand.reads(/Ein Mitglied zahlt in Raten: 22\.12\.2026, 22\.01\.2027, 22\.04\.2027/);
  await hand.press('2 Forderungen buchen');
  await hand.press('Fordern');
  await waitFor(() => expect(server.sent[0]?.body).toMatchObject({ isSpread: true }));
  await hand.tick('Jede Rate an ihrem eigenen Tag fällig');
  await hand.press('2 Forderungen buchen');
  await hand.press('Fordern');
  await waitFor(() => expect(server.sent[1]?.body).toMatchObject({ isSpread: false }));
});

test('a difference from existing charges shows how it is settled', async () => {
  const lower = line({ key: 'p3', name: 'Ulm, Uwe', change: 'lower', correction: 'refund', previousCents: 12000, cents: 6000 });
  const { hand } = await open({ corrections: 1, correctionCents: -6000, lines: [lower] });
  await hand.reads(/gefordert waren 120,00\s€, wird erstattet/);
  await hand.reads('Eine Zeile weicht von dem ab, was schon gefordert ist');
});

test('with installments the last ones are cancelled before money is refunded', async () => {
  const lower = { change: 'lower', correction: 'refund', previousCents: 12000, cents: 6000 } as const;
  const unpaid = line({ ...lower, key: 'p3', name: 'Ulm, Uwe', lowered: { cents: 6000, isSplit: true } });
  const paid = line({ ...lower, key: 'p4', name: 'Ast, Ida', lowered: { cents: 4000, isSplit: false } });
  const gone = line({ key: 'p5', name: 'Eck, Eva', change: 'gone', correction: 'rewrite', previousCents: 9000, cents: 0 });
  const { hand } = await open({ corrections: 3, correctionCents: -21000, lines: [unpaid, paid, gone] });
  await hand.reads(/gefordert waren 90,00\s€, wird storniert$/);
  await hand.reads(/gefordert waren 120,00\s€, 60,00\s€ entfallen von den letzten Raten$/);
  await hand.reads(/gefordert waren 120,00\s€, 40,00\s€ entfallen, 20,00\s€ werden erstattet$/);
});

test('the lines are filtered by fee group, and members without a fee are listed with a link', async () => {
  const fault = { memberId: oleId, name: 'Ohm, Ole', reason: 'Das Geburtsdatum fehlt.', lacks: 'birthDate', ruleId: null } as const;
  const { hand, asked } = await open({ faultCount: 1, faultsFound: [fault] });
  const choose = async (name: string, option: string) => {
    await hand.user.click(await screen.findByRole('combobox', { name }));
    await hand.user.click(await screen.findByRole('option', { hidden: true, name: option }));
  };
  await choose('Beitragsgruppe', 'Rentner');
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ feeGroup: 'Rentner', show: 'all' }));
  await choose('Welche Zeilen', 'Nicht berechenbar');
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ feeGroup: 'Rentner', show: 'fault' }));
  await hand.reads('Das Geburtsdatum fehlt.');
  expect(screen.getByRole('link', { name: 'Ohm, Ole' }).getAttribute('href')).toBe(`/member/${oleId}`);
});

test('the lines are filtered by way of payment, all of them are listed for paper, and the list is printed', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue();
  const { hand, asked } = await open({ found: 412 });
  await hand.reads('Die ersten 2 von 412 Zeilen.');
  await hand.user.click(await screen.findByRole('combobox', { name: 'Zahlungsart' }));
  await hand.user.click(await screen.findByRole('option', { hidden: true, name: 'Lastschrift' }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ method: 'sepa' }));
  await hand.press('Mehr zeigen');
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ method: 'sepa', isWhole: true }));
  await hand.press('Drucken');
  expect(print).toHaveBeenCalledOnce();
});

test('a gap between two rules is named before the run, with a link to the one to change', async () => {
  const reason = 'Am 01.01.2027 gilt keine Regel: „Erwachsene“ gilt bis 31.12.2026.';
  const { hand } = await open({ faultCount: 1, faults: [{ memberId: oleId, name: 'Ohm, Ole', reason, lacks: 'days', ruleId: oleId }] });
  await hand.reads(/gilt keine Regel/);
  const link = screen.getByRole('link', { name: 'Regel ändern' }).getAttribute('href') ?? '';
  expect([link.startsWith('/admin/money/fees'), new URL(link, 'http://x').searchParams.get('open')]).toEqual([true, oleId]);
});

test('the months are those of the fee year, and an exception is created from a line', async () => {
  const turnen = 'dep:9d7a8a31-5b7c-4c57-8d0f-000000000002';
  const { server, hand } = await open({ lines: [line({ slot: turnen, label: 'Turnen', from: '2026-07-01' })] }, '2026-07-01', '2027-06-30');
  server.on(memberFeesContract.createException, () => refuse('invalid-input', { reason: 'Bitte genauer.' }));
  server.on(departmentsContract.list, []);
  expect(hand.field('Beiträge von').value).toBe('01.07.2026');
  expect(hand.field('bis').value).toBe('30.06.2027');
  await hand.press('Ausnahme anlegen: Ohm, Ole, Turnen');
  await hand.fill('Grund', 'Trainiert die Kleinen');
  expect(hand.field('Ab').value).toBe('01.07.2026');
  await hand.press('Speichern');
  await hand.reads('Bitte genauer.');
  expect(server.sent[0]).toMatchObject({
    method: 'POST',
    address: `/people/${oleId}/fee-exceptions`,
    body: { layer: 'department', departmentId: turnen.slice(4), kind: 'free', from: '2026-07-01', reason: 'Trainiert die Kleinen' },
  });
});

async function open(values: Partial<FeePreview> = {}, from = '2026-01-01', to = '2026-12-31') {
  const server = signIn(userOf('admin'));
  const lines = [line(), line({ key: 'p2', name: 'Ohm, Mia', label: 'Kinder', cents: 6000, fullCents: 6000 })];
  const sums = {
    newLines: 2,
    found: 2,
    several: 0,
    parts: [],
    newCents: 18000,
    people: 2,
    payers: 1,
    debitCents: 0,
    unfinished: 0,
    same: 0,
    corrections: 0,
    correctionCents: 0,
    toCheck: 0,
  };
  const letters = { count: 1, names: ['Ole Ohm'] };
  const asked: object[] = [];
  server.on(feesContract.preview, (input) => {
    asked.push(input);
    return { hash: 'abc', ...sums, letters, lines, faults: [], faultCount: 0, faultsFound: [], ...values };
  });
  server.on(departmentsContract.list, []);
  server.on(membersContract.feeGroups, ['Rentner']);
  server.on(feesContract.period, { from, to });
  server.on(feesContract.runs, { rows: [], next: null });
  const hand = show(<RunPart club="RWA" onLetters={vi.fn()} />);
  await waitFor(() => hand.button(/buchen$/));
  return { server, hand, asked };
}

function line(values: Partial<ShownFeeLine> = {}): ShownFeeLine {
  const of = { memberId: '9d7a8a31-5b7c-4c57-8d0f-000000000001', personId: oleId, name: 'Ohm, Ole' };
  const what = { slot: 'base', label: 'Erwachsene', reason: '' };
  const sums = { fullCents: 12000, cents: 12000, previousCents: 0, change: 'new' as const, correction: null, lowered: null };
  return { key: 'p1 base 2026-01-01', ...of, ...what, from: '2026-01-01', to: '2026-12-31', ...sums, ...values };
}

function run(): FeeRun {
  const of = {
    id: '9d7a8a31-5b7c-4c57-8d0f-000000000009',
    from: '2026-01-01',
    to: '2026-12-31',
    dueOn: '2026-12-22',
    laterDays: [],
    state: 'booked' as const,
  };
  return {
    ...of,
    lines: 1,
    totalCents: 6000,
    cancelled: 0,
    excluded: 1,
    told: 1,
    letters: 0,
    postedOn: null,
    createdBy: 'Vera',
    createdAt: '2026-11-22T10:00:00.000Z',
    reason: '',
    version: 1,
  };
}
