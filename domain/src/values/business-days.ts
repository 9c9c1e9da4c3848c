const day = 86_400_000
const saturday = 6
const sunday = 0

/**
 * One business day after a time, both in milliseconds UTC: the same time of day on the next day from Monday to Friday,
 * in UTC. A business day that would begin on a weekend begins on Monday at 0:00.
 */
export function businessDayAfter(time: number): number {
  const start = isWeekend(time) ? nextWeekday(startOfDay(time)) : time
  return nextWeekday(start)
}

/**
 * Some business days before a time, both in milliseconds UTC: the latest time after which that many business days have
 * passed.
 */
export function businessDaysBefore(time: number, days: number): number {
  const end = isWeekend(time) ? startOfDay(previousWeekday(time)) + day - 1 : time
  let start = end
  for (let passed = 0; passed < days; passed += 1) start = previousWeekday(start)
  return start
}

function previousWeekday(time: number): number {
  const previous = time - day
  return isWeekend(previous) ? previousWeekday(previous) : previous
}

function nextWeekday(time: number): number {
  const next = time + day
  return isWeekend(next) ? nextWeekday(next) : next
}

function isWeekend(time: number): boolean {
  const weekday = new Date(time).getUTCDay()
  return weekday === saturday || weekday === sunday
}

function startOfDay(time: number): number {
  return Math.floor(time / day) * day
}
