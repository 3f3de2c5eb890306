import classes from './Sparkline.module.css';

const [width, height, edge] = [96, 28, 2];

/** A line of a few values without axes; its text says them one by one. */
export function Sparkline({
  values,
  label,
}: {
  values: readonly number[];
  /** What the values are: "Anmeldungen je Woche". */ label: string;
}) {
  const highest = Math.max(1, ...values);
  const step = (width - 2 * edge) / Math.max(1, values.length - 1);
  const points = values.map((value, at) => {
    const [x, y] = [edge + at * step, height - edge - (value / highest) * (height - 2 * edge)];
    return { x: x.toFixed(1), y: y.toFixed(1) };
  });
  const last = points.at(-1);
  return (
    <svg
      className={classes['line']}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={`${label}: ${values.map((value) => value.toLocaleString('de-DE')).join(', ')}`}
    >
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {last && <circle cx={last.x} cy={last.y} r={edge} />}
    </svg>
  );
}
