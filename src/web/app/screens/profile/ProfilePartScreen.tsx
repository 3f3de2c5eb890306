import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import forms from '#web/accounts/sessions/forms.module.css';
import { profileQuery } from '#web/accounts/sessions/queries.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { NotFoundNotice } from '#web/ui/notices/ErrorNotice.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { Together } from '#web/ui/late/Together.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { inDesignSystem } from '#web/ui/theme/DesignSystem.tsx';
import { profilePartsOf } from './profileParts.tsx';
import classes from './profile.module.css';

/** One part of "Mein Profil". */
export const Page = inDesignSystem(ProfilePartScreen);

function ProfilePartScreen() {
  const { part: path } = useParams({ strict: false });
  const query = useQuery(profileQuery);
  const { user } = useAuth();
  const part = profilePartsOf(user).find((one) => one.path === path);
  if (!part) return <NotFoundNotice />;
  return (
    <div className={`${classes['page']} ${forms['panel']}`}>
      <p className={classes['way']}>
        <Link to="/profile">Mein Profil</Link>
      </p>
      <PageTitle title={part.title} />
      {query.data ? <Together key={path}>{part.draw(query.data)}</Together> : <Loading query={query} />}
    </div>
  );
}
