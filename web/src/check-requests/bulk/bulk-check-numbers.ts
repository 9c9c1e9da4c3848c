import { checkNumberAfter } from '@check-requests/domain/check-requests/check-number.ts'

/** This many check numbers in sequence, padded like the first; blank where there is none or it would get too long. */
export function checkNumbersFrom(first: string, count: number): string[] {
  const numbers = [first.trim()]
  while (numbers.length < count) numbers.push(after(numbers.at(-1) ?? ''))
  return numbers.slice(0, count)
}

function after(number: string): string {
  return /^\d+$/.test(number) ? (checkNumberAfter(number) ?? '') : ''
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
