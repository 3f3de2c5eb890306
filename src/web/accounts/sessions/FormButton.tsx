import type { ButtonHTMLAttributes } from 'react';
import classes from './forms.module.css';

type FormButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  /** Default: the primary action of the form. */
  look?: 'main' | 'quiet' | 'danger';
  isWide?: boolean;
  isBusy?: boolean;
  /** Announced to screen readers while it is busy. */
  busyText?: string;
};

/** A button of a form. While its action is pending it keeps the focus, shows a spinner and ignores clicks. */
export function FormButton({ look = 'main', isWide, isBusy = false, busyText = '', children, onClick, ...button }: FormButtonProps) {
  const looks = { main: '', quiet: classes['quiet'], danger: classes['danger'] };
  return (
    <>
      <button
        type="submit"
        {...button}
        className={`${classes['button']} ${looks[look]} ${isWide ? classes['wide'] : ''}`}
        aria-disabled={isBusy}
        onClick={(event) => {
          if (isBusy) event.preventDefault();
          else onClick?.(event);
        }}
      >
        {isBusy && <span className={classes['spinner']} aria-hidden="true" />}
        {children}
      </button>
      <output className="unseen">{isBusy ? busyText : ''}</output>
    </>
  );
}
