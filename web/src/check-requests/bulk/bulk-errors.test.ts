import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { describe, expect, test } from 'vitest'
import { bulkBody, checkNumbersFrom, errorsOf } from '#check-requests/bulk/use-bulk-transition.ts'

describe('check numbers in sequence', () => {
  test.each([
    ['1001', 3, ['1001', '1002', '1003']],
    ['000998', 3, ['000998', '000999', '001000']],
    [' 99 ', 2, ['99', '100']],
    ['999999999999', 2, ['999999999999', '']],
    ['', 2, ['', '']],
    ['12a', 2, ['12a', '']],
    ['-5', 2, ['-5', '']],
    ['7', 0, []],
  ])('continues from the check number %j for %i checks', (first, count, numbers) => {
    expect(checkNumbersFrom(first, count)).toEqual(numbers)
  })
})

function listed(id: number, dealership: string | null = 'Toyota'): ListedRequest {
  return { id, version: id * 10, dealer_group_name: 'Lakeside', dealership_name: dealership } as ListedRequest
}

const nothing = { note: '', numbers: {}, receivers: {} }
const asked = (needs?: 'note' | 'checkNumber', offers?: 'receivedBy') => ({ needs, offers })
const signing = asked('checkNumber')
const handingOver = asked(undefined, 'receivedBy')

describe('errors in a bulk change', () => {
  function check(requests: ListedRequest[], numbers: string[]) {
    const typed = Object.fromEntries(requests.map(({ id }, index) => [id, numbers[index] ?? '']))
    const body = bulkBody(5, signing, requests, { ...nothing, numbers: typed })
    return errorsOf(signing, requests, body).numbers
  }

  test('requires numeric check numbers that are unique within a dealership', () => {
    const four = [listed(1), listed(2), listed(3), listed(4)]
    expect(check(four, ['100', '', '10A', ' 100 '])).toEqual({
      2: 'Check number is required',
      3: 'Enter a check number of 1 to 12 digits.',
      4: 'This check number is already used above',
    })
    expect(check(four, ['100', '101', '102', '103'])).toEqual({})
  })

  test('allows the same check number in two dealerships', () => {
    expect(check([listed(1, 'Toyota'), listed(2, 'Honda'), listed(3, null)], ['100', '100', '100'])).toEqual({})
  })

  test('requires a comment if the transition needs one, and limits the comment’s length', () => {
    const errorOf = (needs: 'note' | undefined, note: string) =>
      errorsOf({ needs }, [listed(1)], bulkBody(8, asked(needs), [listed(1)], { ...nothing, note })).note
    expect(errorOf('note', '  ')).toBe('Enter a reason so that the requester knows what to do.')
    expect(errorOf('note', 'Paid already')).toBeUndefined()
    expect(errorOf(undefined, '')).toBeUndefined()
    expect(errorOf(undefined, 'x'.repeat(2001))).toBe('Enter at most 2000 characters.')
  })

  test('sends the displayed version, and check numbers only if needed', () => {
    const entries = { note: 'Done', numbers: { 2: '77' }, receivers: { 2: 'Maria Lopez' } }
    expect(bulkBody(4, asked(), [listed(2)], entries)).toEqual({
      status_id: 4,
      note: 'Done',
      items: [{ id: 2, version: 20 }],
    })
    expect(bulkBody(5, signing, [listed(2)], entries).items).toEqual([{ id: 2, version: 20, check_number: '77' }])
    expect(bulkBody(7, handingOver, [listed(2), listed(3)], entries).items).toEqual([
      { id: 2, version: 20, received_by: 'Maria Lopez' },
      { id: 3, version: 30 },
    ])
  })

  test('limits the recipient’s name to 200 characters and refuses invisible characters', () => {
    const receivers = { 1: 'x'.repeat(201), 2: 'Maria\u200bLopez', 3: 'Maria Lopez' }
    const requests = [listed(1), listed(2), listed(3)]
    const body = bulkBody(7, handingOver, requests, { ...nothing, receivers })
    expect(errorsOf(handingOver, requests, body).receivers).toEqual({
      1: 'Enter at most 200 characters.',
      2: 'This text contains invisible characters. Type it instead of pasting it',
    })
  })
})
