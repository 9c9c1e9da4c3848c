const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const momentFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** The local day of a timestamp (ISO 8601): `Nov 1, 2026` (R243). */
export function formatDay(moment: string): string {
  return dayFormat.format(new Date(moment))
}

const dayOfYearFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

/** The local day of a recent timestamp (ISO 8601) without the year: `Nov 1`. */
export function formatDayOfYear(moment: string): string {
  return dayOfYearFormat.format(new Date(moment))
}

/** Local day and time of a timestamp (ISO 8601): `Nov 1, 2026, 2:05 PM`. */
export function formatMoment(moment: string): string {
  return momentFormat.format(new Date(moment))
}
