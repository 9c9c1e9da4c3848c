import { bankingExamples } from '@check-requests/domain/bank/examples.ts'
import { bankFileExamples } from '@check-requests/domain/bank/files/examples.ts'
import type { ClearingReply } from '@check-requests/domain/bank/files/fields.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { bankReportExamples } from '@check-requests/domain/bank/reports/examples.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Clearing } from '#bank/clearing/clearing.tsx'
import { eventually } from '#testing/eventually.ts'
import { cellsOf, openScreen, optionsOf, Refusal, type Replies, spaced, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const account = bankingExamples.one.reply
const payroll: BankAccountReply = { ...account, id: 128, name: 'Payroll', account_last4: '3344' }
const clearing = bankFileExamples.clearing.reply

async function openClearing(
  changes: Partial<ClearingReply> | Refusal = {},
  { at = '/', accounts = [account], replies = {} as Replies } = {},
) {
  const reply = changes instanceof Refusal ? changes : { ...clearing, ...changes }
  return openScreen(<Clearing />, {
    as: userAs('processor'),
    at,
    replies: {
      'GET /bank-accounts': accounts,
      'GET /bank-accounts/127/clearing': reply,
      'GET /bank-accounts/128/clearing': reply,
      'GET /bank-accounts/127/files': bankFileExamples.forms.reply,
      'GET /bank-accounts/127/reconciliation': bankReportExamples.reconciliation.reply,
      'GET /exceptions': [],
      ...replies,
    },
  })
}

const stateCard = () => eventually(() => spaced(screen.getByRole('region', { name: 'Bank Comparison' }).textContent))

test('says when the account was last cleared and through which day it is reconciled', async () => {
  await openClearing()
  const text = await stateCard()
  expect(text).toContain('First Harbor Bank, account ending in 9012')
  expect(text).toContain('Last cleared 3 days ago.')
  expect(text).toContain('Reconciled through: Nov 20, 2026')
})

test.each([
  [0, 'No exceptions are open.'],
  [1, '1 exception is open and must be resolved.'],
  [12, '12 exceptions are open and must be resolved.'],
])('counts %i open exceptions in a sentence', async (open_exceptions, sentence) => {
  await openClearing({ open_exceptions })
  expect(await stateCard()).toContain(sentence)
})

test.each([
  [1, ['Exceptions', 'Bank File']],
  [0, ['Bank File', 'Exceptions']],
])('shows open exceptions above the file to choose: %i open', async (open_exceptions, order) => {
  await openClearing({ open_exceptions })
  await stateCard()
  const titles = screen.getAllByRole('region').map((card) => card.getAttribute('aria-labelledby') ?? '')
  const names = titles.map((id) => document.getElementById(id)?.textContent)
  expect(names.filter((name) => name && order.includes(name))).toEqual(order)
})

test('warns about an account that is overdue for clearing', async () => {
  await openClearing({ is_overdue: true, days_without: 31 })
  expect(await stateCard()).toContain('Clearing is overdue.')
})

test('doesn’t warn about an account that isn’t overdue for clearing', async () => {
  await openClearing()
  expect(await stateCard()).not.toContain('Clearing is overdue')
})

test('offers a file import to users who can reconcile the account', async () => {
  await openClearing()
  await eventually(() => screen.getByRole('region', { name: 'Bank File' }))
  expect(screen.getByRole('button', { name: 'Choose a File' })).toBeTruthy()
})

test('says why the user can’t reconcile the account, and offers no import', async () => {
  await openClearing({ refusal: 'Your role can’t reconcile the account “Operating”.' })
  expect(await stateCard()).toContain('Your role can’t reconcile the account “Operating”.')
  expect(screen.queryByRole('region', { name: 'Bank File' })).toBeNull()
})

test('lists confirmed files with their results', async () => {
  await openClearing()
  await untilShown('november.bai')
  const [row] = cellsOf('Confirmed bank files')
  expect(row?.slice(0, 4)).toEqual(['november.bai', 'BAI2', '11', '1'])
  expect(row?.[4]).toMatch(/^Nov 20, 2026, /)
  expect(row?.[5]).toBe('Priya Nair')
})

test('says that no files have been confirmed', async () => {
  await openClearing({ files: [] })
  await untilShown('No bank file has been confirmed yet.')
})

test('opens the only account immediately', async () => {
  const { read } = await openClearing()
  await stateCard()
  expect(read()).toContain('/bank-accounts/127/clearing')
  expect(screen.queryByLabelText('Bank Account')).toBeNull()
})

test('asks which of several accounts to open', async () => {
  const { read } = await openClearing({}, { accounts: [account, payroll] })
  await eventually(() => screen.getByLabelText('Bank Account'))
  expect(optionsOf('Bank Account')).toEqual([
    'Choose a bank account',
    'Operating, First Harbor Bank ··9012',
    'Payroll, First Harbor Bank ··3344',
  ])
  expect(read().filter((url) => url.endsWith('/clearing'))).toEqual([])
})

test('writes the chosen account to the URL', async () => {
  const { user, history, read } = await openClearing({}, { accounts: [account, payroll] })
  await user.selectOptions(
    await eventually(() => screen.getByLabelText('Bank Account')),
    'Payroll, First Harbor Bank ··3344',
  )
  await stateCard()
  expect(history.location.search).toBe('?account=128')
  expect(read()).toContain('/bank-accounts/128/clearing')
})

test('opens the account in the URL', async () => {
  await openClearing({}, { accounts: [account, payroll], at: '/?account=128' })
  expect(await stateCard()).toContain('account ending in 3344')
})

test('omits accounts that aren’t active', async () => {
  await openClearing({}, { accounts: [{ ...account, state: 'proposed' }] })
  await untilShown(/^Your dealerships have no open bank account\./)
})

test('shows why the account couldn’t be loaded', async () => {
  await openClearing(new Refusal(403, 'Not your account.'))
  await untilShown('Not your account.')
  expect(screen.queryByRole('region', { name: 'Exceptions' })).toBeNull()
})

const [file] = clearing.files as [ClearingReply['files'][number]]
const none = { checks: 0, files: [] }
const undo_asked = { by: { id: 41, name: 'Priya Nair' }, reason: 'Wrong columns', still_cleared: none }

test('offers to undo a file, and shows who asked to undo it and why', async () => {
  const { user, sent } = await openClearing(
    { files: [file] },
    { replies: { 'POST /bank-accounts/127/clearing/126/undo': file } },
  )
  await user.click(await eventually(() => screen.getByRole('button', { name: 'Undo: november.bai' })))
  await eventually(() => screen.getByRole('dialog', { name: 'Undo Bank File' }))
  await user.type(screen.getByRole('textbox', { name: 'What Is Wrong' }), 'Wrong columns')
  await user.click(screen.getByRole('button', { name: 'Ask to Undo' }))
  await untilShown('Undo requested')
  expect(sent()).toEqual([['POST /bank-accounts/127/clearing/126/undo', { reason: 'Wrong columns', version: 2 }]])
})

test('lets another user confirm or end a request to undo a file', async () => {
  const call = 'POST /bank-accounts/127/clearing/126/undo/refuse'
  const { user, sent } = await openClearing({ files: [{ ...file, undo_asked }] }, { replies: { [call]: file } })
  await untilShown('Priya Nair wants to undo this file: Wrong columns')
  expect(screen.getByRole('button', { name: 'Confirm Undo: november.bai' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Keep as Cleared: november.bai' }))
  await eventually(() => screen.getByRole('alertdialog'))
  await user.click(screen.getByRole('button', { name: 'Keep as Cleared' }))
  await untilShown('Clearing kept')
  expect(sent()).toEqual([[call, { version: 2 }]])
})

test('says before and after a file is undone which checks later files keep cleared', async () => {
  const still_cleared = { checks: 3, files: ['weekly.bai', 'monthly.csv'] }
  const undone = { by: undo_asked.by, at: '2026-11-26T15:40:00.000Z', still_cleared: { ...none, ...still_cleared } }
  const { user } = await openClearing({
    files: [
      { ...file, undo_asked: { ...undo_asked, still_cleared } },
      { ...file, id: 9, name: 'old.bai', undone },
    ],
  })
  const said = '3 checks, also paid according to weekly.bai and 1 other file'
  await untilShown(new RegExp(`^Undone .* by Priya Nair\\. Stays cleared: ${said}$`))
  await user.click(screen.getByRole('button', { name: 'Confirm Undo: november.bai' }))
  const dialog = await eventually(() => screen.getByRole('alertdialog'))
  expect(dialog.textContent).toContain(`Stays Cleared${said}`)
})

test('says who else can undo a file instead of offering it, and links requests to undo a check', async () => {
  const refusal =
    'You handled check 1001, which is in this file, so someone else has to undo this file. Ana Ruiz can undo it.'
  const check = { id: 10, number: 1001, payee_name: 'Coast Towing', amount: 480 }
  const asked = { check, by: undo_asked.by, reason: undo_asked.reason, at: '2026-11-26T15:40:00.000Z' }
  await openClearing({
    files: [{ ...file, undo_refusal: refusal }],
    undos: [{ ...asked, refusal: 'You handled check 1001. Ana Ruiz can confirm it.' }],
  })
  await untilShown(refusal)
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Check 1001, $480.00 to Coast Towing' })).toBeTruthy()
  await untilShown('Priya Nair wants to undo the clearing of this check: Wrong columns')
  await untilShown('You handled check 1001. Ana Ruiz can confirm it.')
})

test('doesn’t let the user who asked confirm, and shows an undone file without buttons', async () => {
  const undo_refusal = 'You asked to undo this file, so someone else has to confirm it. Ana Ruiz can confirm it.'
  const own = { ...file, undo_asked: { ...undo_asked, by: { id: 7, name: 'Ada Moreno' } }, undo_refusal }
  const undone = {
    ...file,
    id: 9,
    name: 'old.bai',
    undone: { by: undo_asked.by, at: '2026-11-26T15:40:00.000Z', still_cleared: none },
  }
  await openClearing({ files: [own, undone] })
  await untilShown('Ada Moreno wants to undo this file: Wrong columns')
  expect(screen.queryByRole('button', { name: /^Confirm Undo/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /old\.bai/ })).toBeNull()
  await untilShown(/^Undone Nov 26, 2026, .* by Priya Nair$/)
})

test('keeps the preview of another account when a file is confirmed, and previews a changed register again', async () => {
  const other_accounts = [{ last4: '3344', lines: 1, bank_account: { id: 128, name: 'Payroll' } }]
  const preview = { ...bankFileExamples.previewClearing.reply, other_accounts }
  const confirm = 'POST /bank-accounts/127/clearing/127/confirm'
  let refuses = true
  const answer = () => {
    if (!refuses) return bankFileExamples.confirmClearing.reply
    refuses = false
    return new Refusal(409, 'The register changed after the preview.')
  }
  const { user, sent } = await openClearing(
    {},
    {
      replies: {
        'POST /bank-accounts/127/clearing': preview,
        'POST /bank-accounts/128/clearing': { ...preview, id: 130, other_accounts: [] },
        [confirm]: answer,
        'POST /bank-accounts/128/clearing/130/confirm': bankFileExamples.confirmClearing.reply,
      },
    },
  )
  const file = new File(['01,021000021,ME,261121,0600,1,,,2/'], 'both.bai')
  await user.upload(await eventually(() => screen.getByLabelText('Bank file')), file)
  await user.click(await eventually(() => screen.getByRole('button', { name: 'Read Payroll Too' })))
  const part = (name: string) => within(screen.getByRole('region', { name: `Contents of ${name}` }))
  await eventually(() => part('both.bai for Payroll'))
  const press = (name: string) => user.click(part(name).getByRole('button', { name: 'Confirm File' }))
  await press('both.bai')
  await untilShown('The register changed after the preview.')
  await eventually(() => expect(sent().filter(([call]) => call === 'POST /bank-accounts/127/clearing')).toHaveLength(2))
  const { matched, doubtful, unknown, repeated } = preview
  const expected = { cleared: matched.count, exceptions: doubtful.count + unknown.count, repeated }
  expect(sent().findLast(([call]) => call === confirm)).toEqual([confirm, { expected }])
  await eventually(() => part('both.bai'))
  await press('both.bai')
  await untilShown('File confirmed')
  await eventually(() => expect(screen.queryByRole('region', { name: 'Contents of both.bai' })).toBeNull())
  await press('both.bai for Payroll')
  await eventually(() => expect(screen.queryByRole('region', { name: /^Contents of/ })).toBeNull())
})
