/** What somebody declares about a contract on one of the two public pages. */
export const declarationKinds = ['termination', 'withdrawal'] as const;
export type DeclarationKind = (typeof declarationKinds)[number];

/** `received` waits for the board, `matched` took effect by itself; `undone` was sent by somebody else. */
export const declarationStates = ['received', 'matched', 'confirmed', 'refused', 'undone'] as const;
export type DeclarationState = (typeof declarationStates)[number];

/** The German words for the kinds of declarations (§§ 312k, 356a BGB). */
export const declarationNames: { readonly [kind in DeclarationKind]: string } = { termination: 'Kündigung', withdrawal: 'Widerruf' };

/** The German words for the states of a declaration. */
export const declarationStateNames: { readonly [state in DeclarationState]: string } = {
  received: 'zu prüfen',
  matched: 'von selbst wirksam',
  confirmed: 'bestätigt',
  refused: 'nicht angenommen',
  undone: 'widersprochen',
};

/** The states in which a declaration waits for the board. */
export const undecidedDeclarations: readonly DeclarationState[] = ['received', 'undone'];

/** The states in which a declaration can still be called somebody else's. */
export const disownableDeclarations: readonly DeclarationState[] = ['received', 'matched'];
