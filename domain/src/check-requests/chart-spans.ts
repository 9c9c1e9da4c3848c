/** The numbers of weeks that users can select in charts, including the current week. */
export const chartSpans = [4, 12, 26, 52] as const
export type ChartSpan = (typeof chartSpans)[number]
export const usualSpan: ChartSpan = 12
