import { z } from 'zod'

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

const text = z.string().trim().min(1).max(254)
const email = z.looseObject({ value: text, primary: z.boolean().optional() })

/** A user as directories send one. Attributes that aren't listed are ignored. */
export const scimUser = z.object({
  userName: text,
  externalId: text.nullish(),
  name: z.object({ givenName: text.nullish(), familyName: text.nullish(), formatted: text.nullish() }).nullish(),
  displayName: text.nullish(),
  title: z.string().trim().max(120).nullish(),
  emails: z.array(email).nullish(),
  active: z.preprocess(booleanOf, z.boolean()).default(true),
})
export type ScimUser = z.output<typeof scimUser>

/** A group as directories send one. */
export const scimGroup = z.object({
  displayName: text,
  members: z.array(z.looseObject({ value: text })).default([]),
})

const operation = z.object({
  op: z.preprocess(
    (name) => (typeof name === 'string' ? name.toLowerCase() : name),
    z.enum(['add', 'replace', 'remove']),
  ),
  path: z.string().max(500).optional(),
  value: z.unknown().optional(),
})
type Operation = z.output<typeof operation>

/** The body of a PATCH. Entra capitalizes the names of operations. */
export const scimPatch = z.object({ Operations: z.array(operation).min(1).max(100) })

// Entra has sent booleans as text.
function booleanOf(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const lower = value.toLowerCase()
  return lower === 'true' || (lower === 'false' ? false : value)
}

/** A filter of the form `attribute eq "value"`, the only one that directories need; undefined for any other. */
export function parseFilter(filter: string): { readonly attribute: string; readonly value: string } | undefined {
  const [, attribute = '', quoted = ''] =
    /^\s*([A-Za-z][\w.:$-]*(?:\[[^\]]*\](?:\.\w+)?)?)\s+[eE][qQ]\s+("(?:[^"\\]|\\.)*")\s*$/.exec(filter) ?? []
  if (attribute === '') return undefined
  try {
    return { attribute: attribute.toLowerCase().replace(/^urn:.*:/, ''), value: JSON.parse(quoted) }
  } catch {
    return undefined
  }
}

type Attributes = Record<string, unknown>

const names: Readonly<Record<string, string>> = {
  username: 'userName',
  externalid: 'externalId',
  displayname: 'displayName',
  title: 'title',
  active: 'active',
  emails: 'emails',
}
const parts: Readonly<Record<string, string>> = { givenname: 'givenName', familyname: 'familyName' }

/** The user after the operations of a PATCH. Paths of attributes that aren't kept are ignored. */
export function patchedUser(user: Attributes, operations: readonly Operation[]): Attributes {
  return operations.reduce((before, { op, path, value }) => {
    if (path !== undefined) return withValue(before, path, op === 'remove' ? null : value)
    if (op === 'remove' || typeof value !== 'object' || value === null) return before
    return Object.entries(value).reduce((one, [name, part]) => withValue(one, name, part), before)
  }, user)
}

function withValue(user: Attributes, path: string, value: unknown): Attributes {
  const plain = path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:User:/i, '').toLowerCase()
  if (/^emails(\[[^\]]*\])?\.value$/.test(plain)) return { ...user, emails: value === null ? null : [{ value }] }
  if (plain === 'name' && typeof value === 'object' && value !== null)
    return Object.entries(value).reduce((one, [part, text]) => withValue(one, `name.${part}`, text), user)
  const [first = '', part] = plain.split('.')
  const inName = first === 'name' && part !== undefined ? parts[part] : undefined
  if (inName) return { ...user, name: { ...Object(user.name), [inName]: value } }
  const name = part === undefined ? names[first] : undefined
  if (!name) return user
  if (name === 'active' && value === null) return { ...user, active: false }
  return { ...user, [name]: value }
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
