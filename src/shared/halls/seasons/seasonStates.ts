/** The phases of a hall season. */
export const seasonStates = ['draft', 'open', 'planning', 'consultation', 'publishing', 'published', 'cancelled'] as const;
export type SeasonState = (typeof seasonStates)[number];
/** The German names of the phases. */
export const seasonStateNames: { readonly [state in SeasonState]: string } = {
  draft: 'In Vorbereitung',
  open: 'Wünsche',
  planning: 'Planung',
  consultation: 'Anhörung',
  publishing: 'Wird veröffentlicht',
  published: 'Veröffentlicht',
  cancelled: 'Abgebrochen',
};

const states = (...of: SeasonState[]): readonly SeasonState[] => of;

/** Sets of season phases that rules refer to. */
export const seasonSets = {
  /** The days and facilities can be changed. */
  changeable: states('draft', 'open'),
  /** The manager can enter wishes for organisations. */
  written: states('open', 'planning'),
  /** Nothing has been announced: wishes can be withdrawn. */
  undecided: states('draft', 'open', 'planning'),
  /** Organisations have been asked, and it has not been cancelled. */
  asked: states('open', 'planning', 'consultation', 'publishing', 'published'),
  /** The plan is edited by the manager. */
  planned: states('planning'),
  /** The announced plan is visible to all organisations with wishes. */
  announced: states('consultation', 'publishing', 'published'),
  /** Final. */
  over: states('published', 'cancelled'),
  /** The periods of two such seasons may not overlap for a facility. */
  running: states('open', 'planning', 'consultation', 'publishing'),
};

/** The allowed phase transitions of the manager. */
export const seasonSteps: { readonly [state in SeasonState]: readonly SeasonState[] } = {
  draft: states('open', 'cancelled'),
  open: states('planning', 'cancelled'),
  planning: states('open', 'consultation', 'cancelled'),
  consultation: states('planning', 'publishing', 'cancelled'),
  publishing: states(),
  published: states(),
  cancelled: states(),
};

/** The states of a wish; a copied one waits for confirmation by its organisation. */
export const wishStates = ['copied', 'draft', 'submitted', 'withdrawn'] as const;
export type WishState = (typeof wishStates)[number];
/** The German names of the states of a wish. */
export const wishStateNames: { readonly [state in WishState]: string } = {
  copied: 'übernommen – bitte bestätigen',
  draft: 'Entwurf',
  submitted: 'abgesendet',
  withdrawn: 'zurückgegeben',
};
const wishes = (...of: WishState[]): readonly WishState[] => of;
/** Sets of wish states that rules refer to. */
export const wishSets = {
  /** Included in the plan: submitted, or copied from the previous year and not withdrawn. */
  counting: wishes('submitted', 'copied'),
  /** Waits for its organisation. */
  waiting: wishes('copied', 'draft'),
};

/** The states of an objection. */
export const objectionStates = ['open', 'upheld', 'rejected', 'withdrawn'] as const;
/** The answers to an objection. */
export const objectionAnswers = ['upheld', 'rejected'] as const;
/** The German names of the states of an objection. */
export const objectionStateNames: { readonly [state in (typeof objectionStates)[number]]: string } = {
  open: 'Offen',
  upheld: 'Stattgegeben',
  rejected: 'Zurückgewiesen',
  withdrawn: 'Zurückgezogen',
};
