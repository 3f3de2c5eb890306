import '@mantine/charts/styles.layer.css';
import { AreaChart as MantineAreaChart, BarChart as MantineBarChart, type AreaChartProps, type BarChartProps } from '@mantine/charts';

/** Charts without a stop for the keyboard: who does not see them reads the table below (Figure.tsx), which says the same. */
const silent = { accessibilityLayer: false };

export function AreaChart(props: AreaChartProps) {
  return <MantineAreaChart {...props} areaChartProps={silent} />;
}

export function BarChart(props: BarChartProps) {
  return <MantineBarChart {...props} barChartProps={silent} />;
}
