import { expect, type Page } from '@playwright/test'
import {
  addDealership,
  addDepartment,
  addUser,
  dialogOf,
  ownWord,
  questionOf,
  superAdmin,
} from './support/administration.ts'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { addAccount, addBankGroup, approvedRequests } from './support/print-runs.ts'
import { part } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const toPrint = (page: Page) => part(page, 'Approved Requests')
const itemOf = (page: Page, name: string) => part(page, 'To Print').getByRole('listitem').filter({ hasText: name })

test('groups requests to print by default account, and prints checks on another account on demand', async ({
  page,
  request,
  openAs,
}) => {
  const place = await addBankGroup(request)
  const root = await apiAs(request, superAdmin)
  const boats = await addDealership(root, place.group.id, 'Pier Boats')
  const department = await addDepartment(root, boats, 'Service')
  const level = { access_level: 3, dealership_ids: [boats.id], department_ids: [department.id] }
  const requester = `boats@${ownWord()}.example`.toLowerCase()
  await addUser(root, { email: requester, ...level, dealer_group_id: place.group.id })
  const clerk = { access_level: 2, dealership_ids: [boats.id], role_ids: [4], primary_role: 4 }
  const ofBoats = await addUser(root, { ...clerk, dealer_group_id: place.group.id })
  await addAccount(request, place, { name: 'Title', dealership_ids: [place.dealership.id, boats.id] })
  const [cars] = await approvedRequests(request, place, [100.25])
  const [boat] = await approvedRequests(request, { emails: { ...place.emails, requester } }, [200])

  // One admin sets the defaults, another one confirms them.
  await signIn(page.context(), place.emails.proposes)
  await page.goto('/admin-bank-accounts')
  for (const [account, dealership] of [
    ['Operating', 'Pier Motors'],
    ['Title', 'Pier Boats'],
  ] as const) {
    await page.getByRole('button', { name: `Edit ${account}` }).click()
    const dialog = dialogOf(page, 'Update Bank Account')
    await dialog.getByRole('combobox', { name: /^Default Account For/ }).click()
    await page.getByRole('option', { name: new RegExp(`^${dealership}`) }).click()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Update Account' }).click()
    await expect(dialog).toHaveCount(0)
    const waiting = page.getByRole('region', { name: `Pending changes to ${account}` })
    await expect(waiting).toContainText('Now: No dealership')
    await expect(waiting).toContainText(`Then: ${dealership}`)
  }
  const second = await openAs(place.emails.confirms, '/admin-bank-accounts')
  for (const account of ['Operating', 'Title']) {
    await second.getByRole('button', { name: `Confirm ${account}` }).click()
    await questionOf(second, `Confirm ${account}?`).getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(second.getByRole('region', { name: `Pending changes to ${account}` })).toHaveCount(0)
  }

  // A user with both stores sees the requests waiting for each account.
  const processor = await openAs(place.emails.processor, '/print-checks')
  await expect(itemOf(processor, 'Operating')).toContainText('1 request, $100.25')
  await expect(itemOf(processor, 'Title')).toContainText('1 request, $200.00')
  await checkLooks(processor, 'print-checks-by-account')
  await itemOf(processor, 'Title').getByRole('link', { name: 'Print on Title' }).click()
  const foreign = processor.getByRole('region', { name: 'Default account: Operating' })
  await expect(foreign).toContainText(cars?.request_number ?? '')
  await expect(foreign).not.toContainText(boat?.request_number ?? '')
  await toPrint(processor).getByRole('checkbox', { name: 'Select all shown' }).last().check()
  const chosen = processor.getByRole('region', { name: 'Chosen checks' })
  await expect(chosen).toContainText('1 check, $200.00')
  await foreign.getByRole('checkbox', { name: `Select ${cars?.request_number}` }).check()
  await expect(chosen).toContainText('2 checks, $300.25')
  await checkLooks(processor, 'print-checks-other-accounts')
  await chosen.getByRole('button', { name: 'Reserve Numbers and Print' }).click()
  await expect(noticeOf(processor, 'Numbers reserved')).toBeVisible()
  await processor.goto('/print-checks')
  await expect(itemOf(processor, 'Title')).toContainText('Print run not settled')

  // A user with one store gets its default account preselected.
  const own = await openAs(ofBoats.email, '/print-checks')
  await expect(own.getByRole('region', { name: 'Open print run' })).toBeVisible()
})
