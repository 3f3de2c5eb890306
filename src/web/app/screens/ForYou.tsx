import { Link } from '@tanstack/react-router';
import { MySessions } from '#web/courses/replies/MySessions.tsx';

/** The first rows of "Meine Übersicht", at the top of the viewer's start page. */
export function ForYou() {
  return (
    <section aria-label="Für Sie">
      <MySessions atMost={3} isQuiet />
      <p>
        <Link to="/me">Meine Übersicht</Link>
      </p>
    </section>
  );
}
