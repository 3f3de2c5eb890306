import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { mayOpen, pageOf } from '#shared/kernel/pages.ts';
import { withBack } from '#shared/kernel/back.ts';
import { clubLooks, type ClubName } from '#shared/kernel/clubs.ts';
import { boot } from '#web/lib/boot.ts';
import { useAuth } from '#web/lib/session/session.ts';

type AccountLinkProps = {
  to: 'login' | 'admin';
  /** Where on this page one comes back to after the sign-in, e.g. `#anmelden`. */
  at?: string;
  /** Where one comes back to, if not to this page. */
  back?: string;
  /** The club of what is shown: on a site without a sign-in, the same page on that club's own site is named instead. */
  club?: ClubName;
  className?: string | undefined;
  'aria-label'?: string;
  children: ReactNode;
};

/**
 * THE link to the sign-in or the admin area. A site that shows neither (GSV, specification section 2) has none of them, and
 * nobody is led to an admin area that their role does not open. From the sign-in one comes back to the page with the link.
 */
export function AccountLink({ to, at = '', back, club, className, children, ...label }: AccountLinkProps) {
  const { user } = useAuth();
  const path = useRouterState({ select: ({ location }) => `${location.pathname}${location.searchStr}` });
  if (!clubLooks[boot.club.name].showsStaffLinks) {
    if (to === 'admin' || !club || !clubLooks[club].showsStaffLinks) return null;
    return (
      <a href={`${boot.clubs[club].site}${path}${at}`} className={className}>
        Konto bei {boot.clubs[club].displayName}? Dort weitermachen
      </a>
    );
  }
  if (to === 'admin' && !mayOpen(pageOf('admin'), user?.role.name)) return null;
  return (
    <a href={to === 'admin' ? '/admin' : withBack('/login', back ?? path + at)} className={className} {...label}>
      {children}
    </a>
  );
}
