import { z } from 'zod'
import { idField, versionField } from '../../values/fields.ts'
import { type DemandItem, demandables, demandLevels } from './rules.ts'

const mostPurposes = 200

const [first, ...others] = demandables.map(({ item }) => item)
const itemField = z.enum([first, ...others] as [DemandItem, ...DemandItem[]], {
  error: 'Choose what is demanded',
})

const demandField = z.strictObject({ item: itemField, level: z.enum(demandLevels, { error: 'Choose must or warn' }) })

/** What a purpose demands, each thing once. */
const demandsOfPurpose = z.strictObject({
  purpose_id: idField('Purpose is required'),
  demands: z.array(demandField).refine((list) => new Set(list.map(({ item }) => item)).size === list.length, {
    error: 'Name each thing that a purpose demands once.',
  }),
})

/** Body of a change of what a dealer group demands. Purposes that are left out demand nothing. */
export const demandsBody = z.strictObject({
  purposes: z
    .array(demandsOfPurpose)
    .max(mostPurposes)
    .refine((list) => new Set(list.map(({ purpose_id }) => purpose_id)).size === list.length, {
      error: 'Name each purpose once.',
    }),
  version: versionField,
})
export type DemandsInput = z.output<typeof demandsBody>

/** What a dealer group demands of requests, by purpose. */
export const demandsReply = z
  .object({
    id: z.int().describe('The dealer group'),
    version: z.int().describe('Of the dealer group'),
    purposes: z.array(demandsOfPurpose),
  })
  .meta({ id: 'Demands' })
export type DemandsReply = z.output<typeof demandsReply>

/** A demand of a request's purpose, and whether the request meets it. */
export const checkedDemandReply = z
  .object({
    ...demandField.shape,
    is_met: z.boolean(),
    by_payee: z.literal(true).optional().describe('Set when a document of the payee meets it, and none of the request'),
  })
  .meta({ id: 'CheckedDemand' })
export type CheckedDemandReply = z.output<typeof checkedDemandReply>
