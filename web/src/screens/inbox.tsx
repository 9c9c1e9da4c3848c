import { useInbox, useMarkRead } from '#notices/inbox/api.ts'
import { NoticeList } from '#notices/inbox/notice-list.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/list-states.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function InboxScreen() {
  const unread = useInbox('1')
  const read = useInbox('0')
  const mark = useMarkRead()
  const hasUnread = unread.notices !== undefined && unread.notices.length > 0
  return (
    <>
      <PageHeader
        title="Inbox"
        subtitle="Updates on your requests, and items waiting for you. Notices are kept for 180 days."
        actions={
          hasUnread && (
            <Button variant="secondary" pending={mark.isPending} onClick={() => mark.mutate({ body: { all: true } })}>
              Mark All as Read
            </Button>
          )
        }
      />
      {mark.error && (
        <Card flush>
          <ErrorState message={mark.error.message} />
        </Card>
      )}
      <Notices
        title="Unread"
        inbox={unread}
        empty="No unread notices."
        onRead={(ids) => mark.mutate({ body: { ids } })}
      />
      <Notices title="Read" inbox={read} />
    </>
  )
}

interface NoticesProps {
  title: string
  inbox: ReturnType<typeof useInbox>
  /** The text shown if there are no notices. If undefined, the card is hidden instead. */
  empty?: string
  onRead?: (ids: string[]) => void
}

function Notices({ title, inbox: { notices, failure, more }, empty, onRead }: NoticesProps) {
  if (notices?.length === 0 && !failure.error && empty === undefined) return null
  return (
    <Card flush title={title}>
      {failure.error && <ErrorState message={failure.error} onRetry={failure.onRetry} />}
      {notices?.length === 0 && <EmptyState text={empty} />}
      {notices && notices.length > 0 && <NoticeList notices={notices} onRead={onRead} />}
      {!notices && !failure.error && <SkeletonRows count={4} />}
      {more.available && (
        <div className="grid justify-items-center border-t border-line p-3">
          <Button variant="secondary" size="sm" pending={more.pending} onClick={more.load}>
            Show More
          </Button>
        </div>
      )}
    </Card>
  )
}
