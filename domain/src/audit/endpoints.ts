import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'

/** What an entry can be about. */
export const auditEntities = [
  'check-request',
  'user',
  'dealer-group',
  'dealership',
  'department',
  'purpose',
  'delivery-method',
  'installation',
] as const

/** Filters of the audit trail: person, record, action and time. `cursor` comes from the answer before. */
export const auditQuery = z.strictObject({
  person: z.coerce.number().int().positive().optional(),
  entity: z.enum(auditEntities).optional(),
  entity_id: z.coerce.number().int().positive().optional(),
  action: z
    .string()
    .regex(/^[a-z.-]{1,60}$/)
    .optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  cursor: z
    .string()
    .regex(/^\d+\.\d+$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export type AuditQuery = z.output<typeof auditQuery>

const auditEntry = z
  .object({
    chain: z.int(),
    seq: z.int(),
    at: z.iso.datetime(),
    actor_id: z.int().nullable(),
    actor_name: z.string(),
    role: z.string().nullable(),
    action: z.string(),
    entity: z.string(),
    entity_id: z.int().nullable(),
    label: z.string().nullable(),
    before: z.unknown(),
    after: z.unknown(),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.output<typeof auditEntry>

const chainState = z.object({
  chain: z.int(),
  name: z.string(),
  entries: z.int(),
  intact: z.boolean(),
  broken_at: z.int().nullable(),
  head: z.string(),
})

/** Calls that read the audit trail. */
export const auditEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/audit',
    summary: 'Who did what to which record, when, before and after; newest first',
    policy: 'audit.read',
    query: auditQuery,
    reply: z.object({ items: z.array(auditEntry), next_cursor: z.string().nullable() }),
    status: 200,
    failure: 'Something went wrong..',
  }),
  verify: endpoint({
    method: 'GET',
    path: '/audit/verify',
    summary: 'Recomputes the chains of the trail and compares them with the live records',
    policy: 'audit.read',
    reply: z.object({ intact: z.boolean(), chains: z.array(chainState), mismatches: z.array(z.string()) }),
    status: 200,
    failure: 'Something went wrong..',
  }),
  exportCsv: endpoint({
    method: 'GET',
    path: '/audit/export',
    summary: 'The entries that match the filters as a CSV file, with formulas made inert',
    policy: 'audit.read',
    query: auditQuery,
    reply: z.string(),
    status: 200,
    produces: 'text/csv',
    failure: 'Something went wrong..',
  }),
}
