import type { ComponentProps } from 'react';
import classes from './ScrollRegion.module.css';

type ScrollRegionProps = {
  /** Its accessible name. */ label: string;
} & Omit<ComponentProps<'section'>, 'aria-label' | 'tabIndex'>;

/** A scrollable region that the keyboard can scroll too. With the default class: a wide table with sticky head and first column. */
export function ScrollRegion({ label, className = classes['region'], ...section }: ScrollRegionProps) {
  return (
    // A scrollable region must be focusable, even when empty (axe: scrollable-region-focusable).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section {...section} className={className} aria-label={label} tabIndex={0} />
  );
}
