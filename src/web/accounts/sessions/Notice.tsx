import type { ReactNode } from 'react';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './forms.module.css';

const icons = { info: 'info-circle', good: 'circle-check', bad: 'alert-triangle' } as const;

/** An important message that a screen reader announces when it appears. */
export function Notice({ kind = 'info', children }: { kind?: keyof typeof icons; children: ReactNode }) {
  return (
    <div className={`${classes['notice']} ${kind === 'info' ? '' : classes[kind]}`} role={kind === 'bad' ? 'alert' : 'status'}>
      <Icon name={icons[kind]} size={22} />
      <div>{children}</div>
    </div>
  );
}
