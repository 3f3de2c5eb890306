import type { Page } from 'playwright-core';

/** Enters the bank account of the club on the settings page: the first one collects and pays. */
export async function addBankAccount(page: Page, holder: string): Promise<void> {
  await page.getByRole('button', { name: 'Bankkonto anlegen' }).click();
  const dialog = page.getByRole('dialog');
  for (const [label, value] of [
    ['Name', 'Girokonto'],
    ['Kontoinhaber', holder],
    ['IBAN', 'DE02120300000000202051'],
    ['Gläubiger-Identifikationsnummer', 'DE98ZZZ09999999999'],
  ] as const)
    await dialog.getByRole('textbox', { name: label, exact: true }).fill(value);
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('Das Konto ist gespeichert.').waitFor();
}
