import type { PrintRunReply } from '@check-requests/domain/checks/replies.ts'
import { listWithAnd } from '@check-requests/domain/values/lists.ts'
import { ClipboardCheck, Landmark, ListChecks, Printer } from 'lucide-react'
import { formatMoment } from '#check-requests/list/moments.ts'
import type { WriteNotices } from '#platform/use-write.ts'
import type { Step } from '#ui/steps.tsx'

/** The steps from choosing an account to the recorded result. */
export const printSteps: readonly Step[] = [
  { name: 'Account', picture: Landmark },
  { name: 'Requests', picture: ListChecks },
  { name: 'Print', picture: Printer },
  { name: 'Result', picture: ClipboardCheck },
]

type Run = Omit<PrintRunReply, 'list_pages' | 'opened' | 'checks'>

/** `number 1001` or `numbers 1001 to 1003`. */
export function numbersOf({ first_number: first, count }: Pick<Run, 'first_number' | 'count'>): string {
  return count === 1 ? `number ${first}` : `numbers ${first} to ${first + count - 1}`
}

/** `1 check` or `3 checks`. */
export function checksInWords(count: number): string {
  return count === 1 ? '1 check' : `${count} checks`
}

/** What to do about the pages after the checks, for which their stubs are too short; empty if there are none. */
export function listPagesInWords({ list_pages: pages }: Pick<PrintRunReply, 'list_pages'>): string {
  if (pages === 0) return ''
  const last = pages === 1 ? 'The last page lists' : `The last ${pages} pages list`
  return `${last} what doesn’t fit on the stubs. Print ${pages === 1 ? 'it' : 'them'} on plain paper, not on checks.`
}

/** `prepared by Pat Lee on Nov 1, 2026, 2:05 PM`. */
export function madeInWords({ made_by, made_at }: Run): string {
  return `prepared by ${made_by.name} on ${formatMoment(made_at)}`
}

export const outcomes: Record<Run['state'], string> = {
  made: 'Not settled',
  confirmed: 'Printed',
  spoiled: 'All spoiled',
  released: 'Released',
}

/** The hint or error for the number on the first sheet in the tray. `next` is the account's next check number. */
export function firstNumberInWords(typed: string, next: number): { hint?: string; error?: string } {
  const first = Number(typed)
  if (!/^\d{1,10}$/.test(typed) || first === 0) return { error: 'Enter the number on the first sheet in the tray.' }
  if (first < next) return { error: `Number ${first} is lower than the account’s next number, ${next}.` }
  if (first === next) return { hint: `This matches the account’s next number, ${next}.` }
  const skipped = numbersOf({ first_number: next, count: first - next })
  return {
    hint: `The account’s next number is ${next}, so ${skipped} ${first - next === 1 ? 'is' : 'are'} skipped and kept as spoiled.`,
  }
}

/** `Opened by Pat Lee on Nov 1, 2026, 2:05 PM.` for each time, latest first; empty if never opened. */
export function openingsInWords({ opened }: Pick<PrintRunReply, 'opened'>): string {
  if (opened.length === 0) return ''
  return `Opened by ${listWithAnd(opened.map(({ name, at }) => `${name} on ${formatMoment(at)}`))}.`
}

// The account's next number changes with its runs.
const refreshes = ['check-requests', 'organisation'] as const

export const makeNotices: WriteNotices = { done: 'Numbers reserved', failed: 'Couldn’t reserve the numbers', refreshes }
export const settleNotices: WriteNotices = {
  done: 'Print run settled',
  failed: 'Couldn’t settle this print run',
  refreshes,
}
export const releaseNotices: WriteNotices = {
  done: 'Numbers released',
  failed: 'Couldn’t release the numbers',
  refreshes,
}
