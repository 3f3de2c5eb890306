/** The kinds of cases: a data breach, or a request of a data subject. */
export const caseKinds = ['request', 'breach'] as const;
export type CaseKind = (typeof caseKinds)[number];
/** The German names of the kinds. */
export const caseKindNames: { readonly [kind in CaseKind]: string } = { request: 'Anfrage', breach: 'Vorfall' };

/** The rights that a request can exercise (GDPR Art. 15 to 21). */
export const askedRights = ['access', 'erasure', 'correction', 'restriction', 'portability', 'objection'] as const;
export type AskedRight = (typeof askedRights)[number];
/** The German names of the rights, with their articles. */
export const askedRightNames: { readonly [asked in AskedRight]: string } = {
  access: 'Auskunft (Art. 15)',
  erasure: 'Löschung (Art. 17)',
  correction: 'Berichtigung (Art. 16)',
  restriction: 'Einschränkung (Art. 18)',
  portability: 'Mitnahme der Daten (Art. 20)',
  objection: 'Widerspruch (Art. 21)',
};

/** The channels by which a request or report was received. */
export const caseWays = ['mail', 'letter', 'phone', 'inPerson', 'product'] as const;
export type CaseWay = (typeof caseWays)[number];
/** The German names of the channels. */
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
/** The German names of the states. */
export const caseStateNames: { readonly [state in CaseState]: string } = { open: 'offen', closed: 'abgeschlossen' };

/** The possible outcomes of each kind of case. */
export const outcomesOf = {
  breach: ['reported', 'notReportable'],
  request: ['fulfilled', 'refused', 'withdrawn'],
} as const satisfies { readonly [kind in CaseKind]: readonly string[] };
/** All outcomes of both kinds of cases. */
export const caseOutcomes = [...outcomesOf.breach, ...outcomesOf.request] as const;
export type CaseOutcome = (typeof caseOutcomes)[number];
/** The German names of the outcomes. */
export const caseOutcomeNames: { readonly [outcome in CaseOutcome]: string } = {
  reported: 'Gemeldet an die Aufsicht',
  notReportable: 'Als nicht meldepflichtig bewertet',
  fulfilled: 'Erledigt und beantwortet',
  refused: 'Abgelehnt',
  withdrawn: 'Zurückgenommen',
};
/** Outcomes that require a reason. */
export const outcomesWithReason: readonly CaseOutcome[] = ['notReportable', 'refused'];

/** The kinds of log entries of a case: notes by users, and entries created by actions. */
export const caseStepKinds = ['opened', 'note', 'changed', 'extended', 'closed', 'reopened'] as const;
export type CaseStepKind = (typeof caseStepKinds)[number];
/** The German names of the kinds of log entries. */
export const caseStepNames: { readonly [kind in CaseStepKind]: string } = {
  opened: 'Eingetragen',
  note: 'Schritt',
  changed: 'Berichtigt',
  extended: 'Frist verlängert',
  closed: 'Abgeschlossen',
  reopened: 'Wieder geöffnet',
};

/** The title of a case in one line. */
export function caseTitle({ kind, asked }: { kind: CaseKind; asked: AskedRight | null }): string {
  return asked === null ? caseKindNames[kind] : `Anfrage: ${askedRightNames[asked]}`;
}
