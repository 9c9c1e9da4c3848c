const longestNumber = 12

/** This many check numbers in sequence, padded like the first; blank where there is none or it would get too long. */
export function checkNumbersFrom(first: string, count: number): string[] {
  const digits = first.trim()
  return Array.from({ length: count }, (_, index) => {
    if (!/^\d{1,12}$/.test(digits)) return index === 0 ? digits : ''
    const number = String(Number(digits) + index).padStart(digits.length, '0')
    return number.length > longestNumber ? '' : number
  })
}

/** A check number as typed; `place` names the place in which it must be unique. */
export interface TypedNumber {
  readonly id: number
  readonly place: string
  readonly number: string
}

/** Ids of those whose number already appeared earlier for the same place. */
export function idsWithNumberTwice(typed: readonly TypedNumber[]): number[] {
  const seen = new Set<string>()
  return typed.flatMap(({ id, place, number }) => {
    const key = JSON.stringify([place, number])
    const isSecond = number !== '' && seen.has(key)
    seen.add(key)
    return isSecond ? [id] : []
  })
}
