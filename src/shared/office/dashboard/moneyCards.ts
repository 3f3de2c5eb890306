import type { DashboardCard } from './card.ts';

/** The cards of the dashboard about money, in display order. */
export const moneyCards = {
  chargesReturned: {
    title: 'Rücklastschriften',
    words: ['Lastschrift kam zurück', 'Lastschriften kamen zurück'],
    icon: 'receipt-refund',
    link: '/admin/money/charges',
    search: { state: 'returned' },
    permission: 'charges.manage',
  },
  chargesOverdue: {
    title: 'Überfällig',
    words: ['Forderung ist überfällig', 'Forderungen sind überfällig'],
    icon: 'receipt',
    link: '/admin/money/charges',
    search: { state: 'overdue' },
    permission: 'charges.manage',
  },
  chargesExpiring: {
    title: 'Verjährung',
    words: ['Forderung verjährt bis zum 31.12.', 'Forderungen verjähren bis zum 31.12.'],
    icon: 'hourglass',
    link: '/admin/money/charges',
    search: { hitch: 'expiring' },
    permission: 'charges.manage',
  },
  bankLinesOpen: {
    title: 'Bankzeilen',
    words: ['Zeile der Bank ist nicht zugeordnet', 'Zeilen der Bank sind nicht zugeordnet'],
    icon: 'file-import',
    link: '/admin/money/bank',
    permission: 'charges.manage',
  },
  expensesToCheck: {
    title: 'Auslagen zu prüfen',
    words: ['Auslage wartet auf Genehmigung', 'Auslagen warten auf Genehmigung'],
    icon: 'shopping-cart',
    link: '/admin/money/expenses',
    search: { show: 'decide' },
    permission: 'expenses.approve',
  },
  feeGaps: {
    title: 'Regel fehlt',
    words: ['Lücke hat die Beitragsordnung in den nächsten zwölf Monaten', 'Lücken hat die Beitragsordnung in den nächsten zwölf Monaten'],
    icon: 'receipt-euro',
    link: '/admin/money/fees',
    permission: 'fees.manage',
  },
  mandatesLapsing: {
    title: 'Mandate laufen ab',
    words: ['Lastschriftmandat läuft in 90 Tagen ab', 'Lastschriftmandate laufen in 90 Tagen ab'],
    icon: 'signature',
    link: '/admin/money/mandates',
    search: { show: 'lapsing' },
    permission: 'mandates.read',
  },
  payersLeft: {
    title: 'Zahler ausgetreten',
    words: ['Ausgetretener zahlt noch für andere', 'Ausgetretene zahlen noch für andere'],
    icon: 'user-x',
    link: '/admin/money/mandates',
    search: { show: 'left' },
    permission: 'mandates.read',
  },
} as const satisfies { readonly [key: string]: DashboardCard };
