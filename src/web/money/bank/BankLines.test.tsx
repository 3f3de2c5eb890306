import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { bankLinesContract, type KeptLine } from '#shared/money/bankLines.ts';
import { chargesContract } from '#shared/money/charges.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { BankLines } from './BankLines.tsx';

const id = (at: number) => `9d7a8a31-5b7c-4c57-8d0f-00000000000${at}`;
const line = (at: number, more: Partial<KeptLine>): KeptLine => ({
  id: id(at),
  day: '2026-11-20',
  cents: 7000,
  name: `Zahler ${at}`,
  purpose: 'Kurs',
  account: '•••• 2051',
  accountKey: '',
  ofAccount: '',
  state: 'new',
  version: 1,
  result: 'rest',
  kind: 'several',
  message: 'Kein Zeichen.',
  mayAssign: true,
  charges: [],
  action: null,
  mayReopen: false,
  ...more,
});
const answer = (...rows: KeptLine[]) => ({ rows, next: null, open: rows.length, isCut: false });

test('certain matches are booked at once; a line that needs no booking is set aside with a reason', async () => {
  const server = signIn(userOf('admin'));
  server.on(bankLinesContract.list, answer(line(1, { result: 'match', message: 'erkannt' }), line(2, {})));
  server.on(bankLinesContract.book, { booked: 1, cents: 7000, byRule: 0, left: 0 });
  server.on(bankLinesContract.ignore, { version: 2 });
  const hand = show(<BankLines />);
  await hand.reads('1 erkannt, 0 Vorschläge, 1 zu klären');
  await hand.press(/1 Zahlung verbuchen/);
  await hand.reads('Eine Zeile verbuchen?');
  await hand.press('Verbuchen');
  await hand.reads(/1 Zahlung über 70,00\s€ verbucht/);
  await hand.press('Aktionen für Zahler 2, 70,00\u00A0€');
  await hand.user.click(await hand.reads('Ignorieren …'));
  await hand.fill('Grund', 'Spende');
  await hand.press('Ignorieren');
  await waitFor(() => expect(server.sent.filter(({ method }) => method === 'POST')).toHaveLength(2));
  expect(server.sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { ids: [id(1)] },
    { version: 1, reason: 'Spende' },
  ]);
});

test('an accidental booking is reopened, and what that reverses is shown', async () => {
  const server = signIn(userOf('admin'));
  server.on(
    bankLinesContract.list,
    answer(
      line(1, {
        state: 'done',
        result: 'booked',
        message: 'Verbucht am 20.11.2026 von Ada: Miete.',
        mayAssign: false,
        mayReopen: true,
        version: 2,
      }),
    ),
  );
  server.on(bankLinesContract.reopen, { version: 3 });
  const hand = show(<BankLines />);
  await hand.reads('schon verbucht');
  await hand.press('Wieder öffnen …: Zahler 1, 70,00\u00A0€');
  await hand.reads('Verbucht am 20.11.2026 von Ada: Miete. Das wird zurückgenommen; was damit bezahlt war, ist danach wieder offen.');
  await hand.fill('Grund', 'falscher Zahler');
  await hand.press('Wieder öffnen');
  await hand.reads('Die Bankzeile ist wieder offen.');
  expect(server.sent.find(({ method }) => method === 'POST')?.body).toEqual({ version: 2, reason: 'falscher Zahler' });
});

test('a returned debit is recorded with the reason and fee of its line', async () => {
  const server = signIn(userOf('admin'));
  const action = { kind: 'return' as const, messageId: 'RWA-20261201-1', mandate: 'RWA-00001', code: 'MS03', feeCents: 410 };
  server.on(bankLinesContract.list, answer(line(1, { cents: -7410, mayAssign: false, action })));
  server.on(bankLinesContract.giveBack, { version: 2 });
  const hand = show(<BankLines />);
  await hand.reads('Kein Zeichen.');
  await hand.press('Rücklastschrift …: Zahler 1, -74,10\u00A0€');
  await hand.reads(/Mandat RWA-00001, Lauf RWA-20261201-1/);
  await hand.press('Vermerken');
  await hand.reads('Die Rücklastschrift ist vermerkt.');
  expect(server.sent.find(({ method }) => method === 'POST')?.body).toEqual({ version: 1, code: 'MS03', withFee: true, feeCents: 410 });
});

test('arrow keys go from line to line, and Enter begins what the line needs most', async () => {
  const server = signIn(userOf('admin'));
  server.on(bankLinesContract.list, answer(line(1, {}), line(2, {}), line(3, {})));
  server.on(chargesContract.list, { rows: [], next: null, totals: null });
  const hand = show(<BankLines />);
  await hand.reads('0 erkannt, 0 Vorschläge, 3 zu klären');
  const focused = () => document.activeElement?.getAttribute('aria-label');
  await hand.user.keyboard('j');
  expect(focused()).toBe('Zuordnen …: Zahler 1, 70,00\u00A0€');
  await hand.user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(focused()).toBe('Zuordnen …: Zahler 2, 70,00\u00A0€');
  await hand.user.keyboard('{Enter}');
  await hand.reads('Zahlung zuordnen');
  await hand.reads(/^Zahler 2: 70,00/);
});

test('↓ and ↑ go through the open lines, Enter opens one, and after it is done ↓ goes on at its place', async () => {
  const server = signIn(userOf('admin'));
  const kept = [line(1, {}), line(2, {}), line(3, {})];
  server.on(bankLinesContract.list, () => answer(...kept));
  server.on(chargesContract.list, { rows: [], next: null, totals: null });
  server.on(bankLinesContract.ignore, () => {
    kept.splice(1, 1);
    return { version: 2 };
  });
  const hand = show(<BankLines />);
  await hand.reads('Zahler 3');
  const focused = () => document.activeElement?.getAttribute('aria-label');
  const press = (...keys: string[]) => hand.user.keyboard(keys.map((key) => `{${key}}`).join(''));
  await press('ArrowDown');
  expect(focused()).toContain('Zuordnen …: Zahler 1');
  await press('ArrowDown', 'ArrowDown', 'ArrowUp');
  expect(focused()).toContain('Zuordnen …: Zahler 2');
  await press('Enter');
  expect(await screen.findByRole('dialog')).toBeTruthy();
  await press('Escape');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await hand.press('Aktionen für Zahler 2, 70,00\u00A0€');
  await hand.user.click(await hand.reads('Ignorieren …'));
  await hand.fill('Grund', 'Spende');
  await hand.press('Ignorieren');
  await waitFor(() => expect(screen.queryByText('Zahler 2')).toBeNull());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  (document.activeElement as HTMLElement | null)?.blur();
  await press('ArrowDown');
  expect(focused()).toContain('Zuordnen …: Zahler 3');
});
