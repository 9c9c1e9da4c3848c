import { type Draft, storedDraftValues } from '@check-requests/domain/check-requests/drafts/fields.ts'
import type { DraftRow } from './queries/drafts.ts'

export function presentDraft({ id, form, content, version, created_at, updated_at }: DraftRow): Draft {
  return { id, form, values: storedDraftValues.parse(JSON.parse(content)), version, created_at, updated_at }
}
