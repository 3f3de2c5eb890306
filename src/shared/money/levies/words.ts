/** The kinds of levies: any text and amount, or missing helper hours. */
export const levyKinds = ['other', 'helper_hours'] as const;

/** The states of a levy. */
export const levyStates = ['booked', 'undone'] as const;

/** Who is charged: selected persons, members that match a filter, or organisations that pay for themselves. */
export const levyAudiences = ['people', 'members', 'organisations'] as const;

/** The payment method: by mandate if there is one, otherwise by transfer; or a fixed one. */
export const levyMethods = ['auto', 'transfer', 'cash'] as const;

/** The German words for the payment methods of a levy. */
export const levyMethodNames: { readonly [method in (typeof levyMethods)[number]]: string } = {
  auto: 'Lastschrift, sonst Überweisung',
  transfer: 'Überweisung',
  cash: 'bar',
};
