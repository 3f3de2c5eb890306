import { Box, type BoxProps } from '@mantine/core';
import { useId } from 'react';
import classes from './Segments.module.css';

type SegmentsProps<Value extends string> = Pick<BoxProps, 'mb' | 'maw'> & {
  data: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  /** As wide as its place. */
  fullWidth?: boolean;
  /** Narrow segments, where there are many. */
  isDense?: boolean;
  disabled?: boolean;
  className?: string | undefined;
};

/**
 * A choice of one of a few, side by side: radio buttons of the browser. It measures nothing, as a sliding mark would: measuring lays out the
 * whole page while it is being drawn, which takes longer than a long table itself.
 */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { data, value, onChange, fullWidth, isDense, disabled, className, ...others } = props;
  const name = useId();
  return (
    <Box
      role="radiogroup"
      className={`${classes['segments']} ${className ?? ''}`}
      data-full={fullWidth || undefined}
      data-dense={isDense || undefined}
      {...others}
    >
      {data.map((one) => (
        <div key={one.value} className={classes['segment']}>
          <input
            type="radio"
            id={`${name}${one.value}`}
            name={name}
            value={one.value}
            checked={one.value === value}
            disabled={disabled}
            onChange={() => onChange(one.value)}
          />
          <label htmlFor={`${name}${one.value}`}>{one.label}</label>
        </div>
      ))}
    </Box>
  );
}
