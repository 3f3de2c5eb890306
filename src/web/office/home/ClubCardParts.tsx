import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ClubCard } from '#shared/office/clubCard.ts';
import { pageAddress } from '#shared/content/contentAddress.ts';
import { boot } from '#web/lib/boot.ts';
import { payloadQuery } from '#web/lib/call/payload.ts';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { RichText } from '#web/ui/text/RichText.tsx';
import classes from './ClubCardParts.module.css';

/** The head of the club's contact card: picture, name and slogan. */
export function ClubCardHead() {
  const { club } = boot;
  return (
    <div className={classes['card']}>
      <img className={classes['image']} src={club.image} alt="" width={1600} height={560} />
      <div className={classes['words']}>
        <h1>{club.displayName}</h1>
        <p>{club.slogan}</p>
      </div>
    </div>
  );
}

/** The rest of the contact card of this site's club: departments, contact and further pages. */
export function ClubCardParts() {
  const query = useQuery(payloadQuery<ClubCard>('myClub'));
  return query.data ? <Parts {...query.data.data} /> : <Loading query={query} />;
}

function Parts({ departments, places, contact, pages }: ClubCard) {
  return (
    <>
      {departments.length > 0 && (
        <PagePart title="Abteilungen">
          <ul className={classes['departments']}>
            {departments.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </PagePart>
      )}
      {places.length > 0 && (
        <PagePart title="Wo wir trainieren">
          <ul className={classes['departments']}>
            {places.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </PagePart>
      )}
      {contact && (
        <PagePart title="So erreichen Sie uns">
          <div className={classes['contact']}>
            <RichText value={contact} />
          </div>
        </PagePart>
      )}
      {pages.length > 0 && (
        <PagePart title="Mehr über uns">
          <ul className={classes['pages']}>
            {pages.map(({ slug, label }) => (
              <li key={slug}>
                <Link to={pageAddress(boot.club.name, slug)}>{label}</Link>
              </li>
            ))}
          </ul>
        </PagePart>
      )}
    </>
  );
}
