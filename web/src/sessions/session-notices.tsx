import { NoticeArea } from '#platform/notices.tsx'
import { useSession } from '#sessions/session-provider.tsx'

/** The notice of the page; before a login it stays until it is closed (R241). */
export function SessionNotices() {
  return <NoticeArea login={useSession().status !== 'signed-in'} />
}
