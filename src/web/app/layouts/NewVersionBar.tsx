import { useEffect, useState } from 'react';
import { watchBuild } from '#web/lib/call/freshness.ts';
import classes from './NewVersionBar.module.css';

/** Offers to reload once the server runs another build than this page. */
export function NewVersionBar() {
  const [isNew, setIsNew] = useState(false);
  useEffect(() => watchBuild(() => setIsNew(true)), []);
  return (
    <output className="no-print">
      {isNew && (
        <div className={classes['bar']}>
          <span>Es gibt eine neue Version dieser Seite.</span>
          <button type="button" className={classes['button']} onClick={() => location.reload()}>
            Neue Version laden
          </button>
        </div>
      )}
    </output>
  );
}
