import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { bankRulesContract, type BankRule } from '#shared/money/bankRules/contract.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { RuleDialog, type OpenRule } from './RuleDialog.tsx';

const id = '9d7a8a31-5b7c-4c57-8d0f-000000000001';
const rule: BankRule = {
  id,
  version: 3,
  name: 'Kontoführung',
  direction: 'out',
  nameContains: '',
  purposeContains: 'Entgelt',
  accountKey: '',
  account: '',
  centsFrom: null,
  centsTo: 5000,
  way: 'entry',
  category: 'bank_fees',
  sphere: 'ideal',
  payerId: null,
  payerName: '',
  isOrganisation: false,
  reason: '',
  isAutomatic: false,
};

const { id: _id, version: _version, payerName: _name, isOrganisation: _organisation, account: _account, ...input } = rule;

function open(of: OpenRule = { rule }) {
  const server = signIn(userOf('admin'));
  server.on(bankRulesContract.trial, {
    count: 2,
    cents: -1980,
    lines: [{ id, day: '2026-10-30', name: 'Sparkasse', purpose: 'Entgelt', cents: -990 }],
  });
  const onClose = vi.fn();
  return { server, onClose, hand: show(<RuleDialog open={of} onClose={onClose} />) };
}
const written = (server: ReturnType<typeof open>['server']) => server.sent.filter(({ address }) => !address.endsWith('/trial'));

test('the matches of a rule are previewed before it is saved, and the input is sent', async () => {
  const { server, hand, onClose } = open();
  server.on(bankRulesContract.update, { ...rule, version: 4 });
  await hand.reads(/2 Zeilen, zusammen -19,80/);
  await hand.reads(/30\.10\.2026: Sparkasse, Entgelt/);
  await hand.fill('Name enthält', 'Sparkasse');
  await hand.fill('Bis Euro', '12,50');
  await hand.user.click(screen.getByRole('checkbox', { name: /Von selbst/ }));
  await hand.press('Speichern');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(written(server)[0]?.body).toEqual({ ...input, version: 3, nameContains: 'Sparkasse', centsTo: 1250, isAutomatic: true });
});

test('without a condition, a name or a reason nothing is sent, and each is reported at its field', async () => {
  const { server, hand } = open({ first: { ...input, name: '', purposeContains: '' } });
  await hand.user.selectOptions(hand.field('Dann'), 'Ignorieren');
  await hand.press('Speichern');
  expect(hand.problem('Name enthält')).toMatch(/^Bitte den Namen oder den Verwendungszweck angeben/);
  expect(hand.problem('Grund')).toBe('Bitte den Grund angeben.');
  expect(hand.problem('Name der Regel')).not.toBe('');
  expect(written(server)).toEqual([]);
});

test('incoming money offers income categories only; a refusal is shown, and the input is kept', async () => {
  const { server, hand, onClose } = open({ first: input });
  server.on(bankRulesContract.create, () => refuse('period-closed'));
  await hand.user.selectOptions(hand.field('Wann'), 'Geld kam');
  expect(screen.queryByRole('option', { name: 'Gebühren der Bank' })).toBeNull();
  await hand.user.selectOptions(hand.field('Wofür'), 'Zuschüsse');
  await hand.press('Speichern');
  await screen.findByRole('alert');
  expect(hand.field('Name der Regel').value).toBe('Kontoführung');
  expect(written(server)[0]?.body).toMatchObject({ direction: 'in', category: 'subsidy', sphere: 'ideal' });
  expect(onClose).not.toHaveBeenCalled();
});

test('a rule from a line may ask for its account alone; a rule that asks for one can be loosened', async () => {
  const first = { ...input, nameContains: 'Oma', purposeContains: '', direction: 'in' as const, way: 'ignore' as const, reason: 'geklärt' };
  const made = open({ first: { ...first, category: null, sphere: null }, line: { account: 'DE02 … 5030', accountKey: 'a1' } });
  made.server.on(bankRulesContract.create, rule);
  await made.hand.user.click(screen.getByRole('checkbox', { name: /Nur vom Konto DE02 … 5030/ }));
  await made.hand.fill('Name enthält', '');
  await made.hand.press('Speichern');
  await waitFor(() => expect(written(made.server)[0]?.body).toMatchObject({ accountKey: 'a1', nameContains: '' }));
  cleanup();
  const changed = open({ rule: { ...rule, account: 'DE02 … 5030', accountKey: 'a1' } });
  changed.server.on(bankRulesContract.update, rule);
  await changed.hand.user.click(screen.getByRole('checkbox', { name: /Nur an das Konto DE02 … 5030/, checked: true }));
  await changed.hand.press('Speichern');
  await waitFor(() => expect(written(changed.server)[0]?.body).toMatchObject({ accountKey: '', purposeContains: 'Entgelt' }));
});

test('a rule from a line of which the bank names no account asks for none', () => {
  open({ first: input, line: { account: '', accountKey: '' } });
  expect(screen.queryByRole('checkbox', { name: /Nur (vom|an das) Konto/ })).toBeNull();
});
