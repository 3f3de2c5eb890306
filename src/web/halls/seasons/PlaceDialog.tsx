import { Button, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PlaceChoice, SeasonPlan } from '#shared/halls/seasons/plans.ts';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { hourOf, obstaclesOf, type Change } from '../workbench/hours.ts';
import { placesQuery } from './queries.ts';
import classes from './seasons.module.css';
import { heldWords, weekWords } from './words.ts';

type PlaceDialogProps = {
  season: Season;
  plan: SeasonPlan;
  wishId: string;
  onRun: (change: Change, words: string) => void;
  onClose: () => void;
};

/** Grants a time to a wish: free ones first; groups in the way return to the pool. */
export function PlaceDialog({ season, plan, wishId, onRun, onClose }: PlaceDialogProps) {
  const query = useQuery(placesQuery(season.id, wishId));
  const { data } = query;
  const choose = ({ facilityId, unitIds, weekday, startTime, endTime, week }: PlaceChoice) => {
    const hour = { wishId, facilityId, unitIds, weekday, startTime, endTime, week, isLocked: false, reason: '' };
    const buffer = season.facilities.find((one) => one.facilityId === facilityId)?.bufferMinutes ?? 0;
    onRun({ takes: obstaclesOf(plan.grants, hour, buffer).map(hourOf), gives: [hour] }, 'Die Zeit ist gegeben.');
    onClose();
  };
  return (
    <Modal opened onClose={onClose} size="lg" title="Zeit wählen">
      {!data && <Loading query={query} />}
      {data?.length === 0 && <Text>Für diesen Wunsch gibt es in keiner Sportstätte der Saison einen Platz.</Text>}
      {data && (
        <ul className={classes['cards']} aria-label="Mögliche Zeiten">
          {data.map((place) => (
            <li key={`${place.words}${place.week}`} className={classes['card']}>
              <Stack gap={4}>
                <span className={classes['name']}>{`${place.words}${weekWords(place.week)}`}</span>
                <Text size="sm">{[standing(place), heldAt(season, place)].filter(Boolean).join('. ')}</Text>
              </Stack>
              <Button
                size="xs"
                variant={place.obstacles.length === 0 ? 'filled' : 'default'}
                disabled={place.isLocked}
                style={{ justifySelf: 'start' }}
                aria-label={`${place.words} geben`}
                onClick={() => choose(place)}
              >
                {buttonOf(place)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
}

function standing({ option, points, obstacles }: PlaceChoice): string {
  const asked = option === null ? 'nicht gewünscht' : `${option + 1}. Wunsch, ${points} Punkte`;
  return obstacles.length === 0 ? `Frei, ${asked}` : `Belegt von ${obstacles.join('; ')}. ${asked}`;
}

/** "Bisher SC Blautal", while the season is being decided. */
function heldAt({ facilities }: Season, { facilityId, weekday, startTime, endTime, unitIds }: PlaceChoice): string {
  const hall = facilities.find((one) => one.facilityId === facilityId);
  return hall ? heldWords(hall, { weekday, from: startTime, to: endTime, unitIds }).replace('bisher', 'Bisher') : '';
}

function buttonOf({ obstacles, isLocked }: PlaceChoice): string {
  if (isLocked) return 'Festgelegt';
  return obstacles.length === 0 ? 'Geben' : 'Geben, andere in den Pool';
}
