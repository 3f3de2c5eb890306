import { euros } from '#shared/kernel/money.ts';
import type { BankRule } from '#shared/money/bankRules/contract.ts';
import { sphereNames } from '#shared/money/books/words.ts';
import { categoryOf } from '#shared/money/entries/words.ts';

/** The conditions of a rule as text. */
export function conditionWords({ direction, nameContains, purposeContains, account, centsFrom, centsTo }: BankRule): string {
  return [
    direction === 'in' ? 'Eingang' : 'Ausgang',
    nameContains && `Name enthält „${nameContains}“`,
    purposeContains && `Zweck enthält „${purposeContains}“`,
    account && `Konto ${account}`,
    centsFrom !== null && `ab ${euros(centsFrom)}`,
    centsTo !== null && `bis ${euros(centsTo)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** The action of a rule as text. */
export function actionInWords({ category, sphere, reason, payerId, payerName, isAutomatic }: BankRule): string {
  const booked = category && sphere ? `${categoryOf(category).label}, ${sphereNames[sphere]}` : `Ignorieren: ${reason}`;
  const what = payerId ? `Auf das Konto von ${payerName}` : booked;
  return `${what} (${isAutomatic ? 'von selbst' : 'als Vorschlag'})`;
}
