import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import classes from './ErrorNotice.module.css';

/** The error in the words of the specification (section 2), with a link home. */
export function ErrorNotice({ status, message }: { status: number; message: string }) {
  useEffect(() => {
    // The frame sets the page's title in the same commit, after its children.
    queueMicrotask(() => (document.title = `Fehler ${status}`));
  }, [status]);
  return (
    <div className={classes['screen']}>
      {/* The client's own spelling (specification section 2). */}
      <h1 className={classes['title']}>Es ist ein Fehler auftegreten:</h1>
      <p className={classes['status']}>{status}</p>
      <p className={classes['message']}>{message}</p>
      <a className={classes['button']} href="/">
        Zurück zur Hauptseite
      </a>
    </div>
  );
}

/** Not found (specification section 8). */
export function NotFoundNotice() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  return <ErrorNotice status={404} message={`Page not found: ${path}`} />;
}
