import { expect, type Page } from '@playwright/test'
import {
  addDealership,
  addDepartment,
  addGroup,
  addUser,
  findGroup,
  openAdministration,
  ownWord,
  questionOf,
  readAgain,
  superAdmin,
} from './support/administration.ts'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { raise } from './support/requests.ts'
import { test } from './support/test.ts'

const start = (page: Page) => openAdministration(page, superAdmin, '/admin-dealerships', 'Dealerships Management')

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('lists everything that will be deleted with a dealership, and deletes it after confirmation', async ({
  page,
  request,
  openAs,
}) => {
  const api = await apiAs(request, superAdmin)
  const group = await findGroup(api, 'LAG')
  const dealership = await addDealership(api, group.id, `Lakeside ${ownWord()}`)
  const detailing = await addDepartment(api, dealership, 'Detailing')
  await addDepartment(api, dealership, 'Towing')
  const { email } = await addUser(api, { access_level: 2, dealership_ids: [dealership.id] })
  const { id } = await raise(await apiAs(request, email))
  const theirs = await openAs(email)
  await start(page)
  await page.getByRole('button', { name: `Delete ${dealership.name}` }).click()
  const question = questionOf(page, 'Are you absolutely sure to delete dealership?')
  await expect(question).toContainText('This action cannot be undone.')
  await expect(question).toContainText('with its departments and checks')
  for (const text of [dealership.name, dealership.code, 'Lakeside Auto Group', 'Detailing, Towing'])
    await expect(question).toContainText(text)
  await checkLooks(page, 'admin-dealerships-delete')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, dealership.name)).toBeVisible()
  await page.getByRole('button', { name: `Delete ${dealership.name}` }).click()
  const paths = await readAgain(page, async () => {
    await question.getByRole('button', { name: 'Continue' }).click()
    await expect(noticeOf(page, 'Dealership removed.')).toBeVisible()
    await expect(rowOf(page, dealership.name)).toHaveCount(0)
  })
  expect(paths).toEqual(expect.arrayContaining(['/dealerships', '/departments']))
  const departments = await api.call<{ id: number }[]>('GET', '/departments')
  expect(departments.map((department) => department.id)).not.toContain(detailing.id)
  const requests = await api.call<{ id: number }[]>('GET', '/check-requests/by-user')
  expect(requests.map((one) => one.id)).not.toContain(id)
  await expect(theirs).toHaveURL('/login', { timeout: 5000 })
})

test('lists everything that will be deleted with a dealer group, and deletes it after confirmation', async ({
  page,
  request,
  openAs,
}) => {
  const api = await apiAs(request, superAdmin)
  const group = await addGroup(api, `Group ${ownWord()}`)
  const dealership = await addDealership(api, group.id, 'Harbor Kia')
  await addDepartment(api, dealership, 'Detailing')
  const { email } = await addUser(api, { dealer_group_id: group.id })
  const { id } = await raise(await apiAs(request, email))
  const theirs = await openAs(email)
  await start(page)
  await page.getByRole('button', { name: `Delete ${group.name}` }).click()
  const question = questionOf(page, 'Are you absolutely sure to delete dealer group?')
  await expect(question).toContainText('with its dealerships, departments, and checks. Its users are deleted too.')
  for (const text of [group.name, group.code, 'Harbor Kia', 'Departments1', 'Users1'])
    await expect(question).toContainText(text)
  await checkLooks(page, 'admin-dealerships-delete-group')
  const paths = await readAgain(page, async () => {
    await question.getByRole('button', { name: 'Continue' }).click()
    await expect(noticeOf(page, 'Dealer Group removed.')).toBeVisible()
    await expect(rowOf(page, group.name)).toHaveCount(0)
  })
  expect(paths).toEqual(expect.arrayContaining(['/dealer-groups', '/dealerships', '/departments']))
  await expect(rowOf(page, 'Harbor Kia')).toHaveCount(0)
  await expect(theirs).toHaveURL('/login', { timeout: 5000 })
  const requests = await api.call<{ id: number }[]>('GET', '/check-requests/by-user')
  expect(requests.map((one) => one.id)).not.toContain(id)
  await page.goto(`/admin-users?search=${email}`)
  await expect(page.getByText('0 users found')).toBeVisible()
})
