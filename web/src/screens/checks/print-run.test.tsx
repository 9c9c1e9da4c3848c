import { bankingExamples } from '@check-requests/domain/bank/examples.ts'
import { printRunExamples } from '@check-requests/domain/checks/examples.ts'
import type { PrintRunReply } from '@check-requests/domain/checks/replies.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useOpenAccounts } from '#checks/api.ts'
import { PrintRun } from '#screens/checks/print-run.tsx'
import { cellsOf, openScreen, spaced, untilShown } from '#testing/open-screen.tsx'
import { userAs } from '#testing/people.ts'

const account = { ...bankingExamples.one.reply, id: 3 }
const confirmed = printRunExamples.confirm.reply
const check = {
  id: 127,
  number: 10_041,
  state: 'printed' as const,
  check_request_id: 9,
  check_request_ids: [9],
  request_number: 'LAG-FOR-SVC-000009',
  payee_name: 'Harbor Paint Supply',
  amount: 1250.5,
}
const spoiled = {
  ...check,
  id: 128,
  number: 10_042,
  state: 'spoiled' as const,
  check_request_id: 10,
  check_request_ids: [10],
}

/** Shows a text once the accounts have loaded, because copies depend on them. */
function AccountsKnown() {
  return <p>{useOpenAccounts().accounts && 'Accounts known'}</p>
}

async function openRun(changes: Partial<PrintRunReply> = {}, as = userAs('processor')) {
  const run: PrintRunReply = { ...confirmed, checks: [check], ...changes }
  const content = (
    <>
      <PrintRun run={run} />
      <AccountsKnown />
    </>
  )
  await openScreen(content, { as, replies: { 'GET /bank-accounts': [account] } })
  await untilShown('Accounts known')
  const outcome = () => screen.getByRole('region', { name: 'Print Result' })
  const links = () =>
    within(outcome())
      .getAllByRole('link')
      .map((link) => link.textContent)
  return { outcome, links }
}

test('describes the run in the header', async () => {
  await openRun()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Print Run, number 10041')
  expect(
    screen.getByText(
      /^1 check for \$1,250\.50 on the account “Operating”, dated Nov 20, 2026, prepared by Priya Nair on Nov/,
    ),
  ).toBeTruthy()
})

test.each([
  ['one check printed correctly', {}, 'The check printed correctly.'],
  ['all checks printed correctly', { count: 3 }, 'All 3 checks printed correctly.'],
  [
    'one check is spoiled',
    { count: 3, checks: [check, { ...check, id: 126 }, spoiled] },
    '2 checks printed correctly, and 1 is spoiled.',
  ],
  [
    'two checks are spoiled',
    { count: 3, checks: [check, spoiled, { ...spoiled, id: 129 }] },
    '1 check printed correctly, and 2 are spoiled.',
  ],
  [
    'nothing printed correctly',
    { state: 'spoiled' as const, count: 2 },
    'Nothing printed correctly: numbers 10041 to 10042 stay spoiled.',
  ],
  [
    'the run was released',
    { state: 'released' as const },
    'Nothing was printed, and number 10041 returned to the account.',
  ],
])('shows that %s, who recorded the result, and who opened the file', async (_, changes, sentence) => {
  const { outcome } = await openRun(changes)
  const text = spaced(outcome().textContent)
  expect(text).toContain(sentence)
  expect(text).toMatch(/Priya Nair recorded this on Nov 20, 2026, .*\. Opened by Pat Perry on Nov 20, 2026, /)
})

test('offers to reprint spoiled checks and to sign the rest', async () => {
  const { links } = await openRun({ count: 2, checks: [check, spoiled] })
  expect(links()).toEqual(['Reprint Spoiled Checks', 'Sign Checks'])
  const again = screen.getByRole('link', { name: 'Reprint Spoiled Checks' })
  expect(again.getAttribute('href')).toBe('/print-checks?account=3&requests=10')
})

test.each([
  ['prepared the run', { made_by: { id: 7, name: 'Ada Moreno' } }],
  ['recorded its result', { settled_by: { id: 7, name: 'Ada Moreno' } }],
])('doesn’t offer signing to the person who %s', async (_, changes) => {
  const { links } = await openRun({ count: 2, checks: [check, spoiled], ...changes })
  expect(links()).toEqual(['Reprint Spoiled Checks'])
})

test('doesn’t offer signing if no check printed correctly', async () => {
  const { links } = await openRun({ state: 'spoiled', checks: [spoiled] })
  expect(links()).toEqual(['Reprint Spoiled Checks'])
})

test('offers the cover sheet while checks are waiting for signatures', async () => {
  await openRun()
  expect(screen.getByRole('button', { name: 'Cover Sheet' })).toBeTruthy()
})

test('doesn’t offer the cover sheet once all checks are signed', async () => {
  await openRun({ checks: [{ ...check, state: 'signed' }] })
  expect(screen.queryByRole('button', { name: 'Cover Sheet' })).toBeNull()
})

test('offers a copy to users who can print on the account', async () => {
  await openRun()
  expect(screen.getByText('Copy Checks')).toBeTruthy()
})

test.each([
  ['a user who can’t print on the account', {}, userAs('approver')],
  ['a released run, which printed nothing', { state: 'released' as const }, userAs('processor')],
])('offers no copy for %s', async (_, changes, as) => {
  await openRun(changes, as)
  expect(screen.queryByText('Copy Checks')).toBeNull()
})

test('lists the checks of a settled run', async () => {
  await openRun({
    checks: [{ ...check, request_number: null, check_request_id: null, check_request_ids: [] }, spoiled],
  })
  expect(cellsOf('Checks of this print run')).toEqual([
    ['10041', 'Harbor Paint Supply', '$1,250.50', 'Printed', '–'],
    ['10042', 'Harbor Paint Supply', '$1,250.50', 'Spoiled', 'LAG-FOR-SVC-000009'],
  ])
})

test('says that the numbers of a released run were reused', async () => {
  await openRun({ state: 'released', checks: [] })
  expect(screen.getByText('The numbers of this print run were used by another print run.')).toBeTruthy()
})

test('asks for the result of an unsettled run', async () => {
  await openScreen(<PrintRun run={printRunExamples.one.reply} />, { as: userAs('processor') })
  expect(screen.getByRole('region', { name: 'Did the checks print correctly?' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Print Result' })).toBeNull()
})
