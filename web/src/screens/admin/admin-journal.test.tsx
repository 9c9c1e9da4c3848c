import { journalExamples } from '@check-requests/domain/books/examples.ts'
import type { JournalExportReply, JournalReply } from '@check-requests/domain/books/journal/fields.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Journal } from '#screens/admin/admin-journal.tsx'
import { eventually } from '#testing/eventually.ts'
import { cellsOf, openScreen, Refusal, type Replies, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'
import { dealerGroup } from '#testing/places.ts'

const journal = journalExamples.get.reply
const [made] = journalExamples.exports.reply
const url = '/dealer-groups/1/journal'

async function openJournal(changes: Partial<JournalReply> = {}, replies: Replies = {}) {
  const known = { [`GET ${url}`]: { ...journal, ...changes }, [`GET ${url}/exports`]: [], ...replies }
  return openScreen(<Journal group={dealerGroup()} />, { as: userAs('admin'), replies: known })
}

test('offers only to set up a journal that doesn’t exist', async () => {
  const { user } = await openJournal({ begins_on: null, template: null })
  await user.click(await eventually(() => screen.getByRole('button', { name: 'Set Up Journal' })))
  await eventually(() => screen.getByRole('dialog', { name: 'Set Up Journal' }))
  expect(screen.queryByRole('region', { name: 'Exports' })).toBeNull()
})

test.each([
  ['nothing', [], 'All checks have been exported.'],
  [
    'one check',
    [{ kind: 'issue' as const, events: 1, amount: 10.5 }],
    'Not exported yet: 1 issued check totaling $10.50.',
  ],
  [
    'issued and void checks',
    [
      { kind: 'issue' as const, events: 12, amount: 48_210.5 },
      { kind: 'void' as const, events: 1, amount: 700 },
    ],
    'Not exported yet: 12 issued checks totaling $48,210.50 and 1 void check totaling $700.00.',
  ],
])('summarizes unexported checks (%s)', async (_, waiting, sentence) => {
  await openJournal({ waiting })
  await untilShown(sentence)
})

test('creates an export through today by default', async () => {
  const { user, sent } = await openJournal({}, { [`POST ${url}/exports`]: made })
  await user.click(await eventually(() => screen.getByRole('button', { name: 'Create Export' })))
  await untilShown('Export created')
  expect(sent()).toEqual([[`POST ${url}/exports`, { up_to: '2026-11-23' }]])
})

test('creates an export through a typed day', async () => {
  const { user, sent } = await openJournal({}, { [`POST ${url}/exports`]: made })
  const field = await eventually(() => screen.getByRole('textbox', { name: 'Up To' }))
  await user.clear(field)
  await user.type(field, '11/20/2026')
  await user.click(screen.getByRole('button', { name: 'Create Export' }))
  await eventually(() => expect(sent()).toEqual([[`POST ${url}/exports`, { up_to: '2026-11-20' }]]))
})

test('says why an export couldn’t be created', async () => {
  const { user } = await openJournal({}, { [`POST ${url}/exports`]: new Refusal(409, 'Nothing waits up to that day.') })
  await user.click(await eventually(() => screen.getByRole('button', { name: 'Create Export' })))
  await untilShown('Couldn’t create the export')
  await untilShown('Nothing waits up to that day.')
})

async function exportRow(changes: Partial<JournalExportReply>) {
  await openJournal({}, { [`GET ${url}/exports`]: [{ ...made, ...changes }] })
  await untilShown('Export 2')
  return cellsOf('Exports')[0]
}

test('shows number, last day, lines, totals, and author of an export', async () => {
  const row = await exportRow({})
  expect(row?.slice(0, 5)).toEqual(['Export 2', 'Up to Nov 20, 2026', '41 lines', '$120,004.25', '$1,250.00'])
  expect(row?.[5]).toMatch(/^Nov 23, 2026, .* by Denise Carver$/)
})

test('uses the singular for an export of one line', async () => {
  expect((await exportRow({ lines: 1 }))?.[2]).toBe('1 line')
})

test('offers each export for download', async () => {
  await exportRow({})
  expect(screen.getByRole('button', { name: 'Download export 2' })).toBeTruthy()
})

test('says that there are no exports', async () => {
  await openJournal()
  await untilShown('No exports have been created yet.')
})

const months = () => within(screen.getByRole('region', { name: 'Months' }))
const closeButton = () => eventually(() => months().getByRole('button', { name: /^Close Month Through/ }))

test('offers to close the month after the last closed month, once it has ended', async () => {
  await openJournal()
  const button = await closeButton()
  expect(button.textContent).toBe('Close Month Through Nov 30, 2026')
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(months().getByText('Closed through Oct 31, 2026.')).toBeTruthy()
})

test('closes a month after confirmation', async () => {
  const { user, sent } = await openJournal({ today: '2026-12-01' }, { [`POST ${url}/close`]: journal })
  await user.click(await closeButton())
  await untilShown('Close all months through Nov 30, 2026?')
  await user.click(screen.getByRole('button', { name: 'Close Month' }))
  await untilShown('Month closed')
  expect(sent()).toEqual([[`POST ${url}/close`, { month: '2026-11', version: 4 }]])
})

test('offers to close the journal’s first month first', async () => {
  await openJournal({ closed_through: null, begins_on: '2026-10-15' })
  expect((await closeButton()).textContent).toBe('Close Month Through Oct 31, 2026')
  expect(months().getByText('No months are closed.')).toBeTruthy()
})

test('shows in the confirmation dialog why a month couldn’t be closed', async () => {
  const refusal = new Refusal(409, '3 checks in November haven’t been exported.')
  const { user } = await openJournal({ today: '2026-12-01' }, { [`POST ${url}/close`]: refusal })
  await user.click(await closeButton())
  await user.click(screen.getByRole('button', { name: 'Close Month' }))
  await eventually(() =>
    expect(screen.getByRole('alert').textContent).toBe('3 checks in November haven’t been exported.'),
  )
})

test('describes the file format, and opens the dialog for changing it', async () => {
  const { user } = await openJournal()
  await untilShown(/^Columns: Date, Account, Check number, and Amount\. Column separator: Comma\./)
  expect(screen.getByText('The journal begins on Oct 1, 2026.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Change File Format' }))
  await eventually(() => screen.getByRole('dialog', { name: 'File Format' }))
})

test('shows why the journal couldn’t be loaded', async () => {
  await openJournal({}, { [`GET ${url}`]: new Refusal(403, 'Admins of the group only.') })
  await untilShown('Admins of the group only.')
  expect(screen.queryByRole('button', { name: 'Set Up Journal' })).toBeNull()
})
