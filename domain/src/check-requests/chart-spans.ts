/** The selectable numbers of weeks in the charts, including this week. */
export const chartSpans = [4, 12, 26, 52] as const
export type ChartSpan = (typeof chartSpans)[number]
export const usualSpan: ChartSpan = 12
