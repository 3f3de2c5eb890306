import type { AreaChartProps, BarChartProps } from '@mantine/charts';
import { Box } from '@mantine/core';
import { lazyPart } from '../late/lazyPart.tsx';

// The chart library has 100 KB; the figures around the charts are shown before it is loaded.
const DrawnArea = lazyPart(async () => (await import('./drawnCharts.tsx')).AreaChart, null);
const DrawnBars = lazyPart(async () => (await import('./drawnCharts.tsx')).BarChart, null);

type Tall = { h: number };

/** An area chart; its height `h` in pixels is kept while it loads. */
export function AreaChart(props: AreaChartProps & Tall) {
  return (
    <Box mih={props.h}>
      <DrawnArea {...props} />
    </Box>
  );
}

/** A bar chart; its height `h` in pixels is kept while it loads. */
export function BarChart(props: BarChartProps & Tall) {
  return (
    <Box mih={props.h}>
      <DrawnBars {...props} />
    </Box>
  );
}
