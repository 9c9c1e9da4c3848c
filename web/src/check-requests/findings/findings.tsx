import {
  against,
  againstInWords,
  findingRow,
  type Severity,
} from '@check-requests/domain/check-requests/findings/findings.ts'
import type { Finding } from '@check-requests/domain/check-requests/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { clsx } from 'clsx'
import { CircleCheck, Info, type LucideIcon, OctagonX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDay, formatDayOfYear } from '#check-requests/list/moments.ts'
import { checkRequestPath, payeePath } from '#paths.ts'
import { NewTabLink } from '#ui/link-button.tsx'
import { optional } from '#ui/optional.tsx'

const CutOut = optional(async () => (await import('#documents/attachments/viewer/document-viewer.tsx')).CutOut)

interface FindingsProps {
  findings: readonly Finding[]
  /** Set if the list can scroll. */
  className?: string
  /** True if there is little room, so that what doesn't speak against the request can scroll. */
  isShort?: boolean
  /** True for the list next to the choices, which refer to it. */
  isNamed?: boolean
  /** True for users who can open the request’s documents. */
  showsDocuments?: boolean
}

interface Look {
  readonly icon: LucideIcon
  readonly color: string
  /** For screen readers, which can't see the color. */
  readonly says: string
}

const looks: Record<Severity, Look> = {
  stop: { icon: OctagonX, color: 'text-red', says: 'Blocks this request: ' },
  warning: { icon: TriangleAlert, color: 'text-yellow', says: 'Warning: ' },
  note: { icon: Info, color: 'text-ink-soft', says: 'Note: ' },
  good: { icon: CircleCheck, color: 'text-green', says: 'OK: ' },
}

const borders: Record<Severity, string> = {
  stop: 'border-red',
  warning: 'border-yellow',
  note: 'border-line',
  good: 'border-line',
}

function lookOf({ kind }: Pick<Finding, 'kind'>): Look {
  return looks[findingRow(kind).severity]
}

/** The id of the finding that rules out the next step, next to the choices. */
export const stopId = 'request-stopped'

/** The sentence that rules out the next step; undefined if there is none. */
export function stopIn(findings: readonly Finding[] | undefined): string | undefined {
  return findings?.find(isStop)?.text
}

function isStop({ kind }: Finding): boolean {
  return findingRow(kind).severity === 'stop'
}

/** Everything that speaks for or against a request, worst first. */
export function Findings(props: FindingsProps) {
  const { findings, className, isShort = false, isNamed = false, showsDocuments = false } = props
  if (findings.length === 0) return null
  const stop = isNamed ? findings.find(isStop) : undefined
  const [worst] = findings
  const found = against(findings)
  const rowsOf = (some: readonly Finding[]) =>
    some.map((finding) => (
      <Row key={finding.kind} finding={finding} id={finding === stop ? stopId : undefined}>
        {showsDocuments && finding.shown && (
          <div className="mt-1 min-h-14">
            <CutOut place={finding.shown} label={`Where the document says so, on page ${finding.shown.page}`} />
          </div>
        )}
      </Row>
    ))
  return (
    <section
      aria-label="Before You Decide"
      // Users without a pointer scroll a long list with the arrow keys.
      tabIndex={className ? 0 : undefined}
      className={clsx(
        'grid gap-1.5 rounded-md border bg-surface px-3 py-2 print:hidden',
        worst && borders[findingRow(worst.kind).severity],
        className,
      )}
    >
      {found.length > 0 && <ul className="grid gap-1.5">{rowsOf(found)}</ul>}
      {found.length < findings.length && (
        <ul
          tabIndex={isShort ? 0 : undefined}
          className={clsx('grid gap-1.5', isShort && 'lg:max-h-24 lg:overflow-y-auto')}
        >
          {rowsOf(findings.filter((finding) => !found.includes(finding)))}
        </ul>
      )}
    </section>
  )
}

function Row({ finding, id, children }: { finding: Finding; id: string | undefined; children: ReactNode }) {
  const { icon: Icon, color, says } = lookOf(finding)
  const { severity } = findingRow(finding.kind)
  const isAgainst = severity === 'stop' || severity === 'warning'
  return (
    <li className="flex gap-2">
      <Icon aria-hidden className={clsx('mt-0.5 size-4 shrink-0', color)} />
      <div className="min-w-0 wrap-anywhere">
        <p id={id} className={isAgainst ? 'font-medium' : 'text-ink-soft'}>
          <span className="sr-only">{says}</span>
          {markHidden(finding.text)}
          {finding.at && ` Last paid ${formatDayOfYear(finding.at)}.`}
        </p>
        {finding.about && (
          <ul className="grid gap-0.5 text-[0.8125rem]">
            {finding.about.map((one) => (
              <li key={`${one.kind} ${one.id} ${one.text}`}>
                <About one={one} />, {markHidden(one.text)}
                {one.at && `, ${formatDay(one.at)}`}
              </li>
            ))}
          </ul>
        )}
        {children}
      </div>
    </li>
  )
}

const pathTo = { request: checkRequestPath, payee: payeePath, employee: undefined }

function About({ one: { kind, id, name } }: { one: NonNullable<Finding['about']>[number] }) {
  const to = pathTo[kind]?.(id)
  return to === undefined ? markHidden(name) : <NewTabLink to={to}>{markHidden(name)}</NewTabLink>
}

/** What speaks against a request in a few words, for the confirmation; nothing if nothing does. */
export function Despite({ findings }: { findings: readonly Finding[] }) {
  const words = againstInWords(findings)
  if (words === '') return null
  return (
    <span className="mt-1 flex gap-1.5 font-medium text-yellow">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">Despite: {words}.</span>
    </span>
  )
}

/** What speaks against a request, in a few words each; sentences only for what rules out the next step. */
export function AgainstInBrief({ findings }: { findings: readonly Finding[] }) {
  const found = against(findings)
  if (found.length === 0) return null
  return (
    <ul aria-label="Before You Decide" className="flex flex-wrap gap-x-3 gap-y-1 text-[0.8125rem] font-medium">
      {found.map((finding) => {
        const { icon: Icon, color, says } = lookOf(finding)
        const { severity, words } = findingRow(finding.kind)
        return (
          <li key={finding.kind} className={clsx('flex min-w-0 gap-1', severity === 'stop' && 'w-full')}>
            <Icon aria-hidden className={clsx('mt-0.5 size-4 shrink-0', color)} />
            <span className="min-w-0 wrap-anywhere">
              <span className="sr-only">{says}</span>
              {severity === 'stop' ? markHidden(finding.text) : words}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
