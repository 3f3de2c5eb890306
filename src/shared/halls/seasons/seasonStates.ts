/** The phases of a season of the halls. */
export const seasonStates = ['draft', 'open', 'planning', 'consultation', 'publishing', 'published', 'cancelled'] as const;
export type SeasonState = (typeof seasonStates)[number];
/** The German words for the phases of a season. */
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

/** Sets of states that decide about something. */
export const seasonSets = {
  /** Its days and facilities can still be changed. */
  changeable: states('draft', 'open'),
  /** Its manager writes wishes for others. */
  written: states('open', 'planning'),
  /** Nothing was sent out: a wish can still be withdrawn. */
  undecided: states('draft', 'open', 'planning'),
  /** Organisations were asked, and it was not called off. */
  asked: states('open', 'planning', 'consultation', 'publishing', 'published'),
  /** The manager plans by hand. */
  planned: states('planning'),
  /** The plan that was sent out is seen by all who asked. */
  announced: states('consultation', 'publishing', 'published'),
  /** Nothing more happens. */
  over: states('published', 'cancelled'),
  /** Halls of two such seasons may not overlap in time. */
  running: states('open', 'planning', 'consultation', 'publishing'),
};

/** The phases that the manager may go to from each phase. */
export const seasonSteps: { readonly [state in SeasonState]: readonly SeasonState[] } = {
  draft: states('open', 'cancelled'),
  open: states('planning', 'cancelled'),
  planning: states('open', 'consultation', 'cancelled'),
  consultation: states('planning', 'publishing', 'cancelled'),
  publishing: states(),
  published: states(),
  cancelled: states(),
};

/** The states of a wish; a copied one waits for its organisation to confirm it. */
export const wishStates = ['copied', 'draft', 'submitted', 'withdrawn'] as const;
export type WishState = (typeof wishStates)[number];
/** The German words for the states of a wish. */
export const wishStateNames: { readonly [state in WishState]: string } = {
  copied: 'übernommen – bitte bestätigen',
  draft: 'Entwurf',
  submitted: 'abgesendet',
  withdrawn: 'zurückgegeben',
};
const wishes = (...of: WishState[]): readonly WishState[] => of;
/** Sets of states of wishes that decide about something. */
export const wishSets = {
  /** The wishes that are planned: submitted ones, and those copied from last year that were not given back. */
  counting: wishes('submitted', 'copied'),
  /** Waits for its organisation. */
  waiting: wishes('copied', 'draft'),
};

/** The states of an objection. */
export const objectionStates = ['open', 'upheld', 'rejected', 'withdrawn'] as const;
/** How an objection is answered. */
export const objectionAnswers = ['upheld', 'rejected'] as const;
/** The German words for the states of an objection. */
export const objectionStateNames: { readonly [state in (typeof objectionStates)[number]]: string } = {
  open: 'Offen',
  upheld: 'Stattgegeben',
  rejected: 'Zurückgewiesen',
  withdrawn: 'Zurückgezogen',
};
