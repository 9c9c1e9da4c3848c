const hoursInDay = 24

/** A duration in hours as people say it: `25 minutes`, `4.5 hours`, `2.1 days`. */
export function timeText(hours: number): string {
  if (hours < 1) return counted(Math.round(hours * 60), 'minute')
  if (hours < 2 * hoursInDay) return counted(rounded(hours), 'hour')
  return counted(rounded(hours / hoursInDay), 'day')
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}

function counted(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}
