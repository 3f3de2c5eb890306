import type { KeptLine } from '#shared/money/bankLines.ts';
import type { BankRuleInput } from '#shared/money/bankRules/contract.ts';
import { categoriesOf, categoryOf } from '#shared/money/entries/words.ts';

/** A rule for similar transactions: with the same name, or with the same purpose if the bank gives no name. */
export function ruleFromLine({ name, purpose, cents }: KeptLine): BankRuleInput {
  const direction = cents > 0 ? 'in' : 'out';
  const category = categoriesOf(direction).at(-1) ?? 'other_costs';
  const words = (name || purpose).slice(0, 60);
  return {
    name: words,
    direction,
    nameContains: name.slice(0, 80),
    purposeContains: name ? '' : purpose.slice(0, 80),
    accountKey: '',
    centsFrom: null,
    centsTo: null,
    way: 'entry',
    category,
    sphere: categoryOf(category).sphere,
    reason: '',
    payerId: null,
    isAutomatic: false,
  };
}
