import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { priceCategoryNames, courseKindNames } from '#shared/courses/courseWords.ts';
import type { CoursePage } from '#shared/courses/courseShapes.ts';
import { periodInWords, priceInWords, timesOfOffer } from '#shared/courses/courseText.ts';
import { priceFromNow } from '#shared/courses/priceShare.ts';
import { euros } from '#shared/kernel/money.ts';
import { boot } from '#web/lib/boot.ts';
import { isGone } from '#web/lib/call/failure.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/useNow.ts';
import { useWindowTitle } from '#web/lib/windowTitle.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { ClubBand } from '#web/ui/plain/ClubBand.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { MapLink } from '#web/ui/plain/MapLink.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { RichText } from '#web/ui/text/RichText.tsx';
import { StoredPicture } from '#web/ui/files/StoredPicture.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { CourseDates } from './CourseDates.tsx';
import { CourseShare } from './CourseShare.tsx';
import classes from './course.module.css';
import { offerOf } from './offer.ts';
import { phaseWords } from './phaseWords.ts';
import { coursePageQuery } from './queries.ts';
import { HolidayHint } from '../holiday/HolidayHint.tsx';
import { CardPart } from '../cards/CardPart.tsx';
import { TrialPart } from '../trials/TrialPart.tsx';
import { CourseWatch } from '../watches/CourseWatch.tsx';
import { SignUp } from '../enrolments/SignUp.tsx';

/** The public page of a course with the enrolment (/id/{course}). */
export function Page() {
  const { course = '' } = useParams({ strict: false });
  const query = useQuery(coursePageQuery(course));
  const { data, error } = query;
  useWindowTitle(data?.title, data?.club);
  if (data) return <Course course={data} />;
  if (!isGone(error))
    return (
      <>
        {error && <PageTitle title="Kurs" />}
        <Loading query={query} />
      </>
    );
  return (
    <>
      <PageTitle title="Kurs" />
      <EmptyState icon="search-off" title="Dieses Angebot gibt es nicht (mehr).">
        <p>
          Vielleicht ist es beendet oder wurde umbenannt. <a href="/offers">Alle Angebote ansehen</a>
        </p>
      </EmptyState>
    </>
  );
}

function Course({ course }: { course: CoursePage }) {
  return (
    <article className={classes['page']}>
      <header className={classes['head']}>
        <ClubBand club={course.club} />
        {course.image && (
          <StoredPicture path={course.image} alt={course.imageAlt} sizes="(max-width: 48rem) 100vw, 48rem" className={classes['image']} />
        )}
        <p className={classes['kind']}>{[courseKindNames[course.kind], course.department, course.number].filter(Boolean).join(' · ')}</p>
        <h1 className={classes['title']}>{course.title}</h1>
        {course.subtitle && <p className={classes['subtitle']}>{course.subtitle}</p>}
        <p className={classes['phase']} data-kind={course.phase.kind}>
          {phaseWords({ club: course.club, phase: course.phase })}
        </p>
      </header>
      <div className={classes['columns']}>
        <Facts course={course} />
        <div className={classes['main']}>
          {course.description && <RichText value={course.description} />}
          <CourseDates course={course} />
        </div>
        <aside className={classes['side']}>
          {course.phase.kind === 'round' && <HolidayHint courseIds={[course.id]} />}
          <SignUp offer={offerOf(course)} />
          <CourseWatch course={course} />
          <TrialPart course={course} />
          <CardPart course={course} />
          <Prices course={course} />
          <CourseShare course={course} />
        </aside>
      </div>
    </article>
  );
}

function Facts({ course }: { course: CoursePage }) {
  const facts: [string, string, React.ReactNode][] = [
    ['calendar', 'Wann', timesOfOffer(course).join(', ')],
    ['calendar-event', 'Zeitraum', periodInWords(course)],
    ['map-pin', 'Wo', course.halls.length > 0 ? <Halls key="halls" halls={course.halls} /> : course.place],
    ['users', 'Für wen', course.rule || 'für alle'],
    ['user', 'Leitung', course.trainers.map(({ name }) => name).join(', ')],
    ['stairs', 'Niveau', course.level],
    ['backpack', 'Mitbringen', course.bringNote],
    ['certificate', 'Voraussetzung', course.requiredQualification],
    ['clock', 'Anmeldung', course.windows.map(({ label, at }) => `${label} ab ${formatDateTime(at)}`).join(', ')],
    ['clock-x', 'Anmeldeschluss', course.closesAt ? formatDateTime(course.closesAt) : ''],
  ];
  return (
    <dl className={classes['facts']}>
      {facts
        .filter(([, , text]) => text)
        .map(([icon, label, text]) => (
          <div key={label} className={classes['fact']}>
            <Icon name={icon} />
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
    </dl>
  );
}

/** The facilities with today's bookings and a map link. */
function Halls({ halls }: Pick<CoursePage, 'halls'>) {
  return halls.map(({ slug, name, address, ...at }) => (
    <div key={slug}>
      <a href={`/halls/${slug}`}>{name}</a>
      {address && (
        <>
          , <MapLink at={at} address={address} />
        </>
      )}
    </div>
  ));
}

function Prices({ course }: { course: CoursePage }) {
  return (
    <section className={classes['card']} aria-labelledby="preise">
      <h2 id="preise" className={classes['cardTitle']}>
        Preis
      </h2>
      {course.prices.length === 0 && <p>Kostenlos</p>}
      <dl className={classes['prices']}>
        {course.prices.map((price) => (
          <div key={price.category}>
            <dt>
              {price.category === 'member' && course.club !== boot.club.name
                ? `Mitglieder von ${boot.clubs[course.club].displayName}`
                : priceCategoryNames[price.category]}
            </dt>
            <dd>
              {priceInWords(price)}
              <FromNow price={price} course={course} />
            </dd>
          </div>
        ))}
      </dl>
      {course.hasRegistration && course.registration !== 'none' && (
        <>
          <h3 className={classes['small']}>{course.kind === 'permanent' ? 'Kündigen' : 'Platz absagen'}</h3>
          {course.cancelRule.map((sentence) => (
            <p key={sentence} className={classes['quiet']}>
              {sentence}
            </p>
          ))}
        </>
      )}
    </section>
  );
}

/** The price of a seat from now on, if it is reduced. */
function FromNow({ price, course }: { price: CoursePage['prices'][number]; course: CoursePage }) {
  const { cents, note } = priceFromNow(price, course, new Date(useNow()));
  if (!note || cents === price.cents || course.phase.kind === 'ended') return null;
  return (
    <span className={classes['now']}>
      jetzt {euros(cents)} ({note.split(': ').at(-1)})
    </span>
  );
}
