import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { findingRow, type MarkKind, mostMarkedAtOnce } from '@check-requests/domain/check-requests/findings/findings.ts'
import { isOpen } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { payeeKey } from '@check-requests/domain/payees/identity.ts'
import { similarityTo } from '@check-requests/domain/payees/similar.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useQueries } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ArrowUpToLine, Ban, Copy, FileX, type LucideIcon, UserRoundPlus, UsersRound } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import type { RenderMarks } from '#check-requests/list/marks-context.ts'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'

const icons: Record<MarkKind | 'payee-similar', LucideIcon> = {
  'payee-blocked': Ban,
  'payee-similar': UsersRound,
  duplicate: Copy,
  'no-document': FileX,
  'over-limit': ArrowUpToLine,
  'first-payment': UserRoundPlus,
}

interface Mark {
  readonly kind: keyof typeof icons
  readonly words: string
}

interface ListMarksProps {
  rows: readonly ListedRequest[]
  /** Receives the function that renders the marks, whenever they change. */
  onMarks(marks: RenderMarks): void
}

/** Loads what speaks against the open requests of a list, and compares the payees on the screen with each other. */
export function ListMarks({ rows, onMarks }: ListMarksProps) {
  const found = useMarks(rows)
  const similar = useMemo(() => similarNames(rows.map(({ payee_name_1 }) => payee_name_1)), [rows])
  useEffect(() => {
    const nameOf = new Map(rows.map(({ id, payee_name_1 }) => [id, payee_name_1]))
    onMarks((id) => <Marks marks={marksOf(found.get(id) ?? [], similar.get(nameOf.get(id) ?? ''))} />)
  }, [rows, found, similar, onMarks])
  return null
}

/** The marks of the open requests by id. Only warnings, so a failure is neither shown nor retried. */
function useMarks(rows: readonly ListedRequest[]): ReadonlyMap<number, readonly MarkKind[]> {
  const api = useApi()
  const ids = rows.filter(({ status_name }) => isOpen(status_name)).map(({ id }) => id)
  const portions = Array.from({ length: Math.ceil(ids.length / mostMarkedAtOnce) }, (_, index) =>
    ids.slice(index * mostMarkedAtOnce, (index + 1) * mostMarkedAtOnce).join(),
  )
  return useQueries({
    queries: portions.map((part) => ({
      ...listFreshness,
      queryKey: ['check-requests', 'marks', part],
      queryFn: read(api, endpoints.marks, { query: { ids: part } }),
      retry: false,
    })),
    combine: byId,
  })
}

function byId(results: readonly { readonly data?: readonly { id: number; marks: MarkKind[] }[] | undefined }[]) {
  return new Map(results.flatMap(({ data = [] }) => data.map(({ id, marks }) => [id, marks] as const)))
}

/** For each name that looks like another payee's name on the screen, that other name. */
function similarNames(all: readonly string[]): ReadonlyMap<string, string> {
  const names = [...new Set(all)]
  const keys = names.map(payeeKey)
  const found = new Map<string, string>()
  for (const [index, name] of names.entries()) {
    const similarity = similarityTo({ name, address: null })
    const other = names.find(
      (one, at) => at !== index && keys[at] !== keys[index] && similarity({ name: one, address: null }) === 'name',
    )
    if (other !== undefined) found.set(name, other)
  }
  return found
}

function marksOf(kinds: readonly MarkKind[], similar: string | undefined): Mark[] {
  const marks: Mark[] = kinds.map((kind) => ({ kind, words: findingRow(kind).words }))
  if (similar === undefined) return marks
  const looks: Mark = { kind: 'payee-similar', words: `Payee looks like ${markHidden(similar)}` }
  const at = marks.findIndex(({ kind }) => kind !== 'payee-blocked')
  return marks.toSpliced(at < 0 ? marks.length : at, 0, looks)
}

function Marks({ marks }: { marks: readonly Mark[] }) {
  if (marks.length === 0) return null
  return (
    <span data-marks className="inline-flex gap-0.5 align-middle">
      {marks.map(({ kind, words }) => {
        const Icon = icons[kind]
        return (
          <span key={kind} title={words} className="relative z-1">
            <Icon aria-hidden className={clsx('size-3.5', kind === 'payee-blocked' ? 'text-red' : 'text-yellow')} />
            <span className="sr-only">{words}. </span>
          </span>
        )
      })}
    </span>
  )
}
