import { Button, Text } from '@mantine/core';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { clubOfParameter, parameters, type Parameter, type ParameterName } from '#shared/club/config.ts';
import { may } from '#shared/kernel/rights.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useAuth } from '#web/lib/session/session.ts';
import classes from './config.module.css';
import { ParameterForm } from './ParameterForm.tsx';
import { readable } from './readable.ts';

/** What other features say beside a parameter that is open, by its name. */
export type ParameterNotes = { readonly [name in ParameterName]?: ReactNode };

type ParameterRowProps = { parameter: Parameter; note: ReactNode; isHidden: boolean };

/** One parameter with its value; description and field expand on click. Hidden, it keeps its input. */
export function ParameterRow({ parameter, note, isHidden }: ParameterRowProps) {
  const { name, value, isDefault, updatedAt } = parameter;
  const { label, help } = parameters[name];
  const role = useAuth().user?.role.name;
  const mayChange = clubOfParameter(name)
    ? Boolean(may({ role }, 'config.updateClub', 'club'))
    : Boolean(may({ role }, 'config.update', 'global'));
  const [isOpen, setIsOpen] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  // The field of the last visible row opens below the window, so it is scrolled into view.
  useLayoutEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <li ref={row} className={classes['row']} aria-label={label} hidden={isHidden}>
      <div className={classes['name']}>
        <strong>{label}</strong>
        <Text size="sm" c="dimmed">
          {isDefault || !updatedAt ? 'Standard' : `geändert ${formatDateTime(updatedAt)}`}
        </Text>
      </div>
      {!isOpen && <span className={classes['value']}>{readable(name, value)}</span>}
      <Button
        variant="default"
        aria-expanded={isOpen}
        aria-label={`${label}: ${wordOf(isOpen, mayChange)}`}
        onClick={() => setIsOpen(!isOpen)}
      >
        {wordOf(isOpen, mayChange)}
      </Button>
      {isOpen && (
        <div className={classes['open']}>
          <Text size="sm" c="dimmed" id={`help-${name}`}>
            {help}
          </Text>
          {note}
          {mayChange ? (
            <ParameterForm parameter={parameter} />
          ) : (
            <Text size="sm">Das gilt für alle Vereine. Ändern darf es nur ein Superuser.</Text>
          )}
        </div>
      )}
    </li>
  );
}

function wordOf(isOpen: boolean, mayChange: boolean): string {
  if (isOpen) return 'Schließen';
  return mayChange ? 'Ändern' : 'Ansehen';
}
