import { expect, type Locator, type Page } from '@playwright/test'
import { addEffort, type Effort, secondsOf } from './support/keys.ts'
import { TestServer } from './support/server.ts'
import { test } from './support/test.ts'

/**
 * Three people who see the product for the first time. Their scripts know the words of their trade and otherwise only
 * what the screen shows: texts, roles, and which fields it marks.
 */
const demo = new TestServer({ DEMO: 'on' })
test.use({
  actionTimeout: 20_000,
  baseURL: async ({ errors: _ }, use) => use(demo.url),
})
test.beforeAll(() => demo.start())
test.afterAll(() => demo.stop())

/** Logs in as the first account in the list whose description has this word. */
async function begin(page: Page, word: RegExp): Promise<Effort> {
  const effort: Effort = { keys: 0, clicks: 0 }
  await addEffort(page, effort)
  await page.goto('/')
  await page.getByRole('button', { name: word }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return effort
}

/** Follows the first thing that waits for this person. */
async function takeFirstWork(page: Page, what: RegExp): Promise<void> {
  const work = page.getByRole('region', { name: 'What Needs Me' }).getByRole('listitem')
  await work.filter({ hasText: what }).first().getByRole('link').first().click()
}

const answers: readonly (readonly [RegExp, string])[] = [
  [/payee/i, 'Madison Glass Works'],
  [/amount/i, '250'],
  [/vin|po number/i, 'PO-4711'],
  [/address/i, '12 Mill Street, Madison, WI 53703'],
]

/** Fills the first field that the screen marks as wrong: chooses the first option, or types what the label asks for. */
async function answer(page: Page, field: Locator): Promise<void> {
  const label = await field.evaluate((element) => {
    const named = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const texts = named.map((id) => document.getElementById(id)?.textContent ?? '')
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : []
    return [...texts, ...labels.map(({ textContent }) => textContent ?? '')].join(' ')
  })
  const [, text] = answers.find(([words]) => words.test(label)) ?? []
  if (text !== undefined) {
    await field.click()
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  } else {
    await field.click()
    await page.getByRole('listbox').getByRole('option').first().click()
  }
}

test('lets a requester raise a request within the first five minutes', async ({ page }) => {
  test.setTimeout(180_000)
  const effort = await begin(page, /Service advisor/)
  await page
    .getByRole('link', { name: /new request/i })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/request/i)
  const submit = page.getByRole('button', { name: /^submit/i, disabled: false })
  await submit.click()
  const wrong = page.locator('form [aria-invalid="true"]:visible')
  const choices = page
    .getByText(/ is required$/)
    .locator('xpath=ancestor::*[.//*[@role="radio"] or .//input[@type="radio"]][1]')
  const done = page.getByRole('heading', { name: 'Check Request Details' })
  for (let round = 0; round < 25 && !(await done.isVisible()); round += 1) {
    await expect(wrong.first().or(choices.first()).or(done).or(submit).first()).toBeVisible()
    if ((await wrong.count()) > 0) await answer(page, wrong.first())
    else if ((await choices.count()) > 0) await choices.first().getByRole('radio').last().click()
    else if (await submit.isVisible()) await submit.click()
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check Request Details')
  await expect(page.getByRole('main')).toContainText('$250.00')
  expect(secondsOf(effort)).toBeLessThanOrEqual(300)
})

test('lets an approver read a document and decide within the first five minutes', async ({ page }) => {
  const effort = await begin(page, /Controller/)
  await takeFirstWork(page, /approv|decide/i)
  const rows = page.getByRole('table').locator('tbody').getByRole('row')
  await rows.filter({ hasText: 'Fox Valley' }).getByRole('link').first().click()
  await expect(page.getByRole('region', { name: /document/i }).first()).toContainText('Invoice FV-88213.pdf')
  await page.getByRole('radio', { name: 'Approve' }).click()
  await page.getByRole('button', { name: /^Approve \$/ }).click()
  await expect(page.getByText('Approved $640.50 to Fox Valley Fasteners').first()).toBeVisible()
  expect(secondsOf(effort)).toBeLessThanOrEqual(300)
})

test('lets a processor print checks within the first five minutes', async ({ page }) => {
  const effort = await begin(page, /Accounts payable.*Lakeside|Prints, mails/)
  await takeFirstWork(page, /print/i)
  await page
    .getByRole('checkbox', { name: /^Select all/ })
    .first()
    .click()
  await page.getByRole('button', { name: /and Print$/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Print Run/)
  const [checks] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: /^Open/ }).first().click(),
  ])
  await checks.close()
  await page.getByRole('button', { name: 'All Correct' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'All Correct' }).click()
  await expect(page.getByRole('main')).toContainText(/printed correctly/)
  expect(secondsOf(effort)).toBeLessThanOrEqual(300)
})
