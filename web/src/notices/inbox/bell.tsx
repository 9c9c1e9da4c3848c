import { mostUnreadCounted } from '@check-requests/domain/notices/inbox/endpoints.ts'
import { Bell as BellIcon } from 'lucide-react'
import { useUnread } from '#notices/inbox/api.ts'
import { paths } from '#paths.ts'
import { LinkButton } from '#ui/link-button.tsx'

/** A link to the inbox with the number of unread notices. */
export function Bell() {
  const unread = useUnread() ?? 0
  const shown = unread < mostUnreadCounted ? String(unread) : `${mostUnreadCounted - 1}+`
  return (
    <LinkButton
      to={paths.inbox}
      variant="ghost"
      size="icon"
      className="relative max-sm:w-9"
      aria-label={unread > 0 ? `Inbox, ${shown} unread` : 'Inbox'}
    >
      <BellIcon aria-hidden className="size-4.5" />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute end-0 top-0 min-w-4.5 rounded-full bg-accent px-1 text-center text-[0.6875rem] leading-4.5 font-semibold text-on-accent"
        >
          {shown}
        </span>
      )}
    </LinkButton>
  )
}
