import { useRouterState } from '@tanstack/react-router';
import { mayOpen, pageOf } from '#shared/kernel/pages.ts';
import { pageAt } from '#shared/kernel/site/pageAt.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { AccountLink } from '#web/ui/plain/AccountLink.tsx';
import classes from './RefusedPage.module.css';

/** Explains that the viewer's role may not open this page, and offers visitors the sign-in. */
export function RefusedPage() {
  const path = useRouterState({ select: ({ location }) => location.state.refusedPath });
  const { user } = useAuth();
  const name = path && pageAt(path.replace(/[?#].*$/, ''));
  if (!name || mayOpen(pageOf(name), user?.role.name)) return null;
  return (
    <p className={classes['line']}>
      {user ? 'Diese Seite öffnet Ihr Konto nicht.' : `„${pageOf(name).title}“ sehen Sie nach dem Einloggen.`}{' '}
      {!user && (
        <AccountLink to="login" back={path}>
          Jetzt einloggen
        </AccountLink>
      )}
    </p>
  );
}
