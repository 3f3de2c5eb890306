import type { ButtonHTMLAttributes } from 'react';
import classes from './plain.module.css';

type Look = 'main' | 'quiet' | 'icon';
type PlainButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  /** The one main action of a part, any other (the default), or an icon without words. */ look?: Look;
};

/** A button of the light public frame, 44 px high; it submits nothing unless told so. */
export function PlainButton({ look = 'quiet', ...button }: PlainButtonProps) {
  return <button type="button" {...button} className={plainButton(look)} />;
}

/** The class that makes a link look like such a button. */
export function plainButton(look: Look = 'quiet'): string {
  return `${classes['button']} ${classes[look]}`;
}
