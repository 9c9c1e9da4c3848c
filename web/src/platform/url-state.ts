import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** A value in the query string: its parser, and its default if missing or invalid. */
export interface UrlValue<Value> {
  initial: Value
  parse(text: string): Value | undefined
}

export function textValue(initial = ''): UrlValue<string> {
  return { initial, parse: (text) => text }
}

export function choiceValue<const Value extends string | number>(
  choices: readonly Value[],
  initial: Value,
): UrlValue<Value> {
  return { initial, parse: (text) => choices.find((choice) => String(choice) === text) }
}

type Shape = Record<string, UrlValue<unknown>>
type ValuesOf<Fields extends Shape> = { [Name in keyof Fields]: Fields[Name]['initial'] }

/** The values in the URL; missing or invalid values silently become the defaults. */
export function readUrl<Fields extends Shape>(shape: Fields, search: Record<string, unknown>): ValuesOf<Fields> {
  const entries = Object.entries(shape).map(([name, { initial, parse }]) => {
    const text = search[name]
    return [name, typeof text === 'string' ? (parse(text) ?? initial) : initial]
  })
  return Object.fromEntries(entries)
}

/** The query string for these values; defaults are omitted to keep URLs short. */
function writeUrl<Fields extends Shape>(shape: Fields, values: ValuesOf<Fields>): Record<string, string> {
  const changed = Object.entries(shape).filter(([name, { initial }]) => values[name] !== initial)
  return Object.fromEntries(changed.map(([name]) => [name, String(values[name])]))
}

/** The query string for these values without `?`; empty if all values are defaults. */
export function queryOf<Fields extends Shape>(shape: Fields, values: ValuesOf<Fields>): string {
  return stringifySearch(writeUrl(shape, values)).slice(1)
}

/**
 * Screen state that is kept in the URL, so that it survives a reload, going back, and sharing the link. Declare `shape`
 * outside the component. `replace` changes the current history entry instead of adding one.
 */
export function useUrlState<Fields extends Shape>(shape: Fields) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = useCallback(
    (patch: Partial<ValuesOf<Fields>>, { replace = false } = {}) => {
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({
          ...without(before, shape),
          ...writeUrl(shape, { ...readUrl(shape, before), ...patch }),
        }),
        replace,
        resetScroll: false,
      } as Parameters<typeof navigate>[0])
    },
    [navigate, shape],
  )
  return [readUrl(shape, search), change] as const
}

function without(search: Record<string, unknown>, shape: Shape): Record<string, unknown> {
  return Object.fromEntries(Object.entries(search).filter(([name]) => !(name in shape)))
}

/** The query string of a URL as plain strings. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const present = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const query = new URLSearchParams(present.map(([name, value]) => [name, String(value)]))
  return query.size > 0 ? `?${query}` : ''
}
