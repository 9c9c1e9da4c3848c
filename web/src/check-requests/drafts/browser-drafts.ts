import type { DraftOwner, UnsentDraft } from '#check-requests/drafts/unsent-draft.ts'

const form = 'new-check-request'

/** A draft that a version before server-side drafts left in this browser. Call `erase` once the server has it. */
interface BrowserDraft {
  draft: UnsentDraft
  key: string
  erase(): void
}

/** This person's remaining drafts; unreadable ones are erased. */
export function readBrowserDrafts({ id, role }: DraftOwner, storage: Storage = localStorage): BrowserDraft[] {
  const name = `draft:${id}:${role}:${form}`
  const text = storage.getItem(name)
  if (text === null) return []
  const erase = () => storage.removeItem(name)
  try {
    const { values, savedAt } = JSON.parse(text)
    const { request_number: _, ...typed } = values
    return [{ draft: { form, values: typed }, key: `browser-draft-${savedAt}`, erase }]
  } catch {
    erase()
    return []
  }
}
