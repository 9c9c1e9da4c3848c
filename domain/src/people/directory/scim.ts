import { z } from 'zod'
import { optionalLine } from '../../values/text.ts'

/** The schema URNs of SCIM 2.0 (RFC 7643 and 7644). */
export const urns = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const

/** The most resources in one response. */
export const mostScimResources = 200

const spellings = new Map(
  [
    ...['userName', 'externalId', 'name', 'givenName', 'familyName', 'formatted', 'displayName', 'title', 'active'],
    ...['emails', 'value', 'type', 'primary', 'members', 'Operations', 'op', 'path'],
  ].map((name) => [name.toLowerCase(), name]),
)

/** A body with attribute names as RFC 7643 writes them, which lets clients write them in any case. */
function spelled(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(spelled)
  if (typeof body !== 'object' || body === null) return body
  const entries = Object.entries(body).map(([name, value]) => {
    return [spellings.get(name.toLowerCase()) ?? name, spelled(value)] as const
  })
  // Two readers could choose different ones of `userName` and `username`, so a body with both is malformed.
  return new Set(entries.map(([name]) => name)).size < entries.length ? undefined : Object.fromEntries(entries)
}

const text = z.string().trim().min(1).max(254)
const optionalText = z.string().trim().nullish()
const flag = z.preprocess(booleanOf, z.boolean().nullish()).optional()

/** The attributes of a user that directories send. Others are ignored. The users screen's rules are applied later. */
const attributes = z.object({
  userName: text.optional(),
  externalId: optionalLine(254).optional(),
  name: z.object({ givenName: optionalText, familyName: optionalText, formatted: optionalText }).nullish(),
  displayName: optionalText,
  title: optionalText,
  emails: z.array(z.looseObject({ value: z.string().trim(), type: z.string().nullish(), primary: flag })).nullish(),
  active: flag,
})

/** A whole user, and the part of a user that a PATCH names. */
export const scimUser = z.preprocess(spelled, attributes.required({ userName: true }))
export const scimPart = attributes
export type ScimUser = z.output<typeof scimUser>
export type ScimPart = z.output<typeof scimPart>

/** The email address to sign in with: the primary one or else, before private ones, the one at work. */
export function signInAddress(emails: ScimPart['emails']): string | undefined {
  const named = emails?.filter(({ value }) => value !== '') ?? []
  const chosen = named.findLast(({ primary }) => primary) ?? named.find(isAtWork) ?? named[0]
  return chosen?.value.toLowerCase()
}

function isAtWork({ type }: { readonly type?: string | null | undefined }): boolean {
  return type?.toLowerCase() === 'work'
}

/** A group as directories send one. */
export const scimGroup = z.preprocess(
  spelled,
  z.object({ displayName: text, members: z.array(z.looseObject({ value: text })).default([]) }),
)

const operation = z.object({
  op: z.preprocess(
    (name) => (typeof name === 'string' ? name.toLowerCase() : name),
    z.enum(['add', 'replace', 'remove']),
  ),
  path: z.string().max(500).optional(),
  value: z.unknown().optional(),
})
export type Operation = z.output<typeof operation>

/** The body of a PATCH. Entra capitalizes the names of operations. */
export const scimPatch = z.preprocess(spelled, z.object({ Operations: z.array(operation).min(1).max(100) }))

// Entra has sent booleans as text.
function booleanOf(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const lower = value.toLowerCase()
  return lower === 'true' || (lower === 'false' ? false : value)
}

/** The scimType of a refusal of an operation that doesn't name what it changes (RFC 7644, section 3.12). */
export function refusalOfTarget({ op, path, value }: Operation): 'invalidPath' | 'noTarget' | undefined {
  if (path === undefined) return op === 'remove' && typeof value !== 'object' ? 'noTarget' : undefined
  return /^[a-z$][\w.:$-]*(\[[^[\]]+\](\.[\w$-]+)?)?$/i.test(path) ? undefined : 'invalidPath'
}

export interface Condition {
  readonly attribute: string
  readonly value: string
}

const condition = /([A-Za-z][\w.:$-]*(?:\[[^\]]*\](?:\.\w+)?)?)\s+eq\s+("(?:[^"\\]|\\.)*")/.source
const conditions = new RegExp(`^\\s*${condition}(?:\\s+and\\s+${condition})*\\s*$`, 'i')
const emailAtWork = /^\s*emails\[\s*(?:type\s+eq\s+"work"\s+and\s+)?value\s+eq\s+("(?:[^"\\]|\\.)*")\s*\]\s*$/i

/**
 * The conditions of a filter such as `id eq "3" and members eq "5"`, the only form that directories need; undefined for
 * any other.
 */
export function parseFilter(sent: string): Condition[] | undefined {
  const filter = sent.replace(emailAtWork, 'emails eq $1')
  if (!conditions.test(filter)) return undefined
  try {
    return [...filter.matchAll(new RegExp(condition, 'gi'))].map(([, attribute = '', quoted = '']) => ({
      attribute: attribute.toLowerCase().replace(/^urn:.*:/, ''),
      value: JSON.parse(quoted),
    }))
  } catch {
    return undefined
  }
}

/** Whether a user in SCIM form fits a condition; undefined for an attribute that can't be filtered by. */
export function fitsUser(
  user: {
    readonly id: string
    readonly userName: string
    readonly externalId?: string
    readonly emails: readonly { readonly value: string }[]
  },
  { attribute, value }: Condition,
): boolean | undefined {
  const lower = value.toLowerCase()
  const emails = user.emails.map((email) => email.value)
  // An address also finds a user whose userName differs from it.
  if (attribute === 'username') return [user.userName.toLowerCase(), ...emails].includes(lower)
  if (attribute === 'externalid') return user.externalId === value
  if (attribute === 'id') return user.id === value
  // Entra asks whether a user still has a manager, which isn't kept.
  if (attribute === 'manager') return false
  return /^emails(\[.*\])?(\.value)?$/.test(attribute) ? emails.includes(lower) : undefined
}

/** Whether a group in SCIM form fits a condition; undefined for an attribute that can't be filtered by. */
export function fitsGroup(
  group: {
    readonly id: string
    readonly displayName: string
    readonly members?: readonly { readonly value: string }[]
  },
  { attribute, value }: Condition,
): boolean | undefined {
  if (attribute === 'displayname') return group.displayName.toLowerCase() === value.toLowerCase()
  if (attribute === 'id') return group.id === value
  if (attribute === 'externalid') return false
  return /^members(\.value)?$/.test(attribute) ? group.members?.some((member) => member.value === value) : undefined
}

/** The first and last name of a new user. */
export function namesOf({ name, displayName }: ScimPart, email: string) {
  const [first = '', ...rest] = (name?.formatted || displayName || '').split(' ')
  const first_name = name?.givenName || first || email.split('@')[0] || email
  return { first_name, last_name: name?.familyName || rest.join(' ') || first_name }
}

/**
 * The names that a change gives a user. Users have a first and a last name, so an empty one stays as it is; a whole name
 * counts if no part is sent.
 */
export function newNames(
  before: { readonly firstName: string; readonly lastName: string; readonly name: string },
  { name, displayName }: ScimPart,
) {
  const { firstName, lastName } = before
  if (name?.givenName || name?.familyName)
    return { first_name: name.givenName || firstName, last_name: name.familyName || lastName }
  const whole = name?.formatted || displayName
  if (!whole || whole === before.name) return {}
  const [first, ...rest] = whole.split(' ')
  return { first_name: first, last_name: rest.join(' ') || lastName }
}

type Attributes = Record<string, unknown>

const names: Readonly<Record<string, string>> = {
  username: 'userName',
  externalid: 'externalId',
  displayname: 'displayName',
  title: 'title',
  active: 'active',
}
const parts: Readonly<Record<string, string>> = {
  givenname: 'givenName',
  familyname: 'familyName',
  formatted: 'formatted',
}

/**
 * The attributes that the operations of a PATCH name, as they are afterward. Paths of attributes that aren't kept are
 * ignored. `email`: the user's address before.
 */
export function patchedUser(email: string, operations: readonly Operation[]): Attributes {
  const before: Attributes = { emails: [{ value: email, type: 'work', primary: true }] }
  return operations.reduce((user, { op, path, value }) => {
    if (path !== undefined) return withValue(user, path, op === 'remove' ? null : value, op)
    if (op === 'remove' || typeof value !== 'object' || value === null) return user
    return Object.entries(value).reduce((one, [name, part]) => withValue(one, name, part, op), user)
  }, before)
}

function withValue(user: Attributes, path: string, value: unknown, op: Operation['op']): Attributes {
  const plain = path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:User:/i, '').toLowerCase()
  if (plain.startsWith('emails')) return withEmail(user, plain, value, op)
  if (plain === 'name' && typeof value === 'object' && value !== null)
    return Object.entries(value).reduce((one, [part, text]) => withValue(one, `name.${part}`, text, op), user)
  const [first = '', part] = plain.split('.')
  const inName = first === 'name' && part !== undefined ? parts[part] : undefined
  if (inName) return { ...user, name: { ...Object(user.name), [inName]: value } }
  const name = part === undefined ? names[first] : undefined
  if (!name) return user
  if (name === 'active' && value === null) return { ...user, active: false }
  return { ...user, [name]: value }
}

/** Users have one address, so other types than `work` are ignored, and no address is removed. */
function withEmail(user: Attributes, path: string, value: unknown, op: Operation['op']): Attributes {
  if (value === null || value === undefined) return user
  const [, filter] = /^emails(\[.*\])?\.value$/.exec(path) ?? []
  const isOther = filter !== undefined && /\btype\s+eq\s+"(?!work")/.test(filter)
  if (path.endsWith('.value')) return isOther ? user : { ...user, emails: [{ value, primary: true }] }
  if (path !== 'emails') return user
  const sent = Array.isArray(value) ? value : [value]
  return { ...user, emails: op === 'add' && Array.isArray(user.emails) ? [...user.emails, ...sent] : sent }
}

/** The names that the operations of a PATCH give a group. */
export function newNamesOfGroup(operations: readonly Operation[]): string[] {
  const named = operations.map(({ path, value }) =>
    path?.toLowerCase() === 'displayname' ? value : path === undefined && Object(value).displayName,
  )
  return named.filter((name) => typeof name === 'string')
}

/** The ids of a group's members after the operations of a PATCH; undefined if they are malformed. */
export function patchedMembers(current: readonly string[], operations: readonly Operation[]): string[] | undefined {
  let members: string[] | undefined = [...current]
  for (const one of operations) members = members && withMembers(members, one)
  return members
}

function withMembers(members: string[], { op, path, value }: Operation): string[] | undefined {
  const [, removed] = /^members\[\s*value\s+eq\s+"([^"]*)"\s*\]$/i.exec(path ?? '') ?? []
  if (removed !== undefined) return op === 'remove' ? members.filter((id) => id !== removed) : undefined
  const named = membersIn(path, value)
  if (named === undefined) return members
  const ids = idsIn(named.value)
  if (!ids) return undefined
  if (op === 'add') return [...new Set([...members, ...ids])]
  if (op === 'replace') return ids
  return ids.length === 0 ? [] : members.filter((id) => !ids.includes(id))
}

/** The members that an operation names, if it names any. */
function membersIn(path: string | undefined, value: unknown): { readonly value: unknown } | undefined {
  if (path?.toLowerCase() === 'members') return { value }
  if (path !== undefined || typeof value !== 'object' || value === null || !('members' in value)) return undefined
  return { value: value.members }
}

const memberList = z.array(z.looseObject({ value: z.string() }))

function idsIn(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return []
  const parsed = memberList.safeParse(Array.isArray(value) ? value : [value])
  return parsed.success ? [...new Set(parsed.data.map((member) => member.value))] : undefined
}
