import type { ButtonHTMLAttributes } from 'react';
import classes from './plain.module.css';

type Look = 'main' | 'quiet' | 'icon';
type PlainButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  /** The main action of a section, any other (the default), or an icon without text. */ look?: Look;
};

/** A button of the light public frame, 44 px high; `type="button"` by default. */
export function PlainButton({ look = 'quiet', ...button }: PlainButtonProps) {
  return <button type="button" {...button} className={plainButton(look)} />;
}

/** The class that makes a link look like a button. */
export function plainButton(look: Look = 'quiet'): string {
  return `${classes['button']} ${classes[look]}`;
}
