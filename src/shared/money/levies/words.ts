/** The kinds of levies: anything with a text and an amount, or missing helper hours. */
export const levyKinds = ['other', 'helper_hours'] as const;

/** The states of a levy. */
export const levyStates = ['booked', 'undone'] as const;

/** Who it is charged to: people named one by one, members that match a filter, or organisations that pay for themselves. */
export const levyAudiences = ['people', 'members', 'organisations'] as const;

/** How it is paid: by the mandate where there is one, else by transfer; or always the same way. */
export const levyMethods = ['auto', 'transfer', 'cash'] as const;

/** The German words for how a levy is paid. */
export const levyMethodNames: { readonly [method in (typeof levyMethods)[number]]: string } = {
  auto: 'Lastschrift, sonst Überweisung',
  transfer: 'Überweisung',
  cash: 'bar',
};
