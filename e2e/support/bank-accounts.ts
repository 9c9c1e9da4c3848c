import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import type { BankAccountReply } from '../../domain/src/bank/replies.ts'
import type { DealerGroup, Dealership } from '../../domain/src/organization/fields.ts'
import { addDealership, addUser, ownWord, superAdmin } from './administration.ts'
import { type ApiUser, apiAs } from './api.ts'

/** A separate dealer group with two dealerships, two admins, a processor, and an approver, without an account. */
export interface AccountGroup {
  readonly group: DealerGroup
  readonly dealership: Dealership
  /** Their email addresses. */
  readonly proposes: string
  readonly confirms: string
  readonly processor: string
  readonly approver: string
}

export async function addAccountGroup(request: APIRequestContext): Promise<AccountGroup> {
  const root = await apiAs(request, superAdmin)
  const name = `Harbor Cars ${ownWord()}`
  const settings = { account_confirmation: false }
  const group = await root.call<DealerGroup>('POST', '/dealer-groups', { name, code: ownWord(), settings })
  const dealership = await addDealership(root, group.id, 'Harbor Ford')
  await addDealership(root, group.id, 'Harbor Kia')
  const add = async (role: number, names: object) =>
    (await addUser(root, { role_ids: [role], primary_role: role, dealer_group_id: group.id, ...names })).email
  return {
    group,
    dealership,
    proposes: await add(1, { first_name: 'Ada', last_name: 'Proposes' }),
    confirms: await add(1, { first_name: 'Cora', last_name: 'Confirms' }),
    processor: await add(4, { first_name: 'Pat', last_name: 'Prints' }),
    approver: await add(3, { first_name: 'Sam', last_name: 'Signs' }),
  }
}

/** The account number, which only printed paper may show. */
export const accountNumber = '83920174655'

/** Proposes an account through the API. */
export function proposeAccount(
  admin: ApiUser,
  { group, dealership }: AccountGroup,
  changes: object = {},
): Promise<BankAccountReply> {
  return admin.call('POST', '/bank-accounts', {
    dealer_group_id: group.id,
    name: 'Operating',
    bank_name: 'First Harbor Bank',
    routing_number: '021200025',
    account_number: accountNumber,
    dealership_ids: [dealership.id],
    next_check_number: 1001,
    ...changes,
  })
}

/** An active account, proposed by one admin and confirmed by the other. */
export async function openAccount(
  request: APIRequestContext,
  place: AccountGroup,
  changes: object = {},
): Promise<BankAccountReply> {
  const proposed = await proposeAccount(await apiAs(request, place.proposes), place, changes)
  const second = await apiAs(request, place.confirms)
  return second.call('POST', `/bank-accounts/${proposed.id}/confirm`, { version: proposed.version })
}

export async function openProposal(page: Page): Promise<Locator> {
  await page.getByRole('link', { name: 'Propose Account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Propose Bank Account')
  return page.getByRole('main')
}

export const stepOf = (page: Page) => page.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]')

/** Continues to a step, whose first field gets the focus. */
export async function goTo(page: Page, step: string): Promise<void> {
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(stepOf(page)).toHaveText(step)
}

export async function fillInAccount(dialog: Locator, number = accountNumber): Promise<void> {
  await dialog.getByLabel(/^Account Name/).fill('Operating')
  await dialog.getByLabel(/^Bank\*?$/).fill('First Harbor Bank')
  await dialog.getByLabel('Bank City and State').fill('Astoria, OR')
  await dialog.getByLabel(/^Routing Number/).fill('021200025')
  await dialog.getByLabel(/^Account Number/).fill(number)
  await dialog.getByLabel(/^Next Check Number/).fill('1001')
}

/** Continues from the first step to the people. */
export async function goToPeople(page: Page): Promise<void> {
  await goTo(page, 'Dealerships')
  await page.getByRole('combobox', { name: /^Dealerships That Use This Account/ }).click()
  await page.getByRole('option', { name: /^Harbor Ford/ }).click()
  await page.keyboard.press('Escape')
  await goTo(page, 'Paper')
  await goTo(page, 'People')
}
