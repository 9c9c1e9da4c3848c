/** How the axes of all charts look. */
export const axisProps = {
  stroke: 'var(--line-strong)',
  tickStroke: 'var(--line-strong)',
  tickLength: 4,
} as const

export const tickLabel = {
  className: 'chart-tick',
  fontSize: 12,
  fontFamily: 'inherit',
  fill: 'var(--ink-soft)',
} as const
