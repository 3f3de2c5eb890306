import type { Feature, Permission } from '#shared/kernel/permissions.ts';

/** One kind of open task: its title, its page, and the permission needed to see it. */
export type DashboardCard = {
  title: string;
  /** What the number counts, for one and for more. */
  words: readonly [one: string, more: string];
  /** Icon of the collection "tabler". */
  icon: string;
  /** Where the work is done, of shared/kernel/pages.ts; a number links there. */
  link: string;
  /** What the address says besides, so that the page opens at the list that was counted. */
  search?: { readonly [name: string]: string };
  /** Where a phone goes instead: to the page that works in a hall without reception. */
  phoneLink?: string;
  /** Counted for viewers with this permission in their club. */
  permission: Permission;
  feature?: Feature;
};
