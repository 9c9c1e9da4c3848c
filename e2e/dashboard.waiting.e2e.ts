import { expect, type Page } from '@playwright/test'
import { dialogOf } from './support/administration.ts'
import { checkLooks } from './support/checks.ts'
import { confirm, dayOf, keepColumns, mailed, openClearing } from './support/clearing.ts'
import { addCheckGroup } from './support/drawn-checks.ts'
import { noticeOf } from './support/notices.ts'
import { menu, part } from './support/requests.ts'
import { test } from './support/test.ts'

const needed = (page: Page) => part(page, 'What Needs Me').getByRole('listitem')

test('puts what waits for each person first, and leads from a bank exception to its resolution in four clicks after login', async ({
  page,
  request,
  openAs,
}) => {
  const group = await addCheckGroup(request)
  await keepColumns(group)
  const [altered] = await mailed(group, 1234.5)
  await openClearing(page, group.people.controller)
  await confirm(page, `${altered?.number},2134.50,${dayOf(altered)}`)

  await page.goto('/dashboard')
  const first = needed(page).first()
  await expect(first).toHaveText(/^1Bank exception to resolve\$2,134\.50, waiting for .*Resolve Exceptions$/)
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText('What Needs Me')
  await expect(menu(page).getByRole('listitem').filter({ hasText: 'Clearing' })).toContainText('1 item waiting for you')
  await checkLooks(page, 'dashboard-waiting')
  await first.getByRole('link', { name: 'Resolve Exceptions' }).click()
  await expect(page).toHaveURL(`/clearing?account=${group.account.id}`)
  await page.getByRole('button', { name: `Resolve: check ${altered?.number}` }).click()
  const dialog = dialogOf(page, `Resolve Exception for Check ${altered?.number}`)
  await dialog.getByLabel(/is accepted: the check clears$/).click()
  await dialog.getByLabel(/^Resolution/).fill('The invoice was over $2,134.50')
  await dialog.getByRole('button', { name: 'Resolve', exact: true }).click()
  await expect(noticeOf(page, 'Exception resolved')).toBeVisible()
  await page.goto('/dashboard')
  await expect(part(page, 'What Needs Me')).toContainText('Nothing is waiting for you.')

  // The admin got a notice, too.
  const admin = await openAs(group.people.admin, '/inbox')
  await expect(admin.getByRole('main')).toContainText('match the register: amount differs')
})
