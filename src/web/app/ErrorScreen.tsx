import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { problems } from '#shared/problems.ts';
import classes from './ErrorScreen.module.css';

/** The screen for an address that leads nowhere (specification section 8). */
export function NotFoundScreen() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  return <Screen status={404} message={`Page not found: ${path}`} />;
}

/** The screen for a page that broke. What broke is told to the console, not to the person. */
export function ErrorScreen({ error }: { error: unknown }) {
  useEffect(() => console.error(error), [error]);
  const status = error instanceof Error && 'status' in error && Number(error.status) > 0 ? Number(error.status) : 500;
  const message = error instanceof Error && error.name === 'CallError' ? error.message : problems['internal-error'].title;
  return <Screen status={status} message={message} />;
}

function Screen({ status, message }: { status: number; message: string }) {
  useEffect(() => {
    document.title = `Fehler ${status}`;
  }, [status]);
  return (
    <main className={classes['screen']}>
      {/* The spelling is the client's (specification section 2). */}
      <h1 className={classes['title']}>Es ist ein Fehler auftegreten:</h1>
      <p className={classes['status']}>{status}</p>
      <p className={classes['message']}>{message}</p>
      <a className={classes['button']} href="/">
        Zurück zur Hauptseite
      </a>
    </main>
  );
}
