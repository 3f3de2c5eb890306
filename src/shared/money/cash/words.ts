/** The places where the money of a club lies. */
export const moneyAccounts = ['bank', 'cash'] as const;
export type MoneyAccount = (typeof moneyAccounts)[number];

/** The German words for the places where money lies. */
export const moneyAccountNames: { readonly [account in MoneyAccount]: string } = { bank: 'Konto', cash: 'Kasse' };
