/** The closed lists of donations: database, shapes and pages read them here. */
export const donationKinds = ['money', 'waiver'] as const;
/** The kinds of notices of the tax office that allow receipts. */
export const noticeKinds = ['exemption', 'statutes'] as const;

export type DonationKind = (typeof donationKinds)[number];
export type NoticeKind = (typeof noticeKinds)[number];

/** The German words for the kinds of donations, as the official receipt names them. */
export const donationKindNames: { readonly [kind in DonationKind]: string } = {
  money: 'Geldspende',
  waiver: 'Verzicht auf Erstattung von Aufwendungen',
};

/** The German words for the notices of the tax office. */
export const noticeKindNames: { readonly [kind in NoticeKind]: string } = {
  exemption: 'Freistellungsbescheid (oder Anlage zum Körperschaftsteuerbescheid)',
  statutes: 'Feststellung nach § 60a AO (neuer Verein)',
};

/** How old a notice may be for a receipt to count (§ 63 Abs. 5 AO). */
export const noticeYears: { readonly [kind in NoticeKind]: number } = { exemption: 5, statutes: 3 };
