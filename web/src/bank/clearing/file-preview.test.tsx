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
  const [confirm, onColumns, onDiscard] = [vi.fn(), vi.fn(), vi.fn()]
  const card = (
    <FilePreview
      name="november.bai"
      preview={{ ...preview, ...changes }}
      confirmation={{ isPending: false, error, confirm }}
      onColumns={hasColumns ? onColumns : undefined}
      onDiscard={onDiscard}
    />
  )
  const opened = await openScreen(card, { as: userAs('processor') })
  const region = screen.getByRole('region', { name: 'In november.bai' })
  const status = () =>
    within(region)
      .getAllByRole('status')
      .map((one) => spaced(one.textContent))
  return { ...opened, text: spaced(region.textContent), status, confirm, onColumns, onDiscard }
}

test.each([
  ['nothing', nothing, 'There is no paid check of this account in it.'],
  ['one paid check', { ...nothing, matched: { count: 1, total: 1 } }, '1 paid check.'],
  [
    'paid checks of every sort',
    {
      matched: { count: 1200, total: 1 },
      doubtful: { count: 2, total: 1 },
      unknown: { count: 1, total: 1 },
      repeated: 3,
      skipped: 0,
    },
    '1,206 paid checks.',
  ],
  ['another payment', { ...nothing, skipped: 1 }, '1 other payment left out: no checks of this account.'],
  ['other payments', { ...nothing, skipped: 4 }, '4 other payments left out: no checks of this account.'],
])('says that a file has %s', async (_, changes, sentence) => {
  const { status } = await openPreview(changes)
  expect(status()[0]).toContain(sentence)
})

test('adds up matched, doubtful, unknown, and known lines', async () => {
  await openPreview({ repeated: 2, repeated_total: 960 })
  expect(described('Matched: they are cleared')).toBe('1 line, $480.00')
  expect(described('Exceptions: something differs')).toBe('1 line, $1,350.50')
  expect(described('Unknown: not in the register')).toBe('None')
  expect(described('Already known: confirmed before')).toBe('2 lines, $960.00')
})

test('lists a matched line with its check', async () => {
  await openPreview()
  expect(cellsOf('Lines of the file: Matched')).toEqual([['10042', 'Coast Towing', '$480.00', 'Nov 24, 2026', '15']])
  expect(screen.getByRole('link', { name: '10042' }).getAttribute('href')).toBe('/checks/10')
})

test('separates lines without a check from those that differ', async () => {
  const unknown = preview.exceptions.map((line) => ({
    ...line,
    line: 20,
    number: null,
    check: null,
    kind: 'unknown number' as const,
    sentence: 'Look for it.',
  }))
  await openPreview({ exceptions: [...preview.exceptions, ...unknown], unknown: { count: 1, total: 5 } })
  expect(cellsOf('Lines of the file: Exceptions')[0]?.slice(0, 2)).toEqual(['10041', 'Amount differs'])
  expect(cellsOf('Lines of the file: Unknown')[0]).toEqual([
    'No number',
    'Unknown number',
    '$1,350.50',
    'Nov 24, 2026',
    'Look for it.',
    '20',
  ])
})

test('shows what the bank wrote for a known line without a check', async () => {
  const line = { line: 3, number: 9000, amount: 5, paid_on: '2026-11-24', payee: null }
  await openPreview({ repeated: 1, repeated_lines: [line] })
  expect(cellsOf('Lines of the file: Already Known')).toEqual([
    ['9000', 'Not in the file', '$5.00', 'Nov 24, 2026', '3'],
  ])
})

test('says how many lines are not listed', async () => {
  const { text } = await openPreview({ matched: { count: 1500, total: 1 } })
  expect(text).toContain('The first 1 of 1,500 are listed; all of them count.')
})

test('confirms a file after saying what that does', async () => {
  const { user, text, confirm } = await openPreview()
  expect(text).toContain('Confirming it clears 1 check and opens 1 exception.')
  await user.click(screen.getByRole('button', { name: 'Confirm File' }))
  expect(confirm).toHaveBeenCalledExactlyOnceWith(127)
})

test('says why another user must confirm a file', async () => {
  const { text } = await openPreview({ refusal: 'You signed check 10042.' })
  expect(text).toContain('You signed check 10042.')
  expect(text).toContain(
    'Nobody confirms what the bank did with a check that they printed, signed, voided or handed over.',
  )
  expect(screen.queryByRole('button', { name: 'Confirm File' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy()
})

test.each([
  [1, 'This file has 1 problem. Nothing of it can be confirmed until it is mended.'],
  [2, 'This file has 2 problems. Nothing of it can be confirmed until all of them are mended.'],
])('lists %i problem(s) instead of figures', async (count, sentence) => {
  const problems = [3, 4].slice(0, count).map((line) => ({ line, message: 'This is no date.' }))
  const { text, status } = await openPreview({ id: null, problems })
  expect(status()[0]).toBe(sentence)
  expect(text).toContain('Line 3This is no date.')
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Confirm File' })).toBeNull()
})

test('shows notes about lines that were read nevertheless', async () => {
  await openPreview({ notes: [{ line: 7, message: 'The total differs.' }] })
  expect(spaced(screen.getByRole('region', { name: 'Notes' }).textContent)).toBe('NotesLine 7The total differs.')
})

test('shows why a file couldn’t be confirmed', async () => {
  await openPreview({}, { error: new ApiFailure('The file was confirmed meanwhile.', 409, 'CONFLICT') })
  expect(screen.getByRole('alert').textContent).toBe('The file was confirmed meanwhile.')
})

test('offers to change the columns of a file that has some', async () => {
  const { user, onColumns } = await openPreview()
  await user.click(screen.getByRole('button', { name: 'Change Columns' }))
  expect(onColumns).toHaveBeenCalledOnce()
})

test('offers no columns for a file without any, and discards it', async () => {
  const { user, onDiscard } = await openPreview({}, { hasColumns: false })
  expect(screen.queryByRole('button', { name: 'Change Columns' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onDiscard).toHaveBeenCalledOnce()
})
