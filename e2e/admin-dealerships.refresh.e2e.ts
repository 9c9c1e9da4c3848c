import { expect, type Page } from '@playwright/test'
import { addDealership, addDepartment, addGroup, ownWord, questionOf, superAdmin } from './support/administration.ts'
import { type ApiUser, apiAs } from './support/api.ts'
import { beforeNextPoll } from './support/live.ts'
import { noticeOf } from './support/notices.ts'
import { choose, menu } from './support/requests.ts'
import { logIn } from './support/session.ts'
import { test } from './support/test.ts'

const open = (page: Page, screen: string) => menu(page).getByRole('link', { name: screen, exact: true }).click()

/** Logs in without live updates, and loads the departments, which stay fresh for a minute. */
async function startDeaf(page: Page): Promise<void> {
  await page.route('**/api/v1/live', (route) => route.fulfill({ status: 503 }))
  await logIn(page, superAdmin)
  await open(page, 'Departments')
  await expect(page.getByRole('button', { name: /Total Departments/ }).first()).toBeVisible()
}

async function addPlaces(api: ApiUser) {
  const word = ownWord()
  const group = await addGroup(api, `Group ${word}`)
  const dealership = await addDealership(api, group.id, `Dealership ${word}`)
  const department = await addDepartment(api, dealership, `Department ${word}`)
  return { group, dealership, department }
}

test.beforeEach(({ errors }) => errors.allow(/503/))

test('removes the dealerships and departments of a deleted group from every list immediately', async ({
  page,
  request,
}) => {
  const { group, dealership } = await addPlaces(await apiAs(request, superAdmin))
  await startDeaf(page)
  const line = page.getByRole('button', { name: dealership.name })
  await expect(line).toContainText('Total Departments: 1')
  await open(page, 'Dealerships')
  const row = page.getByRole('row').filter({ hasText: dealership.name })
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: `Delete ${group.name}` }).click()
  const question = questionOf(page, 'Are you absolutely sure to delete dealer group?')
  await expect(question).toContainText(dealership.name)
  const again = Promise.all(
    ['dealer-groups', 'dealerships', 'departments'].map((path) =>
      page.waitForRequest(`**/api/v1/${path}`, beforeNextPoll),
    ),
  )
  await question.getByRole('button', { name: 'Continue' }).click()
  await expect(noticeOf(page, 'Dealer Group removed.')).toBeVisible()
  await again
  await expect(row).toHaveCount(0)
  await open(page, 'Departments')
  await expect(page.getByRole('button', { name: /Total Departments/ }).first()).toBeVisible()
  await expect(line).toHaveCount(0, beforeNextPoll)
})

test('immediately removes a deleted dealership’s departments, and offers a new dealership', async ({
  page,
  request,
}) => {
  const api = await apiAs(request, superAdmin)
  const { group, dealership } = await addPlaces(api)
  await startDeaf(page)
  await open(page, 'Dealerships')
  await page.getByRole('button', { name: 'Add Dealership' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Dealership' })
  const word = ownWord()
  const fields = { Name: `New ${word}`, Code: word, Address: '1 Quay Street', City: 'Salem', State: 'OR' }
  for (const [label, text] of Object.entries({ ...fields, 'ZIP Code': '97301', Phone: '5035550100' }))
    await dialog.getByRole('textbox', { name: label, exact: true }).fill(text)
  await choose(page, 'Dealer Group', `${group.name} (${group.code})`)
  await dialog.getByRole('button', { name: 'Create Dealership' }).click()
  await expect(noticeOf(page, 'Dealership created')).toBeVisible()
  await page.getByRole('button', { name: `Delete ${dealership.name}` }).click()
  const question = questionOf(page, 'Are you absolutely sure to delete dealership?')
  await question.getByRole('button', { name: 'Continue' }).click()
  await expect(noticeOf(page, 'Dealership removed.')).toBeVisible()
  await open(page, 'Departments')
  await expect(page.getByRole('button', { name: `New ${word}` })).toContainText('Total Departments: 0', beforeNextPoll)
  await expect(page.getByRole('button', { name: dealership.name })).toHaveCount(0, beforeNextPoll)
})
