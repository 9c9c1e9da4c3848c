import { bankingEndpoints } from '@check-requests/domain/bank/endpoints.ts'
import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import { shippedTemplates } from '@check-requests/domain/bank/positive-pay/shipped.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { approved, handedOver, openRun } from '../../server/src/testing/checks.ts'
import { confirmControls } from '../../server/src/testing/controls.ts'
import { formOf } from '../../server/src/testing/documents.ts'
import type { Ids } from '../../server/src/testing/organization.ts'
import { textsOf } from '../../server/src/testing/pdf-text.ts'
import { unzip } from '../../server/src/testing/unzip.ts'
import type { People } from '../../server/src/testing/world.ts'
import type { Screen } from './pages-of-accounts.ts'
import { type Heard, peopleAt } from './people-over-http.ts'

/** The files that must contain the account number. No other response may. */
const mayBearIt = [/\/print-runs\/\d+\/pdf$/, /\/positive-pay\/\d+\/file$/]
const columns = { has_names: true, number: 'Check', amount: 'Amount', date: 'Date', date_form: 'YYYY-MM-DD' } as const

/**
 * Uses a proposed bank account with this number in every way. Returns the server's responses and the content of
 * screens.
 */
export async function useBankAccount(url: string, ids: Ids, accountNumber: string) {
  const { world, heard } = peopleAt(url, ids)
  const admin = await world.as('admin-group', 'admin')
  const account = await confirmProposed(world)
  const params = { id: account.id }
  const forms = { positive_pay_template: shippedTemplates[0]?.template ?? null, clearing_columns: columns }
  await admin.call(bankFileEndpoints.saveForms, { params, body: forms })
  await confirmControls(world)
  const check = await handedOver(world, account, await approved(world))
  const run = await openRun(world, account, [await approved(world)])
  const processor = await world.as('processor-group', 'processor')
  const paper = await processor.send('GET', `/api/v1/print-runs/${run.id}/pdf`)
  if (paper.status !== 200) throw new Error(`Couldn’t print the checks: ${paper.text}`)
  await processor.call(printRunEndpoints.confirm, { params: { id: run.id }, body: {} })
  const file = await processor.call(bankFileEndpoints.makePositivePay, { params, body: {} })
  const sent = await processor.send('GET', `/api/v1/positive-pay/${file.data.id}/file`)
  if (!sent.text.includes(accountNumber)) throw new Error('The bank file doesn’t contain the number.')
  await clear(world, account.id, check.number)
  await changeNumber(world, account.id, accountNumber)
  await readAll(world, { account: account.id, check: check.id, run: run.id })
  return { heard, screens: screensOf({ check: check.id, run: run.id }) }
}

async function confirmProposed(world: People): Promise<BankAccountReply> {
  const second = await world.as('admin-super', 'admin')
  const [proposed] = (await second.call(bankingEndpoints.list, {})).data
  const reply = await second.call(bankingEndpoints.confirm, { params: { id: proposed?.id ?? 0 }, body: {} })
  if (reply.status !== 200) throw new Error(`Couldn’t confirm the account: ${reply.text}`)
  return reply.data
}

/** Imports a file for another bank account, which is refused, and one that pays a check. */
async function clear(world: People, id: number, number: number): Promise<void> {
  const client = await world.as('processor-dealership', 'processor')
  for (const text of [`Check,Amount,Date\n${number},1250.50,2026-11-24`, '01,1,2,261120,1200,1,80,1,2/\n99,0,0,1/']) {
    const { body, headers } = await formOf({ name: 'bank.csv', content: Buffer.from(text) })
    const parts = { params: { id }, body: body as never }
    const { data } = await client.with(headers).call(bankFileEndpoints.previewClearing, parts)
    if (data?.id) await client.call(bankFileEndpoints.confirmClearing, { params: { id, file: data.id }, body: {} })
  }
}

/** Makes calls that fail with the account number in their body. The responses must not repeat the number. */
async function changeNumber(world: People, id: number, accountNumber: string): Promise<void> {
  const admin = await world.as('admin-group', 'admin')
  const { data } = await admin.call(bankingEndpoints.one, { params: { id } })
  for (const body of [
    { account_number: accountNumber, version: data.version },
    { account_number: accountNumber, version: 999 },
    { account_number: `${accountNumber} and more`, routing_number: '1' },
  ])
    await admin.send('PUT', `/api/v1/bank-accounts/${id}`, { body })
}

interface Shown {
  readonly account: number
  readonly check: number
  readonly run: number
}

/** Reads everything that users can see about the account and its checks. */
async function readAll(world: People, { account, check, run }: Shown): Promise<void> {
  const processor = await world.as('processor-group', 'processor')
  const admin = await world.as('admin-group', 'admin')
  const { data } = await processor.call(checkEndpoints.one, { params: { id: check } })
  const request = data.check_request_id ?? 0
  const copy = { body: { reason: 'For the bank' } }
  const replies = [
    await processor.send('POST', `/api/v1/print-runs/${run}/copy`, copy),
    await processor.send('GET', `/api/v1/print-runs/${run}/cover-sheet`),
    await processor.send('GET', `/api/v1/check-requests/${request}/case-file`),
    ...(await Promise.all(
      [
        ...[
          '/bank-accounts',
          `/bank-accounts/${account}`,
          `/bank-accounts/${account}/files`,
          '/checks',
          `/exceptions?bank_account_id=${account}`,
        ],
        ...[`/bank-accounts/${account}/test-page`, `/bank-accounts/${account}/clearing`, '/checks/stale'],
        ...[`/bank-accounts/${account}/stock-boxes`, `/bank-accounts/${account}/positive-pay`, `/print-runs/${run}`],
        ...['/checks/export/csv', '/checks/export/xlsx', `/check-requests/${request}`],
        ...['pdf', 'xlsx'].map((form) => `/bank-accounts/${account}/reconciliation/${form}?as_of=2026-12-31`),
      ].map((path) => processor.send('GET', `/api/v1${path}`)),
    )),
    await admin.send('GET', '/api/v1/audit?limit=100'),
    await (await world.as('admin-super', 'admin')).send('GET', '/api/v1/audit/export'),
  ]
  const unread = replies.find(({ status }) => status !== 200)
  if (unread) throw new Error(`A response couldn’t be read: ${unread.text}`)
}

function screensOf({ check, run }: Omit<Shown, 'account'>): Screen[] {
  return [
    { path: '/admin-bank-accounts', shows: /account ending in/ },
    { path: '/checks', shows: /1002/ },
    { path: `/checks/${check}`, shows: /1001/ },
    { path: `/print-runs/${run}`, shows: /1002/ },
  ]
}

/** The responses as searchable text, including pages of PDFs and cells of spreadsheets. */
export async function readable(heard: readonly Heard[]): Promise<{ where: string; text: string }[]> {
  const others = heard.filter(({ call }) => !mayBearIt.some((file) => file.test(call)))
  return Promise.all(
    others.map(async ({ call, bytes, type }) => {
      const raw = bytes.toString('latin1')
      if (type.startsWith('application/pdf'))
        return { where: call, text: `${raw}\n${(await textsOf(bytes)).flat().join('')}` }
      if (type.includes('spreadsheet'))
        return { where: call, text: `${raw}\n${unzip(bytes, 'xl/worksheets/sheet1.xml')}` }
      return { where: call, text: raw }
    }),
  )
}
