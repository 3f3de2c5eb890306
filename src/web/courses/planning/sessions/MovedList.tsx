import { Text } from '@mantine/core';
import type { MovedTo } from '#shared/courses/planning/manySessions.ts';
import { timeRange } from '#shared/kernel/calendar.ts';
import { formatDay } from '#web/lib/format.ts';
import { TickBox } from '#web/ui/forms/TickBox.tsx';
import type { Session } from './MoveSession.tsx';
import classes from './sessions.module.css';

type MovedListProps = {
  chosen: readonly Session[];
  /** The targets, as far as known. */ moved: readonly MovedTo[] | undefined;
  staying: readonly string[];
  onStay: (staying: string[]) => void;
};

/** The sessions in the selected range, each with its target and conflicts; unticked ones stay. */
export function MovedList({ chosen, moved, staying, onStay }: MovedListProps) {
  const targets = new Map(moved?.map((one) => [one.id, one]));
  return (
    <ul className={classes['list']} aria-label="Termine dieser Tage">
      {chosen.map((one) => {
        const [target, stays] = [targets.get(one.id), staying.includes(one.id)];
        const label = `${formatDay(one.startsAt)}, ${timeRange(one)}`;
        const toggle = () => onStay(stays ? staying.filter((id) => id !== one.id) : [...staying, one.id]);
        return (
          <li key={one.id} className={classes['row']}>
            <TickBox label={`${label} verlegen`} isTicked={!stays} onToggle={toggle} />
            <div>
              <Text size="sm" c={stays ? 'dimmed' : undefined}>
                {label}
                {!stays && target && (
                  <>
                    {' → '}
                    <strong>{`${formatDay(target.startsAt)}, ${timeRange(target)}`}</strong>
                    {target.place && target.place !== one.place && `, ${target.place}`}
                  </>
                )}
                {stays && ' bleibt'}
              </Text>
              {!stays && target?.isAsked && !target.trouble && (
                <Text size="sm" c="dimmed">
                  Die Halle wird angefragt.
                </Text>
              )}
              {!stays && target?.trouble && (
                <Text size="sm" c="danger">
                  {target.trouble}
                </Text>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
