import { type RoleId, roles } from '@check-requests/domain/access/roles.ts'
import {
  type Operation,
  parseFilter,
  refusalOfTarget,
  scimPatch,
  urns,
} from '@check-requests/domain/people/directory/scim.ts'
import type { Person } from '../../access/accounts/queries/people.ts'

/** A refusal in SCIM form: with one of the error types of RFC 7644, section 3.12. */
export class ScimFailure extends Error {
  readonly status: number
  readonly scimType: string | undefined

  constructor(status: number, detail: string, scimType?: string) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}

type Parsed<Value> =
  | { readonly success: true; readonly data: Value }
  | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } }

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** A body in SCIM form. */
export function parse<Value>(parsed: Parsed<Value>): Value {
  if (parsed.success) return parsed.data
  const path = parsed.error.issues[0]?.path.join('.') ?? ''
  throw new ScimFailure(400, `The attribute ${path || 'list'} is missing or invalid.`, 'invalidValue')
}

/** The operations of a PATCH. */
export function operationsIn(body: unknown): Operation[] {
  const { Operations } = parse(scimPatch.safeParse(body))
  const refusal = Operations.map(refusalOfTarget).find((type) => type !== undefined)
  if (refusal) throw new ScimFailure(400, 'Name in path the attribute to change or remove.', refusal)
  return Operations
}

/** The conditions of a filter. */
export function requireFilter(filter: string) {
  const parsed = parseFilter(filter)
  if (!parsed) throw new ScimFailure(400, 'Use a filter such as userName eq "ada@example.com".', 'invalidFilter')
  return parsed
}

/** What is true of a resource, if it can be filtered by that attribute. */
export function requireAttribute(fits: boolean | undefined): boolean {
  if (fits === undefined)
    throw new ScimFailure(
      400,
      'Filter users by userName, externalId, id, or emails, and groups by displayName, id, or members.',
      'invalidFilter',
    )
  return fits
}

const attributes = new Map<unknown, string>([
  ['first_name', 'name.givenName'],
  ['last_name', 'name.familyName'],
  ['username', 'userName'],
  ['email', 'emails'],
])

/** The fields of a user after the users screen's rules, so that a directory can't store what the screen refuses. */
export function checked<Value>(parsed: Parsed<Value>): Value {
  if (parsed.success) return parsed.data
  const { path: [field] = [], message = '' } = parsed.error.issues[0] ?? {}
  const detail = `The attribute ${attributes.get(field) ?? String(field)} is invalid. ${message}`
  throw new ScimFailure(400, detail, 'invalidValue')
}

/** A user as a directory sees one. */
function user(person: Person, base: string) {
  const { userId, externalId, username, firstName, lastName, name, email, title, active, createdAt } = person
  return {
    schemas: [urns.user],
    id: String(userId),
    ...(externalId !== null && { externalId }),
    userName: username,
    name: { givenName: firstName, familyName: lastName, formatted: name },
    displayName: name,
    ...(title !== null && { title }),
    emails: [{ value: email, type: 'work', primary: true }],
    active,
    groups: heldBy(person).map((id) => ({ value: String(id), display: labelOf(id), $ref: `${base}/Groups/${id}` })),
    meta: { resourceType: 'User', created: createdAt, location: `${base}/Users/${userId}` },
  }
}

/** The roles that a user holds: none once a directory took the last one, although that one is still stored. */
export function heldBy({ roleIds, rolesTaken }: Pick<Person, 'roleIds' | 'rolesTaken'>): readonly RoleId[] {
  return rolesTaken ? [] : roleIds
}

function labelOf(id: RoleId): string {
  return roles.find((role) => role.id === id)?.label ?? String(id)
}

/** A role as a directory sees it: a group of the users who hold it. */
function group(id: RoleId, people: readonly Person[] | undefined, base: string) {
  return {
    schemas: [urns.group],
    id: String(id),
    displayName: labelOf(id),
    ...(people && {
      members: membersOf(id, people).map((member) => ({ ...member, $ref: `${base}/Users/${member.value}` })),
    }),
    meta: { resourceType: 'Group', location: `${base}/Groups/${id}` },
  }
}

function membersOf(id: RoleId, people: readonly Person[]) {
  const holders = people.filter((person) => heldBy(person).includes(id))
  return holders.map(({ userId, name }) => ({ value: String(userId), display: name }))
}

function isNameOf(id: RoleId, name: string): boolean {
  return labelOf(id).toLowerCase() === name.toLowerCase()
}

function fixedNames(): ScimFailure {
  return new ScimFailure(
    400,
    'Groups are the roles Admin, Requester, Approver, and Processor, and can’t be changed.',
    'mutability',
  )
}

/** A description of the server with the URL it is at. */
function placed<One extends { readonly meta: object }>(one: One, location: string): One {
  return { ...one, meta: { ...one.meta, location } }
}

/** Users, roles, and descriptions in SCIM form. */
export const present = { user, group, placed, membersOf, isNameOf, fixedNames }
