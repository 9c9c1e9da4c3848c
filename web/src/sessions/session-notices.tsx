import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { useShownNotice } from '#platform/notices.tsx'
import { useSession } from '#sessions/session-provider.tsx'

type Area = ComponentType<{ login: boolean }>

async function loadArea(): Promise<{ default: Area }> {
  try {
    return { default: (await import('#platform/notice-area.tsx')).NoticeArea }
  } catch {
    return { default: PlainNotice }
  }
}

const NoticeArea = lazy(loadArea)

/**
 * The notice of the page; before a login it stays until it is closed (R241). There is nothing to announce before
 * somebody acts, so a login page that was only opened does not load it.
 */
export function SessionNotices() {
  const signedIn = useSession().status === 'signed-in'
  const { notice } = useShownNotice()
  useEffect(() => {
    if (signedIn) void loadArea()
    addEventListener('focusin', loadArea, { once: true })
    return () => removeEventListener('focusin', loadArea)
  }, [signedIn])
  return <Suspense>{(notice || signedIn) && <NoticeArea login={!signedIn} />}</Suspense>
}

/** The same notice unstyled, for when the connection was lost before the notice area was loaded. */
function PlainNotice() {
  const { notice } = useShownNotice()
  if (!notice) return null
  return (
    <p role="alert" className="fixed end-4 bottom-4 z-60 rounded-lg border border-danger bg-raised p-4">
      {notice.title} {notice.description}
    </p>
  )
}
