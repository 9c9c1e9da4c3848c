import { misfit } from '@check-requests/domain/bank/clearing/read-file.ts'
import { bankFileExamples } from '@check-requests/domain/bank/files/examples.ts'
import type { ClearingPreview } from '@check-requests/domain/bank/files/fields.ts'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { FilePreview } from '#bank/clearing/bank-file.tsx'
import { ApiFailure } from '#platform/api-failure.ts'
import { cellsOf, described, openScreen, spaced } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const preview = bankFileExamples.previewClearing.reply
const none = { count: 0, total: 0 }
const nothing = { matched: none, matched_lines: [], doubtful: none, unknown: none, exceptions: [], skipped: 0 }

async function openPreview(
  changes: Partial<ClearingPreview> = {},
  { hasColumns = true, error = null }: { hasColumns?: boolean; error?: ApiFailure | null } = {},
) {
  const [confirm, onProfile, onDiscard] = [vi.fn(), vi.fn(), vi.fn()]
  const card = (
    <FilePreview
      name="november.bai"
      preview={{ ...preview, ...changes }}
      confirmation={{ isPending: false, error, confirm }}
      onProfile={hasColumns ? onProfile : undefined}
      onDiscard={onDiscard}
    />
  )
  const opened = await openScreen(card, { as: userAs('processor') })
  const region = screen.getByRole('region', { name: 'Contents of november.bai' })
  const status = () =>
    within(region)
      .getAllByRole('status')
      .map((one) => spaced(one.textContent))
  return { ...opened, text: spaced(region.textContent), status, confirm, onProfile, onDiscard }
}

test.each([
  ['no payments', nothing, 'No paid checks from this account were found.'],
  ['one paid check', { ...nothing, matched: { count: 1, total: 1 } }, '1 paid check.'],
  [
    'paid checks of every kind',
    {
      matched: { count: 1200, total: 1 },
      doubtful: { count: 2, total: 1 },
      unknown: { count: 1, total: 1 },
      repeated: 3,
      skipped: 0,
    },
    '1,206 paid checks.',
  ],
  ['one other payment', { ...nothing, skipped: 1 }, '1 payment other than checks on this account was skipped.'],
  ['other payments', { ...nothing, skipped: 4 }, '4 payments other than checks on this account were skipped.'],
])('summarizes a file with %s', async (_, changes, sentence) => {
  const { status } = await openPreview(changes)
  expect(status()[0]).toContain(sentence)
})

test('totals matched, doubtful, unknown, and known lines', async () => {
  await openPreview({ repeated: 2, repeated_total: 960 })
  expect(described('Matched: will be cleared')).toBe('1 line, $480.00')
  expect(described('Exceptions: details differ')).toBe('1 line, $1,350.50')
  expect(described('Unknown: not in the register')).toBe('None')
  expect(described('Already known: confirmed before')).toBe('2 lines, $960.00')
})

test('lists a matched line with its check', async () => {
  await openPreview()
  expect(cellsOf('File lines: Matched')).toEqual([['10042', 'Coast Towing', '$480.00', 'Nov 24, 2026', '15']])
  expect(screen.getByRole('link', { name: '10042' }).getAttribute('href')).toBe('/checks/10')
})

test('separates payments without a check from payments that differ from their check', async () => {
  const unknown = preview.exceptions.map((line) => ({
    ...line,
    line: 20,
    number: null,
    check: null,
    kind: 'unknown number' as const,
    sentence: 'Look for it.',
  }))
  await openPreview({ exceptions: [...preview.exceptions, ...unknown], unknown: { count: 1, total: 5 } })
  expect(cellsOf('File lines: Exceptions')[0]?.slice(0, 2)).toEqual(['10041', 'Amount differs'])
  expect(cellsOf('File lines: Unknown')[0]).toEqual([
    'No number',
    'Unknown number',
    '$1,350.50',
    'Nov 24, 2026',
    'Look for it.',
    '20',
  ])
})

test('shows the bank’s data for a known line without a check', async () => {
  const line = { line: 3, number: 9000, amount: 5, paid_on: '2026-11-24', payee: null }
  await openPreview({ repeated: 1, repeated_lines: [line] })
  expect(cellsOf('File lines: Already Known')).toEqual([['9000', 'Not in the file', '$5.00', 'Nov 24, 2026', '3']])
})

test('says how many lines aren’t listed', async () => {
  const { text } = await openPreview({ matched: { count: 1500, total: 1 } })
  expect(text).toContain('The first 1 of 1,500 are listed; the totals include all lines.')
})

test('explains what confirming a file does, then confirms it', async () => {
  const { user, text, confirm } = await openPreview()
  expect(text).toContain('Confirming this file clears 1 check and opens 1 exception.')
  await user.click(screen.getByRole('button', { name: 'Confirm File' }))
  expect(confirm).toHaveBeenCalledExactlyOnceWith(127)
})

test('says why another user must confirm a file', async () => {
  const { text } = await openPreview({ refusal: 'You signed check 10042.' })
  expect(text).toContain('You signed check 10042.')
  expect(text).toContain('You can’t confirm bank payments for checks that you printed, signed, voided, or handed over.')
  expect(screen.queryByRole('button', { name: 'Confirm File' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy()
})

test.each([
  [1, 'This file has 1 problem. Nothing can be confirmed until it is fixed.'],
  [2, 'This file has 2 problems. Nothing can be confirmed until they are all fixed.'],
])('lists %i problem(s) under the heading “%s” instead of the summary', async (count, sentence) => {
  const problems = [3, 4].slice(0, count).map((line) => ({ line, message: 'This is no date.' }))
  const { text, status } = await openPreview({ id: null, problems })
  expect(status()[0]).toBe(sentence)
  expect(text).toContain('Line 3This is no date.')
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Confirm File' })).toBeNull()
})

test('shows notes about lines that were read despite irregularities', async () => {
  await openPreview({ notes: [{ line: 7, message: 'The total differs.' }] })
  expect(spaced(screen.getByRole('region', { name: 'Notes' }).textContent)).toBe('NotesLine 7The total differs.')
})

test('shows why a file couldn’t be confirmed', async () => {
  await openPreview({}, { error: new ApiFailure('The file was confirmed meanwhile.', 409, 'CONFLICT') })
  expect(screen.getByRole('alert').textContent).toBe('The file was confirmed meanwhile.')
})

test('offers to edit the profile of a file', async () => {
  const { user, onProfile } = await openPreview()
  await user.click(screen.getByRole('button', { name: 'Edit File Profile' }))
  expect(onProfile).toHaveBeenCalledOnce()
})

test('discards a file, and offers no column settings for a file without columns', async () => {
  const { user, onDiscard } = await openPreview({}, { hasColumns: false })
  expect(screen.queryByRole('button', { name: 'Edit File Profile' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onDiscard).toHaveBeenCalledOnce()
})

test.each([
  ['CSV', 'A CSV file. Nothing is saved'],
  ['OFX', 'An OFX file. Nothing is saved'],
  [null, 'Contents of november.bai Nothing is saved'],
] as const)('names the format %s of a file, if it has one', async (format, sentence) => {
  const { text } = await openPreview({ format })
  expect(text.replace('november.bai', 'november.bai ').replace(/\s+/g, ' ')).toContain(sentence)
})

test('warns once about a file that doesn’t look like the saved profile, and offers the detected one', async () => {
  const notes = [misfit, 'This is a partial report.'].map((message) => ({ line: 1, message }))
  const { user, text, onProfile } = await openPreview({ fits_profile: false, notes })
  expect(text).toContain('This file doesn’t look like the saved profile, so it was read with a detected one.')
  expect(text.split('doesn’t look like the saved profile')).toHaveLength(2)
  expect(text).toContain('This is a partial report.')
  await user.click(screen.getByRole('button', { name: 'Review Detected Profile' }))
  expect(onProfile).toHaveBeenCalledOnce()
})

test('marks a matched payment of a check with an open exception', async () => {
  const [line] = preview.matched_lines
  if (!line) throw new Error('The example has no matched line.')
  const { text } = await openPreview({
    matched_lines: [{ ...line, check: { ...line.check, open_exception: 'amount differs' } }],
  })
  expect(text).toContain('Amount differs Exception still open')
})
