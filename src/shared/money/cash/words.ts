/** The places where a club keeps money. */
export const moneyAccounts = ['bank', 'cash'] as const;
export type MoneyAccount = (typeof moneyAccounts)[number];

/** The German words for the places of money. */
export const moneyAccountNames: { readonly [account in MoneyAccount]: string } = { bank: 'Konto', cash: 'Kasse' };
