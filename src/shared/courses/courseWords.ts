/** The enumerations of courses and enrolments, used by database, shapes, rules and pages. */
export const courseKinds = ['course', 'permanent', 'trial', 'holiday', 'rehab', 'prevention'] as const;
/** The reasons for cancelling a course. */
export const cancelReasons = ['min_participants', 'no_trainer', 'facility', 'weather', 'other'] as const;
/** The reference date of a participant's age: the start of the course, each session, or the year of birth. */
export const ageReferences = ['course_start', 'session', 'birth_year'] as const;
/** The genders admitted to an offer. */
export const courseGenders = ['any', 'w', 'm'] as const;
/** The kinds of enrolment: none, immediate, after approval by staff, or on an external site. */
export const registrationKinds = ['none', 'open', 'approval', 'external'] as const;
/** The kinds of enrolment that are handled by this product. */
export const signUpKinds = ['open', 'approval'] as const;
/** Whether a running course can be joined: no, at the full price, or at the price of the remaining sessions. */
export const lateJoins = ['no', 'full', 'prorata'] as const;
/** Who can see a published offer: everybody, members, or staff. */
export const visibilities = ['public', 'members', 'internal'] as const;
/** The four tax spheres of a non-profit club (§§ 51 to 68 AO): ideal, purpose operation, asset management, commercial operation. */
export const taxSpheres = ['ideal', 'purpose', 'asset', 'business'] as const;
/** The price categories; `eligibility.ts` determines which one applies to a person. */
export const priceCategories = ['member', 'partner_member', 'non_member', 'child', 'reduced', 'family', 'trial'] as const;
/** The units of a price; all except course and session are charged at the start of each period. */
export const priceUnits = ['course', 'session', 'month', 'quarter', 'year'] as const;
/** The roles of trainers in a course; only leads can see health notes. */
export const trainerRoles = ['lead', 'assistant', 'helper'] as const;

/** The units of a notice period. */
export const noticeUnits = ['week', 'month'] as const;
/** The dates at which a termination takes effect. */
export const noticeEnds = ['any', 'month_end', 'quarter_end'] as const;
/** How a contract ended: termination with or without notice, by the club, withdrawal, or a change of groups. */
export const noticeKinds = ['ordinary', 'extraordinary', 'by_club', 'withdrawal', 'moved'] as const;

export type CourseKind = (typeof courseKinds)[number];
export type CancelReason = (typeof cancelReasons)[number];
export type PriceCategory = (typeof priceCategories)[number];
export type PriceUnit = (typeof priceUnits)[number];
export type NoticeUnit = (typeof noticeUnits)[number];
export type NoticeEnd = (typeof noticeEnds)[number];

/** A cancellation tier: from how many days before the start which share of the price, or which fixed fee, is due. */
export type CancelTier = { days: number; percent?: number | undefined; cents?: number | undefined };

/** A date omitted from the weekly rule, with the reason, e.g. "Herbstferien". */
export type SkippedDate = { date: string; reason: string };

/** The German names of the kinds of offers. */
export const courseKindNames: { readonly [kind in CourseKind]: string } = {
  course: 'Kurs',
  permanent: 'Dauerangebot',
  trial: 'Schnupperstunde',
  holiday: 'Ferienangebot',
  rehab: 'Rehasport',
  prevention: 'Prävention',
};

/** The German names of the reasons, as the end of a sentence. */
export const cancelReasonNames: { readonly [reason in CancelReason]: string } = {
  min_participants: 'zu wenige Anmeldungen',
  no_trainer: 'keine Übungsleitung',
  facility: 'Sportstätte nicht verfügbar',
  weather: 'Wetter',
  other: 'anderer Grund',
};

/** The German names of the price categories. */
export const priceCategoryNames: { readonly [category in PriceCategory]: string } = {
  member: 'Mitglieder',
  partner_member: 'Mitglieder des Partnervereins',
  non_member: 'Nichtmitglieder',
  child: 'Kinder und Jugendliche',
  reduced: 'ermäßigt',
  family: 'Familien',
  trial: 'Probestunde',
};

/** The German names of the price units, to follow an amount: "12,00 € im Monat". */
export const priceUnitNames: { readonly [unit in PriceUnit]: string } = {
  course: 'für den Kurs',
  session: 'je Termin',
  month: 'im Monat',
  quarter: 'im Quartal',
  year: 'im Jahr',
};

/** Whether enrolment in an offer is handled by this product. */
export function takesSignUps(registration: string): boolean {
  return signUpKinds.some((kind) => kind === registration);
}
/**
 * The payment methods that a club can allow besides direct debit and transfer: cash, or "Bildung und Teilhabe" (the
 * office paying for children).
 */
export const allowableMethods = ['cash', 'but'] as const;
export type AllowableMethod = (typeof allowableMethods)[number];

/** The payment methods of an order. */
export const orderMethods = ['sepa', 'transfer', ...allowableMethods] as const;
export type OrderMethod = (typeof orderMethods)[number];

const wayNames: { readonly [method in OrderMethod]: string } = {
  transfer: 'per Überweisung',
  sepa: 'per Lastschrift',
  cash: 'bar',
  but: 'über Bildung und Teilhabe',
};

/** How an order can be paid, told before it begins: "Bezahlen können Sie per Überweisung oder bar." */
export function waysInWords(ways: readonly OrderMethod[]): string {
  const names = ways.map((way) => wayNames[way]);
  const last = names.at(-1);
  return last ? `Bezahlen können Sie ${[names.slice(0, -1).join(', '), last].filter(Boolean).join(' oder ')}.` : '';
}

/** The sentence of the last step for each payment method. */
export const orderMethodWords: { readonly [method in OrderMethod]: string } = {
  sepa: 'Bezahlt wird per Lastschrift, mit dem Mandat, das Sie dem Verein gegeben haben.',
  transfer: 'Bezahlt wird per Überweisung an den Verein.',
  cash: 'Bezahlt wird bar beim Verein, spätestens am Tag der Fälligkeit.',
  but: 'Bezahlt wird über Bildung und Teilhabe. Den Bescheid oder Gutschein geben Sie dem Verein; was das Amt nicht übernimmt, zahlen Sie selbst.',
};
