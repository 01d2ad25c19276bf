import type { ChartDay } from './chart-days.ts';

type DayBarsProps = {
  readonly days: readonly ChartDay[];
  /** 0 to 1, one for each day. */
  readonly heights: readonly number[];
  readonly pointedAt: string | undefined;
  readonly onPoint: (day: string | undefined) => void;
};

const HEIGHT = 100;
// What was used at all can be seen.
const LEAST = 1.5;

/** A bar for each day, as wide as there is room; for eyes alone. */
export const DayBars = ({ days, heights, pointedAt, onPoint }: DayBarsProps) => (
  <svg
    aria-hidden="true"
    focusable="false"
    viewBox={`0 0 ${days.length} ${HEIGHT}`}
    preserveAspectRatio="none"
    onPointerLeave={() => onPoint(undefined)}
    style={{
      display: 'block',
      width: '100%',
      height: 150,
      marginTop: 12,
      borderBottom: '1px solid var(--mantine-color-default-border)',
    }}
  >
    {days.map(({ day }, index) => {
      const share = heights[index] ?? 0;
      const height = share === 0 ? 0 : Math.max(LEAST, share * HEIGHT);
      return (
        <g key={day} onPointerEnter={() => onPoint(day)}>
          <rect x={index} width={1} height={HEIGHT} fill={pointedAt === day ? 'var(--chart-pointed)' : 'transparent'} />
          <rect x={index + 0.15} y={HEIGHT - height} width={0.7} height={height} fill="var(--chart-bar)" />
        </g>
      );
    })}
  </svg>
);
