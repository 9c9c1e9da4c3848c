import { z } from 'zod'
import { draftForms, storedDraftValues } from './fields.ts'

/** A draft with its contents; timestamps in ISO 8601, UTC. */
export const draftReply = z.object({
  id: z.int(),
  form: z.enum(draftForms),
  values: storedDraftValues,
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Draft = z.output<typeof draftReply>

/** The response to a save: the version that the next save must name. */
export const savedDraftReply = draftReply.pick({ id: true, version: true, updated_at: true })
export type SavedDraft = z.output<typeof savedDraftReply>
