import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { HolidayPage } from '#shared/courses/holiday/shapes.ts';
import { clubNames } from '#shared/kernel/clubs.ts';
import { boot } from '#web/lib/boot.ts';
import { isGone } from '#web/lib/call/failure.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { useWindowTitle } from '#web/lib/windowTitle.ts';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { AccountLink } from '#web/ui/plain/AccountLink.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import classes from './holiday.module.css';
import { holidayQuery } from './queries.ts';
import { lowestPriceInWords } from '#shared/courses/courseText.ts';
import { seatsInWords, standInWords } from './words.ts';

// Everybody sees the offers; wishes require an account.
const OwnChildren = lazyPart(async () => (await import('./OwnChildren.tsx')).OwnChildren);

/** A round of the holiday programme: its offers, and the wishes of the own children (/holiday/{id}). */
export function Page() {
  const { id = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(holidayQuery(id));
  useWindowTitle(data?.name, data?.club);
  if (data) return <Round round={data} />;
  return (
    <>
      <PageTitle title="Ferienprogramm" />
      {!error && <Pending />}
      {error && <NoRound error={error} onRetry={() => void refetch()} />}
    </>
  );
}

function NoRound({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!isGone(error)) return <LoadProblem error={error} onRetry={onRetry} />;
  return (
    <EmptyState icon="search-off" title="Dieses Ferienprogramm gibt es nicht (mehr).">
      <p>
        <a href="/offers">Alle Angebote ansehen</a>
      </p>
    </EmptyState>
  );
}

function Round({ round }: { round: HolidayPage }) {
  const { user } = useAuth();
  const isOff = round.phase === 'cancelled';
  const offers = isOff ? null : <Offers round={round} />;
  return (
    <div className={classes['page']}>
      <PageTitle title={round.name} />
      {round.text && <p className={classes['text']}>{round.text}</p>}
      <p>
        <strong>{standInWords(round)}</strong>
      </p>
      {user ? (
        <OwnChildren round={round}>{offers}</OwnChildren>
      ) : (
        <>
          {!isOff && <Visitor round={round} />}
          {offers}
        </>
      )}
      {!isOff && <Rules round={round} />}
    </div>
  );
}

function Offers({ round }: { round: HolidayPage }) {
  return (
    <PagePart title="Angebote">
      <ul className={classes['offers']}>
        {round.offers.map((one) => (
          <OfferRow key={one.courseId} offer={one} />
        ))}
      </ul>
    </PagePart>
  );
}

function OfferRow({ offer }: { offer: HolidayPage['offers'][number] }) {
  return (
    <li className={classes['offer']}>
      <a href={`/id/${offer.slug}`}>
        <strong>{offer.title}</strong>
      </a>
      <span>{offer.when}</span>
      <span className={classes['quiet']}>
        {[boot.clubs[offer.club].displayName, offer.place, offer.ages, lowestPriceInWords(offer.priceFrom)].filter(Boolean).join(' · ')}
      </span>
      <span>{offer.isOff ? 'fällt aus' : seatsInWords(offer)}</span>
    </li>
  );
}

function Visitor({ round }: { round: HolidayPage }) {
  const clubs = clubNames.filter((name) => round.offers.some(({ club }) => club === name));
  const isOpen = round.phase === 'open';
  return (
    <PagePart
      title={isOpen ? 'Wünsche abgeben' : 'Die eigenen Wünsche'}
      lead={
        isOpen
          ? 'Mit einem Konto, für jedes Kind. Ändern können Sie sie bis zum letzten Tag.'
          : 'Was aus den Wünschen Ihrer Kinder wird, steht nach dem Einloggen hier.'
      }
    >
      {clubs.map((club, at) => (
        <p key={club}>
          {(at === 0 || boot.club.name === 'GSV') && (
            <AccountLink to="login" club={club}>
              {isOpen ? 'Zum Wünschen einloggen' : 'Einloggen und ansehen'}
            </AccountLink>
          )}
        </p>
      ))}
    </PagePart>
  );
}

/** How the seats are allocated; afterwards with the seed, so that everybody can recompute the draw. */
function Rules({ round }: { round: HolidayPage }) {
  return (
    <PagePart title="So werden die Plätze vergeben" fold="Regeln lesen">
      <p>
        Wer zuerst kommt, hat keinen Vorteil. Zuerst bekommt jedes Kind einen Platz, soweit es geht, dann die nächsten. Bei zu vielen
        Wünschen gehen Kinder ohne Platz vor, dann zählen die Sterne, dann das Los. Zwischen zwei Angeboten an verschiedenen Orten liegen
        mindestens 30 Minuten. Wird bis zur Vergabe noch ein Platz frei, geht er an die Nächsten nach dem Los. Freunde mit einem Code
        bekommen zusammen einen Platz oder keinen; fällt danach eines der Kinder aus, behalten die anderen ihren. Ein Platz ist 72 Stunden
        für Sie reserviert; wer keinen bekommt, steht auf der Warteliste.
      </p>
      {round.seed && (
        <p>
          Ausgangszahl der Lose: <code>{round.seed}</code>
        </p>
      )}
    </PagePart>
  );
}
