import { expect, type Locator } from '@playwright/test'
import { expectNoSidewaysScroll } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { addPolicyGroup } from './support/policies.ts'
import { choose, part } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

/** The smallest touch target, in CSS pixels (WCAG 2.5.8). */
const smallestTarget = 24

async function expectToFitAFinger(control: Locator): Promise<void> {
  const box = await control.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(smallestTarget)
}

test('lets admins create, test, and publish a policy by touch on a phone', async ({ page, request, openAs }) => {
  const { emails } = await addPolicyGroup(request)
  await signIn(page.context(), emails.editor)
  await page.goto('/admin-approvals')
  const draft = part(page, 'Draft')
  const rule = (number: number) => draft.getByRole('region', { name: `Rule ${number}` })
  await draft.getByRole('button', { name: 'Create Policy' }).tap()
  for (const [number, name, title] of [
    [1, 'Everything large', 'Controller'],
    [2, 'Payoffs', 'General manager'],
  ] as const) {
    await draft.getByRole('button', { name: 'Add Rule' }).tap()
    await rule(number).getByLabel('Rule Name').fill(name)
    await rule(number).getByLabel('Step Name').fill(title)
    const titles = rule(number).getByRole('combobox', { name: 'Titles' })
    await titles.tap()
    await page.getByRole('dialog', { name: 'Choices' }).getByRole('option', { name: title }).tap()
    await page.keyboard.press('Escape')
  }
  await rule(1).getByLabel('Amount From').fill('10000.01')
  const up = draft.getByRole('button', { name: 'Move Payoffs up' })
  await expectToFitAFinger(up)
  await up.tap()
  await expect(rule(1).getByLabel('Rule Name')).toHaveValue('Payoffs')
  await expectNoSidewaysScroll(page)
  const save = draft.getByRole('button', { name: 'Save Draft' })
  await expectToFitAFinger(save)
  await save.tap()
  await expect(noticeOf(page, 'Draft saved')).toBeVisible()
  await expect(draft).toContainText('Requests of $10,000.01 or more.')

  const trial = part(page, 'Test the Policy')
  await trial.getByLabel('Amount').fill('12000')
  await choose(page, 'Dealership', 'Orchard Motors')
  await choose(page, 'Purpose', 'Parts')
  await trial.getByRole('button', { name: 'Run Test' }).tap()
  await expect(trial.getByRole('status')).toContainText('Rule “Payoffs”')
  await expectNoSidewaysScroll(page)

  const publisher = await openAs(emails.publisher, '/admin-approvals')
  await part(publisher, 'Draft').getByRole('button', { name: 'Publish' }).tap()
  const dialog = publisher.getByRole('dialog', { name: 'Publish Version 1' })
  await dialog.getByLabel('Note').fill('Agreed with the owners.')
  await expectNoSidewaysScroll(publisher)
  await dialog.getByRole('button', { name: 'Publish' }).tap()
  await expect(noticeOf(publisher, 'Policy published')).toContainText('Version 1 is in force.')
})
