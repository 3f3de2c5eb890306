/** The relations that a person or a parent can choose; delegates are appointed by the board only. */
export const familyRelations = ['self', 'guardian'] as const;

/** The relations of an account to the person it acts for. */
export const accessRelations = [...familyRelations, 'delegate'] as const;

/** The German names of the relations. */
export const accessRelationNames = { self: 'Eigenes Konto', guardian: 'Elternteil', delegate: 'Beauftragt' } as const;

/** The evidence on which the board grants access to a person. Documents are inspected and returned; no copy is stored. */
export const boardBases = ['board', 'birthRecord', 'custody'] as const;

/**
 * The origin of an access: the account's own statement, a membership application, the board, merged records, or an
 * invitation by a parent.
 */
export const accessBases = ['own', 'application', ...boardBases, 'merge', 'invitation'] as const;

/** The German names of the origins of an access. */
export const accessBasisNames = {
  own: 'eigene Angabe',
  application: 'mit dem Aufnahmeantrag',
  board: 'dem Vorstand bekannt',
  birthRecord: 'Geburtsurkunde gesehen',
  custody: 'Sorgerechtsnachweis gesehen',
  merge: 'beim Zusammenführen bestätigt',
  invitation: 'eingeladen',
} as const satisfies { [basis in (typeof accessBases)[number]]: string };
