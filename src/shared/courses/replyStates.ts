/** The replies of a family to one session. */
export const replies = ['no', 'late', 'yes'] as const;
export type Reply = (typeof replies)[number];

/** The German names of the replies. */
export const replyNames: { readonly [reply in Reply]: string } = {
  no: 'kommt nicht',
  late: 'kommt später',
  yes: 'kommt',
};

/** The source of a reply: an account, or the link in a mail. */
export const replyWays = ['web', 'link'] as const;

/** The reasons for an absence of several days. */
export const absenceReasons = ['ill', 'away', 'other'] as const;
export type AbsenceReason = (typeof absenceReasons)[number];

/** The German names of the reasons of an absence. */
export const absenceReasonNames: { readonly [reason in AbsenceReason]: string } = {
  ill: 'krank',
  away: 'verreist',
  other: 'anderer Grund',
};

/** The maximum number of days of an absence. */
export const absenceDaysAtMost = 92;
