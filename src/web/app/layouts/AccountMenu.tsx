import { Link } from '@tanstack/react-router';
import { useEffect, useId, useState, type FocusEvent } from 'react';
import { AccountLink } from '#web/ui/plain/AccountLink.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './DefaultLayout.module.css';

/** The account menu: the viewer's pages, the profile and sign-out. */
export function AccountMenu({ name }: { name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setIsOpen(false);
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [isOpen]);
  const closeBeside = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setIsOpen(false);
  };
  const look = `${classes['link']} ${classes['accountLink']}`;
  const close = () => setIsOpen(false);
  const leave = () => void import('#web/accounts/sessions/signIn.ts').then(({ signOut }) => signOut());
  return (
    <div className={classes['menu']} onBlur={closeBeside}>
      <button
        type="button"
        className={`${classes['link']} ${classes['menuButton']}`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="user-circle" size={22} />
        <span className="unseen">Mein Konto: </span>
        <span className={classes['name']}>{name}</span>
      </button>
      <div id={id} className={classes['menuItems']} data-open={isOpen || undefined}>
        <AccountLink to="admin" className={look}>
          <Icon name="layout-dashboard" size={22} />
          <span>Verwaltung</span>
        </AccountLink>
        <Link to="/me" className={look} activeProps={{ 'aria-current': 'page' }} onClick={close}>
          <Icon name="calendar-heart" size={22} />
          <span>Meine Übersicht</span>
        </Link>
        <Link to="/profile" className={look} activeProps={{ 'aria-current': 'page' }} onClick={close}>
          <Icon name="user-circle" size={22} />
          <span>Mein Profil</span>
        </Link>
        <button type="button" className={look} onClick={leave}>
          <Icon name="logout" size={22} />
          <span>Ausloggen</span>
        </button>
      </div>
    </div>
  );
}
