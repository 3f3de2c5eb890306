import { Button, Text } from '@mantine/core';
import type { OwnHours, OwnSeason } from '#shared/halls/ownHours.ts';
import { objectionStateNames, seasonSets, seasonStateNames } from '#shared/halls/seasons/seasonStates.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { OfferPart } from '../seasons/offers/OfferPart.tsx';
import { withdrawObjection, takenTimes } from '../seasons/offers/takenTimes.ts';
import { RefusalList } from '../seasons/RefusalList.tsx';
import classes from '../seasons/seasons.module.css';
import { dayOf, daysOf, placeWordsOf, wordsAt } from '../seasons/words.ts';
import { ObjectForm } from './ObjectForm.tsx';
import { OwnWishes } from './OwnWishes.tsx';
import { useOwnHours, type Opened } from './queries.ts';

type SeasonPartProps = { opened: Opened; of: OwnSeason } & Pick<OwnHours, 'contact' | 'organisation'>;

/** A season from an organisation's point of view: its wishes, then its result with the reasons, then its objection. */
export function SeasonPart({ opened, of, contact, organisation }: SeasonPartProps) {
  const { season, wishes, objections, mayObject } = of;
  const { reply, withdraw } = useOwnHours(opened);
  const mayWithdraw = contact.maySign && !seasonSets.over.includes(season.phase);
  const isAnnounced = seasonSets.announced.includes(season.phase);
  return (
    <PagePart title={`Hallenvergabe ${season.name}`} lead={`${daysOf(season)} · ${leadOf(of)}`}>
      {season.phase !== 'published' && season.criteria && (
        <details className={classes['fold']}>
          <summary>Wie vergeben wird</summary>
          <p className={classes['criteria']}>{season.criteria}</p>
        </details>
      )}
      {isAnnounced ? (
        <Result opened={opened} of={of} />
      ) : (
        <OwnWishes opened={opened} season={season} wishes={wishes} contact={contact} organisation={organisation} />
      )}
      {mayObject && <ObjectForm opened={opened} of={of} />}
      {objections.length > 0 && (
        <ul className={classes['cards']} aria-label="Ihre Einwände" style={{ marginTop: 'var(--mantine-spacing-md)' }}>
          {objections.map((one) => (
            <li key={one.id} className={classes['card']}>
              <Text size="sm" className={classes['criteria']}>
                {one.groupName && <strong>{`${one.groupName}: `}</strong>}
                {one.text}
              </Text>
              <StateMark tone={one.state === 'open' ? 'waiting' : 'quiet'}>{objectionStateNames[one.state]}</StateMark>
              {one.answer && <Text size="sm">{`Antwort: ${one.answer}`}</Text>}
              <OfferPart objection={one} replying={season.phase === 'consultation' && contact.maySign ? reply : undefined} />
              {one.state === 'open' && mayWithdraw && (
                <Button size="xs" variant="default" style={{ justifySelf: 'start' }} onClick={() => withdrawObjection(withdraw, one.id)}>
                  Einwand zurückziehen
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </PagePart>
  );
}

function leadOf({ season, mayObject }: OwnSeason): string {
  if (season.isAccepting) return `Wünsche bis zum ${dayOf(season.wishesUntil)}.`;
  if (season.phase === 'open') return 'Die Wunschfrist ist abgelaufen.';
  if (season.phase === 'planning') return 'Die Wünsche werden gerade geplant. Das Ergebnis kommt per Mail.';
  if (mayObject && season.objectionsUntil) return `Anhörung: Einwände bis zum ${dayOf(season.objectionsUntil)}.`;
  return seasonStateNames[season.phase];
}

/** The granted times, and the reasons for the others; during the objection period a free time can be requested with one click. */
function Result({ opened, of: { season, grants, refusals, objections, mayObject } }: { opened: Opened; of: OwnSeason }) {
  const { object, withdraw } = useOwnHours(opened);
  const take = (refusal: (typeof refusals)[number], alternative: number) =>
    object.mutate(
      {
        seasonId: season.id,
        wishId: refusal.wishId,
        alternative,
        text: `Wir nehmen stattdessen: ${wordsAt(refusal.alternatives, alternative)}.`,
      },
      { onSuccess: () => notify('Ihre Antwort ist bei der Hallenverwaltung.'), onError: notifyProblem },
    );
  return (
    <>
      {grants.length === 0 ? (
        <Text size="sm">Sie haben in dieser Saison keine Zeit bekommen.</Text>
      ) : (
        <ul className={classes['cards']} aria-label="Ihre Zeiten">
          {grants.map((grant) => (
            <li key={grant.id} className={classes['card']}>
              <span className={classes['name']}>{grant.groupName}</span>
              <Text size="sm">{placeWordsOf(grant, season)}</Text>
            </li>
          ))}
        </ul>
      )}
      {refusals.length > 0 && (
        <>
          <h3>Was nicht ging, und warum</h3>
          <RefusalList
            refusals={refusals}
            onTake={mayObject ? take : undefined}
            taken={takenTimes(mayObject ? objections : [], withdraw)}
            namesFree={season.phase === 'consultation'}
          />
        </>
      )}
    </>
  );
}
