import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { mayOpen, pageOf } from '#shared/kernel/pages.ts';
import { withBack } from '#shared/kernel/back.ts';
import { clubLooks, type ClubName } from '#shared/kernel/clubs.ts';
import { boot } from '#web/lib/boot.ts';
import { useAuth } from '#web/lib/session/session.ts';

type AccountLinkProps = {
  to: 'login' | 'admin';
  /** An anchor on this page to return to after sign-in, e.g. `#anmelden`. */
  at?: string;
  /** The page to return to, if not this one. */
  back?: string;
  /** The club of the content: on a site without a sign-in, the link leads to the same page on that club's own site. */
  club?: ClubName;
  className?: string | undefined;
  'aria-label'?: string;
  children: ReactNode;
};

/**
 * The only component that links to sign-in or the admin area. A site that has neither (GSV, specification section 2)
 * renders nothing, and nobody gets a link to an admin area that their role cannot open. After sign-in one returns to
 * the linking page.
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
