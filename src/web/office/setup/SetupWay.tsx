import { Link, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { setupSteps } from '#shared/office/setup.ts';
import classes from './SetupWay.module.css';

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
