import type { DraftForm } from '@check-requests/domain/check-requests/drafts/fields.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { DraftSaver, type DraftStatus } from '#check-requests/drafts/draft-saver.ts'
import { useDraftStore } from '#check-requests/drafts/drafts-provider.tsx'
import { useApi } from '#platform/api-context.tsx'
import { useNotices } from '#platform/notices.tsx'

const topic = 'drafts'

/** The user's drafts of a form in the current role, fetched when the form opens. */
export function useDrafts(form: DraftForm) {
  const store = useDraftStore()
  const { id, role } = usePerson()
  return useQuery({
    queryKey: [topic, form],
    queryFn: () => store.list({ id, role }, form),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
}

/** Discards a draft, and refetches the list even if that fails. */
export function useDiscardDraft(): (id: number) => Promise<void> {
  const store = useDraftStore()
  const queries = useQueryClient()
  const { show } = useNotices()
  return async (id) => {
    const failure = await store.discard(id).then(() => undefined, String)
    if (failure) show({ title: 'Couldn’t discard this draft', destructive: true })
    await queries.invalidateQueries({ queryKey: [topic] })
  }
}

const gone = {
  title: 'This draft was submitted or discarded elsewhere',
  description: 'Your entries in this form are kept as a new draft.',
}
const changed = {
  title: 'This draft was changed on another device',
  description: 'Choose which version to keep. Nothing is saved until then.',
}

/** Saves an open form as a draft while it is filled in, and when its page is hidden or left. */
export function useDraftSaver(form: DraftForm) {
  const api = useApi()
  const store = useDraftStore()
  const { show } = useNotices()
  const { id, role } = usePerson()
  const [status, setStatus] = useState<DraftStatus>({ kind: 'empty' })
  const [saver] = useState(() => new DraftSaver({ api, form, onStatus, onGone: () => show(gone) }))

  function onStatus(next: DraftStatus) {
    setStatus(next)
    if (next.kind === 'conflict') show(changed)
  }

  useEffect(() => {
    const flush = () => void saver.flush()
    saver.open()
    document.addEventListener('visibilitychange', flush)
    addEventListener('pagehide', flush)
    return () => {
      document.removeEventListener('visibilitychange', flush)
      removeEventListener('pagehide', flush)
      store.end({ id, role }, saver)
    }
  }, [saver, store, id, role])
  return { saver, status }
}
