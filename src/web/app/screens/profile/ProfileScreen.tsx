import { Link, Navigate, useRouterState } from '@tanstack/react-router';
import { SignOutButton } from '#web/accounts/sessions/SignOutButton.tsx';
import { useAuth } from '#web/lib/session/session.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { inDesignSystem } from '#web/ui/theme/DesignSystem.tsx';
import { profilePartsOf } from './profileParts.tsx';
import classes from './profile.module.css';

/** "Mein Profil": the signed-in user, and one row per part with a description. */
export const Page = inDesignSystem(ProfileScreen);

function ProfileScreen() {
  const { user } = useAuth();
  const hash = useRouterState({ select: ({ location }) => location.hash });
  // Links in mails of earlier years point to an anchor of this page.
  if (hash === 'zweiter-faktor') return <Navigate to="/profile/$part" params={{ part: 'security' }} hash={hash} search replace />;
  return (
    <div className={classes['page']}>
      <PageTitle title="Mein Profil">
        <SignOutButton />
      </PageTitle>
      {user && (
        <p className={classes['who']}>
          {user.fullName}, {user.email}
        </p>
      )}
      <nav aria-label="Teile des Profils">
        <ul className={classes['parts']}>
          {profilePartsOf(user).map(({ path, title, line, icon, State }) => (
            <li key={path}>
              <Link to="/profile/$part" params={{ part: path }} className={classes['part']}>
                <Icon name={icon} size={24} />
                <span className={classes['words']}>
                  <strong>{title}</strong>
                  <span className={classes['line']}>{line}</span>
                  {State && (
                    <span className={classes['state']}>
                      <State />
                    </span>
                  )}
                </span>
                <Icon name="chevron-right" />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
