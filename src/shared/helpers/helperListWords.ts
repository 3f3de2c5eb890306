/** The states of a helper list; `nextHelperListStates` says which may follow which. */
export const helperListStates = ['draft', 'open', 'closed', 'done', 'cancelled'] as const;
export type HelperListState = (typeof helperListStates)[number];
/** The German words for the states of a list. */
export const helperListStateNames: { readonly [state in HelperListState]: string } = {
  draft: 'Entwurf',
  open: 'Offen',
  closed: 'Geschlossen',
  done: 'Abgerechnet',
  cancelled: 'Abgesagt',
};

/** Sets of states that decide about something. */
export const helperListSets: { readonly [set in 'running' | 'shown' | 'staffed' | 'over']: readonly HelperListState[] } = {
  /** Published, and what it is for still takes place. */
  running: ['open', 'closed'],
  /** Running or done: its shifts stand in calendars and are settled. */
  shown: ['open', 'closed', 'done'],
  /** Helpers can be assigned by hand. */
  staffed: ['draft', 'open', 'closed'],
  /** Settled or called off: it stays as it is. */
  over: ['done', 'cancelled'],
};

/** Which state of a helper list may follow which. */
export const nextHelperListStates: { readonly [state in HelperListState]: readonly HelperListState[] } = {
  draft: ['open'],
  open: ['closed', 'cancelled'],
  closed: ['open', 'done', 'cancelled'],
  done: [],
  cancelled: [],
};

/** Who a list is meant for: staff, all accounts of the club, or everybody with the link. */
export const visibilities = ['internal', 'members', 'link'] as const;
export type Visibility = (typeof visibilities)[number];
/** The German words for the visibilities of a list. */
export const visibilityNames: { readonly [visibility in Visibility]: string } = {
  internal: 'Nur Vorstand und Übungsleitungen',
  members: 'Alle mit Konto im Verein',
  link: 'Alle, die den Link haben',
};

/** The states of an assignment, from the unconfirmed address to the settled hours. */
export const assignmentStates = ['unverified', 'confirmed', 'standby', 'cancelled', 'done', 'no_show'] as const;
export type AssignmentState = (typeof assignmentStates)[number];
/** The German words for the states of an assignment. */
export const assignmentStateNames: { readonly [state in AssignmentState]: string } = {
  unverified: 'Noch nicht bestätigt',
  confirmed: 'Eingetragen',
  standby: 'Ersatzliste',
  cancelled: 'Abgesagt',
  done: 'Geleistet',
  no_show: 'Nicht erschienen',
};

const states = (...of: AssignmentState[]): readonly AssignmentState[] => of;

/** The outcomes that the board notes after a shift. */
export const settledAssignments = ['done', 'no_show'] as const satisfies readonly AssignmentState[];

/** Sets of states that decide about something. */
export const assignmentSets = {
  /** On the way in, in, or standing by: the helper may still leave. */
  active: states('unverified', 'confirmed', 'standby'),
  /** One helper has one such assignment per shift. */
  kept: states('unverified', 'confirmed', 'standby', 'done'),
  /** Hold a seat, an unverified one while its time lasts. */
  holding: states('unverified', 'confirmed', 'done', 'no_show'),
  /** The address is proved: confirming it again changes nothing. */
  verified: states('confirmed', 'standby'),
  /** Fill a need; no-shows do not. */
  filling: states('unverified', 'confirmed', 'done'),
  /** Come or came. */
  serving: states('confirmed', 'done'),
  /** Are written to as helpers, with those who stand by. */
  addressed: states('confirmed', 'standby', 'done'),
  /** Can be settled after the shift, also once more. */
  settleable: states('confirmed', 'done', 'no_show'),
  /** Stand on the list of a shift. */
  listed: states('unverified', 'confirmed', 'standby', 'done', 'no_show'),
};

/** Within these hours before a shift nobody is promoted automatically: the board phones through the list instead. */
export const noPromotionHours = 24;

/** How long an address that is not yet confirmed keeps its seat. */
export const helperHoldMinutes = 30;

/** Hours as people write them: 2,5 Std. */
export function hoursInWords(minutes: number): string {
  return `${(minutes / 60).toLocaleString('de-DE', { maximumFractionDigits: 2 })} Std.`;
}

type Span = { startsAt: string | Date; endsAt: string | Date };

/** How many minutes two spans share; 0 for none. */
export function sharedMinutes(one: Span, other: Span): number {
  const ms = (at: string | Date) => new Date(at).getTime();
  const shared = Math.min(ms(one.endsAt), ms(other.endsAt)) - Math.max(ms(one.startsAt), ms(other.startsAt));
  return Math.max(0, Math.round(shared / 60_000));
}
