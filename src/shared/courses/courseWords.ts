/** The closed lists of courses and enrolments: database, shapes, rules and pages read them here. */
export const courseKinds = ['course', 'permanent', 'trial', 'holiday', 'rehab', 'prevention'] as const;
export const cancelReasons = ['min_participants', 'no_trainer', 'facility', 'weather', 'other'] as const;
export const ageReferences = ['course_start', 'session', 'birth_year'] as const;
export const courseGenders = ['any', 'w', 'm'] as const;
export const registrationKinds = ['none', 'open', 'approval', 'external'] as const;
/** The offers of these kinds take people in here, at once or once somebody has said yes. */
export const signUpKinds = ['open', 'approval'] as const;
export const lateJoins = ['no', 'full', 'prorata'] as const;
export const visibilities = ['public', 'members', 'internal'] as const;
export const taxSpheres = ['ideal', 'purpose', 'asset', 'business'] as const;
export const priceCategories = ['member', 'partner_member', 'non_member', 'child', 'reduced', 'family', 'trial'] as const;
export const priceUnits = ['course', 'session', 'month', 'quarter', 'year'] as const;
export const trainerRoles = ['lead', 'assistant', 'helper'] as const;

/** The unit of a notice period, and the period at whose end the person leaves. */
export const noticeUnits = ['week', 'month'] as const;
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

export const courseKindNames: { readonly [kind in CourseKind]: string } = {
  course: 'Kurs',
  permanent: 'Dauerangebot',
  trial: 'Schnupperstunde',
  holiday: 'Ferienangebot',
  rehab: 'Rehasport',
  prevention: 'Prävention',
};

export const cancelReasonNames: { readonly [reason in CancelReason]: string } = {
  min_participants: 'zu wenige Anmeldungen',
  no_trainer: 'keine Übungsleitung',
  facility: 'Sportstätte nicht verfügbar',
  weather: 'Wetter',
  other: 'anderer Grund',
};

export const priceCategoryNames: { readonly [category in PriceCategory]: string } = {
  member: 'Mitglieder',
  partner_member: 'Mitglieder des Partnervereins',
  non_member: 'Nichtmitglieder',
  child: 'Kinder und Jugendliche',
  reduced: 'ermäßigt',
  family: 'Familien',
  trial: 'Probestunde',
};

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
