import type { DraftForm, DraftValues } from '@check-requests/domain/check-requests/drafts/fields.ts'
import type { Draft } from '@check-requests/domain/check-requests/drafts/replies.ts'

/** The owner of drafts: a person in a role. */
export interface DraftOwner {
  id: number
  role: string
}

export type DraftVersion = Pick<Draft, 'id' | 'version'>

/** Values that the server does not have yet. `draft`: the version they were to replace. */
export interface UnsentDraft {
  form: DraftForm
  values: DraftValues
  draft?: DraftVersion | undefined
}
