import { expect, test } from 'vitest';
import { configContract } from '#shared/club/config.ts';
import { processorsContract } from '#shared/office/processors.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { ProcessingRegister } from './ProcessingRegister.tsx';

test('the register shows the configured periods, and leaves no placeholder', async () => {
  signIn(userOf('admin'))
    .on(configContract.list, [{ name: 'retention.feedbackMonths', value: 7, isDefault: false, updatedAt: null, version: 1 }])
    .on(processorsContract.list, []);
  await show(<ProcessingRegister club="RWA" onClose={() => undefined} />).reads(/Rückmeldungen 7 Monate nach der Antwort/);
  expect(document.activeElement?.textContent).toBe('Datenschutz');
  expect(document.body.textContent).not.toMatch(/\{retention/);
  expect(document.querySelectorAll('h3').length).toBeGreaterThan(8);
});
