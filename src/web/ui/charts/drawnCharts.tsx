import '@mantine/charts/styles.layer.css';
import { AreaChart as MantineAreaChart, BarChart as MantineBarChart, type AreaChartProps, type BarChartProps } from '@mantine/charts';

/** The charts take no keyboard focus: the table below (Figure.tsx) holds the same data for screen readers. */
const silent = { accessibilityLayer: false };

export function AreaChart(props: AreaChartProps) {
  return <MantineAreaChart {...props} areaChartProps={silent} />;
}

export function BarChart(props: BarChartProps) {
  return <MantineBarChart {...props} barChartProps={silent} />;
}
