import { boot } from '#web/lib/boot.ts';
import classes from './Home.module.css';

/** The head of a start page: the picture of the club, its name and its slogan. */
export function HomeHero() {
  const { club } = boot;
  return (
    <div className={classes['hero']}>
      <img className={classes['image']} src={club.image} alt="" width={1600} height={560} fetchPriority="high" />
      <div className={classes['words']}>
        <h1>{club.displayName}</h1>
        <p>{club.slogan}</p>
      </div>
    </div>
  );
}
