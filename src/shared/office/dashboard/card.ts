import type { Feature, Permission } from '#shared/kernel/permissions.ts';

/** One kind of open task: its title, its page, and the permission needed to see it. */
export type DashboardCard = {
  title: string;
  /** The unit of the number, singular and plural. */
  words: readonly [one: string, more: string];
  /** An icon of the collection "tabler". */
  icon: string;
  /** The page of the tasks (shared/kernel/pages.ts), linked from the number. */
  link: string;
  /** Query parameters that open the page with the counted list. */
  search?: { readonly [name: string]: string };
  /** The link on phones, if it differs: a page that works offline. */
  phoneLink?: string;
  /** The permission, in the user's club, that is required to see the card. */
  permission: Permission;
  feature?: Feature;
};
