import { AreaChart, BarChart } from './charts.tsx';
import { Figure } from './Figure.tsx';

/** One point on the axis: a value per series, and texts that only the table shows. */
type ChartPoint = { name: string; values: readonly number[]; words?: readonly string[] };

type ChartFigureProps = {
  title: string;
  /** Vertical bars, grouped or stacked; horizontal bars for long names, stacked (`sideways`) or grouped (`beside`); or a stacked area. */
  kind: 'bars' | 'stacked' | 'sideways' | 'beside' | 'area';
  /** What the points are, as a table heading: "Monat". */
  head: string;
  series: readonly { label: string; color: keyof typeof tones }[];
  points: readonly ChartPoint[];
  /** The headings of the points' texts. */
  more?: readonly string[];
  /** Formats a value for the table. */
  format?: (value: number) => string;
  /** A short format for the axis. */
  shortly?: (value: number) => string;
};

/** The colours of series by meaning; all have enough contrast in light and dark mode. */
const tones = {
  club: 'var(--mantine-primary-color-filled)',
  good: 'good.4',
  bad: 'waiting.4',
  other: 'indigo.5',
  quiet: 'gray.5',
} as const;

const height = 240;
const plain = (value: number) => value.toLocaleString('de-DE');

/** A chart of a few series with a table of the same data. */
export function ChartFigure({ title, kind, head, series, points, more = [], format = plain, shortly = plain }: ChartFigureProps) {
  const data = points.map(({ name, values }) => ({ name, ...Object.fromEntries(values.map((value, at) => [String(at), value])) }));
  const shared = {
    data,
    dataKey: 'name',
    series: series.map(({ label, color }, at) => ({ name: String(at), label, color: tones[color] })),
    withLegend: series.length > 1,
    valueFormatter: shortly,
  };
  const rows = points.map(({ name, values, words = [] }) => [name, ...values.map(format), ...words]);
  return (
    <Figure title={title} head={[head, ...series.map(({ label }) => label), ...more]} rows={rows}>
      {kind === 'area' && <AreaChart {...shared} h={height} type="stacked" curveType="linear" />}
      {(kind === 'sideways' || kind === 'beside') && (
        <BarChart
          {...shared}
          h={Math.max(height, points.length * (kind === 'beside' ? 20 + series.length * 8 : 34) + 60)}
          type={kind === 'beside' ? 'default' : 'stacked'}
          orientation="vertical"
          yAxisProps={{ width: 110 }}
        />
      )}
      {(kind === 'bars' || kind === 'stacked') && (
        <BarChart
          {...shared}
          h={height}
          type={kind === 'bars' ? 'default' : 'stacked'}
          tickLine="y"
          {...(shortly === plain ? {} : { yAxisProps: { width: 80 } })}
        />
      )}
    </Figure>
  );
}
