/** The closed lists of charges, used by database, shapes, rules and pages. */
export const chargeSources = [
  'course',
  'event',
  'card',
  'membership',
  'adjustment',
  'helper_hours',
  'cancel_fee',
  'return_fee',
  'dunning_fee',
  'other',
  'refund',
] as const;
/** The payment methods of a charge; `but` is the office that pays for children (Bildung und Teilhabe). */
export const chargeMethods = ['sepa', 'transfer', 'cash', 'but', 'free'] as const;
/** The states of a charge; a split one is collected by its instalments. */
export const chargeStates = ['draft', 'open', 'in_collection', 'paid', 'returned', 'written_off', 'split', 'cancelled'] as const;
/** The states of a direct debit run, from the draft to the settled file. */
export const sepaRunStates = ['draft', 'downloaded', 'submitted', 'settled', 'cancelled'] as const;
/** How the payer is notified of a debit: by post if there is no email address. */
export const noticeChannels = ['mail', 'letter'] as const;
/** A recurrent debit, or the only one of its mandate. */
export const sequenceTypes = ['RCUR', 'OOFF'] as const;

/** Fees for returns and reminders: incoming money pays the charge before them. */
export const feeSources: readonly (typeof chargeSources)[number][] = ['return_fee', 'dunning_fee', 'other'];

export type ChargeMethod = (typeof chargeMethods)[number];
export type ChargeState = (typeof chargeStates)[number];
export type SepaRunState = (typeof sepaRunStates)[number];

/** The filters for a list of charges: a state, or a condition on open ones. */
export const listedStates = [...chargeStates, 'owed', 'overdue', 'partly', 'deferred'] as const;
export type ListedState = (typeof listedStates)[number];

/** The orders of a list of charges. */
export const chargeOrders = [
  'latest',
  'oldest',
  'payer',
  'payerDown',
  'most',
  'least',
  'mostOpen',
  'leastOpen',
  'reference',
  'referenceDown',
  'source',
  'sourceDown',
  'mostDunned',
  'leastDunned',
] as const;
export type ChargeOrder = (typeof chargeOrders)[number];

/** The sort key and direction of each order. */
export const chargeSorts: {
  readonly [order in ChargeOrder]: { by: 'dueOn' | 'payer' | 'cents' | 'rest' | 'reference' | 'source' | 'level'; isDescending: boolean };
} = {
  latest: { by: 'dueOn', isDescending: true },
  oldest: { by: 'dueOn', isDescending: false },
  payer: { by: 'payer', isDescending: false },
  payerDown: { by: 'payer', isDescending: true },
  most: { by: 'cents', isDescending: true },
  least: { by: 'cents', isDescending: false },
  mostOpen: { by: 'rest', isDescending: true },
  leastOpen: { by: 'rest', isDescending: false },
  reference: { by: 'reference', isDescending: false },
  referenceDown: { by: 'reference', isDescending: true },
  source: { by: 'source', isDescending: false },
  sourceDown: { by: 'source', isDescending: true },
  mostDunned: { by: 'level', isDescending: true },
  leastDunned: { by: 'level', isDescending: false },
};

/** The German words for the orders of the list of charges. */
export const chargeOrderNames: { readonly [order in ChargeOrder]: string } = {
  latest: 'Fällig, neueste zuerst',
  oldest: 'Fällig, älteste zuerst',
  payer: 'Zahler A–Z',
  payerDown: 'Zahler Z–A',
  most: 'Höchster Betrag',
  least: 'Kleinster Betrag',
  mostOpen: 'Am meisten offen',
  leastOpen: 'Am wenigsten offen',
  reference: 'Zeichen aufsteigend',
  referenceDown: 'Zeichen absteigend',
  source: 'Quelle A–Z',
  sourceDown: 'Quelle Z–A',
  mostDunned: 'Höchste Mahnstufe',
  leastDunned: 'Niedrigste Mahnstufe',
};

/** Filters on what stands in the way of being paid. */
export const chargeHitches = ['withoutMandate', 'stopped', 'expiring'] as const;
/** The German words for these filters. */
export const chargeHitchNames: { readonly [hitch in (typeof chargeHitches)[number]]: string } = {
  withoutMandate: 'ohne Mandat',
  stopped: 'Mahnsperre',
  expiring: 'verjährt bis 31.12.',
};

const states = (...of: ChargeState[]): readonly ChargeState[] => of;

/** The states that the office may set by hand. */
export const chosenChargeStates = ['open', 'paid', 'written_off', 'cancelled'] as const satisfies readonly ChargeState[];
/** The states that a person may give a SEPA run by hand. */
export const chosenRunStates = ['submitted', 'settled', 'cancelled'] as const satisfies readonly SepaRunState[];

/** Sets of states that rules depend on. */
export const chargeSets = {
  /** Charged and not paid yet. */
  owed: states('open', 'in_collection', 'returned'),
  /** Charged, and no payment is in progress. */
  due: states('open', 'returned'),
  /** Neither paid nor given up, including drafts. */
  unsettled: states('draft', 'open', 'in_collection', 'returned'),
  /** Not charged yet, or in progress: the course waits for it. */
  unfinished: states('draft', 'in_collection'),
  /** Can still be cancelled. */
  cancellable: states('draft', 'open', 'returned'),
  /** Paid, or in progress. */
  paying: states('paid', 'in_collection'),
  /** Nothing of it is open: settled to the last cent. */
  settled: states('paid', 'written_off', 'split'),
  /** Nothing has happened to it since it was booked, or it is already cancelled: its run can be undone. */
  untouched: states('open', 'cancelled'),
  /** In progress, or replaced by instalments: it cannot be reduced now. */
  waiting: states('in_collection', 'split'),
  /** Nothing is owed any more. */
  dropped: states('cancelled', 'written_off'),
  /** Not shown to payers. */
  hidden: states('draft', 'cancelled'),
};

/** Neither settled nor cancelled. */
export const pendingRuns: readonly SepaRunState[] = ['draft', 'downloaded', 'submitted'];
/** The bank has, or had, the file. */
export const handedInRuns: readonly SepaRunState[] = ['downloaded', 'submitted', 'settled'];

/** Finished: the bank has paid, or the run was cancelled. */
export const finishedRuns: readonly SepaRunState[] = ['settled', 'cancelled'];

/** Debits of these may be returned. */
export const returnableRuns: readonly SepaRunState[] = ['submitted', 'settled'];

/** The German words for the sources of charges. */
export const chargeSourceNames: { readonly [source in (typeof chargeSources)[number]]: string } = {
  course: 'Angebote',
  event: 'Termine',
  card: 'Karten',
  membership: 'Mitgliedsbeiträge',
  adjustment: 'Nachberechnungen',
  helper_hours: 'Helferstunden',
  cancel_fee: 'Absagegebühren',
  return_fee: 'Gebühren für Rücklastschriften',
  dunning_fee: 'Mahngebühren',
  other: 'Sonstiges',
  refund: 'Erstattungen',
};

/** The German words for the payment methods. */
export const chargeMethodNames: { readonly [method in ChargeMethod]: string } = {
  sepa: 'Lastschrift',
  transfer: 'Überweisung',
  cash: 'bar',
  but: 'Bildung und Teilhabe',
  free: 'befreit',
};

/** The German words for the states of a charge. */
export const chargeStateNames: { readonly [state in ChargeState]: string } = {
  draft: 'Entwurf',
  open: 'offen',
  in_collection: 'im Einzug',
  paid: 'bezahlt',
  returned: 'Rücklastschrift',
  written_off: 'erlassen',
  split: 'in Raten',
  cancelled: 'storniert',
};

/** The German words for `listedStates`. */
export const listedStateNames: { readonly [state in ListedState]: string } = {
  ...chargeStateNames,
  owed: 'noch nicht bezahlt',
  overdue: 'überfällig',
  partly: 'teilbezahlt',
  deferred: 'gestundet',
};

const moves: { readonly [from in ChargeState]: readonly ChargeState[] } = {
  draft: ['open', 'cancelled'],
  open: ['paid', 'written_off', 'cancelled'],
  // Only a SEPA run moves a charge into collection and out of it.
  in_collection: [],
  paid: ['open'],
  returned: ['open', 'paid', 'written_off'],
  written_off: ['open'],
  // Only withdrawing the instalments makes it one charge again.
  split: [],
  cancelled: [],
};

/** Whether the office may move a charge from one state to another by hand. */
export function mayMoveCharge(from: ChargeState, to: ChargeState): boolean {
  return moves[from].includes(to);
}

/** The German words for the states of a run. */
export const sepaRunStateNames: { readonly [state in SepaRunState]: string } = {
  draft: 'erstellt',
  downloaded: 'heruntergeladen',
  submitted: 'bei der Bank',
  settled: 'eingezogen',
  cancelled: 'verworfen',
};

const runMoves: { readonly [from in SepaRunState]: readonly SepaRunState[] } = {
  draft: ['downloaded', 'cancelled'],
  downloaded: ['submitted', 'cancelled'],
  submitted: ['settled'],
  settled: [],
  cancelled: [],
};

/** Whether a SEPA run may move from one state to another; a submitted file cannot be withdrawn. */
export function mayMoveRun(from: SepaRunState, to: SepaRunState): boolean {
  return runMoves[from].includes(to);
}

/** What a position is for, with the name of the person in front where another one pays: "Mia Muster: Beitrag". */
export function namedLabel({ name, label }: { name?: string | undefined; label: string }): string {
  return name ? `${name}: ${label}` : label;
}
