import { expect, type Locator, type Page } from '@playwright/test'
import { superAdmin } from './support/administration.ts'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { noticeOf } from './support/notices.ts'
import { addPolicyGroup, type PolicyGroup, putPolicyInForce } from './support/policies.ts'
import { choose, part } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

const anyone = { anyone_in_scope: true }

async function open(page: Page, email: string): Promise<void> {
  await signIn(page.context(), email)
  await page.goto('/admin-approvals')
  await expect(part(page, 'Draft')).toContainText('There are no unpublished changes.')
}

/** The current step of the policy. */
const stepOf = (page: Page) => part(page, 'Draft').getByRole('list', { name: 'Steps' }).locator('[aria-current=step]')

/** Presses Tab until this control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(control).toBeFocused()
}

/** Selects an option of a multi-select by typing. */
async function chooseByKey(page: Page, control: Locator, option: string): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.type(option)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
}

test('lets one admin create and test a policy by keyboard, and another admin publish it', async ({
  page,
  request,
  openAs,
}) => {
  const { emails } = await addPolicyGroup(request)
  await open(page, emails.editor)
  await expect(part(page, 'In Force')).toContainText(
    'No policy is in force. Every request needs one approval from any approver in scope.',
  )

  const { keyboard } = page
  const draft = part(page, 'Draft')
  const rule = (number: number) => draft.getByRole('region', { name: `Rule ${number}` })
  await tabTo(page, draft.getByRole('button', { name: 'Create Policy' }))
  await keyboard.press('Enter')
  await tabTo(page, draft.getByRole('button', { name: 'Add Rule' }))
  await keyboard.press('Enter')
  await expect(rule(1).getByLabel('Rule Name')).toBeFocused()
  await tabTo(page, draft.getByRole('button', { name: 'Save Draft' }))
  await keyboard.press('Enter')
  await expect(rule(1).getByLabel('Rule Name')).toBeFocused()
  await expect(rule(1)).toContainText('Name this rule.')
  await expect(rule(1)).toContainText('Choose who can approve this step.')
  await keyboard.type('Payoffs')
  await chooseByKey(page, rule(1).getByRole('combobox', { name: 'Purposes' }), 'Payoff')
  await tabTo(page, rule(1).getByLabel('Step Name'))
  await keyboard.type('General manager')
  await chooseByKey(page, rule(1).getByRole('combobox', { name: 'Titles' }), 'General')

  await tabTo(page, draft.getByRole('button', { name: 'Add Rule' }))
  await keyboard.press('Enter')
  await keyboard.type('Over $10,000')
  await tabTo(page, rule(2).getByLabel('Amount From'))
  await keyboard.type('10000.01')
  await tabTo(page, rule(2).getByLabel('Step Name'))
  await keyboard.type('Controller')
  await chooseByKey(page, rule(2).getByRole('combobox', { name: 'Titles' }), 'Controller')
  await keyboard.press('Alt+ArrowUp')
  await expect(rule(1).getByLabel('Rule Name')).toHaveValue('Over $10,000')
  await expect(draft.getByText('Over $10,000 is now rule 1 of 2.')).toBeAttached()
  await expect(rule(1).getByRole('combobox', { name: 'Titles' })).toBeFocused()
  await checkLooks(page, 'admin-approvals-editor')
  await expect(stepOf(page)).toHaveText('Rules')
  await tabTo(page, draft.getByRole('button', { name: 'Next' }))
  await keyboard.press('Enter')
  await expect(stepOf(page)).toHaveText('Everything Else')
  await expect(draft.getByLabel('Step Name')).toHaveValue('Approval')
  await checkLooks(page, 'admin-approvals-everything-else')
  await tabTo(page, draft.getByRole('button', { name: 'Next' }))
  await keyboard.press('Enter')
  await expect(stepOf(page)).toHaveText('Fallback')
  await checkLooks(page, 'admin-approvals-fallback')
  await tabTo(page, draft.getByRole('button', { name: 'Save Draft' }))
  await keyboard.press('Enter')
  await expect(noticeOf(page, 'Draft saved')).toBeVisible()

  await expect(draft).toContainText('Requests of $10,000.01 or more.')
  await expect(draft).toContainText('Controller: anyone with the Controller title.')
  await expect(stepOf(page)).toHaveText('Test')

  const trial = part(page, 'Test the Policy')
  await trial.getByLabel('Amount').fill('12000')
  await choose(page, 'Dealership', 'Orchard Motors')
  await choose(page, 'Purpose', 'Parts')
  await trial.getByRole('button', { name: 'Run Test' }).click()
  await expect(trial.getByRole('status')).toContainText('Rule “Over $10,000”')
  await expect(trial.getByRole('status')).toContainText('Carla Young')
  await expect(trial.getByRole('status')).toContainText('“Payoffs”: the purpose doesn’t match.')

  await draft.getByRole('button', { name: 'Next' }).click()
  await expect(stepOf(page)).toHaveText('Publish')
  await expect(draft.getByRole('button', { name: 'Publish' })).toHaveCount(0)
  await expect(draft).toContainText(
    'Ada Ember edited this policy, so another admin has to publish it (separation of duties).',
  )

  const publisher = await openAs(emails.publisher, '/admin-approvals')
  await part(publisher, 'Draft').getByRole('button', { name: 'Publish' }).click()
  const dialog = publisher.getByRole('dialog', { name: 'Publish Version 1' })
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog.getByText('Describe the changes and the reason for them.', { exact: true })).toBeVisible()
  await checkLooks(publisher, 'admin-approvals-publish')
  await dialog.getByLabel('Note').fill('Agreed with the owners.')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(noticeOf(publisher, 'Policy published')).toContainText('Version 1 is in force.')

  await expect(part(page, 'In Force')).toContainText('Version 1, published by Paul Quist')
  await expect(part(page, 'Draft')).toContainText('There are no unpublished changes.')
  const versions = part(page, 'Versions')
  await expect(versions).toContainText('Agreed with the owners.')
  await versions.getByText('Version 1').click()
  await expect(versions).toContainText('Edited by Ada Ember. Published by Paul Quist')
  await expect(versions).toContainText('Requests of $10,000.01 or more.')
  await checkLooks(page, 'admin-approvals')
})

test('shows another admin’s changes to the same draft, and asks which version to keep', async ({
  page,
  request,
  openAs,
}) => {
  const place = await addPolicyGroup(request)
  await putPolicyInForce(request, place, { otherwise: { steps: [{ name: 'Approval', approvers: anyone }] } })
  await open(page, place.emails.editor)
  const other = await openAs(place.emails.publisher, '/admin-approvals')
  for (const each of [page, other]) {
    await part(each, 'Draft').getByRole('button', { name: 'Edit Policy' }).click()
    await part(each, 'Draft').getByRole('button', { name: 'Next' }).click()
  }
  await writeStep(other, 'Two people')
  await expect(noticeOf(other, 'Draft saved')).toBeVisible()
  await writeStep(page, 'Any of us')
  const conflict = page.getByRole('region', { name: 'Changes by another user' })
  await expect(conflict).toContainText('Paul Quist changed the approval policy in the meantime.')
  await expect(conflict).toContainText('Changes the steps under “Everything else”.')
  await conflict.getByRole('button', { name: 'Keep My Version' }).click()
  await part(page, 'Draft').getByRole('button', { name: 'Save Draft' }).click()
  await expect(part(page, 'Draft')).toContainText('Any of us')
  await part(page, 'Draft').getByRole('button', { name: 'Next' }).click()
  await expect(part(page, 'Draft')).toContainText('Paul Quist and Ada Ember edited this policy')
})

async function writeStep(page: Page, name: string): Promise<void> {
  const everythingElse = page.getByRole('region', { name: 'Everything else' })
  await everythingElse.getByLabel('Step Name').fill(name)
  await part(page, 'Draft').getByRole('button', { name: 'Save Draft' }).click()
}

test('lets an admin add, assign, deactivate, and unassign an approval title', async ({ page, request }) => {
  const place: PolicyGroup = await addPolicyGroup(request)
  await open(page, place.emails.editor)
  const titles = part(page, 'Approval Titles')
  await titles.getByRole('button', { name: 'Add Title' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Owner')
  await page.getByRole('dialog').getByRole('button', { name: 'Add Title' }).click()
  const row = titles.getByRole('listitem').filter({ hasText: 'Owner' })
  await expect(row).toContainText('No one has this title yet.')
  await row.getByRole('button', { name: 'Assign the Owner title' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign a Title' })
  await choose(page, 'User', `Otto Olsen (${place.emails.approver})`)
  await dialog.getByLabel('Dealership').selectOption('Orchard Motors')
  await checkLooks(page, 'admin-approvals-give-title')
  await dialog.getByRole('button', { name: 'Save Titles' }).click()
  await expect(row).toContainText('Otto Olsen at Orchard Motors')
  await row.getByRole('button', { name: 'Deactivate Owner' }).click()
  await expect(row).toContainText('Inactive')

  await page.goto('/admin-users')
  await page.getByRole('button', { name: `Approval titles for ${place.emails.approver}` }).click()
  const held = page.getByRole('dialog', { name: 'Otto Olsen’s Approval Titles' })
  await expect(held.getByLabel('Title')).toHaveCount(1)
  await held.getByRole('button', { name: 'Remove Owner' }).click()
  await held.getByRole('button', { name: 'Save Titles' }).click()
  await expect(noticeOf(page, 'Approval titles saved')).toBeVisible()
})

test('lets a super admin read the warnings about a dealer group’s draft policy and edit the draft', async ({
  page,
  request,
}) => {
  const { emails, group, titles, people, dealership } = await addPolicyGroup(request)
  const title = (id: number) => ({ approval_title_ids: [id] })
  const editor = await apiAs(request, emails.editor)
  await editor.call('PUT', `/dealer-groups/${group.id}/approval-policy/draft`, {
    rules: [
      { name: 'Anything at all', steps: [{ name: 'Either of two', approvers: anyone, needed: 2 }] },
      {
        name: 'Large payments to vendors of parts and accessories at the first dealership',
        conditions: { amount_from: 10_000.01, amount_to: 50_000, dealership_ids: [dealership.id] },
        steps: [
          { name: 'Controller', approvers: { ...title(titles.controller), user_ids: [people.approver.id] } },
          { name: 'General manager', approvers: title(titles.manager), needed: 2 },
        ],
      },
      {
        name: 'Critical',
        conditions: { priority_levels: ['critical'] },
        steps: [{ name: 'Again', approvers: anyone }],
      },
    ],
    otherwise: { steps: [{ name: 'Approval', approvers: anyone }] },
  })
  await signIn(page.context(), superAdmin)
  await page.goto('/admin-approvals')
  await page.getByLabel('Dealer Group').selectOption(group.name)
  await expect(page).toHaveURL(`/admin-approvals?group=${group.id}`)
  const warnings = page.getByRole('region', { name: 'Warnings' })
  await expect(warnings).toContainText('never applies: rules above it match all of its requests.')
  await expect(warnings).toContainText(
    'doesn’t have enough different approvers for its steps at Orchard Motors, Service.',
  )
  await expect(part(page, 'Draft').getByRole('button', { name: 'Publish' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Dealer Group')).toHaveValue(String(group.id))
  await checkLooks(page, 'admin-approvals-warnings')
  await part(page, 'Draft').getByRole('button', { name: 'Edit Draft' }).click()
  await page.getByRole('button', { name: 'Move Anything at all down' }).click()
  await expect(page.getByRole('button', { name: 'Move Anything at all down' })).toBeFocused()
  await page.getByRole('button', { name: 'Remove Critical' }).click()
  await expect(page.getByRole('button', { name: 'Add Rule' })).toBeFocused()
  await part(page, 'Draft').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep Editing' }).click()
  await part(page, 'Draft').getByRole('button', { name: 'Save Draft' }).click()
  await expect(warnings).not.toContainText('never decides')
})
