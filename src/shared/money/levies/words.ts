/** What is asked for by hand: anything with a text and an amount, or the hours that somebody did not help. */
export const levyKinds = ['other', 'helper_hours'] as const;

export const levyStates = ['booked', 'undone'] as const;

/** Whom it is asked of: people named one by one, or the members that a few facts describe. */
export const levyAudiences = ['people', 'members'] as const;

/** How it is paid: by the mandate where there is one, else by transfer; or always the same way. */
export const levyMethods = ['auto', 'transfer', 'cash'] as const;

export const levyMethodNames: { readonly [method in (typeof levyMethods)[number]]: string } = {
  auto: 'Lastschrift, sonst Überweisung',
  transfer: 'Überweisung',
  cash: 'bar',
};
