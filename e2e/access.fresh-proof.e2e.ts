import { type APIRequestContext, expect } from '@playwright/test'
import { allEndpoints } from '../domain/src/api/all-endpoints.ts'
import type { User } from '../domain/src/people/users/fields.ts'
import {
  addUser,
  chooseSeveral,
  dialogOf,
  openAddUser,
  openUpdateUser,
  ownWord,
  passwordOf,
  questionOf,
  superAdmin,
} from './support/administration.ts'
import { apiAs, replacePassword } from './support/api.ts'
import { addAccountGroup, proposeAccount } from './support/bank-accounts.ts'
import { lineOf, openReview } from './support/bulk.ts'
import { addCheckGroup } from './support/drawn-checks.ts'
import { noticeOf } from './support/notices.ts'
import { addPolicyGroup, type PolicyGroup } from './support/policies.ts'
import { addBankGroup, approvedRequests, makeRun } from './support/print-runs.ts'
import { activities, openRequest, statusChoice, updateForm } from './support/request-detail.ts'
import { choose, part, type Raised, raise } from './support/requests.ts'
import { ageProofs, proofDialog, prove, withPasskey } from './support/second-factor.ts'
import { test } from './support/test.ts'

test('tests every endpoint that requires a recent sign-in, or an equivalent endpoint', () => {
  const asking = allEndpoints.filter((row) => row.freshProof).map(({ id }) => id)
  const elsewhere = ['confirmIdentityProvider', 'switchPasswords']
  // The client asks for a recent sign-in in the same way for every call. Each of these endpoints is equivalent to one
  // below.
  const similar = [
    'addOwnChat',
    'confirmCheckStop',
    'confirmControlChange',
    'confirmEnteredCheck',
    'createWebhook',
    'inviteUser',
    'inviteUserAgain',
    'rotateWebhookSecret',
    'stopCheck',
  ]
  expect(asking.filter((id) => ![...elsewhere, ...similar].includes(id)).sort()).toEqual([
    'confirmAccount',
    'confirmAuditor',
    'confirmBankAccount',
    'confirmPrintRun',
    'createToken',
    'createUser',
    'importPeople',
    'publishApprovalPolicy',
    'resetSecondFactor',
    'setApprovalTitlesOfUser',
    'signChecks',
  ])
})

test('asks an admin to verify their identity when they publish a policy or assign a title', async ({
  page,
  request,
  server,
}) => {
  const place = await addPolicyGroup(request)
  await writeDraft(request, place)
  await withPasskey(page, place.emails.publisher)

  await page.goto('/admin-approvals')
  await part(page, 'Draft').getByRole('button', { name: 'Publish' }).click()
  const publication = dialogOf(page, 'Publish Version 1')
  await publication.getByLabel('Note').fill('Agreed with the owners.')
  await prove(page, server, () => publication.getByRole('button', { name: 'Publish' }).click())
  await expect(noticeOf(page, 'Policy published')).toContainText('Version 1 is in force.')
  await expect(part(page, 'Versions')).toContainText('Agreed with the owners.')

  const titles = part(page, 'Approval Titles')
  await titles.getByRole('button', { name: 'Assign the Controller title' }).click()
  await choose(page, 'User', `Otto Olsen (${place.emails.approver})`)
  await prove(page, server, () => dialogOf(page, 'Assign a Title').getByRole('button', { name: 'Save Titles' }).click())
  await expect(titles).toContainText('Otto Olsen')
})

async function writeDraft(request: APIRequestContext, { group, emails }: PolicyGroup): Promise<void> {
  const editor = await apiAs(request, emails.editor)
  const steps = [{ name: 'Approval', approvers: { anyone_in_scope: true } }]
  await editor.call('PUT', `/dealer-groups/${group.id}/approval-policy/draft`, { otherwise: { steps } })
}

test('keeps typed values while an admin verifies their identity to add, import, or change users', async ({
  page,
  request,
  server,
  openAs,
}) => {
  const place = await addPolicyGroup(request)
  const word = place.group.code.toLowerCase()
  await withPasskey(page, place.emails.publisher)
  await page.goto('/admin-users')

  const added = `nina@${word}.example`
  const form = await openAddUser(page)
  await form.getByLabel('First Name').fill('Nina')
  await form.getByLabel('Last Name').fill('Newman')
  await form.getByLabel('Email').fill(added)
  await passwordOf(form).fill('seven green kettles')
  await chooseSeveral(page, 'Role', ['Processor'])
  await form.getByRole('radio', { name: 'Dealer Group' }).check()
  await prove(page, server, () => form.getByRole('button', { name: 'Create User' }).click())
  await expect(noticeOf(page, 'User created')).toBeVisible()

  await page.getByRole('button', { name: 'Import' }).click()
  const importing = dialogOf(page, 'Import Users')
  const lines = ['First Name,Last Name,Email,Roles,Access', `Ida,Reed,ida@${word}.example,Requester,Dealer group`]
  const buffer = Buffer.from(lines.join('\n'))
  await importing.getByLabel('CSV file').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
  await prove(page, server, () => importing.getByRole('button', { name: 'Add 1 User' }).click())
  await expect(noticeOf(page, 'Users imported')).toBeVisible()
  const passwords = dialogOf(page, 'Passwords for the First Login')
  await expect(passwords).toContainText('Ida Reed')
  await passwords.getByRole('button', { name: 'Done' }).click()

  const rights = await openUpdateUser(page, added)
  await chooseSeveral(page, 'Role', ['Approver'])
  await choose(page, 'Primary Role', 'Approver')
  await prove(page, server, () => rights.getByRole('button', { name: 'Update User' }).click())
  await expect(noticeOf(page, 'User updated')).toBeVisible()

  const other = await openAs(place.emails.approver)
  await withPasskey(other, place.emails.approver)
  await page.reload()
  const lost = await openUpdateUser(page, place.emails.approver)
  await lost.getByRole('button', { name: 'Reset Second Factor' }).click()
  const question = questionOf(page, 'Reset the second factor?')
  await prove(page, server, () => question.getByRole('button', { name: 'Reset' }).click())
  await expect(noticeOf(page, 'Second factor reset')).toBeVisible()
  await expect(other).toHaveURL('/login')
})

test('asks the second person to verify their identity when they confirm an account or an auditor', async ({
  page,
  request,
  server,
}) => {
  const place = await addBankGroup(request)
  const root = await apiAs(request, superAdmin)
  await withPasskey(page, place.emails.confirms)

  const proposer = await apiAs(request, place.emails.proposes)
  await proposer.call('POST', '/auditors', { user_id: place.people.cashier.id })
  await page.goto('/admin-auditors')
  await prove(page, server, () => part(page, 'Auditors').getByRole('button', { name: 'Confirm Cleo Cash' }).click())
  await expect(part(page, 'Auditors')).toContainText('Auditor since')

  await root.call('PUT', `/dealer-groups/${place.group.id}`, { settings: { account_confirmation: true } })
  const email = `${ownWord()}@pier.example`.toLowerCase()
  const roles = { role_ids: [3], primary_role: 3, dealer_group_id: place.group.id }
  const newcomer: User = await addUser(root, { email, ...roles })
  await replacePassword(request, newcomer.email)
  await page.goto('/admin-users')
  await page.getByRole('button', { name: 'Confirm Nina Newman' }).click()
  const dialog = questionOf(page, 'Confirm Nina Newman?')
  await prove(page, server, () => dialog.getByRole('button', { name: 'Confirm' }).click())
  await expect(noticeOf(page, 'Account confirmed')).toBeVisible()
})

test('asks for identity verification when a bank account is confirmed', async ({ page, request, server }) => {
  const place = await addAccountGroup(request)
  await proposeAccount(await apiAs(request, place.proposes), place)
  await withPasskey(page, place.confirms)
  await page.goto('/admin-bank-accounts')
  await page.getByRole('button', { name: 'Confirm Operating' }).click()
  const question = questionOf(page, 'Confirm Operating?')
  await prove(page, server, () => question.getByRole('button', { name: 'Confirm', exact: true }).click())
  await expect(page.getByRole('main')).toContainText('Cora Confirms')
})

test('asks an admin to verify their identity before a program’s token is shown', async ({ page, request, server }) => {
  const place = await addPolicyGroup(request)
  await withPasskey(page, place.emails.publisher)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Add Program' }).click()
  const form = dialogOf(page, 'Add Program')
  await form.getByLabel('Name').fill('Parts Counter')
  await form.getByRole('checkbox', { name: 'Read check requests, checks, and payees' }).check()
  await form.getByLabel('Role').selectOption('Admin')
  await prove(page, server, () => form.getByRole('button', { name: 'Add Program' }).click())
  await expect(dialogOf(page, 'Copy Your Access Token').getByText(/^crt_/)).toBeVisible()
})

test('keeps the selected sheets while a processor verifies their identity to settle a print run', async ({
  page,
  request,
  server,
}) => {
  const place = await addBankGroup(request)
  const run = await makeRun(request, place, await approvedRequests(request, place, [100, 200]))
  await withPasskey(page, place.emails.processor)
  await page.goto(`/print-runs/${run.id}`)
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.waitForResponse('**/print-runs/*/pdf'),
    page.getByRole('button', { name: 'Open the Checks' }).click(),
  ])
  await tab.close()
  await page.getByRole('button', { name: 'Some Are Spoiled' }).click()
  await page.getByRole('checkbox', { name: 'Sheet 1001 is spoiled' }).check()
  await page.getByLabel('Problem with Sheet 1001').fill('Smudged')
  await prove(page, server, () => page.getByRole('button', { name: '1 Correct, 1 Spoiled' }).click())
  await expect(part(page, 'Checks').getByRole('row')).toHaveText([/^Check #/, /^1001.*Spoiled/, /^1002.*Printed/])
})

test('asks for identity verification when checks are signed', async ({ page, request, server }) => {
  const group = await addCheckGroup(request)
  await group.printed({})
  await withPasskey(page, group.people.approver)
  await page.goto('/sign-checks')
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await prove(page, server, () => page.getByRole('button', { name: 'Confirm Signatures' }).click())
  await expect(noticeOf(page, 'Signatures confirmed')).toBeVisible()
})

test('asks an approver to verify their identity for single and bulk approvals above the group’s threshold', async ({
  page,
  request,
  server,
}) => {
  const { group, emails } = await addPolicyGroup(request)
  const root = await apiAs(request, superAdmin)
  const path = `/dealer-groups/${group.id}/second-factor-rules`
  await root.call('PUT', path, { roles: [], from: null, approve_above: 25_000 })
  const requester = await apiAs(request, emails.requester)
  const raised = []
  for (const amount of [25_000.01, 300, 40_000, 25_000])
    raised.push(
      await raise(requester, { amount, payee_name_1: `Willow Works ${amount}`, po_purchase_no: `P-${amount}` }),
    )
  const [large, small, larger, atTheLimit] = raised as [Raised, Raised, Raised, Raised]
  await withPasskey(page, emails.approver)

  await openRequest(page, large)
  await statusChoice(page, 'Approved').check()
  await updateForm(page).getByLabel('Comment').fill('Checked with the seller')
  await prove(page, server, () => updateForm(page).getByRole('button', { name: 'Approve $25,000.01' }).click())
  await expect(activities(page).first()).toContainText('Request changed to Approved')
  await expect(activities(page).first()).toContainText('Checked with the seller')

  await page.goto('/check-requests-pending?sort=oldest&search=Willow')
  const review = await openReview(page, 'Approve', [small, larger])
  await prove(page, server, () => review.getByRole('button', { name: 'Approve 2 requests, $40,300.00' }).click())
  for (const one of [small, larger]) await expect(lineOf(review, one)).toContainText('Done Approved')

  ageProofs(server)
  await openRequest(page, atTheLimit)
  await statusChoice(page, 'Approved').check()
  await updateForm(page).getByRole('button', { name: 'Approve $25,000.00' }).click()
  await expect(activities(page).first()).toContainText('Request changed to Approved')
  await expect(proofDialog(page)).toHaveCount(0)
})
