import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { boot } from '#web/lib/boot.ts';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import classes from './Home.module.css';

/** Common searches, each linked to the filtered offers. */
const wishes: readonly { words: string; search: { readonly [key: string]: string } }[] = [
  { words: 'Kinder', search: { group: 'children' } },
  { words: 'Jugend', search: { group: 'youth' } },
  { words: 'Erwachsene', search: { group: 'adults' } },
  { words: 'Ältere', search: { group: 'seniors' } },
  { words: 'Heute', search: { day: 'today' } },
  { words: 'Freie Plätze', search: { free: '1' } },
];

/** The head of a start page: the club's picture, name and slogan, and the search for an offer. */
export function HomeHero({ isLow }: { /** Leaves room for the viewer's own rows. */ isLow: boolean }) {
  const { club } = boot;
  return (
    <div className={classes['hero']} data-low={isLow || undefined}>
      <img className={classes['image']} src={club.image} alt="" width={1600} height={560} fetchPriority="high" />
      <div className={classes['words']}>
        <h1>{club.displayName}</h1>
        <p>{club.slogan}</p>
      </div>
      <OfferSearch />
    </div>
  );
}

function OfferSearch() {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  return (
    <search className={classes['finder']}>
      <form
        noValidate
        className={classes['field']}
        action="/offers"
        onSubmit={(event) => {
          event.preventDefault();
          void navigate({ to: '/offers', search: typed.trim() ? { q: typed.trim() } : {} });
        }}
      >
        <input
          type="search"
          name="q"
          aria-label="Angebot suchen"
          placeholder="Turnen, Mittwoch, 6 Jahre …"
          maxLength={80}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <PlainButton type="submit" look="main">
          Angebote zeigen
        </PlainButton>
      </form>
      <ul className={classes['wishes']}>
        {wishes.map(({ words, search }) => (
          <li key={words}>
            <Link to="/offers" search={search}>
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </search>
  );
}
