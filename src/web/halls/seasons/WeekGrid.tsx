import { Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ageGroupNames } from '#shared/halls/bookingStates.ts';
import type { Grant, SeasonPlan } from '#shared/halls/seasons/plans.ts';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import { weekdayNames } from '#shared/kernel/calendar.ts';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { GrantDialog } from './GrantDialog.tsx';
import classes from './seasons.module.css';
import { weekWords } from './words.ts';

type WeekGridProps = {
  season: Season;
  plan: SeasonPlan;
  /** Whether times of others are left out: then nothing is called free. */ isPart: boolean;
  onTake: (grant: Grant) => void;
};

/** The week of one hall: the hours of each day, in order. */
export function WeekGrid({ season, plan, isPart, onTake }: WeekGridProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [openId, setOpenId] = useState<string>();
  const hall = season.facilities.find(({ facilityId }) => facilityId === chosen) ?? season.facilities[0];
  if (!hall) return null;
  const grants = plan.grants.filter(({ facilityId }) => facilityId === hall.facilityId);
  const open = plan.grants.find(({ id }) => id === openId);
  return (
    <PagePart title="Die Woche">
      <Stack>
        <Select
          aria-label="Sportstätte"
          data={season.facilities.map(({ facilityId, name }) => ({ value: facilityId, label: name }))}
          allowDeselect={false}
          value={hall.facilityId}
          onChange={setChosen}
          maw={360}
        />
        <div className={classes['week']}>
          {weekdayNames.map((day, at) => (
            <section key={day} aria-label={day}>
              <h3 className={classes['day']}>{day}</h3>
              <Hours
                grants={grants.filter(({ weekday }) => weekday === at + 1)}
                units={hall.units}
                isPart={isPart}
                onOpen={plan.isWorking ? setOpenId : undefined}
              />
            </section>
          ))}
        </div>
      </Stack>
      {open && <GrantDialog key={open.id + open.version} grant={open} onTake={() => onTake(open)} onClose={() => setOpenId(undefined)} />}
    </PagePart>
  );
}

type HoursProps = {
  grants: readonly Grant[];
  units: Season['facilities'][number]['units'];
  isPart: boolean;
  onOpen: ((id: string) => void) | undefined;
};

function Hours({ grants, units, isPart, onOpen }: HoursProps) {
  if (grants.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {isPart ? '–' : 'frei'}
      </Text>
    );
  return (
    <ul className={classes['hours']}>
      {grants.map((grant) => {
        const words = grantWords(grant, units);
        return (
          <li key={grant.id}>
            {onOpen ? (
              <button type="button" className={classes['hour']} data-locked={grant.isLocked || undefined} onClick={() => onOpen(grant.id)}>
                {words}
              </button>
            ) : (
              <span className={classes['hour']}>{words}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** "17:00–18:30 · Drittel 1 · SC Blautal, Minis (Jugend)" */
function grantWords(grant: Grant, units: HoursProps['units']): string {
  const { startTime, endTime, organisation, groupName, ageGroup, unitIds, isLocked, week } = grant;
  const parts =
    unitIds.length === units.length
      ? ''
      : units
          .filter(({ id }) => unitIds.includes(id))
          .map(({ label }) => label)
          .join(', ');
  const who = `${organisation}${groupName ? `, ${groupName}` : ''} (${ageGroupNames[ageGroup]})`;
  return [`${startTime}–${endTime}${weekWords(week)}`, parts, who, isLocked && 'festgelegt'].filter(Boolean).join(' · ');
}
