/** The declarations on a contract that can be submitted on the two public pages. */
export const declarationKinds = ['termination', 'withdrawal'] as const;
export type DeclarationKind = (typeof declarationKinds)[number];

/**
 * The states of a declaration: `received` requires a decision of the board, `matched` took effect automatically,
 * `undone` was submitted by somebody else.
 */
export const declarationStates = ['received', 'matched', 'confirmed', 'refused', 'undone'] as const;
export type DeclarationState = (typeof declarationStates)[number];

/** The German names of the kinds (§§ 312k, 356a BGB). */
export const declarationNames: { readonly [kind in DeclarationKind]: string } = { termination: 'Kündigung', withdrawal: 'Widerruf' };

/** The German names of the states. */
export const declarationStateNames: { readonly [state in DeclarationState]: string } = {
  received: 'zu prüfen',
  matched: 'von selbst wirksam',
  confirmed: 'bestätigt',
  refused: 'nicht angenommen',
  undone: 'widersprochen',
};

/** States in which the board has to decide. */
export const undecidedDeclarations: readonly DeclarationState[] = ['received', 'undone'];

/** States in which a declaration can still be disowned. */
export const disownableDeclarations: readonly DeclarationState[] = ['received', 'matched'];
