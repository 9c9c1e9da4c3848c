import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestPlace } from '../testing/databases.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { emailOf, type Ids, type PersonName } from '../testing/organization.ts'
import { bodyAt } from '../testing/requests.ts'
import { ScratchCopy } from '../testing/scratch-copy.ts'
import { type ServerProcess, startServer, tokenAt } from '../testing/server-process.ts'
import { idsOf } from '../testing/world.ts'

const lifecycle = 'domain/src/check-requests/lifecycle.ts'
const migrations = 'server/src/migrations/steps/check-requests.ts'
const index = 'server/src/migrations/index.ts'
const textFields = 'domain/src/check-requests/text-fields.ts'
const conditions = 'domain/src/approvals/conditions.ts'
const draft = 'server/src/approvals/commands/draft.ts'
const fields = 'domain/src/check-requests/fields.ts'

/** The lines of code below a heading in ARCHITECTURE.md, without indentation. */
function recipe(heading: string): string[] {
  const page = readFileSync(new URL('../../../ARCHITECTURE.md', import.meta.url), 'utf8')
  const [section = ''] = page.slice(page.indexOf(heading)).split('\n\n**')
  return [...section.matchAll(/^ {4}(.*)$/gm)].map(([, line = '']) => line)
}

/** A recipe that consists of rows, followed by a migration. */
function withMigration(heading: string): { rows: string[]; migration: string } {
  const lines = recipe(heading)
  const start = lines.findIndex((line) => line.startsWith('/** '))
  return { rows: lines.slice(0, start).filter((line) => line !== ''), migration: lines.slice(start).join('\n') }
}

function addMigration(copy: ScratchCopy, text: string): void {
  const [, name = ''] = /async function (\w+)/.exec(text) ?? []
  copy.write(migrations, `${readFileSync(copy.path(migrations), 'utf8')}\n${text}\n`)
  copy.insertBefore(index, '}', `  '9000-${name}': { up: checkRequests.${name} },`)
}

/** Follows the recipe exactly: life cycle rows and a migration. */
function addStatus(copy: ScratchCopy): void {
  const { rows, migration } = withMigration('**A status or a transition.**')
  for (const row of rows) {
    const next = row.includes('{ id:') ? "  { id: 4, name: 'printed'" : "  { by: 'processor', from: 'signed'"
    copy.insertBefore(lifecycle, next, row)
  }
  addMigration(copy, migration)
}

/** Follows the recipe exactly: a row and a migration. */
function addField(copy: ScratchCopy): void {
  const { rows, migration } = withMigration('**A field of the request.**')
  for (const row of rows) copy.insertBefore(textFields, '} as const satisfies Record<string, TextRow>', row)
  addMigration(copy, migration)
}

/** Follows the recipe exactly: a row, and the ids that exist. */
function addCondition(copy: ScratchCopy): void {
  const [row = '', imported = '', missing = '', known = ''] = recipe('**A condition of an approval rule.**').filter(
    (line) => line !== '',
  )
  copy.insertBefore(conditions, '} as const satisfies Readonly<Record<', row)
  copy.insertBefore(draft, 'import ', imported)
  copy.insertBefore(draft, '} as const satisfies Record<keyof Known', missing)
  copy.insertBefore(draft, '    purpose_ids: idsOf(', known)
}

/** Follows the recipe exactly: a name in the list. */
function addCarrier(copy: ScratchCopy): void {
  const [row = ''] = recipe('**A carrier.**')
  const lines = readFileSync(copy.path(fields), 'utf8').split('\n')
  const at = lines.findIndex((line) => line.startsWith(row.slice(0, row.indexOf('['))))
  copy.write(fields, lines.with(at, row).join('\n'))
}

const copy = new ScratchCopy()
const [, ofField, ofCondition, ofCarrier] = [addStatus, addField, addCondition, addCarrier].map((add) => {
  add(copy)
  return copy.takeWritten()
})
afterAll(() => copy.drop())

onBothDatabases('code added by the recipes of ARCHITECTURE.md on $name', (kind) => {
  let place: TestPlace
  let ids: Ids
  let server: ServerProcess
  beforeAll(async () => {
    place = await kind.create('world')
    const database = await place.open()
    ids = await idsOf(database)
    await database.close()
    const where = kind.name === 'SQLite' ? { DATA_DIR: place.where } : { DATABASE_URL: place.where }
    server = await startServer(where, copy.path('server/src/main.ts'))
  })
  afterAll(async () => {
    await server?.end('SIGTERM')
    await place.drop()
  })

  async function call(person: PersonName, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) {
    const token = await tokenAt(server.url, emailOf(person))
    const headers = { 'x-auth-token': token, ...(body && { 'content-type': 'application/json' }) }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const reply = await fetch(new URL(`/api/v1${path}`, server.url), init)
    // biome-ignore lint/suspicious/noExplicitAny: the copy's types differ from those this test is checked with.
    return { status: reply.status, ...((await reply.json()) as any) }
  }

  const move = (person: PersonName, id: number, status: number) =>
    call(person, 'POST', `/status/check-request-history/${id}`, {
      status_id: status,
      ...(status === 3 && { version: 1 }),
    })

  test('accepts a request at a tenth status, and includes the status in lists, totals, and the history', async () => {
    const body = bodyAt(ids, 'NWG/TOY/SVC')
    const { data: raised } = await call('requester-group', 'POST', '/check-requests/create-check-req', body)
    expect((await move('processor-group', raised.id, 10)).status).toBe(409)
    expect((await move('approver-group', raised.id, 3)).status).toBe(201)
    expect((await move('approver-group', raised.id, 10)).status).toBe(403)
    expect(await move('processor-group', raised.id, 10)).toMatchObject({
      status: 201,
      data: { status_id: 10, status_name: 'verified' },
    })

    const { data: list } = await call('requester-group', 'GET', '/check-requests?status=10')
    expect(list.items).toMatchObject([{ id: raised.id, status_name: 'verified' }])
    const { data: summary } = await call('processor-group', 'GET', '/check-requests/summary')
    expect(summary.counts).toMatchObject({ 3: 0, 10: 1 })
    const { data: insights } = await call('processor-group', 'GET', '/check-requests/insights')
    expect(insights.open).toContainEqual({ status_id: 10, count: 1, amount: 1250.5 })
    const { data: detail } = await call('requester-group', 'GET', `/check-requests/${raised.id}`)
    expect(detail.status_history.map((entry: { status_name: string }) => entry.status_name)).toEqual([
      'request',
      'approved',
      'verified',
    ])

    expect((await move('processor-group', raised.id, 7)).status).toBe(409)
    expect((await move('processor-group', raised.id, 4)).status).toBe(201)
  })

  test('stores, requires, and finds a new field, and keeps it in drafts', async () => {
    const purpose = bodyAt(ids, 'NWG/TOY/SVC').purpose_id
    const { data: group } = await call('admin-group', 'GET', `/dealer-groups/${ids.places.NWG}/demands`)
    const demands = [{ item: 'rental-agreement', level: 'must' }]
    const purposes = [{ purpose_id: purpose, demands }]
    const required = { purposes, version: group.version }
    expect((await call('admin-group', 'PUT', `/dealer-groups/${ids.places.NWG}/demands`, required)).status).toBe(200)

    const body = bodyAt(ids, 'NWG/TOY/SVC')
    const create = (values: object) =>
      call('requester-group', 'POST', '/check-requests/create-check-req', { ...body, ...values })
    const refused = await create({})
    expect(refused).toMatchObject({ status: 422, error: { fields: { rental_agreement: expect.any(String) } } })
    const { status, data: raised } = await create({ rental_agreement: 'RA-7719' })
    expect(status).toBe(201)

    const { data: detail } = await call('requester-group', 'GET', `/check-requests/${raised.id}`)
    expect(detail).toMatchObject({ rental_agreement: 'RA-7719', memo_line: null })
    const { data: list } = await call('requester-group', 'GET', '/check-requests?search=ra-7719')
    expect(list.items.map(({ id }: { id: number }) => id)).toEqual([raised.id])
    const started = { form: 'new-check-request', values: { rental_agreement: 'RA-1' } }
    const { data: kept } = await call('requester-group', 'POST', '/drafts', started)
    expect((await call('requester-group', 'GET', `/drafts/${kept.id}`)).data.values).toEqual(started.values)
  })

  test('accepts and stores a new carrier, and lists it in the API description', async () => {
    const create = (mailing_method: string) =>
      call('requester-group', 'POST', '/check-requests/create-check-req', {
        ...bodyAt(ids, 'NWG/TOY/SVC'),
        rental_agreement: 'RA-2',
        payee_name_1: 'Payee abroad',
        mailing_method,
      })
    expect(await create('Pigeon')).toMatchObject({
      status: 422,
      error: { fields: { mailing_method: 'Choose USPS, FedEx, UPS, GSO, or DHL.' } },
    })
    const { status, data: raised } = await create('DHL')
    expect(status).toBe(201)
    const { data: detail } = await call('requester-group', 'GET', `/check-requests/${raised.id}`)
    expect(detail.mailing_method).toBe('DHL')
    const description = await fetch(new URL('/docs/json', server.url))
    expect(await description.text()).toContain('"enum":["USPS","FedEx","UPS","GSO","DHL"]')
  })

  test('routes requests by a new condition', async () => {
    const path = `/dealer-groups/${ids.places.NWG}/approval-policy`
    const approvers = { anyone_in_scope: true }
    const policyFor = (delivery_method_ids: number[]) => ({
      rules: [{ name: 'Couriers', conditions: { delivery_method_ids }, steps: [{ name: 'Look', approvers }] }],
      otherwise: { steps: [{ name: 'Usual', approvers }] },
    })
    const unknown = await call('admin-group', 'PUT', `${path}/draft`, policyFor([99]))
    expect(unknown.error.fields).toEqual({
      'rules.0.conditions.delivery_method_ids': 'A delivery method listed here doesn’t exist. Remove it.',
    })
    const { data: saved } = await call('admin-group', 'PUT', `${path}/draft`, policyFor([2]))
    const published = { note: 'Couriers take more care', version: saved.version }
    expect((await call('admin-super', 'POST', `${path}/publish`, published)).status).toBe(201)

    const ruleFor = async (delivery_method_id: number) => {
      const values = { rental_agreement: 'RA-1', delivery_method_id, payee_name_1: `Payee ${delivery_method_id}` }
      const { data } = await call('requester-group', 'POST', '/check-requests/create-check-req', {
        ...bodyAt(ids, 'NWG/TOY/SVC'),
        ...values,
      })
      return (await call('requester-group', 'GET', `/check-requests/${data.id}/approval`)).data.rule
    }
    expect([await ruleFor(1), await ruleFor(2)]).toEqual([null, 'Couriers'])
  })
})

test('adds a field, a condition, and a carrier by changing only a few server and domain files', () => {
  expect(ofField).toEqual([textFields, migrations, index])
  expect(ofCondition).toEqual([conditions, draft])
  expect(ofCarrier).toEqual([fields])
})

test('shows a tenth status as a step in the tracker and as a filter for processors', () => {
  const program = `import * as lifecycle from ${JSON.stringify(copy.path(lifecycle))}
    console.log(JSON.stringify({
      steps: lifecycle.trackerSteps().map(({ badge }) => badge),
      at: ['approved', 'verified', 'printed'].map(lifecycle.trackerStep),
      filters: lifecycle.filterChoices('processor').map(({ filter }) => filter),
    }))`
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
  expect(JSON.parse(output)).toEqual({
    steps: ['Request', 'Processing', 'Approved', 'Verified', 'Printed', 'Signed', 'Ready', 'Closed'],
    at: [3, 4, 5],
    filters: expect.arrayContaining(['Verified', 'Printing']),
  })
})
