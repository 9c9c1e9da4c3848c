import { z } from 'zod'
import { payeeTypes } from '../check-requests/fields.ts'
import { priorities } from '../check-requests/priorities.ts'
import { amountField, idField, versionField } from '../values/fields.ts'
import { ofFields } from '../values/lists.ts'
import { longestName, nameField } from '../values/text.ts'
import { listedColumns } from './conditions.ts'
import { policyBody } from './policy.ts'

const longestTitle = 80
const mostTitles = 100
const longestAddress = 1000

/** Body of a call that saves the draft. */
export const saveDraftBody = policyBody.extend({ version: z.int().min(0).optional() })
export type SaveDraftInput = z.output<typeof saveDraftBody>

const draftVersion = z
  .int({ error: 'The version of the draft is required' })
  .positive({ error: 'There is no draft yet. Save your changes first.' })

/** Body of a call that discards the draft. */
export const discardBody = z.strictObject({ version: draftVersion })
export type DiscardInput = z.output<typeof discardBody>

/** Body of a call that publishes the draft. */
export const publishBody = z.strictObject({
  note: nameField('Describe the changes and the reason for them.', 500),
  version: draftVersion,
})
export type PublishInput = z.output<typeof publishBody>

/**
 * Body of a call that reroutes a request through the current policy. Everyone who can see the request sees the reason.
 */
export const routeAgainBody = z.strictObject({
  reason: nameField('Enter the reason for routing the request again.'),
  version: versionField,
})
export type RouteAgainInput = z.output<typeof routeAgainBody>

const placeField = z
  .int()
  .positive()
  .nullish()
  .transform((id) => id ?? null)

/** Body of a trial with a hypothetical request. */
export const tryBody = z.strictObject({
  amount: amountField,
  ...ofFields(listedColumns, () => placeField),
  purpose_id: idField('Purpose is required'),
  payee_type: z.enum(payeeTypes),
  priority_level: z.enum(priorities.map(({ name }) => name)).default('normal'),
  payee_name_1: z
    .string()
    .max(longestName)
    .default('')
    .describe('The payee, whose other payments also count; the payee list shows whether the payee is new'),
  new_payee: z
    .boolean()
    .default(false)
    .describe('True to treat the payee as new or changed, regardless of the payee list'),
  document_agrees: z.boolean().default(false).describe('Whether a document has the request’s amount and payee'),
  /** Which policy to try: the draft or the version in force. */
  policy: z.enum(['draft', 'in-force']).default('draft'),
})
export type TryInput = z.output<typeof tryBody>

/**
 * Body of a trial over past requests. `before`: the id at which the previous page ended. If omitted, the trial starts
 * with the newest request.
 */
export const tryHistoryBody = z.strictObject({
  policy: z.enum(['draft', 'in-force']).default('draft'),
  before: z.int().positive().optional(),
})
export type TryHistoryInput = z.output<typeof tryHistoryBody>

/** The number of past days whose requests a trial includes. */
export const daysOfTrial = 90

/** Body of a preview for a request that hasn't been submitted, with the form's current values. */
export const previewBody = z.strictObject({
  amount: amountField,
  dealer_group_id: idField('Dealer Group is required'),
  ...ofFields(listedColumns, () => placeField),
  purpose_id: idField('Purpose is required'),
  payee_type: z.enum(payeeTypes),
  priority_level: z.enum(priorities.map(({ name }) => name)).default('normal'),
  payee_name_1: z.string().max(longestName).default('').describe('The payee, whose other payments also count'),
  payee_name_2: z
    .string()
    .max(longestName)
    .nullable()
    .default(null)
    .describe('The second payee, whose other payments also count'),
  mailing_address: z.string().max(longestAddress).nullish(),
  requester_id: placeField.describe('The user for whom an admin creates the request'),
  per_diem: amountField
    .nullish()
    .describe('For a payoff with a good-through date: the amount that each later day adds'),
  of: placeField.describe('The request being edited'),
  draft_id: placeField.describe('The draft that has the documents'),
})
export type PreviewInput = z.output<typeof previewBody>

const titleName = nameField('Name this title.', longestTitle)

/** Body of a new approval title. */
export const createTitleBody = z.strictObject({
  dealer_group_id: idField('Dealer Group is required'),
  name: titleName,
})
export type CreateTitleInput = z.output<typeof createTitleBody>

/**
 * Body of a change to an approval title. Inactive titles can't be assigned, and their holders can't approve with them.
 */
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
    .max(mostTitles, { error: `Choose at most ${mostTitles} titles.` }),
  version: versionField.describe('The user’s version'),
})
export type HoldTitlesInput = z.output<typeof holdTitlesBody>
