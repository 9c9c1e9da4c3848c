import { findRole } from '@check-requests/domain/access/roles.ts'
import type { OwnSession } from '@check-requests/domain/access/sessions/fields.ts'
import type { ReactNode } from 'react'
import { formatMoment } from '#check-requests/list/moments.ts'

/** The session's program in words. */
export function programOf({ agent, kind }: OwnSession): string {
  return agent ?? (kind === 'api' ? 'API client' : 'Unknown browser')
}

/** A session in a list, with its actions. */
export function SessionRow({ session, children }: { session: OwnSession; children?: ReactNode }) {
  const { current, network, last_used_at, began_at } = session
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-2 sm:px-5">
      <div className="grid min-w-0">
        <p className="font-medium">
          {programOf(session)}
          {current && <span className="font-normal text-ink-soft"> · this session</span>}
        </p>
        <p className="text-[0.8125rem] text-ink-soft">
          {findRole(session.role)?.label}
          {network && `, from ${network}`}, since {formatMoment(began_at)}
          {!current && `, last used ${formatMoment(last_used_at)}`}
        </p>
      </div>
      {children}
    </li>
  )
}
