import { useSession } from '#access/sessions/session-provider.tsx'
import { NoticeArea, useShownNotice } from '#platform/notices.tsx'

/** The notice of the page; before a login it stays until it is closed (R241). */
export function SessionNotices() {
  const signedIn = useSession().status === 'signed-in'
  const { notice } = useShownNotice()
  return (notice || signedIn) && <NoticeArea login={!signedIn} />
}
