import { mayRole } from '@check-requests/domain/access/permissions.ts'
import { apiFeatures } from '@check-requests/domain/api/all-endpoints.ts'
import { apiBase, type Endpoint } from '@check-requests/domain/api/endpoint.ts'
import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import { journalEndpoints } from '@check-requests/domain/books/journal/endpoints.ts'
import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import { payeeEndpoints } from '@check-requests/domain/payees/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { byProfile } from '@check-requests/domain/testing/random.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { worksOf } from './scheduled-jobs.ts'
import { formOf } from './testing/documents.ts'
import { fillEveryTable } from './testing/every-table.ts'
import { noLongStatements } from './testing/long-statements.ts'
import { mailAt, mailOrigin } from './testing/mail-world.ts'
import { firstCopy, multiplyRows } from './testing/multiplied.ts'
import { onOneDatabase } from './testing/on-databases.ts'
import { type PersonName, people, type RoleWord } from './testing/organization.ts'
import { startWorld, type World } from './testing/world.ts'

/** More than `longestList`, and in the nightly run more than the parameters of a statement on SQLite. */
const many = Number(process.env.MANY ?? byProfile({ gate: 600, nightly: 40_000 }))

/** The tables of the objects that paths name, if the path doesn't. */
const tables: Readonly<Record<string, string>> = { status: 'check_requests', 'positive-pay': 'positive_pay_files' }

/** All reads, except the verification of the trail, which doesn't know the copies. */
const reads = apiFeatures
  .flatMap(({ calls }) => calls)
  .filter(({ row }) => row.method === 'GET' && row.id !== 'verifyAudit')

/** One user for each role, a super admin, and the users with many dealerships and with many departments. */
const callers = [
  'admin-super',
  'admin-group',
  'approver-group',
  'processor-group',
  'requester-group',
  'requester-dealership',
  'requester-department',
] as const satisfies PersonName[]

/** How many of them send each call: with 40,000 rows, a call can take many seconds. */
const mostCallers = byProfile({ gate: callers.length, nightly: 1 })

const limit = 600_000

onOneDatabase(`a dealer group with ${many} of everything on $name`, (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind, { config: { ...mailAt(1), publicUrl: new URL(mailOrigin) } })
    await fillEveryTable(world)
    await multiplyRows(world.database, world.ids.places.NWG, many)
  }, limit)
  afterAll(() => world.close())
  noLongStatements()

  async function firstOf(table: string) {
    const { rows } = await sql<{ id: number; version: number }>`select * from ${sql.table(table)}
      where ${sql.ref(table === 'dealer_groups' ? 'id' : 'dealer_group_id')} = ${world.ids.places.NWG} order by id limit 1`.execute(
      world.database.read,
    )
    return rows[0] ?? { id: 1, version: 1 }
  }

  const idIn = async (path: string) => {
    const [, name = ''] = path.split('/')
    return path.includes(':') && name !== 'my' ? (await firstOf(tables[name] ?? name.replaceAll('-', '_'))).id : 1
  }

  async function ownQuery(query: object) {
    const { places, people: ids } = world.ids
    const own: Record<string, unknown> = {
      dealer_group_id: places.NWG,
      dealership_id: places['NWG/TOY'],
      department_id: places['NWG/TOY/SVC'],
      bank_account_id: (await firstOf('bank_accounts')).id,
      requester_id: ids['requester-group'],
    }
    return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, own[name] ?? value]))
  }

  test.each(reads.map(({ row, example }) => ({ row, example, path: row.path })))(
    'answers GET $path',
    async (read) => {
      const url = `${apiBase}${read.row.path.replace(/:\w+/g, String(await idIn(read.row.path)))}`
      const query = await ownQuery(Object(read.example.query))
      for (const name of callers.filter((one) => canCall(read.row, one)).slice(0, mostCallers)) {
        const { status, text } = await (await world.as(name)).send('GET', url, { query })
        // A statement with too many parameters answers 500. With 40,000 rows, a call can reach its time limit: 503.
        expect(byProfile({ gate: [500, 503], nightly: [500] }), `${name} ${text.slice(0, 300)}`).not.toContain(status)
      }
    },
    limit,
  )

  test.each([
    'remind',
    // Reminding of 40,000 requests reads 40,000 approvers each time, which takes hours.
    ...byProfile({ gate: ['check-approvals' as const], nightly: [] }),
    'take-effect',
    'watch-checks',
    'sweep-files',
    'finish-deletions',
    'forget',
  ] as const)(
    'does the background work %s',
    async (name) => {
      await worksOf(world.services, undefined)[name]?.()
    },
    limit,
  )

  const admin = () => world.as('admin-group')
  const group = () => ({ params: { id: world.ids.places.NWG } })

  test(
    'tries a policy on past requests',
    async () => {
      const reply = await (await admin()).call(approvalEndpoints.tryHistory, { ...group(), body: { policy: 'draft' } })
      expect(reply.status, reply.text).toBeLessThan(500)
    },
    limit,
  )

  test(
    'makes a positive-pay file of all checks that the bank hasn’t been told about',
    async () => {
      const { id } = await firstOf('bank_accounts')
      const made = await (await world.as('processor-group')).call(bankFileEndpoints.makePositivePay, {
        params: { id },
        body: {},
      })
      expect(made.status, made.text).toBe(201)
    },
    limit,
  )

  test(
    'clears all checks of a bank file',
    async () => {
      const { id } = await firstOf('bank_accounts')
      const lines = Array.from({ length: many }, (_, n) => `${firstCopy + n + 1},${1250 + (n % 2)}.50,2026-11-20`)
      const { body, headers } = await formOf({
        name: 'bank.csv',
        content: Buffer.from(['Check,Amount,Date', ...lines].join('\n')),
      })
      const processor = await world.as('everyone', 'processor')
      const preview = await processor
        .with(headers)
        .call(bankFileEndpoints.previewClearing, { params: { id }, body: body as never })
      expect(preview.status, preview.text.slice(0, 500)).toBe(200)
      const written = await processor.call(bankFileEndpoints.confirmClearing, {
        params: { id, file: preview.data.id ?? 0 },
        body: {},
      })
      expect(written.status, written.text).toBe(200)
      const { cleared, exceptions } = written.data
      expect(cleared + exceptions).toBe(many)
    },
    limit,
  )

  test(
    'exports all events of the journal',
    async () => {
      const made = await (await admin()).call(journalEndpoints.makeExport, {
        ...group(),
        body: { up_to: '2026-11-20' },
      })
      expect(made.status, made.text).toBeLessThan(500)
    },
    limit,
  )

  test(
    'merges a payee with all its requests',
    async () => {
      const payee = await firstOf('payees')
      const into = {
        into_id: firstCopy + 1,
        address_of: firstCopy + 1,
        version: payee.version,
        into_version: payee.version,
      }
      const merged = await (await admin()).call(payeeEndpoints.merge, { params: { id: payee.id }, body: into })
      expect(merged.status, merged.text).toBe(200)
    },
    limit,
  )

  test(
    'deletes a user with everything of theirs, and asks what a dealership and a dealer group have',
    async () => {
      const superAdmin = await world.as('admin-super')
      const id = world.ids.people['requester-dealership']
      const user = await superAdmin.call(userEndpoints.remove, { body: { id } })
      expect(user.status, user.text).toBe(200)
      const params = { id: world.ids.places['NWG/TOY'] }
      const dealership = await superAdmin.call(organizationEndpoints.removeDealership, { params })
      expect([200, 409], dealership.text).toContain(dealership.status)
      const refused = await superAdmin.call(organizationEndpoints.removeGroup, group())
      expect(refused.status, refused.text).toBe(409)
    },
    limit,
  )
})

function canCall({ policy }: Endpoint, name: PersonName): boolean {
  const roles: readonly RoleWord[] = people.find((person) => person.name === name)?.roles ?? []
  return policy === 'public' ? name === 'admin-super' : roles.some((role) => mayRole(role, policy))
}
