import { z } from 'zod'
import { isCalendarDate } from '../../values/calendar-date.ts'
import { idField, versionField } from '../../values/fields.ts'
import { nameField } from '../../values/text.ts'
import { roles } from '../roles.ts'
import { tokenScopes } from './scopes.ts'

const scopeNames = tokenScopes.map(({ name }) => name)

/** True for an address or a network such as 203.0.113.7 or 203.0.113.0/24. */
function isNetwork(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/')
  const [isFour, isSix] = [z.ipv4().safeParse(address).success, z.ipv6().safeParse(address).success]
  if (rest.length > 0 || (!isFour && !isSix)) return false
  return !text.includes('/') || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isFour ? 32 : 128))
}

const networkField = z
  .string()
  .trim()
  .max(50)
  .refine(isNetwork, { error: 'Enter addresses or networks such as 203.0.113.7 or 203.0.113.0/24.' })

/**
 * How a directory manages users with a program's token (SCIM): new users and roles wait for a second person, or the
 * program was confirmed for granting them alone.
 */
const userManagements = ['with-second-person', 'alone'] as const

/**
 * Body that creates a token: for the caller's own scripts (`person`), or for a program of the dealer group. The role
 * must be one of the caller's; programs act as requesters or admins.
 */
export const createTokenBody = z.strictObject({
  kind: z.enum(['person', 'program']),
  dealer_group_id: idField('Choose a dealer group.').optional(),
  name: nameField('Name is required', 60),
  scopes: z
    .array(z.enum(scopeNames), { error: 'Choose at least one scope.' })
    .min(1, { error: 'Choose at least one scope.' })
    .transform((names) => scopeNames.filter((name) => names.includes(name))),
  role_id: z.literal(
    roles.map(({ id }) => id),
    { error: 'Choose a role.' },
  ),
  dealership_ids: z
    .array(idField('Choose dealerships.'))
    .max(500)
    .transform((ids) => [...new Set(ids)].toSorted((one, other) => one - other)),
  networks: z.array(networkField).max(20, { error: 'Enter at most 20 networks.' }),
  expires_on: z.string().refine(isCalendarDate, { error: 'Enter a date as YYYY-MM-DD.' }),
  manages_users: z.enum(userManagements).optional(),
})
export type CreateTokenInput = z.output<typeof createTokenBody>

const person = z.object({ id: z.int(), name: z.string() })

/** A token without its secret. */
export const tokenReply = z
  .object({
    id: z.int(),
    version: z.int(),
    dealer_group_id: z.int(),
    kind: z.enum(['person', 'program']),
    name: z.string(),
    state: z
      .enum(['waiting', 'active', 'expired', 'ended'])
      .describe('Waiting: a second admin must confirm the program before its token works'),
    hint: z.string().describe('The beginning of the token'),
    scopes: z.array(z.enum(scopeNames)),
    role_id: z.int(),
    dealership_ids: z.array(z.int()).describe('The dealerships that the token is limited to; empty if it isn’t'),
    networks: z.array(z.string()).describe('The networks that the token works in; empty for all'),
    manages_users: z.enum(userManagements).optional().describe('Present if a directory can manage users with it'),
    expires_at: z.iso.datetime(),
    owner: person.describe('The user, or the account under which a program’s calls are recorded'),
    created_by: person,
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
    last_network: z.string().nullable(),
  })
  .meta({ id: 'AccessToken' })
export type TokenReply = z.output<typeof tokenReply>

/** A new token. Its secret is in no other response. */
export const createdToken = z.object({
  token: tokenReply,
  secret: z.string().describe('For the header Authorization: Bearer. Shown only in this response'),
})

/** A dealer group's settings for connections. Everything is off until it is turned on. */
export const connectionsReply = z
  .object({
    id: z.int().describe('The dealer group'),
    version: z.int().describe('The dealer group’s version'),
    personal_tokens: z.boolean().describe('Whether users can create access tokens for their own scripts'),
    personal_chats: z.boolean().describe('Whether users can have their notices sent to a chat'),
  })
  .meta({ id: 'Connections' })

/** Body that sets a dealer group's settings for connections. What is missing stays. */
export const connectionsBody = z.strictObject({
  version: versionField,
  personal_tokens: z.boolean().optional(),
  personal_chats: z.boolean().optional(),
})
export type ConnectionsInput = z.output<typeof connectionsBody>
