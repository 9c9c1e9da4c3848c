const minute = 60_000
const units = { m: minute, h: 60 * minute, d: 24 * 60 * minute } as const
const shortest = 5 * minute
const longest = 31 * units.d

/** How long after one copy the next is made: reads `30m`, `6h` or `1d` as milliseconds; a text says what is wrong. */
export function parseInterval(text: string): number | string {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text.trim()) ?? []
  const milliseconds = Number(count) * units[unit as keyof typeof units]
  return milliseconds >= shortest && milliseconds <= longest
    ? milliseconds
    : 'must be like 30m, 6h or 1d, from 5m to 31d'
}
