import type { Notice } from '@check-requests/domain/notices/inbox/fields.ts'
import { type AnyTopic, noticeInWords, topicOf } from '@check-requests/domain/notices/inbox/notices.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { formatMoment } from '#check-requests/list/moments.ts'
import { StatusBadge } from '#check-requests/status/badges.tsx'
import { PayoffDays } from '#check-requests/status/payoff-days.tsx'
import { checkRequestPath, paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { TextLink } from '#ui/link-button.tsx'

interface NoticeListProps {
  notices: readonly Notice[]
  /** Marks notices as read; undefined for notices that are already read. */
  onRead?: ((ids: string[]) => void) | undefined
}

/** Notices grouped by request, with the events below each request, newest first. */
export function NoticeList({ notices, onRead }: NoticeListProps) {
  return (
    <ul>
      {groupsOf(notices).map((group) => (
        <Group key={group.key} group={group} onRead={onRead} />
      ))}
    </ul>
  )
}

function Group({ group: { notices }, onRead }: { group: NoticeGroup; onRead: NoticeListProps['onRead'] }) {
  const [newest] = notices
  const subject = newest.request?.request_number ?? newest.account?.name ?? 'this'
  return (
    <li className="flex items-start gap-3 border-t border-line px-4 py-3 max-sm:flex-col max-sm:gap-1 sm:px-5">
      <div className="grid min-w-0 flex-1 gap-1">
        <Subject notice={newest} />
        {notices.map((notice) => (
          <Line key={notice.id} notice={notice} />
        ))}
      </div>
      {onRead && (
        <Button
          variant="ghost"
          size="sm"
          className="max-sm:-ms-2.5"
          aria-label={`Mark as Read: ${subject}`}
          onClick={() => onRead(notices.map(({ id }) => id))}
        >
          Mark as Read
        </Button>
      )}
    </li>
  )
}

/** The pages of notices that concern no request, by topic. */
const pages: Partial<Record<AnyTopic, { to: string; label: string }>> = {
  shortage: { to: paths.approvals, label: 'Approval Policy' },
  reminder: { to: paths.checks, label: 'Checks' },
  installation: { to: paths.jobs, label: 'Installation' },
  'incoming-mail': { to: paths.newCheckRequest, label: 'An email' },
}

function pageOf({ event, account }: Notice): { to: string; label: string } {
  const topic = topicOf(event)
  const own = ['standing-in', 'security'].includes(topic) ? paths.mySettings : paths.dashboard
  if (['clearing-overdue', 'bank-exception'].includes(event)) return { to: paths.clearing, label: 'Clearing' }
  if (event === 'bank-file-refused') return { to: paths.positivePay, label: 'Positive Pay' }
  if (event === 'email-kept') return { to: paths.settings, label: 'An email' }
  if (event === 'changed-by-directory') return { to: paths.users, label: account?.name ?? 'Users' }
  if (event.startsWith('control')) return { to: paths.settings, label: account?.name ?? 'Settings' }
  if (topic === 'recurring') return { to: paths.recurring, label: `${account?.name ?? 'A user'}’s recurring request` }
  return pages[topic] ?? { to: own, label: account?.name ?? 'Account' }
}

function Subject({ notice }: { notice: Notice }) {
  const { request } = notice
  if (!request) {
    const { to, label } = pageOf(notice)
    return <TextLink to={to}>{label}</TextLink>
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <TextLink to={checkRequestPath(request.id)}>{request.request_number}</TextLink>
      <span className="min-w-0 wrap-anywhere">{markHidden(request.payee_name_1)}</span>
      <span className="font-medium tabular-nums">{formatDollars(request.amount)}</span>
      <StatusBadge status={request.status_name} />
      <PayoffDays request={request} />
    </div>
  )
}

function Line({ notice }: { notice: Notice }) {
  return (
    <div className="grid gap-0.5">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="min-w-0 wrap-anywhere">{noticeLine(notice)}</span>
        <time dateTime={notice.at} className="text-ink-soft tabular-nums">
          {formatMoment(notice.at)}
        </time>
      </p>
      {notice.text && <p className="wrap-anywhere whitespace-pre-line text-ink-soft">{notice.text}</p>}
    </div>
  )
}

/** Events described by a sentence that begins with the user who caused them. */
const acts: Partial<Record<Notice['event'], string>> = {
  withdrawn: 'withdrew the request',
  approved: 'approved the request',
  rejected: 'rejected the request',
  'sent-back': 'sent the request back',
  ready: 'marked the check as ready for delivery or pickup',
  'handed-over': 'recorded that the check was handed over',
  held: 'put the request on hold',
  released: 'lifted the hold',
  mentioned: 'mentioned you in a comment',
  commented: 'added a comment',
}

/** The subject of a notice that concerns no request, by topic. The heading above the line has the name. */
const subjects: Partial<Record<AnyTopic, string>> = {
  reminder: 'The check register',
  'bank-exception': 'The bank',
  confirmation: 'This user',
  security: 'Your account',
  shortage: 'The approval policy',
  'standing-in': 'This user',
  installation: 'The installation',
  'incoming-mail': 'This email',
  recurring: 'This recurring request',
}

/** A notice as a sentence below its request: `Denise Carver approved the request`. */
export function noticeLine({ event, actor, request }: Pick<Notice, 'event' | 'actor' | 'request'>): string {
  const subject = request ? 'This request' : (subjects[topicOf(event)] ?? 'This account')
  const line = `${event === 'confirmation' ? 'This account' : subject} ${noticeInWords(event)}`
  // For a loosened control, the heading above the line already names the user.
  if (!actor || event.startsWith('control')) return line
  if (acts[event]) return `${actor.name} ${acts[event]}`
  if (topicOf(event) === 'waiting' || event === 'reminder') return `${line} (raised by ${actor.name})`
  return event === 'confirmation' ? `${line} (requested by ${actor.name})` : `${line} (${actor.name})`
}

/** The notices of one request or one account, newest first. */
interface NoticeGroup {
  readonly key: string
  readonly notices: readonly [Notice, ...Notice[]]
}

/** Notices grouped by subject. Groups are in the order of their newest notices. */
export function groupsOf(notices: readonly Notice[]): NoticeGroup[] {
  const groups = new Map<string, [Notice, ...Notice[]]>()
  for (const notice of notices) {
    const key = keyOf(notice)
    const group = groups.get(key)
    if (group) group.push(notice)
    else groups.set(key, [notice])
  }
  return [...groups].map(([key, found]) => ({ key, notices: found }))
}

function keyOf({ id, request, account }: Notice): string {
  if (request) return `request ${request.id}`
  return account ? `account ${account.id}` : id
}
