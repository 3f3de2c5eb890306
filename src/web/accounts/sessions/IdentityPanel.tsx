import type { ReactNode } from 'react';
import { clubLooks } from '#shared/kernel/clubs.ts';
import { boot } from '#web/lib/boot.ts';
import forms from './forms.module.css';
import classes from './IdentityPanel.module.css';

type IdentityPanelProps = {
  title: string;
  children: ReactNode;
  /** Further links, below the card. */
  below?: ReactNode;
};

/** The narrow card for sign-in, registration and links from mails. */
export function IdentityPanel({ title, children, below }: IdentityPanelProps) {
  return (
    <div className={`${classes['panel']} ${forms['panel']}`}>
      <div className={classes['head']}>
        <img src={clubLooks[boot.club.name].favicon} alt="" width={48} height={48} />
        <div>
          <h1 className={classes['title']}>{title}</h1>
          <p className={classes['club']}>{boot.club.displayName}</p>
        </div>
      </div>
      <div className={classes['card']}>{children}</div>
      {below && <div className={classes['below']}>{below}</div>}
    </div>
  );
}
