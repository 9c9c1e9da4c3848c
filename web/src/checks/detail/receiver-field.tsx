import { leavingEndpoints, type Receiver } from '@check-requests/domain/checks/leaving/endpoints.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { useApi } from '#platform/api-context.tsx'
import { read } from '#platform/query-client.ts'
import { SuggestInput } from '#ui/suggest-input.tsx'

/** Who takes a check: a name as it was typed, and the employee that it was chosen for. */
export interface Taker {
  readonly name: string
  readonly id: number | undefined
}

interface ReceiverFieldProps {
  checkId: number
  value: string
  name: string
  ref: Ref<HTMLInputElement>
  onBlur(): void
  onChange(name: string): void
  onChoose(taker: Taker): void
}

/** Finds who takes a check among the people of the dealer group; anybody else is typed. */
export function ReceiverField({ checkId, value, onChange, onChoose, ...rest }: ReceiverFieldProps) {
  const found = useReceivers(checkId, value)
  const suggestions = found.map((receiver) => ({
    value: nameAmong(found, receiver),
    label: markHidden(receiver.name),
    detail: markHidden(detailOf(receiver)),
    receiver,
  }))
  return (
    <SuggestInput
      {...rest}
      value={value}
      onChange={onChange}
      suggestions={suggestions}
      about="People of the dealer group"
      onChoose={(chosen) => onChoose({ name: chosen.value, id: chosen.receiver.id })}
    />
  )
}

function useReceivers(checkId: number, typed: string): readonly Receiver[] {
  const search = typed.trim()
  const input = { params: { id: checkId }, query: { search } }
  const { data } = useQuery({
    queryKey: ['receivers', checkId, search],
    queryFn: read(useApi(), leavingEndpoints.receivers, input),
    enabled: search !== '',
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  return search === '' ? [] : (data ?? [])
}

/** Of two people with one name, the field says which. */
function nameAmong(all: readonly Receiver[], { id, name, title }: Receiver): string {
  return all.some((other) => other.id !== id && other.name === name) ? `${name} (${title ?? `#${id}`})` : name
}

function detailOf({ title, is_barred }: Receiver): string {
  return [title, is_barred && 'needs an exception'].filter(Boolean).join(', ')
}
