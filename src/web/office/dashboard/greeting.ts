import type { User } from '#shared/kernel/user.ts';

/** The heading of the dashboard. */
export const greetingOf = ({ firstname, lastname }: User): string => ['Guten Tag', firstname || lastname].filter(Boolean).join(', ');
