import { z } from 'zod'
import { notACursor } from '../api/endpoint.ts'

/** The kinds of records that an entry can be about. */
export const auditEntities = [
  'check-request',
  'user',
  'dealer-group',
  'dealership',
  'department',
  'approval-title',
  'approval-policy',
  'payee',
  'ledger-account',
  'delegation',
  'control-change',
  'bank-account',
  'print-run',
  'auditor',
  'positive-pay-file',
  'clearing-file',
  'check-exception',
  'check',
  'recurring-request',
  'identity-provider',
  'access-token',
  'webhook',
  'purpose',
  'delivery-method',
  'installation',
] as const

export type AuditEntity = (typeof auditEntities)[number]

// A date means a day in UTC. Callers who mean a local day send timestamps instead.
const dayOrMoment = z.union([z.iso.date(), z.iso.datetime({ precision: 3 })])

/**
 * Filters of the audit trail: user, record, action, and time. A range of days includes the last day; a range of
 * timestamps excludes the final timestamp. `cursor` comes from the previous response.
 */
export const auditQuery = z.strictObject({
  person: z.coerce.number().int().positive().optional(),
  entity: z.enum(auditEntities).optional(),
  entity_id: z.coerce.number().int().positive().optional(),
  action: z
    .string()
    .regex(/^[a-z.-]{1,60}$/)
    .optional(),
  from: dayOrMoment.optional(),
  to: dayOrMoment.optional(),
  cursor: z
    .string()
    .regex(/^\d{1,15}\.\d{1,15}$/, { error: notACursor })
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

/** The filters of an export, which contains all pages of the trail. */
export const auditExportQuery = auditQuery.omit({ cursor: true, limit: true })
export type AuditFilters = z.output<typeof auditExportQuery>

/** One entry of the trail. */
export const auditEntry = z
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

/**
 * The state of a chain: intact, or broken at the first inconsistent entry; and the time since which the chain has
 * protected its records.
 */
export const chainState = z.object({
  chain: z.int(),
  name: z.string(),
  entries: z.int(),
  intact: z.boolean(),
  broken_at: z.int().nullable(),
  head: z.string(),
  vouched_since: z.iso.datetime().nullable(),
})

/**
 * The signed checkpoints against which the chains were verified: how many there are, and when the newest was signed.
 */
export const checkpointsRead = z.object({ count: z.int(), newest: z.iso.datetime().nullable() })
