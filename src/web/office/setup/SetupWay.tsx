import { Link, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { setupSteps, type SetupStepName } from '#shared/office/setup.ts';
import classes from './SetupWay.module.css';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The setup step that led to the page. */
    setup?: { name: SetupStepName; at: number; of: number };
  }
}

/** Shown above a page that a setup step led to: the step, and a link to the next one. */
export function SetupWay() {
  const { pathname, setup } = useRouterState({ select: ({ location }) => ({ pathname: location.pathname, setup: location.state.setup }) });
  const [led, setLed] = useState<{ to: string; by: NonNullable<typeof setup> }>();
  if (setup && led?.by.name !== setup.name) setLed({ to: pathname, by: setup });
  if (!led || !pathname.startsWith(led.to)) return null;
  const { name, at, of } = led.by;
  return (
    <p className={classes['way']}>
      <span>
        Schritt {at} von {of}: <strong>{setupSteps[name].title}</strong>
      </span>
      <Link to="/admin">Weiter mit den ersten Schritten</Link>
    </p>
  );
}
