import { expect, type Locator, type Page } from '@playwright/test'
import type { CheckReply } from '../../domain/src/checks/replies.ts'
import type { CheckGroup } from './drawn-checks.ts'
import { noticeOf } from './notices.ts'
import { part } from './requests.ts'
import { signIn } from './session.ts'

/** Logs in and opens the clearing screen. */
export async function openClearing(page: Page, email: string): Promise<void> {
  await signIn(page.context(), email)
  await page.goto('/clearing')
  await expect(page.getByRole('heading', { name: 'Clearing', level: 1 })).toBeVisible()
}

/** Mailed checks with these amounts. */
export async function mailed(group: CheckGroup, ...amounts: number[]): Promise<CheckReply[]> {
  const requests = amounts.map((amount, index) => ({ amount, po_purchase_no: `PO-${amount}-${index}` }))
  const checks = await group.printed(...requests)
  await group.sign(...checks)
  await group.ready(...checks)
  await group.mail(...checks)
  const clerk = await group.as('clerk')
  return Promise.all(checks.map(({ id }) => clerk.call<CheckReply>('GET', `/checks/${id}`)))
}

/** The day a check left, as `11/20/2026`. */
export function dayOf(check: CheckReply | undefined): string {
  const [year, month, day] = check?.issued_on?.split('-') ?? []
  return `${month}/${day}/${year}`
}

/** A bank file with these lines. */
export function bankFile(name: string, ...lines: string[]) {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) }
}

/** The card with the time of the account's last clearing. */
export const state = (page: Page): Locator => part(page, 'Bank Comparison')

/** Chooses a bank file. */
export async function choose(page: Page, file: ReturnType<typeof bankFile>): Promise<void> {
  await page.getByLabel('Bank file', { exact: true }).setInputFiles(file)
}

/** Drops a file on the page, as from a folder window. */
export async function drop(page: Page, { name, mimeType, buffer }: ReturnType<typeof bankFile>): Promise<void> {
  const data = await page.evaluateHandle(
    ([name, type, text]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], name, { type }))
      return transfer
    },
    [name, mimeType, buffer.toString()] as const,
  )
  await page.dispatchEvent('main', 'dragover', { dataTransfer: data })
  await page.dispatchEvent('main', 'drop', { dataTransfer: data })
}

/** Maps the columns of the files in these tests. */
export async function keepColumns(group: CheckGroup): Promise<void> {
  const columns = { has_names: true, number: 'Check', amount: 'Amount', date: 'Date', date_form: 'MM/DD/YYYY' }
  const path = `/bank-accounts/${group.account.id}/clearing/columns`
  await (await group.as('controller')).call('PUT', path, { columns })
}

/** Imports and confirms a file with these lines on the screen. */
export async function confirm(page: Page, ...lines: string[]): Promise<void> {
  await choose(page, bankFile('bank.csv', 'Check,Amount,Date', ...lines))
  await part(page, 'Contents of bank.csv').getByRole('button', { name: 'Confirm File' }).press('Enter')
  await expect(noticeOf(page, 'File confirmed')).toBeVisible()
}
