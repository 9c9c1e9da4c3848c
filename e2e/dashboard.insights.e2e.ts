import { expect, type Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { expectFound, type ListPage } from './support/lists.ts'
import { makeNewcomer } from './support/newcomer.ts'
import { move } from './support/requests.ts'
import { logIn } from './support/session.ts'
import { test } from './support/test.ts'

const approver = 'approver@lakeside.example'

const chart = (page: Page, name: string) => page.getByRole('table', { name, exact: true })
const rows = (page: Page, name: string) => chart(page, name).locator('tbody tr')

test('the charts say in figures what they draw: twelve weeks, what is on the way, and how long steps take', async ({
  page,
  request,
}) => {
  const api = await apiAs(request, approver)
  const { total } = await api.call<ListPage>('GET', '/check-requests?view=sendback')
  await logIn(page, approver)
  await expect(rows(page, 'Amounts requested and completed by week')).toHaveCount(12)
  const sentBack = rows(page, 'Requests on the way by status').filter({ hasText: 'SendBack' })
  await expect(sentBack.getByRole('cell').first()).toHaveText(String(total))
  await expect(sentBack.getByRole('cell').last()).toHaveText(/^\$[\d,]+\.\d\d$/)
  await expect(rows(page, 'Median time at each step').first()).toHaveText(/^Request.*(minute|hour|day)s?$/)
  await sentBack.getByRole('link', { name: 'SendBack' }).click()
  await expect(page).toHaveURL('/check-requests?status=9')
  await expectFound(page, total)
})

test('the charts follow what others do', async ({ page, request }) => {
  await logIn(page, approver)
  const sentBack = rows(page, 'Requests on the way by status').filter({ hasText: 'SendBack' }).getByRole('cell').first()
  const before = Number(await sentBack.innerText())
  const api = await apiAs(request, approver)
  const { items } = await api.call<ListPage>('GET', '/check-requests?status=1&limit=1')
  const [item] = items as [ListPage['items'][number]]
  await move(api, item, 9, { note: 'Which invoice?' })
  await expect(sentBack).toHaveText(String(before + 1))
})

test('where nothing has happened there are no charts', async ({ page, request }) => {
  await logIn(page, await makeNewcomer(request, 'approver'))
  await expect(page.getByText('Recent Pending Requests')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Median time at each step' })).toHaveCount(0)
  await expect(page.getByText('On the Way')).toHaveCount(0)
})
