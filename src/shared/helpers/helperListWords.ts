export const helperListStates = ['draft', 'open', 'closed', 'done', 'cancelled'] as const;
export type HelperListState = (typeof helperListStates)[number];
export const helperListStateNames: { readonly [state in HelperListState]: string } = {
  draft: 'Entwurf',
  open: 'Offen',
  closed: 'Geschlossen',
  done: 'Abgerechnet',
  cancelled: 'Abgesagt',
};

/** Which state of a helper list may follow which (domain.md 5.1). */
export const nextHelperListStates: { readonly [state in HelperListState]: readonly HelperListState[] } = {
  draft: ['open'],
  open: ['closed', 'cancelled'],
  closed: ['open', 'done', 'cancelled'],
  done: [],
  cancelled: [],
};

export const visibilities = ['internal', 'members', 'link'] as const;
export type Visibility = (typeof visibilities)[number];
export const visibilityNames: { readonly [visibility in Visibility]: string } = {
  internal: 'Nur Vorstand und Übungsleitungen',
  members: 'Alle mit Konto im Verein',
  link: 'Alle, die den Link haben',
};

export const assignmentStates = ['unverified', 'confirmed', 'standby', 'cancelled', 'done', 'no_show'] as const;
export type AssignmentState = (typeof assignmentStates)[number];
export const assignmentStateNames: { readonly [state in AssignmentState]: string } = {
  unverified: 'Noch nicht bestätigt',
  confirmed: 'Eingetragen',
  standby: 'Ersatzliste',
  cancelled: 'Abgemeldet',
  done: 'Geleistet',
  no_show: 'Nicht erschienen',
};

/** So much may two shifts of one person overlap, for the way between them (domain.md 6.10). */
export const overlapAllowedMinutes = 30;

/** Within these hours before a shift nobody moves up by himself: there is a list to telephone through instead. */
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
