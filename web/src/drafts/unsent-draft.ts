import type { DraftForm, DraftValues } from '@check-requests/domain/drafts/fields.ts'
import type { Draft } from '@check-requests/domain/drafts/replies.ts'

/** Whose drafts: a person in a role. */
export interface DraftOwner {
  id: number
  role: string
}

export type DraftVersion = Pick<Draft, 'id' | 'version'>

/** Values that the server does not have yet. `draft`: what they were to be saved over. */
export interface UnsentDraft {
  form: DraftForm
  values: DraftValues
  draft?: DraftVersion | undefined
}
