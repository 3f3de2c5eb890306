/** The replies of a family to one session. */
export const replies = ['no', 'late', 'yes'] as const;
export type Reply = (typeof replies)[number];

/** The German words for the replies. */
export const replyNames: { readonly [reply in Reply]: string } = {
  no: 'kommt nicht',
  late: 'kommt später',
  yes: 'kommt',
};

/** Where an answer came from: an account, or the link in a mail. */
export const replyWays = ['web', 'link'] as const;

/** Why somebody is away for several days. */
export const absenceReasons = ['ill', 'away', 'other'] as const;
export type AbsenceReason = (typeof absenceReasons)[number];

/** The German words for the reasons of an absence. */
export const absenceReasonNames: { readonly [reason in AbsenceReason]: string } = {
  ill: 'krank',
  away: 'verreist',
  other: 'anderer Grund',
};

/** How many days an absence may last. */
export const absenceDaysAtMost = 92;
