import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { helperListStateNames } from '#shared/helpers/helperListWords.ts';
import { pages } from '#shared/kernel/pages.ts';
import { useAddressTexts } from '#web/lib/address.ts';
import { CallError } from '#web/lib/call/call.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { AccountLink } from '#web/ui/plain/AccountLink.tsx';
import { ClubBand } from '#web/ui/plain/ClubBand.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { BringList } from '../items/BringList.tsx';
import { AssignmentCard } from './AssignmentCard.tsx';
import classes from './shifts.module.css';
import { PledgeCard } from '../items/PledgeCard.tsx';
import { assignmentQuery, openListQuery } from './queries.ts';
import { ShiftRow } from './ShiftRow.tsx';
import { dayOf } from './words.ts';

/** A public helper list: free seats, sign-up, and the assignment behind the link in a mail (/helpers/{token}). */
export function Page() {
  const { token = '' } = useParams({ strict: false });
  const { user } = useAuth();
  const [{ dienst = '', zusage = '' }] = useAddressTexts();
  const query = useQuery(openListQuery(token));
  const { data: list, error } = query;
  const { data: assignment } = useQuery(assignmentQuery(dienst));
  if (error instanceof CallError && ['not-found', 'unauthenticated', 'invalid-argument'].includes(error.code))
    return (
      <>
        <PageTitle title={pages.helpers.title} />
        <EmptyState icon="link-off" title="Diese Helferliste ist hier nicht zu sehen.">
          <p>
            {user
              ? 'Vielleicht wurde sie geschlossen, oder sie gehört zu einem anderen Verein.'
              : 'Vielleicht ist sie nur für Mitglieder: '}
          </p>
          {!user && <AccountLink to="login">Bitte loggen Sie sich ein.</AccountLink>}
        </EmptyState>
      </>
    );
  if (!list)
    return (
      <>
        <PageTitle title={pages.helpers.title} />
        <Loading query={query} />
      </>
    );
  const days = [...Map.groupBy(list.shifts, dayOf)];
  const free = list.shifts.reduce((sum, { needed, filled }) => sum + Math.max(0, needed - filled), 0);
  const isOpen = list.state === 'open';
  return (
    <div className={classes['page']}>
      <ClubBand club={list.club} what="Helferliste" />
      <PageTitle title={list.title} />
      {list.description && <p className={classes['text']}>{list.description}</p>}
      <p className={classes['lead']}>
        <strong>
          {isOpen
            ? free === 0
              ? 'Alles besetzt, danke!'
              : `Noch ${free === 1 ? '1 Platz' : `${free} Plätze`} frei`
            : helperListStateNames[list.state]}
        </strong>
        {list.contact && ` · Fragen: ${list.contact}`}
        {list.visibility === 'link' && list.shifts.length > 0 && (
          <>
            {' · '}
            <a href={`/feeds/helpers/${token}.ics`}>In den Kalender</a>
          </>
        )}
      </p>
      {assignment && (
        <section aria-label="Ihr Dienst">
          <AssignmentCard assignment={assignment} list={list} />
        </section>
      )}
      {zusage && <PledgeCard token={zusage} />}
      {days.map(([day, shifts]) => (
        <section key={day} aria-label={day}>
          <h2 className={classes['day']}>{day}</h2>
          <ul className={classes['rows']}>
            {shifts.map((shift) => (
              <ShiftRow key={shift.id} shift={shift} list={list} />
            ))}
          </ul>
        </section>
      ))}
      <BringList list={list} />
      {list.shifts.length === 0 && <EmptyState icon="calendar-plus" title="Noch keine Dienste." />}
    </div>
  );
}
