/** The closed lists of SEPA mandates, used by database, shapes, rules and pages. */
export const mandateKinds = ['recurrent', 'one_off'] as const;
/** The states of a mandate; only active ones are collected from. */
export const mandateStates = ['active', 'incomplete', 'used_up', 'revoked', 'expired'] as const;
/** The origin of a mandate: paper, an application or change request, or an import. */
export const mandateOrigins = ['paper', 'online', 'import'] as const;
/** The reasons for which a mandate ended. */
export const mandateEnds = ['revoked_by_payer', 'replaced', 'returned', 'deceased', 'lapsed', 'erased', 'error'] as const;

export type MandateState = (typeof mandateStates)[number];
export type MandateEnd = (typeof mandateEnds)[number];

/** Sets of states that rules depend on. */
export const mandateSets: { readonly [set in 'present' | 'unsigned']: readonly MandateState[] } = {
  /** Not ended: in use, or incomplete. */
  present: ['active', 'incomplete'],
  /** The signing day or the reference may be missing. */
  unsigned: ['incomplete', 'revoked'],
};

/** The reasons for which the board ends a mandate by hand. */
export const chosenMandateEnds = ['revoked_by_payer', 'returned', 'deceased', 'error'] as const satisfies readonly MandateEnd[];

/** The German words for the states of a mandate. */
export const mandateStateNames: { readonly [state in MandateState]: string } = {
  active: 'gültig',
  incomplete: 'unvollständig',
  used_up: 'verbraucht',
  revoked: 'beendet',
  expired: 'erloschen',
};

/** The German words for the reasons of an end. */
export const mandateEndNames: { readonly [end in MandateEnd]: string } = {
  revoked_by_payer: 'vom Zahler widerrufen',
  replaced: 'durch ein neues ersetzt',
  returned: 'Rücklastschrift',
  deceased: 'verstorben',
  lapsed: '36 Monate nicht genutzt',
  erased: 'Person gelöscht',
  error: 'falsch eingetragen',
};

/** The filters for the list of mandates. */
export const mandateFilters = ['present', 'incomplete', 'paused', 'lapsing', 'ended'] as const;
export type MandateFilter = (typeof mandateFilters)[number];
