import { expect, test } from 'vitest';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { DoubtfulLines, type StatementInput } from './DoubtfulLines.tsx';

test('a line equal to one of an earlier file is only sent as a separate payment when it is checked', async () => {
  signIn(userOf('admin'));
  const sent: StatementInput[] = [];
  const input = { fileName: 'umsaetze.csv', content: 'QQ==' };
  const line = { line: 4, day: '2026-11-20', cents: 2500, name: 'Zoe Zweimal', purpose: 'Trikot', known: 1 };
  const hand = show(
    <DoubtfulLines input={input} lines={[line, { ...line, line: 5, name: 'Ada' }]} isBusy={false} onSend={(one) => sent.push(one)} />,
  );
  await hand.press('Als weitere Zahlungen aufnehmen');
  await hand.reads('Bitte haken Sie zuerst eine Zeile an.');
  expect(sent).toEqual([]);
  await hand.tick('20.11.2026, 25,00\u00A0€, Zoe Zweimal: Trikot');
  await hand.press('Als weitere Zahlungen aufnehmen');
  expect(sent).toEqual([{ ...input, again: [{ line: 4, known: 1 }] }]);
});
