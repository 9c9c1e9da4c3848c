import { payeesInWords } from '@check-requests/domain/check-requests/payee-names.ts'
import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useDocuments } from '#documents/attachments/api.ts'
import { nameButtonId } from '#documents/attachments/document-list.tsx'
import type { DocumentViewerProps } from '#documents/attachments/viewer/viewer-content.tsx'
import { checkRequestPath } from '#paths.ts'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { useShortcut } from '#ui/use-shortcut.ts'
import { useMedia } from '#ui/use-sizes.ts'

interface ViewerOptions {
  /** True if the first document opens by itself where there is room next to it. */
  opens: boolean
  /** Shown below a document that covers the page. */
  foot: ReactNode
}

/**
 * The document in the URL (`?document=7`), if the request has it, or the first one if it opens by itself, and functions
 * to show another one or none. The `v` key opens and closes it.
 */
export function useDocumentViewer(request: DetailedRequest, { opens, foot }: ViewerOptions) {
  const list = useDocuments({ request: request.id }).data ?? []
  const documents = list.filter((one) => one.removed_at === null && one.refusal_to_open === undefined)
  const { named, show, close } = useAddress(request.id)
  const [isDismissed, setDismissed] = useState(false)
  const hasRoom = useMedia('(width >= 80rem)')
  const [first] = documents
  const chosen = documents.find(({ id }) => String(id) === named)
  const shown = chosen ?? (opens && hasRoom && !isDismissed && named === null ? first : undefined)
  function dismiss() {
    setDismissed(true)
    if (named !== null) close()
  }
  // Also when the user goes back from a document.
  const [lastNamed, setLastNamed] = useState(named)
  if (lastNamed !== named) {
    setLastNamed(named)
    if (named === null) setDismissed(true)
  }
  useFocusOnName(shown?.id)
  useShortcut('v', () => (shown ? dismiss() : first && show(first.id)), first !== undefined)
  return {
    show,
    viewer: shown && (
      <Viewer
        documents={documents}
        shown={shown}
        isUnasked={chosen === undefined}
        about={<InBrief request={request} />}
        foot={foot}
        onShow={show}
        onClose={dismiss}
      />
    ),
  }
}

/** Keeps the open document in the URL, so that Back closes it and a reload shows it again. */
function useAddress(requestId: number) {
  const navigate = useNavigate()
  const { history } = useRouter()
  const { searchStr, state } = useLocation()
  const named = new URLSearchParams(searchStr).get('document')
  const { openedHere = false } = state
  const to = checkRequestPath(requestId)
  function goTo(search: { document?: string }, replace: boolean, openedHere: boolean) {
    void navigate({ to, search, state: (before) => ({ ...before, openedHere }), replace, resetScroll: false })
  }
  return {
    named,
    show: (id: number) => goTo({ document: String(id) }, named !== null, named === null || openedHere),
    close: () => (openedHere ? history.back() : goTo({}, true, false)),
  }
}

/** When a document is closed, returns the focus to the document's name. */
function useFocusOnName(shownId: number | undefined) {
  const last = useRef(shownId)
  useEffect(() => {
    const closed = shownId === undefined ? last.current : undefined
    last.current = shownId
    if (closed !== undefined && document.activeElement === document.body)
      document.getElementById(nameButtonId(closed))?.focus()
  }, [shownId])
}

/** The viewer, once its code has loaded. */
function Viewer(props: DocumentViewerProps) {
  const code = useQuery({
    queryKey: ['document-viewer'],
    queryFn: async () => (await import('#documents/attachments/viewer/document-viewer.tsx')).DocumentViewer,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (code.data) return <code.data {...props} />
  if (code.isFetching) return null
  return (
    <Card flush>
      <ErrorState message="Couldn’t show the document. Try again in a moment." onRetry={() => code.refetch()} />
    </Card>
  )
}

/** The decision form next to the document. */
function InBrief({ request }: { request: DetailedRequest }) {
  return (
    <>
      <span className="text-base font-semibold">{formatDollars(request.amount)}</span> to{' '}
      <span className="font-semibold">{markHidden(payeesInWords(request))}</span>
    </>
  )
}
