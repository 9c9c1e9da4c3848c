import { mayRole } from '@check-requests/domain/access/permissions.ts'
import { apiFeatures } from '@check-requests/domain/api/all-endpoints.ts'
import { apiBase, type Endpoint, mostBytesOfJson } from '@check-requests/domain/api/endpoint.ts'
import { importEndpoints as endpoints } from '@check-requests/domain/operation/imports/endpoints.ts'
import {
  mostImportedAccounts,
  mostImportedPayees,
  mostImportedPeople,
} from '@check-requests/domain/operation/imports/fields.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Failure } from './platform/errors.ts'
import { parse } from './platform/http/validation.ts'
import { fillEveryTable } from './testing/every-table.ts'
import { noLongStatements } from './testing/long-statements.ts'
import { mailAt, mailOrigin } from './testing/mail-world.ts'
import { firstCopy, multiplyRows } from './testing/multiplied.ts'
import { onOneDatabase } from './testing/on-databases.ts'
import type { RoleWord } from './testing/organization.ts'
import { startWorld, type World } from './testing/world.ts'

/** What a list without a maximum is tried with. */
const many = 40_000

interface Schema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly prefixItems?: readonly Schema[]
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

/** A list in the body of a call: the fields that lead to it (`0` for a list’s first item), and its maximum. */
interface List {
  readonly row: Endpoint
  readonly example: unknown
  readonly root: Schema
  readonly path: readonly string[]
  readonly items: Schema
  readonly most: number | undefined
}

const lists = apiFeatures.flatMap(({ calls }) =>
  calls.flatMap(({ row, example }) => {
    const body = row.takes === undefined ? row.body : undefined
    const root = body ? (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema) : {}
    return listsIn(root, root).map((list) => ({ ...list, row, example: example.body, root }))
  }),
)

function listsIn(schema: Schema, root: Schema, path: readonly string[] = []): Pick<List, 'path' | 'items' | 'most'>[] {
  const { items, properties = {}, anyOf = [], oneOf = [], prefixItems, maxItems: most } = resolved(schema, root)
  return [
    ...(items && !prefixItems ? [{ path, items, most }, ...listsIn(items, root, [...path, '0'])] : []),
    ...Object.entries(properties).flatMap(([name, part]) => listsIn(part, root, [...path, name])),
    ...[...anyOf, ...oneOf].flatMap((part) => listsIn(part, root, path)),
  ]
}

function resolved(schema: Schema, root: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (root.$defs?.[name] ?? {})
}

/** The nth value that fits a schema. Ids are those of copies. */
function sampleOf(schema: Schema, root: Schema, nth: number): unknown {
  const { type, anyOf, oneOf, properties = {}, required = [], items, prefixItems, ...rest } = resolved(schema, root)
  const [choice] = [...(oneOf ?? []), ...(anyOf ?? []).filter((part) => part.type !== 'null')]
  if (rest.const !== undefined) return rest.const
  if (rest.enum) return rest.enum[nth % rest.enum.length]
  if (prefixItems) return prefixItems.map((part) => sampleOf(part, root, nth))
  if (type === 'array') return Array.from({ length: rest.minItems ?? 1 }, (_, n) => sampleOf(items ?? {}, root, n))
  if (type === 'object')
    return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name] ?? {}, root, nth)]))
  if (choice) return sampleOf(choice, root, nth)
  if (type === 'integer' || type === 'number')
    return (rest.maximum ?? firstCopy * 2) > firstCopy ? firstCopy + 1 + nth : 1
  return type === 'boolean' ? true : `x${nth}`
}

/** The body of the endpoint’s example with a list of this length. */
function bodyWith({ example, path, items, root }: List, length: number): unknown {
  return put(
    example,
    path,
    Array.from({ length }, (_, nth) => sampleOf(items, root, nth)),
  )
}

/** The longest list that the endpoint and the size of its body allow. */
function longestOf(list: List): unknown {
  const bytes = list.row.mostBytes ?? mostBytesOfJson
  let length = list.most ?? many
  while (JSON.stringify(bodyWith(list, length)).length > bytes) length = Math.floor(length * 0.95)
  return bodyWith(list, length)
}

function put(into: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  if (Array.isArray(into) || name === '0') {
    const [first, ...others] = Array.isArray(into) ? into : []
    return [put(first, rest, value), ...others]
  }
  return { ...Object(into), [name]: put(Reflect.get(Object(into), name), rest, value) }
}

const named = lists.map((list) => ({ ...list, name: `${list.row.id} ${list.path.join('.')}` }))
const most = Math.max(...lists.map((list) => list.most ?? 0))

describe('a list in a body', () => {
  test.each(named.filter((list) => list.most !== undefined))(
    '$name is refused with a sentence above its maximum',
    (list) => {
      const refusal = failureOf(() => parse(list.row.body as z.ZodType, bodyWith(list, (list.most ?? 0) + 1)))
      expect(['BAD_REQUEST', 'INVALID_FIELDS']).toContain(refusal?.code)
      expect(refusal?.message).toMatch(/^[A-Z].+/)
    },
  )

  // A signature has many points only if it has few strokes.
  test.each(named.filter(({ path, most: own }) => own !== undefined && !path.includes('signature')))(
    '$name fits into a body at its maximum',
    (list) => {
      const bytes = JSON.stringify(bodyWith(list, list.most ?? 0)).length
      expect(bytes).toBeLessThan(list.row.mostBytes ?? mostBytesOfJson)
    },
  )

  test.each(named.filter((list) => list.most === undefined))(
    '$name without a maximum is limited by the size of a body',
    (list) => {
      const bytes = JSON.stringify(bodyWith(list, many)).length
      expect(bytes).toBeGreaterThan(list.row.mostBytes ?? mostBytesOfJson)
    },
  )
})

function failureOf(work: () => unknown): Failure | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return error instanceof Failure ? error : undefined
  }
}

const imports = [
  {
    row: endpoints.payees,
    preview: endpoints.previewPayees,
    head: 'Name,Type,Sub Type',
    line: (nth: number) => `Imported ${nth} of Many,Business,Vendor`,
    most: mostImportedPayees,
  },
  {
    row: endpoints.people,
    preview: endpoints.previewPeople,
    head: 'First Name,Last Name,Email,Roles,Access',
    line: (nth: number) => `Imported,Number ${nth},imported${nth}@many.example,Requester,Dealer group`,
    most: mostImportedPeople,
  },
  {
    row: endpoints.accounts,
    preview: endpoints.previewAccounts,
    head: 'Number,Name',
    line: (nth: number) => `${20_000 + nth},Imported ${nth}`,
    most: mostImportedAccounts,
  },
] as const

const roles: readonly RoleWord[] = ['admin', 'processor', 'approver', 'requester']

onOneDatabase('a call with a list as long as it may be on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind, { config: { ...mailAt(1), publicUrl: new URL(mailOrigin) } })
    await fillEveryTable(world)
    await multiplyRows(world.database, world.ids.places.NWG, most)
  }, 600_000)
  afterAll(() => world.close())
  noLongStatements()

  test.each(named)(
    '$name is answered',
    async (list) => {
      const body = longestOf(list)
      const { policy } = list.row
      const role = roles.find((one) => policy === 'public' || mayRole(one, policy)) ?? 'admin'
      const client = await world.as(`${role}-group`)
      const url = `${apiBase}${list.row.path.replace(/:\w+/g, String(world.ids.places.NWG))}`
      const reply = await client.send(list.row.method, url, { body })
      // A busy machine can reach the time limit, which answers 503.
      expect([413, 500], reply.text).not.toContain(reply.status)
      const beyond = await client.send(list.row.method, url, { body: bodyWith(list, many) })
      expect([400, 403, 404, 409, 413, 422, 503], beyond.text).toContain(beyond.status)
    },
    60_000,
  )

  test.each(imports)(
    '$row.id takes as many rows as it may, and refuses one more with a sentence',
    async ({ row, preview, head, line, most: rows }) => {
      const client = await world.as('admin-group')
      const body = (count: number) => ({
        dealer_group_id: world.ids.places.NWG,
        csv: [head, ...Array.from({ length: count }, (_, nth) => line(nth))].join('\n'),
      })
      const longer = await client.call(preview, { body: body(rows + 1) })
      expect(longer.data.problems[0]?.message).toMatch(/at most/)
      const refused = await client.call(row, { body: body(rows + 1) })
      expect(refused.status, refused.text.slice(0, 300)).toBe(422)
      const shown = await client.call(preview, { body: body(rows) })
      expect(shown.data).toMatchObject({ problems: [] })
      const added = await client.call(row, { body: body(rows) })
      expect([201, 503], added.text.slice(0, 300)).toContain(added.status)
    },
    300_000,
  )
})

test('lists and files of rows are all tried', () => {
  const takesRows = ({ body, takes }: Endpoint) =>
    takes === 'file' || (body !== undefined && longestText(body) > 100_000)
  const ids = apiFeatures.flatMap(({ calls }) => calls.filter(({ row }) => takesRows(row)).map(({ row }) => row.id))
  const imported = imports.flatMap(({ row, preview }) => [preview.id, row.id])
  // Bank files are tried in many-rows.test.ts. The others take one document.
  const others = ['previewClearing', 'attachDocument', 'attachDocumentToDraft', 'addTaxFormDocument']
  expect(ids.toSorted()).toEqual([...imported, ...others].toSorted())
})

function longestText(body: z.ZodType): number {
  const schema = JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))
  return Math.max(0, ...[...schema.matchAll(/"maxLength":(\d+)/g)].map(([, length]) => Number(length)))
}
