const hour = 8

/** The next eight o'clock after this moment, in the time zone of the server; both in milliseconds. */
export function nextDigest(now: number): number {
  const eight = new Date(now)
  eight.setHours(hour, 0, 0, 0)
  if (eight.getTime() <= now) eight.setDate(eight.getDate() + 1)
  return eight.getTime()
}
