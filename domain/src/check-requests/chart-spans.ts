/** How many weeks the charts can look back, this week included. */
export const chartSpans = [4, 12, 26, 52] as const
export type ChartSpan = (typeof chartSpans)[number]
export const usualSpan: ChartSpan = 12
