/** The states of a helper list; for the transitions see `nextHelperListStates`. */
export const helperListStates = ['draft', 'open', 'closed', 'done', 'cancelled'] as const;
export type HelperListState = (typeof helperListStates)[number];
/** The German names of the states of a list. */
export const helperListStateNames: { readonly [state in HelperListState]: string } = {
  draft: 'Entwurf',
  open: 'Offen',
  closed: 'Geschlossen',
  done: 'Abgerechnet',
  cancelled: 'Abgesagt',
};

/** Sets of list states that rules refer to. */
export const helperListSets: { readonly [set in 'running' | 'shown' | 'staffed' | 'over']: readonly HelperListState[] } = {
  /** Published, and not yet finished. */
  running: ['open', 'closed'],
  /** Running or done: its shifts are in calendars and can be settled. */
  shown: ['open', 'closed', 'done'],
  /** Helpers can be assigned by the board. */
  staffed: ['draft', 'open', 'closed'],
  /** Done or cancelled: immutable. */
  over: ['done', 'cancelled'],
};

/** The allowed state transitions of a helper list. */
export const nextHelperListStates: { readonly [state in HelperListState]: readonly HelperListState[] } = {
  draft: ['open'],
  open: ['closed', 'cancelled'],
  closed: ['open', 'done', 'cancelled'],
  done: [],
  cancelled: [],
};

/** Who can see a list: staff, all accounts of the club, or everybody with the link. */
export const visibilities = ['internal', 'members', 'link'] as const;
export type Visibility = (typeof visibilities)[number];
/** The German names of the visibilities. */
export const visibilityNames: { readonly [visibility in Visibility]: string } = {
  internal: 'Nur Vorstand und Übungsleitungen',
  members: 'Alle mit Konto im Verein',
  link: 'Alle, die den Link haben',
};

/** The states of an assignment, from the unverified address to the settled hours. */
export const assignmentStates = ['unverified', 'confirmed', 'standby', 'cancelled', 'done', 'no_show'] as const;
export type AssignmentState = (typeof assignmentStates)[number];
/** The German names of the states of an assignment. */
export const assignmentStateNames: { readonly [state in AssignmentState]: string } = {
  unverified: 'Noch nicht bestätigt',
  confirmed: 'Eingetragen',
  standby: 'Ersatzliste',
  cancelled: 'Abgesagt',
  done: 'Geleistet',
  no_show: 'Nicht erschienen',
};

const states = (...of: AssignmentState[]): readonly AssignmentState[] => of;

/** The outcomes that the board records after a shift. */
export const settledAssignments = ['done', 'no_show'] as const satisfies readonly AssignmentState[];

/** Sets of assignment states that rules refer to. */
export const assignmentSets = {
  /** Unverified, confirmed or on standby: the helper may still cancel. */
  active: states('unverified', 'confirmed', 'standby'),
  /** A helper can have only one such assignment per shift. */
  kept: states('unverified', 'confirmed', 'standby', 'done'),
  /** Occupy a place; an unverified one until it expires. */
  holding: states('unverified', 'confirmed', 'done', 'no_show'),
  /** The address is verified: confirming it again has no effect. */
  verified: states('confirmed', 'standby'),
  /** Count towards the need; no-shows do not. */
  filling: states('unverified', 'confirmed', 'done'),
  /** Will take part or took part. */
  serving: states('confirmed', 'done'),
  /** Receive mails as helpers, including standby. */
  addressed: states('confirmed', 'standby', 'done'),
  /** Can be settled after the shift, also repeatedly. */
  settleable: states('confirmed', 'done', 'no_show'),
  /** Are listed on the shift. */
  listed: states('unverified', 'confirmed', 'standby', 'done', 'no_show'),
};

/** Less than this many hours before a shift nobody is promoted automatically; the board phones the standby helpers instead. */
export const noPromotionHours = 24;

/** How long an unverified assignment occupies its place, in minutes. */
export const helperHoldMinutes = 30;

/** Minutes as hours in German notation: 2,5 Std. */
export function hoursInWords(minutes: number): string {
  return `${(minutes / 60).toLocaleString('de-DE', { maximumFractionDigits: 2 })} Std.`;
}

type Span = { startsAt: string | Date; endsAt: string | Date };

/** The minutes that two periods overlap; 0 if they do not. */
export function sharedMinutes(one: Span, other: Span): number {
  const ms = (at: string | Date) => new Date(at).getTime();
  const shared = Math.min(ms(one.endsAt), ms(other.endsAt)) - Math.max(ms(one.startsAt), ms(other.startsAt));
  return Math.max(0, Math.round(shared / 60_000));
}
