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
import { type ReactNode, useEffect, useMemo } from 'react'
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

export interface Mark {
  readonly kind: keyof typeof icons
  readonly words: string
}

/** What the marks of a request depend on. A request without a status is open. */
export type MarkedRow = Pick<ListedRequest, 'id' | 'payee_name_1'> & Partial<Pick<ListedRequest, 'status_name'>>

/** Renders what speaks against these requests, each kind once. */
export type RenderMarks = (requestIds: readonly number[]) => ReactNode

interface ListMarksProps {
  rows: readonly MarkedRow[]
  /** Receives the function that renders the marks, whenever they change. */
  onMarks(marks: RenderMarks): void
}

/** Loads what speaks against the open requests of a list, and compares the payees on the screen with each other. */
export function ListMarks({ rows, onMarks }: ListMarksProps) {
  const marksOf = useMarksOf(rows)
  useEffect(() => onMarks((ids) => <Marks marks={eachOnce(ids.flatMap(marksOf))} />), [marksOf, onMarks])
  return null
}

function eachOnce(marks: readonly Mark[]): readonly Mark[] {
  return [...new Map(marks.map((mark) => [mark.kind, mark])).values()]
}

/** What speaks against the open requests of a list by id, including that a payee looks like another one in the list. */
export function useMarksOf(rows: readonly MarkedRow[]): (id: number) => readonly Mark[] {
  const found = useMarks(rows)
  return useMemo(() => {
    const similar = similarNames(rows.map(({ payee_name_1 }) => payee_name_1))
    const nameOf = new Map(rows.map(({ id, payee_name_1 }) => [id, payee_name_1]))
    return (id) => marksOf(found.get(id) ?? [], similar.get(nameOf.get(id) ?? ''))
  }, [rows, found])
}

/** The marks of the open requests by id. Only warnings, so a failure is neither shown nor retried. */
function useMarks(rows: readonly MarkedRow[]): ReadonlyMap<number, readonly MarkKind[]> {
  const api = useApi()
  const ids = rows.filter(({ status_name }) => !status_name || isOpen(status_name)).map(({ id }) => id)
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
