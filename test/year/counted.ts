import type { Locator, Page } from 'playwright-core';

/** How often a mouse or finger has been pressed on a page since, as the browser gets it; it counts from the next load of a page. */
export async function pressesOf(page: Page): Promise<() => number> {
  let presses = 0;
  await page.exposeFunction('countPress', () => void presses++);
  await page.addInitScript(() =>
    addEventListener('pointerdown', ({ isTrusted }) => isTrusted && (window as unknown as { countPress(): void }).countPress(), true),
  );
  return () => presses;
}

/** A person at a page whose taps and typed fields are counted; what only reads or waits counts nothing. */
export function counted(page: Page) {
  let taps = 0;
  let fields = 0;
  return {
    tap: async (what: Locator): Promise<void> => {
      taps++;
      await what.first().click();
    },
    type: async (label: string, text: string): Promise<void> => {
      fields++;
      await page.getByLabel(label, { exact: true }).first().fill(text);
    },
    button: (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }),
    link: (name: string | RegExp) => page.getByRole('link', { name, exact: typeof name === 'string' }),
    choice: (name: string) => page.getByLabel(name, { exact: true }),
    /** What was needed since the last time that it was asked. */
    needed: (): { taps: number; fields: number } => {
      const sum = { taps, fields };
      taps = 0;
      fields = 0;
      return sum;
    },
  };
}
