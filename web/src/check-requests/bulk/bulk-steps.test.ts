import type { BulkResult } from '@check-requests/domain/check-requests/replies.ts'
import { describe, expect, test } from 'vitest'
import { byDeliveryMethod, lostInWords, movedInWords, requestsInWords } from '#check-requests/bulk/bulk-words.ts'
import { doneOf, stepAfter } from '#check-requests/bulk/use-bulk-transition.ts'
import { personAs } from '#testing/people.ts'
import { historyEntry, listedRequest } from '#testing/requests.ts'

const printedAt = '2026-11-21T10:00:00.000Z'

function done(id: number, changes: Parameters<typeof historyEntry>[0] = {}): BulkResult {
  return { id, done: true, entry: historyEntry({ status_name: 'printed', timestamp: printedAt, ...changes }) }
}

function failed(id: number): BulkResult {
  return { id, done: false, status: 409, message: 'Another user was faster.', error: { code: 'CONFLICT' } }
}

const three = [1, 2, 3].map((id) => listedRequest({ id, version: 5, status_name: 'approved' }))

describe('requests moved by a bulk change', () => {
  test('returns the successful requests in review order', () => {
    expect(doneOf(three, [done(3), failed(2), done(1)]).map(({ id }) => id)).toEqual([1, 3])
  })

  test('gives moved requests the next version and the status in their new log entry', () => {
    expect(doneOf(three, [done(1)])[0]).toMatchObject({
      version: 6,
      status_id: 4,
      status_name: 'printed',
      status_changed_at: printedAt,
    })
  })

  test('gives moved requests their new check number, or keeps the earlier number', () => {
    const numbered = [listedRequest({ id: 1, status_name: 'printed', check_number: '99' })]
    expect(doneOf(numbered, [done(1, { check_number: '100' })])[0]?.check_number).toBe('100')
    expect(doneOf(numbered, [done(1)])[0]?.check_number).toBe('99')
  })
})

describe('step after a bulk transition', () => {
  const at = (status_name: 'approved' | 'printed' | 'signed' | 'ready' | 'closed') => [listedRequest({ status_name })]

  test.each([
    ['printed', 'signed'],
    ['signed', 'ready'],
    ['ready', 'closed'],
  ] as const)('offers a processor the next step after %s, %s', (status_name, to) => {
    expect(stepAfter(personAs('processor'), at(status_name))?.to).toBe(to)
  })

  test('returns the requests just moved with the next step', () => {
    const moved = at('printed')
    expect(stepAfter(personAs('processor'), moved)).toEqual({ to: 'signed', requests: moved, before: moved })
  })

  test('offers no step at the end of the life cycle, or to a role without a next step', () => {
    expect(stepAfter(personAs('processor'), at('closed'))).toBeUndefined()
    expect(stepAfter(personAs('approver'), at('approved'))).toBeUndefined()
  })

  test('offers no step if no request was moved', () => {
    expect(stepAfter(personAs('processor'), [])).toBeUndefined()
  })

  test('offers no step that the user can’t take on any of the requests', () => {
    const hold = { by_id: 5, by_name: 'Denise Carver', reason: 'Wait', at: printedAt }
    expect(stepAfter(personAs('processor'), [listedRequest({ status_name: 'printed', hold })])).toBeUndefined()
  })
})

describe('wording for several requests', () => {
  test.each([
    [0, '0 requests'],
    [1, '1 request'],
    [12, '12 requests'],
  ])('describes %i requests as “%s”', (count, text) => {
    expect(requestsInWords(count)).toBe(text)
  })

  test.each([
    [1, '1 selected request has left the list and is no longer selected.'],
    [3, '3 selected requests have left the list and are no longer selected.'],
  ])('describes %i requests that left the list as “%s”', (count, text) => {
    expect(lostInWords(count)).toBe(text)
  })

  test('names the new status and total of the moved requests', () => {
    const printed = [1000.5, 10.25].map((amount, id) => listedRequest({ id, amount, status_name: 'printed' }))
    expect(movedInWords(printed)).toBe('2 requests are now Printed, $1,010.75.')
    expect(movedInWords(printed.slice(0, 1))).toBe('1 request is now Printed, $1,000.50.')
    expect(movedInWords([])).toBe('')
  })

  test('groups checks to hand over by delivery method, in the order of the list', () => {
    const methods = ['FedEx', 'Pickup', 'FedEx']
    const groups = byDeliveryMethod(
      methods.map((delivery_method_name, id) => listedRequest({ id, delivery_method_name })),
    )
    expect(groups.map(({ name, requests }) => [name, requests.map(({ id }) => id)])).toEqual([
      ['FedEx', [0, 2]],
      ['Pickup', [1]],
    ])
  })
})
