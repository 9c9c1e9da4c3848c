import { z } from 'zod'
import { mostLines } from '../../books/accounting/lines.ts'
import { ofFields } from '../../values/lists.ts'
import { textFieldNames } from '../text-fields.ts'

/** The forms that save drafts. */
export const draftForms = ['new-check-request'] as const
export type DraftForm = (typeof draftForms)[number]

/** Maximum number of drafts per user. */
export const mostDrafts = 20

/** The number of days for which a draft is kept after its last change. */
export const draftsKeptForDays = 30

const longestLine = 1000
const longestNote = 5000

function typed(longest: number) {
  return z
    .string()
    .max(longest, { error: `A draft can have at most ${longest} characters in this field.` })
    .optional()
}

const chosenId = z.int().positive().nullable().optional()
const chosenWord = z.string().max(50).nullable().optional()

// Fields can be added, but changing a field's type would make older drafts unreadable.
const valuesShape = {
  requester_id: chosenId,
  dealer_group_id: chosenId,
  dealership_id: chosenId,
  department_id: chosenId,
  amount: typed(longestLine),
  purpose_id: chosenId,
  purpose_other: typed(longestLine),
  priority_level: chosenWord,
  due_date: typed(longestLine),
  payee_type: chosenWord,
  payee_sub_type: chosenWord,
  payee_name_1: typed(longestLine),
  payee_name_2: typed(longestLine),
  payee_join: chosenWord,
  ...ofFields(textFieldNames, () => typed(longestLine)),
  good_through: typed(longestLine),
  per_diem: typed(longestLine),
  accounting: z
    .array(
      z.strictObject({
        account: typed(longestLine),
        control_number: typed(longestLine),
        amount: typed(longestLine),
      }),
    )
    .max(mostLines)
    .optional(),
  delivery_method_id: chosenId,
  mailing_method: chosenWord,
  mailing_address: typed(longestNote),
  delivery_method_other: typed(longestNote),
  notes: typed(longestNote),
}

/** Contents of the form for a new check request: texts as typed, without the validation for submitted requests. */
export const draftValues = z.strictObject(valuesShape)
export type DraftValues = z.output<typeof draftValues>

/** A draft as stored, without fields that the form no longer has. */
export const storedDraftValues = z.object(valuesShape)

export const createDraftBody = z.strictObject({ form: z.enum(draftForms), values: draftValues })
export type CreateDraftInput = z.output<typeof createDraftBody>

/**
 * Body of an update of a draft. `version`: the last version shown to the caller. If it is missing or stale, the draft
 * isn't overwritten (409).
 */
export const updateDraftBody = z.strictObject({ version: z.int().positive().optional(), values: draftValues })
export type UpdateDraftInput = z.output<typeof updateDraftBody>

/** A draft with its contents; timestamps in ISO 8601, UTC. */
export const draftReply = z.object({
  id: z.int(),
  form: z.enum(draftForms),
  values: storedDraftValues,
  version: z.int(),
  received_from: z.string().nullable().describe('The sender of the email that the draft was made from'),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Draft = z.output<typeof draftReply>

/** The response after saving a draft, with the version to send in the next save. */
export const savedDraftReply = draftReply.pick({ id: true, version: true, updated_at: true })
export type SavedDraft = z.output<typeof savedDraftReply>
