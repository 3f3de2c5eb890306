import { Link, useRouterState } from '@tanstack/react-router';
import { setupSteps, type SetupStepName } from '#shared/office/setup.ts';
import classes from './FirstSteps.module.css';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The first step of a new club that led to the page. */
    setup?: { name: SetupStepName; at: number; of: number };
  }
}

/** Above a page that a first step led to: which step this is, and the way to the next. */
export function SetupWay() {
  const setup = useRouterState({ select: ({ location }) => location.state.setup });
  if (!setup) return null;
  return (
    <p className={classes['way']}>
      <span>
        Schritt {setup.at} von {setup.of}: <strong>{setupSteps[setup.name].title}</strong>
      </span>
      <Link to="/admin">Weiter mit den ersten Schritten</Link>
    </p>
  );
}
