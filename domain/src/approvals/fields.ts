import { z } from 'zod'
import { payeeTypes } from '../check-requests/fields.ts'
import { priorities } from '../check-requests/priorities.ts'
import { amountField, idField, versionField } from '../values/fields.ts'
import { longestName, nameField } from '../values/text.ts'
import { policyBody } from './policy.ts'

const longestTitle = 80
const mostTitles = 100
const longestAddress = 1000

/**
 * Body of a save of the draft. `version`: the draft version shown to the user; 0 or omitted if there was none (T14).
 */
export const saveDraftBody = policyBody.extend({ version: z.int().min(0).optional() })
export type SaveDraftInput = z.output<typeof saveDraftBody>

const draftVersion = z
  .int({ error: 'Name the version of the draft' })
  .positive({ error: 'There is no draft so far. Save one first.' })

/** Body of a discard. `version`: the draft version shown to the user. */
export const discardBody = z.strictObject({ version: draftVersion })
export type DiscardInput = z.output<typeof discardBody>

/** Body of a publication. `version`: the draft version shown to the user, because nobody publishes an unseen draft. */
export const publishBody = z.strictObject({
  note: nameField('Say what changes and why: everybody reads it beside the version.', 500),
  version: draftVersion,
})
export type PublishInput = z.output<typeof publishBody>

/**
 * Body of a call that reroutes a request through the current policy; everyone who can see the request sees the reason.
 */
export const routeAnewBody = z.strictObject({
  reason: nameField('Say why its approval begins again.'),
  version: versionField,
})
export type RouteAnewInput = z.output<typeof routeAnewBody>

const placeField = z
  .int()
  .positive()
  .nullish()
  .transform((id) => id ?? null)

/** Body of a trial with a hypothetical request. */
export const tryBody = z.strictObject({
  amount: amountField,
  dealership_id: placeField,
  department_id: placeField,
  purpose_id: idField('Purpose is required'),
  payee_type: z.enum(payeeTypes),
  priority_level: z.enum(priorities.map(({ name }) => name)).default('normal'),
  payee_name_1: z
    .string()
    .max(longestName)
    .default('')
    .describe('Other payments to the same payee count as well, and the list of payees says whether it is new'),
  new_payee: z.boolean().default(false).describe('Its payee is new or changed, whatever the list says'),
  /** The draft, or the version in force. */
  policy: z.enum(['draft', 'in-force']).default('draft'),
})
export type TryInput = z.output<typeof tryBody>

/**
 * Body of a trial over real requests. `before`: the id at which the previous page ended; without it, starts with the
 * newest.
 */
export const tryHistoryBody = z.strictObject({
  policy: z.enum(['draft', 'in-force']).default('draft'),
  before: z.int().positive().optional(),
})
export type TryHistoryInput = z.output<typeof tryHistoryBody>

/** The number of days that a trial looks back. */
export const daysOfTrial = 90

/** Body of a preview for a request that has not been submitted, with the values on its form so far. */
export const previewBody = z.strictObject({
  amount: amountField,
  dealer_group_id: idField('Dealer Group is required'),
  dealership_id: placeField,
  department_id: placeField,
  purpose_id: idField('Purpose is required'),
  payee_type: z.enum(payeeTypes),
  priority_level: z.enum(priorities.map(({ name }) => name)).default('normal'),
  payee_name_1: z.string().max(longestName).default('').describe('Other payments to the same payee count as well'),
  payee_name_2: z.string().max(longestName).nullable().default(null).describe('So do those to a second payee'),
  mailing_address: z.string().max(longestAddress).nullish(),
  requester_id: placeField.describe('For whom an admin raises it'),
  per_diem: amountField.nullish().describe('Of a payoff with a good-through date: what each later day adds'),
  of: placeField.describe('The request that is being edited'),
})
export type PreviewInput = z.output<typeof previewBody>

const titleName = nameField('Name this title', longestTitle)

/** Body of a new approval title. */
export const createTitleBody = z.strictObject({
  dealer_group_id: idField('Dealer Group is required'),
  name: titleName,
})
export type CreateTitleInput = z.output<typeof createTitleBody>

/** Body of a change of an approval title. Inactive titles are not offered and approve nothing. */
export const updateTitleBody = z.strictObject({
  name: titleName.optional(),
  is_active: z.boolean().optional(),
  version: versionField,
})
export type UpdateTitleInput = z.output<typeof updateTitleBody>

/** Body that sets all titles of a user. A title without a dealership counts anywhere the user can approve. */
export const holdTitlesBody = z.strictObject({
  titles: z
    .array(z.strictObject({ approval_title_id: z.int().positive(), dealership_id: placeField }))
    .max(mostTitles, { error: `At most ${mostTitles} titles` }),
  version: versionField.describe('Of the user'),
})
export type HoldTitlesInput = z.output<typeof holdTitlesBody>
