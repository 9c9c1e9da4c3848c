const longestNumber = 12

/** As many check numbers in sequence, with the leading zeros of the first; blank where there is none or it would get too long. */
export function checkNumbersFrom(first: string, count: number): string[] {
  const digits = first.trim()
  return Array.from({ length: count }, (_, index) => {
    if (!/^\d{1,12}$/.test(digits)) return index === 0 ? digits : ''
    const number = String(Number(digits) + index).padStart(digits.length, '0')
    return number.length > longestNumber ? '' : number
  })
}

/** A number that was typed for a check; `place` names where it has to be the only one. */
export interface TypedNumber {
  readonly id: number
  readonly place: string
  readonly number: string
}

/** Ids of those whose number stands above for the same place already. */
export function idsWithNumberTwice(typed: readonly TypedNumber[]): number[] {
  const seen = new Set<string>()
  return typed.flatMap(({ id, place, number }) => {
    const key = JSON.stringify([place, number])
    const isSecond = number !== '' && seen.has(key)
    seen.add(key)
    return isSecond ? [id] : []
  })
}
