/** The closed lists of donations, used by database, shapes and pages. */
export const donationKinds = ['money', 'waiver'] as const;
/** The kinds of tax notices that allow receipts. */
export const noticeKinds = ['exemption', 'statutes'] as const;

export type DonationKind = (typeof donationKinds)[number];
export type NoticeKind = (typeof noticeKinds)[number];

/** The German words for the kinds of donations, as on the official receipt. */
export const donationKindNames: { readonly [kind in DonationKind]: string } = {
  money: 'Geldspende',
  waiver: 'Verzicht auf Erstattung von Aufwendungen',
};

/** The German words for the tax notices. */
export const noticeKindNames: { readonly [kind in NoticeKind]: string } = {
  exemption: 'Freistellungsbescheid (oder Anlage zum Körperschaftsteuerbescheid)',
  statutes: 'Feststellung nach § 60a AO (neuer Verein)',
};

/** The maximum age of a tax notice for a receipt in years (§ 63 Abs. 5 AO). */
export const noticeYears: { readonly [kind in NoticeKind]: number } = { exemption: 5, statutes: 3 };
