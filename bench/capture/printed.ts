/** A generator that gives the same numbers for the same seed. */
export function diceOf(seed: number): (sides: number) => number {
  let state = (seed * 2654435761) >>> 0 || 1
  return (sides) => {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state % sides
  }
}

export function dollars(cents: number): string {
  const [whole, rest] = (Math.abs(cents) / 100).toFixed(2).split('.')
  return `${cents < 0 ? '-' : ''}${(whole ?? '').replace(/\B(?=(\d{3})+$)/g, ',')}.${rest}`
}

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

export function printedDate(date: string, form: number): string {
  const [year = '', month = '', day = ''] = date.split('-')
  const name = monthNames[Number(month) - 1] ?? ''
  const forms = [
    `${month}/${day}/${year}`,
    `${name} ${Number(day)}, ${year}`,
    `${name.slice(0, 3)} ${day}, ${year}`,
    `${Number(month)}/${Number(day)}/${year.slice(2)}`,
    date,
    `${day}-${name.slice(0, 3).toUpperCase()}-${year}`,
  ]
  return forms[form % forms.length] ?? date
}
