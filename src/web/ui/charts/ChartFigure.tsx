import { AreaChart, BarChart } from './charts.tsx';
import { Figure } from './Figure.tsx';

/** What stands above one mark of the axis: a value for each series, and words that only the table shows. */
type ChartPoint = { name: string; values: readonly number[]; words?: readonly string[] };

type ChartFigureProps = {
  title: string;
  /** Bars upright, one beside the other or stacked; sideways, where names are long, stacked or beside; a stacked area. */
  kind: 'bars' | 'stacked' | 'sideways' | 'beside' | 'area';
  /** What the points are: "Monat". */
  head: string;
  series: readonly { label: string; color: keyof typeof tones }[];
  points: readonly ChartPoint[];
  /** The headings of the words. */
  more?: readonly string[];
  /** How a value is written in the table. */
  format?: (value: number) => string;
  /** How a value is written beside the axis, where there is little room. */
  shortly?: (value: number) => string;
};

/** The colours of series by what they say; all have enough contrast on both grounds. */
const tones = {
  club: 'var(--mantine-primary-color-filled)',
  good: 'teal.7',
  bad: 'orange.7',
  other: 'indigo.5',
  quiet: 'gray.5',
} as const;

const height = 240;
const plain = (value: number) => value.toLocaleString('de-DE');

/** A chart of a few series with its numbers as a table; both are drawn from the same points. */
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
