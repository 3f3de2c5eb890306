/** Data that got where it must not, or what somebody asks about their own. */
export const caseKinds = ['request', 'breach'] as const;
export type CaseKind = (typeof caseKinds)[number];
/** The German words for the kinds of cases. */
export const caseKindNames: { readonly [kind in CaseKind]: string } = { request: 'Anfrage', breach: 'Vorfall' };

/** What somebody may ask for (DSGVO Art. 15 to 21). */
export const askedRights = ['access', 'erasure', 'correction', 'restriction', 'portability', 'objection'] as const;
export type AskedRight = (typeof askedRights)[number];
/** The German words for the rights, with their articles of the DSGVO. */
export const askedRightNames: { readonly [asked in AskedRight]: string } = {
  access: 'Auskunft (Art. 15)',
  erasure: 'Löschung (Art. 17)',
  correction: 'Berichtigung (Art. 16)',
  restriction: 'Einschränkung (Art. 18)',
  portability: 'Mitnahme der Daten (Art. 20)',
  objection: 'Widerspruch (Art. 21)',
};

/** The ways in which a request or report reached the club. */
export const caseWays = ['mail', 'letter', 'phone', 'inPerson', 'product'] as const;
export type CaseWay = (typeof caseWays)[number];
/** The German words for the ways. */
export const caseWayNames: { readonly [way in CaseWay]: string } = {
  mail: 'E-Mail',
  letter: 'Brief',
  phone: 'Telefon',
  inPerson: 'Persönlich',
  product: 'Im Programm',
};

/** The states of a case; an open one cannot be deleted. */
export const caseStates = ['open', 'closed'] as const;
export type CaseState = (typeof caseStates)[number];
/** The German words for the states of a case. */
export const caseStateNames: { readonly [state in CaseState]: string } = { open: 'offen', closed: 'abgeschlossen' };

/** How a case of a kind may end. */
export const outcomesOf = {
  breach: ['reported', 'notReportable'],
  request: ['fulfilled', 'refused', 'withdrawn'],
} as const satisfies { readonly [kind in CaseKind]: readonly string[] };
/** All outcomes of both kinds of cases. */
export const caseOutcomes = [...outcomesOf.breach, ...outcomesOf.request] as const;
export type CaseOutcome = (typeof caseOutcomes)[number];
/** The German words for the outcomes. */
export const caseOutcomeNames: { readonly [outcome in CaseOutcome]: string } = {
  reported: 'Gemeldet an die Aufsicht',
  notReportable: 'Als nicht meldepflichtig bewertet',
  fulfilled: 'Erledigt und beantwortet',
  refused: 'Abgelehnt',
  withdrawn: 'Zurückgenommen',
};
/** Outcomes that nobody understands later without a reason. */
export const outcomesWithReason: readonly CaseOutcome[] = ['notReportable', 'refused'];

/** What the log of a case holds: what somebody wrote, and what the program wrote with an action. */
export const caseStepKinds = ['opened', 'note', 'changed', 'extended', 'closed', 'reopened'] as const;
export type CaseStepKind = (typeof caseStepKinds)[number];
/** The German words for the steps of a case. */
export const caseStepNames: { readonly [kind in CaseStepKind]: string } = {
  opened: 'Eingetragen',
  note: 'Schritt',
  changed: 'Berichtigt',
  extended: 'Frist verlängert',
  closed: 'Abgeschlossen',
  reopened: 'Wieder geöffnet',
};

/** What a case is called where there is one line for it. */
export function caseTitle({ kind, asked }: { kind: CaseKind; asked: AskedRight | null }): string {
  return asked === null ? caseKindNames[kind] : `Anfrage: ${askedRightNames[asked]}`;
}
