/** The closed lists of courses and enrolments: database, shapes, rules and pages read them here. */
export const courseKinds = ['course', 'permanent', 'trial', 'holiday', 'rehab', 'prevention'] as const;
/** The reasons for cancelling a course. */
export const cancelReasons = ['min_participants', 'no_trainer', 'facility', 'weather', 'other'] as const;
/** On which day the age of a participant counts: at the start, on each session, or by the year of birth. */
export const ageReferences = ['course_start', 'session', 'birth_year'] as const;
/** The genders that an offer takes. */
export const courseGenders = ['any', 'w', 'm'] as const;
/** How people get in: not through the portal, at once, after approval by staff, or on another site. */
export const registrationKinds = ['none', 'open', 'approval', 'external'] as const;
/** The offers of these kinds take people in here, at once or once somebody has said yes. */
export const signUpKinds = ['open', 'approval'] as const;
/** Whether one may join a running course: not at all, for the full price, or for the share of the remaining sessions. */
export const lateJoins = ['no', 'full', 'prorata'] as const;
/** Who sees a published offer: everybody, members, or staff. */
export const visibilities = ['public', 'members', 'internal'] as const;
/** The four tax spheres of a non-profit club (§§ 51 to 68 AO): ideal, purpose operation, assets, business. */
export const taxSpheres = ['ideal', 'purpose', 'asset', 'business'] as const;
/** The categories of prices; which one applies to a person is decided by `eligibility.ts`. */
export const priceCategories = ['member', 'partner_member', 'non_member', 'child', 'reduced', 'family', 'trial'] as const;
/** The units of a price; all but course and session are billed at the beginning of each period. */
export const priceUnits = ['course', 'session', 'month', 'quarter', 'year'] as const;
/** The roles of trainers in a course; only leads see health notes. */
export const trainerRoles = ['lead', 'assistant', 'helper'] as const;

/** The unit of a notice period, and the period at whose end the person leaves. */
export const noticeUnits = ['week', 'month'] as const;
/** The end of time at which a notice takes effect. */
export const noticeEnds = ['any', 'month_end', 'quarter_end'] as const;
/** How a contract ended: by the person's notice, with or without its period, by the club, by withdrawal, or by a change of groups. */
export const noticeKinds = ['ordinary', 'extraordinary', 'by_club', 'withdrawal', 'moved'] as const;

export type CourseKind = (typeof courseKinds)[number];
export type CancelReason = (typeof cancelReasons)[number];
export type PriceCategory = (typeof priceCategories)[number];
export type PriceUnit = (typeof priceUnits)[number];
export type NoticeUnit = (typeof noticeUnits)[number];
export type NoticeEnd = (typeof noticeEnds)[number];

/** From how many days before the start a cancellation costs what: a share of the price, or a fixed fee. */
export type CancelTier = { days: number; percent?: number | undefined; cents?: number | undefined };

/** A date that the weekly rule leaves out, and why: "Herbstferien". */
export type SkippedDate = { date: string; reason: string };

/** The German words for the kinds of offers. */
export const courseKindNames: { readonly [kind in CourseKind]: string } = {
  course: 'Kurs',
  permanent: 'Dauerangebot',
  trial: 'Schnupperstunde',
  holiday: 'Ferienangebot',
  rehab: 'Rehasport',
  prevention: 'Prävention',
};

/** The German words for the reasons, as the end of a sentence. */
export const cancelReasonNames: { readonly [reason in CancelReason]: string } = {
  min_participants: 'zu wenige Anmeldungen',
  no_trainer: 'keine Übungsleitung',
  facility: 'Sportstätte nicht verfügbar',
  weather: 'Wetter',
  other: 'anderer Grund',
};

/** The German words for the categories of prices. */
export const priceCategoryNames: { readonly [category in PriceCategory]: string } = {
  member: 'Mitglieder',
  partner_member: 'Mitglieder des Partnervereins',
  non_member: 'Nichtmitglieder',
  child: 'Kinder und Jugendliche',
  reduced: 'ermäßigt',
  family: 'Familien',
  trial: 'Probestunde',
};

/** The German words for the units, to stand behind an amount: "12,00 € im Monat". */
export const priceUnitNames: { readonly [unit in PriceUnit]: string } = {
  course: 'für den Kurs',
  session: 'je Termin',
  month: 'im Monat',
  quarter: 'im Quartal',
  year: 'im Jahr',
};

/** Whether people sign up for an offer here. */
export function takesSignUps(registration: string): boolean {
  return signUpKinds.some((kind) => kind === registration);
}
