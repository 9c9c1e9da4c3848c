import { mayRole } from '@check-requests/domain/access/permissions.ts'
import { allEndpoints } from '@check-requests/domain/api/all-endpoints.ts'
import type { Endpoint } from '@check-requests/domain/api/endpoint.ts'
import fc, { type Arbitrary } from 'fast-check'
import { z } from 'zod'
import { emailOf, type PersonName, people, type RoleWord } from './organization.ts'

/** A call that any client could send: any endpoint, any user, and parts that are valid, nearly valid, or nonsense. */
export interface AnyCall {
  readonly name: PersonName
  readonly role: RoleWord
  readonly row: Endpoint
  readonly id: number | string
  readonly query: Record<string, unknown> | undefined
  readonly body: unknown
}

interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly required?: readonly string[]
}

const callers = people
  .filter((person) => person.active)
  .flatMap(({ name, roles }) => roles.map((role) => ({ name, role })))

// These calls end or change the session that other calls use.
const apart = ['/auth/login', '/auth/logout', '/auth/switch-role', '/users/change-password']
const endpoints = allEndpoints.filter(({ path }) => !apart.includes(path))

const oddTexts = [
  '',
  ' ',
  "'; drop table users --",
  '%_\\',
  '=1+1',
  '<b>&amp;',
  'Zoë 日本 𝓐',
  '\u0000',
  '\u202e',
  '__proto__',
  'x'.repeat(201),
  'x'.repeat(2001),
]
const oddText = fc.oneof(fc.string({ maxLength: 12, unit: 'grapheme' }), fc.constantFrom(...oddTexts))
const usuallyText = (...values: string[]) =>
  fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: oddText })

/** Meaningful texts, by field name. */
const texts: Readonly<Record<string, Arbitrary<string>>> = {
  code: usuallyText('AB', 'CD', 'SVC', 'x1'),
  zip: usuallyText('97301', '97301-1234'),
  phone: usuallyText('(503) 555-0100'),
  due_date: usuallyText('2126-11-27', '2126-12-31'),
  vin_last_digits: usuallyText('123456', ''),
  check_number: usuallyText('1001', '1002', '1003', '1004', '99'),
  email: usuallyText(...people.map(({ name }) => emailOf(name)), 'new@test.example'),
  password: usuallyText('a password of their own'),
  note: usuallyText('Please attach the invoice', ''),
  search: usuallyText('nwg', 'harbor', 'te', '1', ''),
  time_zone: usuallyText('UTC', 'America/Chicago'),
  from: usuallyText('2026-11-01T00:00:00Z'),
  to: usuallyText('2026-12-01T00:00:00Z'),
  cursor: fc.constantFrom('x', 'WzFd'),
}
const anyText = usuallyText('Anna', 'Harbor Paint Supply', 'B')

/** Meaningful numbers, by field name. There are few groups, roles, and levels. */
const numbers: Readonly<Record<string, Arbitrary<number>>> = {
  dealer_group_id: fc.integer({ min: 1, max: 2 }),
  dealership_id: fc.integer({ min: 1, max: 4 }),
  department_id: fc.integer({ min: 1, max: 4 }),
  delivery_method_id: fc.integer({ min: 1, max: 4 }),
  access_level: fc.integer({ min: 0, max: 3 }),
  primary_role: fc.integer({ min: 1, max: 4 }),
  role_ids: fc.integer({ min: 1, max: 4 }),
  status_id: fc.integer({ min: 1, max: 9 }),
  limit: fc.integer({ min: 1, max: 100 }),
}
const wholeNumber = fc.oneof(
  { weight: 40, arbitrary: fc.integer({ min: 1, max: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, -1, 1.5, 2 ** 31, 2 ** 53, 1e300) },
)
const amount = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(0.01, 12.5, '1250.50', 99_999_999.99) },
  { weight: 1, arbitrary: fc.constantFrom(1e9, 0, -1, '1.234', 'NaN', '1e3') },
)
const junk = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(null, [], {}, true, ''))

/** Usually generates values that match a schema. `name` is the field's name. */
function fitting(schema: Schema, name = ''): Arbitrary<unknown> {
  return fc.oneof({ weight: 200, arbitrary: wellMeant(schema, name) }, { weight: 1, arbitrary: junk })
}

function wellMeant(schema: Schema, name: string): Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((part) => fitting(part, name)))
  if (schema.properties) return objectOf(schema.properties, schema.required ?? [])
  if (schema.type === 'array') return fc.array(fitting(schema.items ?? {}, name), { minLength: 1, maxLength: 2 })
  if (schema.type === 'integer') return numbers[name] ?? wholeNumber
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  return Array.isArray(schema.type) ? amount : (texts[name] ?? anyText)
}

function objectOf(properties: Readonly<Record<string, Schema>>, required: readonly string[]): Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const isSent = fc.integer({ min: 0, max: 199 }).map((n) => n < (required.includes(name) ? 199 : 90))
    return fc.tuple(fc.constant(name), isSent, fitting(schema, name))
  })
  const unknown = fc.tuple(fc.constantFrom('admin', 'version', 'id'), fc.constant(true), junk)
  const extra = fc.oneof({ weight: 40, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: unknown })
  return fc
    .tuple(fc.tuple(...fields), extra)
    .map(([sent, more]) => [...sent, ...(more ? [more] : [])].filter(([, isSent]) => isSent))
    .map((sent) => Object.fromEntries(sent.map(([name, , value]) => [name, value])))
}

function schemaOf(schema: z.ZodType | undefined): Arbitrary<unknown> {
  if (!schema) return fc.constant(undefined)
  return fitting(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema)
}

/** Groups, dealerships, and departments of the test organization that belong together. */
const wholePlaces = [
  [1, 1, 1],
  [1, 1, 2],
  [1, 2, 3],
  [1, 1, null],
  [1, null, null],
  [2, 4, 4],
  [2, null, null],
] as const

/** Replaces the locations in a body with a group, dealership, and department that belong together. */
function settled(body: unknown, [group, dealership, department]: (typeof wholePlaces)[number]): unknown {
  const place = { dealer_group_id: group, dealership_id: dealership, department_id: department }
  if (typeof body !== 'object' || body === null || !('dealer_group_id' in body)) return body
  const named = Object.entries(place).filter(([name]) => name in body)
  return { ...body, ...Object.fromEntries(named) }
}

function entitled({ policy }: Endpoint) {
  const byRole = policy === 'public' ? [] : callers.filter(({ role }) => mayRole(role, policy))
  return byRole.length > 0 ? byRole : callers
}

/** Common calls are more likely, and calls that delete everything are rare. */
function weightOf({ method, path }: Endpoint): number {
  if (path.endsWith('/create-check-req') || path === '/status/check-request-history/:id') return 80
  if (method === 'DELETE' || path.endsWith('/end-sessions')) return path.startsWith('/check-requests') ? 10 : 1
  return 10
}

function callOf(row: Endpoint): Arbitrary<AnyCall> {
  const caller = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...entitled(row)) },
    { weight: 1, arbitrary: fc.constantFrom(...callers) },
  )
  const id = fc.oneof({ weight: 40, arbitrary: wholeNumber }, { weight: 1, arbitrary: oddText })
  const query = schemaOf(row.query) as Arbitrary<Record<string, unknown> | undefined>
  const place = fc.option(fc.constantFrom(...wholePlaces), { freq: 8, nil: undefined })
  const body = fc.tuple(schemaOf(row.body), place).map(([any, whole]) => (whole ? settled(any, whole) : any))
  return fc.record({ caller, id, query, body }).map((parts) => ({ ...parts.caller, row, ...parts }))
}

/** Generates any call to any endpoint. */
export const anyCall: Arbitrary<AnyCall> = fc.oneof(
  ...endpoints.map((row) => ({ weight: weightOf(row), arbitrary: callOf(row) })),
)
